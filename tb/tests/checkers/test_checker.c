// Every check is shown to bite: each row of a table is a short run that is right but for its last
// step, in which the block says something wrong. One check finds it, says so in its words, and none
// has said anything before.
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/edge_fields.h"
#include "register_map.h"
#include "tb/checkers/checker.h"
#include "tb/tests/base/fixture.h"

// ---- the language

// A value that is shown in place of the right one.
struct change {
    struct edge_field field; // its place in struct edge_out
    uint64_t value;
};

enum what { END, SAY, PASS, CLOCK, DRAIN };

struct step {
    enum what what;
    const struct commit *said;       // SAY: but for clock, order number and debts, which are added
    unsigned clocks;                 // PASS, CLOCK: 0 is one
    const struct edge_in *in, *seen; // CLOCK: what the block is given, NULL: nothing; and what the
                                     // checker is told of it, NULL: the same. Tags count on
    struct change shown[5];          // CLOCK: without a block they stay
};

struct lie {
    const char *check;                         // that finds it; "": nothing is wrong
    const char *says;                          // a part of its message
    const struct step *steps;                  // END ends them
    struct admitter *(*block)(unsigned depth); // NULL: all that is shown is in the steps
};

// Commits. Windows are 100 until they are said to be something else.
#define SAID(kind_, op_, id, mask_, ...)                                                           \
    {                                                                                              \
        .what = SAY, .said = &(const struct commit) {                                              \
            .kind = COMMIT_##kind_, .op = op_, .reservation = id, .mask = mask_, __VA_ARGS__       \
        }                                                                                          \
    }
#define LATER(clocks_)                                                                             \
    { .what = PASS, .clocks = clocks_ }
#define HBM(amount)         .d = {[0] = amount}
#define BOTH(hbm, response) .d = {[0] = hbm, [RESPONSE_LANE] = response}
#define NONE                .d = {0}
enum { H = 1, R = 1 << RESPONSE_LANE, DEPTH_SAID = 4 };

// Operation 10 holds reservation 3 with 60 on the first HBM lane and 50 on the response lane, since
// clock 5. It is now clock 20.
#define HELD                                                                                       \
    SAID(WINDOW, 0, 0, 0, HBM(100)), LATER(5), SAID(GRANT, 10, 3, H | R, BOTH(60, 50)), LATER(15)
#define HBM_BACK      SAID(RETURN, 10, 3, H, HBM(60))
#define RESPONSE_BACK SAID(RETURN, 10, 3, R, BOTH(0, 50))
#define COMPLETE      SAID(COMPLETE, 10, 3, 0, NONE)

// Clocks.
#define BARE(...)                                                                                  \
    &(const struct edge_in) {                                                                      \
        __VA_ARGS__                                                                                \
    }
#define IDLE       BARE(.grant_ready = 1, .axi_bready = 1, .axi_rready = 1)
#define GIVEN(...) BARE(.grant_ready = 1, .axi_bready = 1, .axi_rready = 1, __VA_ARGS__)
#define CLOCKS(clocks_)                                                                            \
    { .what = CLOCK, .clocks = clocks_ }
#define BEAT(...)                                                                                  \
    { .what = CLOCK, .in = __VA_ARGS__ }
#define SHOWS(...) .shown = {__VA_ARGS__}
#define OUT(member, value_)                                                                        \
    {                                                                                              \
        .field = {.offset = offsetof(struct edge_out, member),                                     \
                  .size = sizeof((struct edge_out *)0)->member},                                   \
        .value = value_                                                                            \
    }
#define SHOWN(...)                                                                                 \
    { .what = CLOCK, SHOWS(__VA_ARGS__) }
#define NOT_READY BARE(.axi_bready = 1)
#define WRITE(word, data)                                                                          \
    GIVEN(.axi_awvalid = 1, .axi_wvalid = 1, .axi_wstrb = AXI_STROBES, .axi_awaddr = 4 * (word),   \
          .axi_wdata = data)
#define HARMLESS WRITE(CONFIG_HBM_RECIPROCAL, HBM_RECIPROCAL_RESET)
// Up to the clock in which it is answered.
#define READ(word) BEAT(GIVEN(.axi_arvalid = 1, .axi_araddr = 4 * (word))), CLOCKS(READ_CLOCKS - 2)
#define OFFER(tag_, bytes, rank, domain_, pause_)                                                  \
    GIVEN(.op_valid = 1, .tag = tag_, .opcode = OP_WRITE, .length = bytes, .wire_bytes = rank,     \
          .domain = domain_, .pause = pause_)
#define PLAIN(tag, bytes) BEAT(OFFER(tag, bytes, 80, 0, 0))
#define PAUSE(clocks_)    BEAT(GIVEN(.pause = 1), .clocks = clocks_)

#define LAST                                                                                       \
    { .what = END }
#define FROM_HELD(...)                                                                             \
    .steps = (const struct step[]) {                                                               \
        HELD, __VA_ARGS__, LAST                                                                    \
    }
#define FROM_RESET(...)                                                                            \
    .steps = (const struct step[]) {                                                               \
        __VA_ARGS__, LAST                                                                          \
    }
// By the golden model, in the second clock after reset.
#define FROM_BLOCK(...) .block = golden_open, FROM_RESET(CLOCKS(1), __VA_ARGS__)
#define WRITTEN(word, ...)                                                                         \
    FROM_BLOCK(BEAT(WRITE(word, 5)), CLOCKS(CONFIG_TO_USE - 2), SHOWN(__VA_ARGS__))

// A message every three clocks at most. Credit comes back; an honest block tells of it now.
#define FROM_DUE(...)                                                                              \
    FROM_HELD(BEAT(WRITE(CONFIG_GRANT_INTERVAL, 3)), CLOCKS(10), HBM_BACK,                         \
              CLOCKS(2 + DUE_TO_LOAD), __VA_ARGS__)
#define LOADED(hbm, response)                                                                      \
    OUT(grant_valid, 1), OUT(grant_credit[0], hbm), OUT(grant_credit[RESPONSE_LANE], response)
// In the clock of the message something else comes back, which is to be told next.
#define FROM_NEXT(...) FROM_DUE(SHOWN(LOADED(60, 0)), RESPONSE_BACK, __VA_ARGS__)
#define NO_MESSAGE     OUT(grant_valid, 0)

// Two operations are offered while the block is paused, which is until the second may be chosen,
// too; it takes the second first. For the checker they have other ranks and domains.
#define OF_TWO(rank_1, domain_1, rank_2, domain_2)                                                 \
    FROM_BLOCK(PAUSE(1),                                                                           \
               BEAT(OFFER(1, 100, 90, 0, 1), .seen = OFFER(1, 100, rank_1, domain_1, 1)),          \
               BEAT(OFFER(2, 100, 10, 0, 1), .seen = OFFER(2, 100, rank_2, domain_2, 1)),          \
               PAUSE(OFFER_TO_CHOICE), CLOCKS(PAUSE_TO_CHOICE + OFFER_TO_DECISION))

// Operation 1 fills a lane, operation 2 is denied. The lane is freed, and only long after that the
// block may choose: operation 3, which has just come. For the checker, 2 has another rank.
#define FREED(rank_2, clocks)                                                                      \
    FROM_BLOCK(PLAIN(1, WINDOW_HBM_RESET), CLOCKS(OFFER_TO_DECISION + 1),                          \
               BEAT(OFFER(2, 100, 90, 0, 0), .seen = OFFER(2, 100, rank_2, 0, 0)),                 \
               CLOCKS(OFFER_TO_DECISION), BEAT(GIVEN(.pause = 1, .hbm_valid = 1)),                 \
               PAUSE((clocks)-1), BEAT(OFFER(3, 100, 50, 0, 1)), PAUSE(OFFER_TO_CHOICE),           \
               CLOCKS(PAUSE_TO_CHOICE + OFFER_TO_DECISION))
enum {
    // From the offer of operation 3 to the decision on it.
    DECIDED = 1 + OFFER_TO_CHOICE + PAUSE_TO_CHOICE + CHOICE_TO_DECISION,
    // From credit that is usable to the first decision whose choice must know: what was in flight
    // meanwhile has landed and was compared.
    KNOWN = CHOICE_TO_CHOICE + COMPARE_TO_CHOICE + COMMIT_TO_COMPARE + CHOICE_TO_DECISION - 2,
    LONG = HBM_RETURN_TO_USE + KNOWN - DECIDED,
};

// Small operations pass a large one; the checker believes in a bound.
#define SMALL(tag) PLAIN(tag, 100), CLOCKS(6)
#define PASSED(bound)                                                                              \
    FROM_BLOCK(BEAT(HARMLESS, .seen = WRITE(CONFIG_STARVATION_BOUND, bound)), PLAIN(1, 100),       \
               PLAIN(2, WINDOW_HBM_RESET), SMALL(3), SMALL(4), SMALL(5), SMALL(6), SMALL(7),       \
               SMALL(8), CLOCKS(30))

// An Atomic took twice its service, or so the checker is told; to the clock in which the multiplier
// of its lane moves a sixteenth.
enum {
    TWICE = 2 * ATOMIC_SERVICE_RESET,
    MOVED = MULTIPLIER_ENABLE | (MULTIPLIER_ONE + MULTIPLIER_ONE / 16),
};
#define CALIBRATED(service, ...)                                                                   \
    FROM_BLOCK(BEAT(WRITE(CONFIG_MULTIPLIER + ATOMIC_LANE, MULTIPLIER_ENABLE | MULTIPLIER_ONE)),   \
               CLOCKS(CONFIG_TO_USE - 1), BEAT(GIVEN(.op_valid = 1, .opcode = OP_FETCH_ADD)),      \
               CLOCKS(OFFER_TO_DECISION),                                                          \
               BEAT(GIVEN(.atomic_valid = 1, .atomic_service = TWICE),                             \
                    .seen = GIVEN(.atomic_valid = 1, .atomic_service = service)),                  \
               CLOCKS(BEAT_TO_COMMIT + CALIBRATE_CLOCKS - 1), SHOWN(__VA_ARGS__))

// The golden model tunes nothing in those clocks; shown is a window that is tuned in the first one
// in which it may be, or so many clocks before, long after lanes are enabled and just after a
// write.
#define TUNED(lanes, value, early, write)                                                          \
    FROM_BLOCK(BEAT(WRITE(REGISTER_AUTOTUNE_ENABLE, lanes)),                                       \
               CLOCKS(2 * TUNE_CLOCKS - 3 - (early)), BEAT(write), CLOCKS(CONFIG_TO_USE + 1),      \
               SHOWN(OUT(window, 1), OUT(window_lane, 0), OUT(window_value, value)))
enum { TUNED_DOWN = WINDOW_HBM_RESET * 31 / 32, TUNED_UP = WINDOW_HBM_RESET * 17 / 16 };

// ---- the lies

static const struct lie lies[] = {
    {"", "",
     FROM_HELD(SAID(DENY, 11, 0, H | R, BOTH(50, 60)), LATER(1), SAID(DENY, 11, 0, R, BOTH(30, 60)),
               LATER(1), SAID(WINDOW, 0, 0, 0, BOTH(0, 110)),
               LATER(WINDOW_TO_DECISION), // until decisions know of it
               SAID(GRANT, 11, 0, H | R, BOTH(30, 60)), HBM_BACK, RESPONSE_BACK, COMPLETE,
               SAID(STRAY, 0, 3, 0, NONE), LATER(1), SAID(REJECT, 12, 0, H, HBM(101)),
               SAID(STRAY, 11, 0, H, NONE), // taken up in the clock of the grant
               SAID(STRAY, 0, 3, R, NONE),  // not held any more
               SAID(STRAY, 11, 0, 0, NONE), LATER(1),
               SAID(STRAY, 11, 0, 1 << ATOMIC_LANE, NONE))}, // not used
    {"order_gap_free", "order number 2 expected",
     FROM_HELD(SAID(GRANT, 11, 0, H, HBM(1), .order = 1))},
    {"commits_in_order", "window after return in one clock",
     FROM_HELD(HBM_BACK, SAID(WINDOW, 0, 0, 0, BOTH(0, 100)))},
    {"windows_first", "no windows known yet", FROM_RESET(SAID(GRANT, 11, 0, H, HBM(1)))},
    {"well_formed", "only 4 reservations", FROM_HELD(SAID(GRANT, 11, DEPTH_SAID, H, HBM(1)))},
    {"freed_by_last_return", "reservation 3 is completed and was not freed",
     FROM_HELD(SAID(STRAY, 10, 3, 0, NONE), // a second done: the first one is remembered
               LATER(1), HBM_BACK, LATER(1), RESPONSE_BACK, LATER(1),
               SAID(WINDOW, 0, 0, 0, HBM(100)))},
    {"reset_voids", "debt 60 after reset",
     FROM_HELD(SAID(RESET, 0, 0, 0, NONE))}, // still shows the debt
    {"reservation_unique", "reservation 3 is held by operation 10",
     FROM_HELD(SAID(GRANT, 11, 3, H, HBM(1)))},
    {"granted_once", "operation 10 holds reservation 3", FROM_HELD(SAID(GRANT, 10, 0, H, HBM(1)))},
    {"repeat_is_held", "operation 10 holds reservation 3",
     FROM_HELD(SAID(REPEAT, 10, 2, 0, NONE))}, // another reservation
    {"all_or_none", "debt 70 expected, 50 seen",
     FROM_HELD(SAID(GRANT, 11, 0, H | R, BOTH(10, 20), .debt = {[RESPONSE_LANE] = -20u}))},
    {"within_window", "debt 101 granted, window 100", FROM_HELD(SAID(GRANT, 11, 0, H, HBM(41)))},
    // A decision knows a window WINDOW_TO_DECISION clocks after it commits,
    {"within_window", "debt 101 granted, window 100",
     FROM_HELD(SAID(WINDOW, 0, 0, 0, HBM(101)), LATER(WINDOW_TO_DECISION - 1),
               SAID(GRANT, 11, 0, H, HBM(41)))},
    {"", "",
     FROM_HELD(SAID(WINDOW, 0, 0, 0, HBM(101)), LATER(WINDOW_TO_DECISION),
               SAID(GRANT, 11, 0, H, HBM(41)))},
    // and a return COMMIT_TO_DECISION after.
    {"within_window", "debt 41 granted, window 100",
     FROM_HELD(HBM_BACK, LATER(COMMIT_TO_DECISION - 1), SAID(GRANT, 11, 0, H, HBM(41)))},
    {"", "", FROM_HELD(HBM_BACK, LATER(COMMIT_TO_DECISION), SAID(GRANT, 11, 0, H, HBM(41)))},
    {"reject_never_fits", "mask 0x0 expected", FROM_HELD(SAID(REJECT, 11, 0, H, HBM(100)))},
    {"deny_is_justified", "refused by response expected",
     FROM_HELD(SAID(DENY, 11, 0, H | R, BOTH(40, 51)))}, // 100 of 100
    {"first_decision", "demand 101 can never fit", FROM_HELD(SAID(DENY, 11, 0, H, HBM(101)))},
    {"exact_return", "froze 60 on lane 0", FROM_HELD(SAID(RETURN, 10, 3, H, HBM(59)))},
    {"strays_are_stray", "reservation 3 holds this component",
     FROM_HELD(SAID(STRAY, 10, 3, H, NONE))},
    {"complete_when_returned", "still holds components 0x5", FROM_HELD(COMPLETE)},
    {"others_inert", "window changed its debt from 0 to 1",
     FROM_HELD(SAID(WINDOW, 0, 0, 0, HBM(100), .debt = {[4] = 1}))},
    {"no_wrap", "lane 0: from 60 to 60 by window",
     FROM_HELD(SAID(WINDOW, 0, 0, 0, HBM(UINT32_MAX)))}, // all saturated ones fit
    {"conservation", "debt 1, but 0 is held",
     FROM_HELD(SAID(RETURN, 10, 3, H, HBM(60), .debt = {1}))}, // took 59
    {"drained", "debt 60 at the end", FROM_HELD({.what = DRAIN})},
    {"drained", "reservation 3 of operation 10 is held",
     FROM_HELD(HBM_BACK, RESPONSE_BACK, {.what = DRAIN})}, // no debt, but held
    {"", "", FROM_HELD(HBM_BACK, RESPONSE_BACK, COMPLETE, {.what = DRAIN})},

    // A return that is committed and not made, in a clock with a denial: it names the return.
    {"debt_as_committed", "the return of reservation 3 is lost",
     FROM_RESET(SHOWN(OUT(kind, DECISION_DENY), OUT(return_kind[CLASS_HBM], CHANNEL_RETURN),
                      OUT(return_id[CLASS_HBM], 3), OUT(hbm_lane, 2), OUT(amount[CLASS_HBM], 60)))},
    {"debt_as_committed", "the grant of operation 9 is not charged",
     FROM_RESET(SHOWN(OUT(kind, DECISION_GRANT), OUT(tag, 9), OUT(demand[CLASS_ATOMIC], 7)))},
    {"debt_as_committed", "by no commit of the clock",
     FROM_RESET(SHOWN(OUT(debt[RESPONSE_LANE], 1)))},

    {"message_held", "withdrawn before it was taken",
     FROM_DUE(SHOWN(LOADED(60, 0)), BEAT(NOT_READY), BEAT(NOT_READY, SHOWS(NO_MESSAGE)))},
    // A newer message may not take this one's place.
    {"message_held", "count 0 became 50 without",
     FROM_DUE(SHOWN(LOADED(60, 0)), BEAT(NOT_READY), RESPONSE_BACK,
              BEAT(NOT_READY, SHOWS(OUT(grant_credit[RESPONSE_LANE], 50))))},
    {"message_held", "count 0 became 60 without",
     FROM_DUE(SHOWN(OUT(grant_credit[0], 60)))}, // told, but no message
    {"message_has_credit", "nothing was returned",
     FROM_DUE(SHOWN(LOADED(60, 0)), CLOCKS(1))}, // taken, and again
    {"message_exact", "count 60 expected, 59 told", FROM_DUE(SHOWN(LOADED(59, 0)))},
    {"message_exact", "count 60 expected, 61 told", FROM_DUE(SHOWN(LOADED(61, 0)))},
    {"message_exact", "count 60 expected, 0 told", FROM_DUE(SHOWN(LOADED(0, 0)))},
    {"message_exact", "count 0 expected, 50 told", FROM_DUE(SHOWN(LOADED(60, 50)))},
    {"", "", FROM_NEXT(SHOWN(NO_MESSAGE), CLOCKS(1), SHOWN(LOADED(60, 50)))},
    {"message_in_time", "waits for 5 clocks, interval 3", FROM_DUE(CLOCKS(1))},
    {"message_in_time", "waits for 5 clocks, interval 3",
     FROM_NEXT(BEAT(NOT_READY, .clocks = 10), SHOWN(NO_MESSAGE), CLOCKS(1 + DUE_TO_LOAD),
               CLOCKS(1))},
    {"message_in_time", "waits for 5 clocks, interval 3",
     FROM_NEXT(BEAT(GIVEN(.gap = 2 + DUE_TO_LOAD), SHOWS(NO_MESSAGE)))},
    {"", "", FROM_NEXT(BEAT(WRITE(CONFIG_GRANT_INTERVAL, 0), SHOWS(NO_MESSAGE)), CLOCKS(50))},

    {"decided_waits", "operation 8 does not wait",
     FROM_BLOCK(PLAIN(7, 100), CLOCKS(OFFER_TO_DECISION - 1), SHOWN(OUT(tag, 8)))},
    // An operation leaves once.
    {"decided_waits", "operation 7 does not wait",
     FROM_BLOCK(PLAIN(7, 100), CLOCKS(OFFER_TO_DECISION),
                SHOWN(OUT(kind, DECISION_GRANT), OUT(tag, 7)))},
    {"domain_in_order", "of domain 3 passes operation 1", OF_TWO(90, 3, 10, 3)},
    {"", "", OF_TWO(90, 3, 10, 4)},
    {"untried_first", "before operation 1, which ranks above", OF_TWO(9, 0, 10, 0)},
    {"untried_first", "before operation 1, which ranks above",
     OF_TWO(10, 0, 10, 0)}, // the first is earlier
    {"", "", OF_TWO(90, 0, 10, 0)},
    {"best_first", "before operation 2, which ranks above", FREED(10, LONG)},
    {"", "", FREED(90, LONG)},
    {"", "", FREED(10, LONG - 1)}, // the choice need not know yet
    {"aged_alone", "before operation 2, which is the oldest and aged", PASSED(4)},
    {"", "", PASSED(20)},
    {"", "", PASSED(0)},
    {"slots_bounded", "ready is 0 with 0 of 32",
     FROM_BLOCK(SHOWN(OUT(op_ready, 0)))}, // nobody waits
    {"slots_bounded", "ready is 1 with 32 of 32",
     FROM_BLOCK(BEAT(WRITE(CONFIG_COMMAND_LIMIT, 0)), CLOCKS(CONFIG_TO_USE - 1),
                BEAT(OFFER(0, 100, 80, 0, 0), .clocks = SLOTS - 1),
                BEAT(OFFER(SLOTS, 100, 80, 0, 0), SHOWS(OUT(op_ready, 1))))}, // no slot is free
    {"slots_bounded", "in a step of the walk",
     FROM_BLOCK(BEAT(WRITE(CONFIG_MULTIPLIER + 3, MULTIPLIER_ONE)),
                CLOCKS(CONFIG_TO_USE + WALK_CLOCKS - 2),
                SHOWN(OUT(op_ready, 1)))}, // a step of the walk

    {"multiplier_as_written", "0x8800 expected, 0x1000 seen",
     FROM_BLOCK(BEAT(HARMLESS, .seen = WRITE(CONFIG_MULTIPLIER + 3, 0x8800)),
                CLOCKS(CONFIG_TO_USE))},
    // In the clock of the write, which prevails; by itself.
    {"multiplier_as_written", "0x8800 expected, as written",
     FROM_BLOCK(BEAT(WRITE(CONFIG_MULTIPLIER + 3, 0x8800)), CLOCKS(CONFIG_TO_USE - 1),
                SHOWN(OUT(calibrate, 1 << 3)))},
    {"multiplier_as_written", "0x8800 expected, 0x8801 seen",
     FROM_BLOCK(BEAT(WRITE(CONFIG_MULTIPLIER + 3, 0x8800)), CLOCKS(CONFIG_TO_USE + 4),
                SHOWN(OUT(multiplier[3], 0x8801)))},
    {"", "",
     CALIBRATED(TWICE, OUT(calibrate, 1 << ATOMIC_LANE), OUT(multiplier[ATOMIC_LANE], MOVED))},
    {"calibrated_exactly", "to 0x9110 expected",
     CALIBRATED(TWICE + 100, OUT(calibrate, 1 << ATOMIC_LANE))},
    {"calibrated_exactly", "without a return to learn from",
     CALIBRATED(SERVICE_UNKNOWN, OUT(calibrate, 1 << ATOMIC_LANE))},
    {"calibrated_exactly", "0x9100 expected, 0x9101 seen",
     CALIBRATED(TWICE, OUT(multiplier[ATOMIC_LANE], MOVED ^ 1))},
    {"calibrated_exactly", "0x9100 expected, 0xd100 seen",
     CALIBRATED(TWICE, OUT(multiplier[ATOMIC_LANE], MOVED ^ MULTIPLIER_FREEZE))},
    {"calibrated_exactly", "0x9100 expected, 0x1100 seen",
     CALIBRATED(TWICE, OUT(multiplier[ATOMIC_LANE], MOVED ^ MULTIPLIER_ENABLE))},
    {"calibrated_exactly", "lane 9: calibrated with word 0x1000",
     CALIBRATED(TWICE, OUT(calibrate, 1 << RESPONSE_LANE), // another lane's
                OUT(multiplier[ATOMIC_LANE], MULTIPLIER_ENABLE | MULTIPLIER_ONE))},

    {"response_held", "did not wait for ready",
     FROM_BLOCK(READ(REGISTER_HELD), CLOCKS(1), BEAT(NOT_READY, SHOWS(OUT(axi_rvalid, 0))))},
    {"", "", WRITTEN(REGISTER_COMMAND_LIMIT, OUT(axi_bvalid, 1))},
    {"write_answered", "no answer to a write", WRITTEN(REGISTER_COMMAND_LIMIT, OUT(axi_bvalid, 0))},
    {"write_answered", "address 0x248, strobes 0xf: response 2",
     WRITTEN(REGISTER_COMMAND_LIMIT, OUT(axi_bresp, AXI_SLVERR))},
    {"write_answered", "address 0x400, strobes 0xf: response 0",
     WRITTEN(REGISTER_GRANTS, OUT(axi_bresp, AXI_OKAY))},
    {"", "", FROM_BLOCK(READ(REGISTER_COMMAND_LIMIT), SHOWN(OUT(axi_rvalid, 1)))},
    {"read_answered", "no answer to a read",
     FROM_BLOCK(READ(REGISTER_COMMAND_LIMIT), SHOWN(OUT(axi_rvalid, 0)))},
    {"read_answered", "response 2, data 0x80",
     FROM_BLOCK(READ(REGISTER_COMMAND_LIMIT), SHOWN(OUT(axi_rresp, AXI_SLVERR)))},
    {"read_answered", "response 2, data 0x1",
     FROM_BLOCK(READ(REGISTER_BUSY + LANES), SHOWN(OUT(axi_rdata, 1)))},
    {"read_exact", "0 expected, 1 read",
     FROM_BLOCK(READ(REGISTER_GRANTS), SHOWN(OUT(axi_rdata, 1)))},
    {"read_exact", "0 expected, 1 read",
     FROM_BLOCK(READ(REGISTER_HELD_MAX), SHOWN(OUT(axi_rdata, 1)))},
    {"read_exact", "0 expected, 1 read",
     FROM_BLOCK(READ(REGISTER_ERRORS), SHOWN(OUT(axi_rdata, 1)))},
    {"read_exact", "0 expected, 1 read",
     FROM_BLOCK(READ(REGISTER_DEBT_MAX + 3), SHOWN(OUT(axi_rdata, 1)))},
    {"read_exact", "16000 expected, 1 read",
     FROM_BLOCK(READ(REGISTER_WINDOW + 9), SHOWN(OUT(axi_rdata, 1)))},
    {"", "", TUNED(1, TUNED_DOWN, 0, IDLE)},
    {"tuned_in_turn", "62000: the lane is not tuned",
     TUNED(2, TUNED_DOWN, 0, IDLE)}, // another lane
    {"tuned_in_turn", "68000: not as by the rule", TUNED(1, TUNED_UP, 0, IDLE)},
    {"tuned_in_turn", "62001: not as by the rule", TUNED(1, TUNED_DOWN + 1, 0, IDLE)},
    {"tuned_in_turn", "62000: the lane is not tuned", TUNED(1, TUNED_DOWN, 1, IDLE)}, // early
    {"tuned_in_turn", "a write of a window goes first",
     TUNED(1, TUNED_DOWN, 0, WRITE(REGISTER_WINDOW + 1, 5000))},
    {"tuned_in_turn", "62000: the lane is not tuned",
     TUNED(1, TUNED_DOWN, 0, WRITE(REGISTER_AUTOTUNE_ENABLE, 0))},
};

// ---- the player

struct rig {
    struct admitter *block;
    struct checker *checker;
    struct edge_out out;
    uint64_t clock, order;
    bool begun, written; // a clock was seen; with a write in it
    uint32_t window[LANES], debt[LANES];
};

static bool say(struct rig *rig, const struct commit *said) {
    struct commit commit = *said;
    commit.order += rig->order++;
    commit.cycle = rig->clock;
    commit.time_ps = rig->clock * 1000;
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (said->kind == COMMIT_WINDOW && said->d[lane])
            rig->window[lane] = said->d[lane];
        if (said->kind == COMMIT_GRANT)
            rig->debt[lane] += said->d[lane];
        if (said->kind == COMMIT_RETURN)
            rig->debt[lane] -= said->d[lane];
        commit.debt[lane] += rig->debt[lane];
    }
    if (said->kind == COMMIT_WINDOW)
        memcpy(commit.d, rig->window, sizeof commit.d);
    const bool fine = checker_commit(rig->checker, &commit);
    cr_expect(fine || checker_finding(rig->checker)->commit.order == commit.order);
    return fine;
}

static bool show(struct rig *rig, const struct step *step, unsigned clock) {
    struct edge_in in = *(step->in ? step->in : IDLE), seen = step->seen ? *step->seen : in;
    rig->clock += rig->begun;
    rig->begun = true;
    in.now = seen.now = rig->clock;
    in.tag += clock;
    seen.tag += clock;
    rig->out.axi_bvalid = rig->written; // the answer to what was given in the clock before
    rig->written = in.axi_awvalid;
    if (rig->block)
        admitter_edge(rig->block, &in, &rig->out);
    for (unsigned i = 0; i < COUNT(step->shown) && step->shown[i].field.size; i++)
        edge_field_set(&rig->out, &step->shown[i].field, 0, step->shown[i].value);
    const bool fine = checker_edge(rig->checker, &seen, &rig->out, rig->clock);
    cr_expect(fine || checker_finding(rig->checker)->commit.cycle == rig->clock);
    return fine;
}

// Does the checker find nothing?
static bool play(struct rig *rig, const struct step *step) {
    const unsigned clocks = step->clocks ? step->clocks : 1;
    bool fine = true;
    if (step->what == PASS)
        rig->clock += clocks;
    for (unsigned clock = 0; step->what == CLOCK && fine && clock < clocks; clock++)
        fine = show(rig, step, clock);
    if (step->what == SAY)
        fine = say(rig, step->said);
    if (step->what == DRAIN)
        fine = checker_drained(rig->checker);
    return fine;
}

EACH(checker, finds, lies) {
    struct rig rig = {.checker = checker_open(row->block ? DEPTH : DEPTH_SAID),
                      .block = row->block ? row->block(DEPTH) : NULL,
                      .out = admitter_out_of_reset};
    const struct step *step = row->steps;
    bool fine = true;
    for (unsigned lane = 0; lane < LANES; lane++)
        rig.window[lane] = 100;
    for (; step->what != END && fine; step++)
        fine = play(&rig, step);
    const struct checker_finding *const finding = checker_finding(rig.checker);
    cr_expect_str_eq(fine ? "" : finding->check, row->check, "lie %td", row - lies);
    cr_expect(eq(int, step->what, END), "lie %td, %s: found too early", row - lies, row->check);
    cr_expect(fine == (finding->check == NULL));
    cr_expect(strstr(finding->text, row->says) != NULL, "lie %td, %s: %s", row - lies, row->check,
              finding->text);
    checker_close(rig.checker);
    admitter_close(rig.block);
}

Test(checker, every_check_finds_a_lie) {
    for (unsigned i = 0; i < checker_checks; i++) {
        unsigned found = 0;
        for (unsigned row = 0; row < COUNT(lies); row++)
            found += strcmp(lies[row].check, checker_check_name[i]) == 0;
        cr_expect(gt(u32, found, 0), "%s", checker_check_name[i]);
    }
}
