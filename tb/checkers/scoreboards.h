// The checker's scoreboards. Each keeps what it needs from what crosses the boundary alone, takes
// in clocks or commits, and returns the name of the check that this breaks, with the finding; NULL
// if none is broken. NAME_reset is just out of reset, NAME_begin in a state at rest. Lists of
// checks are in the order in which these are checked.
#ifndef SEMA_SCOREBOARDS_H
#define SEMA_SCOREBOARDS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "csim/record/commit.h"
#include "register_map.h"
#include "tb/checkers/axi_monitor.h"
#include "tb/checkers/beat_watch.h"
#include "tb/checkers/checker.h"
#include "tb/checkers/late_facts.h"
#include "tb/checkers/register_image.h"
#include "tb/checkers/slot_scoreboard.h"
#include "tb/checkers/tune_watch.h"

// A clock that is checked; not one in reset, but for messages.
struct checked_clock {
    const struct edge_in *in;
    const struct edge_out *out;
    struct register_write write;  // performed in this clock
    struct register_read read;    // under way in it
    uint64_t cycle;               // as in commits
    struct register_image *image; // ahead of that write
    char *finding;                // of FINDING_BYTES
};

// Says in one line what a check expected and what it saw. Returns false, as the check does.
__attribute__((format(printf, 2, 3))) static inline bool broken(char *finding, const char *format,
                                                                ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(finding, FINDING_BYTES, format, arguments);
    va_end(arguments);
    return false;
}

// ---- commits: windows, debts, and what each reservation still owes
//
// Every check looks at one commit against the scoreboard as it stood before it; then the commit is
// entered.

struct scoreboard_reservation {
    uint64_t judged; // first clock whose events were judged when it was held
    uint64_t freed;  // clock; only where was_freed
    uint32_t amount[CLASSES];
    uint32_t op;
    uint8_t lane[CLASSES];
    uint8_t owes; // bit k: the component of class k is not yet returned
    bool held;
    bool was_freed;
    bool completed; // a second done was stray, so a first one must have been taken
};

// An operation that waits and was denied.
struct scoreboard_denied {
    uint32_t op;
    lane_set mask;
};

// Where the last reservation of a tag may be found: that of another tag may have taken the place.
enum { TAG_PLACES = 4096 };

// Zero out of reset, but for these two.
struct commit_scoreboard {
    unsigned depth; // reservations of the block
    char *finding;  // of FINDING_BYTES: what is wrong with a commit that breaks a check
    unsigned held;
    bool any;           // a commit has been entered
    bool windows_known; // since the start, or the last reset
    unsigned denied_count;
    struct scoreboard_denied denied[SLOTS];
    struct commit last;
    uint32_t window[LANES];
    struct late_facts late;
    // What a decision goes by: windows, and what it counts as owed beside the debts.
    const uint32_t *known_window;
    uint32_t late_debt[LANES];
    uint32_t owed[LANES]; // by all reservations held; cannot wrap while no_wrap holds
    // A reservation that is completed and has just given back its last component: it must be freed
    // in the same clock.
    bool freeing[CLASSES];
    uint16_t freeing_id[CLASSES];
    struct scoreboard_reservation reservation[DEPTH_MAX];
    uint16_t id_of[TAG_PLACES];
    bool crowded; // two tags of one place have held reservations at once
};

void commit_scoreboard_begin(struct commit_scoreboard *board, const struct block_state *state);

// Checks, and the kinds of commits that they are about, in the order in which they are checked: the
// first broken one is named.
#define COMMIT_CHECKS(X)                                                                           \
    X(order_gap_free, EVERY)                                                                       \
    X(commits_in_order, EVERY)                                                                     \
    X(windows_first, EVERY)                                                                        \
    X(well_formed, EVERY)                                                                          \
    X(freed_by_last_return, EVERY)                                                                 \
    X(reset_voids, ON(RESET))                                                                      \
    X(reservation_unique, ON(GRANT))                                                               \
    X(granted_once, ON(GRANT))                                                                     \
    X(repeat_is_held, ON(REPEAT))                                                                  \
    X(all_or_none, ON(GRANT))                                                                      \
    X(within_window, ON(GRANT))                                                                    \
    X(reject_never_fits, ON(REJECT))                                                               \
    X(deny_is_justified, ON(DENY))                                                                 \
    X(first_decision, ON(DENY) | ON(REJECT))                                                       \
    X(exact_return, ON(RETURN))                                                                    \
    X(strays_are_stray, ON(STRAY))                                                                 \
    X(complete_when_returned, ON(COMPLETE))                                                        \
    X(others_inert, INERT)                                                                         \
    X(no_wrap, ON(GRANT) | ON(RETURN) | ON(WINDOW))                                                \
    X(conservation, EVERY & ~ON(RESET))                                                            \
    X(drained, AT_THE_END)

// Enters a commit, or returns the name of the check that it breaks. NULL: it breaks none.
const char *commit_scoreboard_commit(struct commit_scoreboard *board, const struct commit *commit);

// At the end of a run: is nothing owed and nothing held?
bool commit_scoreboard_drained(struct commit_scoreboard *board);

// ---- the order of grants (rtl/spec/arbiter.md): who waits, what was in force in the last clocks
//
// The checks say what holds of every block that keeps the specification, whatever an observer
// cannot see of it.

enum { FORCE_CLOCKS = 32 }; // that are remembered

// What was in force in a clock.
struct in_force {
    uint64_t clock;
    uint64_t grants;        // made before it
    uint32_t debt[LANES];   // as its decision knows them
    uint32_t window[LANES]; // the same
    uint16_t starvation_bound;
    bool has_room; // for a reservation: an id is free for certain, and the limit is not reached
};

// A walk that scales all slots again (rtl/spec/estimator.md).
struct walk_watch {
    uint64_t next;   // clock of the next step
    unsigned left;   // steps, in the next clock
    unsigned before; // in the last clock
};

struct order_scoreboard {
    struct slot_scoreboard waiting;
    struct walk_watch walk;
    struct waiting_op *taken; // in the last clock; NULL: none
    struct in_force force[FORCE_CLOCKS];
    struct late_facts late;
    uint32_t limit;        // in force in the last clock
    uint64_t stale;        // clock from which all demands are those after the last change
    uint64_t unsure_until; // clock: a count of grants may have wrapped before
    uint32_t window[LANES];
    uint32_t debt[LANES]; // as last shown
    unsigned held;        // reservations
    bool op_ready;        // as last shown
};

void order_scoreboard_reset(struct order_scoreboard *scoreboard,
                            const struct register_image *image);
void order_scoreboard_begin(struct order_scoreboard *scoreboard, const struct register_image *image,
                            const struct block_state *state);

// Checks, in the order in which they are checked; those of a decision first.
#define DECISION_CHECKS(X)                                                                         \
    X(decided_waits)   /* a decision is of an operation that waits */                              \
    X(domain_in_order) /* none of its domain, or of its tag, waits longer */                       \
    X(untried_first)   /* no better one has waited undecided, that could have been chosen */       \
    X(best_first)      /* no grant while a better one has long been known to fit */                \
    X(aged_alone)      /* no grant to another, chosen while the oldest is aged */
#define ORDER_CHECKS(X)                                                                            \
    DECISION_CHECKS(X)                                                                             \
    X(slots_bounded) /* ready is up while fewer than SLOTS wait, and only then */

const char *order_scoreboard_edge(struct order_scoreboard *scoreboard,
                                  const struct checked_clock *clock);

// ---- grant messages (rtl/spec/messages.md): credit returned, and what the block tells of it

// Zero out of reset.
struct message_scoreboard {
    uint32_t returned[LANES]; // since reset, modulo 2^COUNTER_BITS
    uint32_t sent[LANES];     // as last shown
    uint64_t waits;           // clocks with a timer in which news was neither loaded nor held up
    uint32_t interval;        // in force in the next clock
    bool valid;               // as last shown
    bool untold;              // something came back since then
};

void message_scoreboard_begin(struct message_scoreboard *scoreboard,
                              const struct block_state *state);

#define MESSAGE_CHECKS(X)                                                                          \
    X(message_held)       /* shown unchanged until it is taken, and counts stay until the next */  \
    X(message_has_credit) /* something came back since the last */                                 \
    X(message_exact)   /* counts are the credit returned up to the clock before it was loaded */   \
    X(message_in_time) /* no return waits longer than the timer and a load take, but for ready */

// Comes before the returns that commit in the clock are entered.
const char *message_scoreboard_edge(struct message_scoreboard *scoreboard,
                                    const struct checked_clock *clock);

// A return commits.
void message_scoreboard_return(struct message_scoreboard *scoreboard, const struct commit *commit);

// ---- multipliers (rtl/spec/calibration.md): what was written, service observed beside estimates

enum { SAMPLE_CLOCKS = 64 }; // more than can be between return and use

// A return, with what a calibrator learns from it.
struct sample {
    uint64_t clock; // in which it commits
    uint16_t observed;
    uint16_t estimate;
    uint16_t least, most; // limits in force in that clock
    uint8_t lane;
};

// What the estimates of an offer depend on, beside registers.
struct offered {
    uint32_t length, response_length;
    uint8_t opcode;
};

struct calibrate_scoreboard {
    uint16_t word[LANES];       // as last shown
    uint16_t estimate[CLASSES]; // of the operation offered OFFER_TO_CONFIG clocks ago
    struct offered offered[OFFER_TO_CONFIG + 1]; // by their clocks
    uint16_t held[DEPTH_MAX][CLASSES];           // estimates, of reservations
    struct beat_watch beats;
    uint8_t written; // the lane's word, by the last clock's write; LANES: none
    uint16_t data;
    uint64_t free_to_learn[LANES]; // clock from which on no write of the word has been performed
    uint64_t moved[CLASSES];       // clock from which the last calibrated word is in force
    struct sample sample[CLASSES][SAMPLE_CLOCKS];
};

void calibrate_scoreboard_reset(struct calibrate_scoreboard *scoreboard,
                                const struct register_image *image);
void calibrate_scoreboard_begin(struct calibrate_scoreboard *scoreboard,
                                const struct register_image *image,
                                const struct block_state *state);

#define CALIBRATE_CHECKS(X)                                                                        \
    X(multiplier_as_written) /* a word is what was written, until calibration is shown */          \
    X(calibrated_exactly)    /* which moves it as its sample says, within the limits */

// `granted` is the operation that is granted in the clock, NULL if none is. The estimates of an
// operation offered OFFER_TO_CONFIG clocks before are in `estimate` then.
const char *calibrate_scoreboard_edge(struct calibrate_scoreboard *scoreboard,
                                      const struct waiting_op *granted,
                                      const struct checked_clock *clock);

// ---- registers (rtl/spec/registers.md): answers of the bus, and where a window may be tuned to

enum { STATUS_FIRST = REGISTER_GRANTS, STATUS_WORDS = REGISTER_BUSY + LANES - STATUS_FIRST };

struct bus_scoreboard {
    uint32_t status[STATUS_WORDS]; // what their words show in the next clock
    uint32_t busy_since[LANES];    // time at which the lane came into debt
    uint32_t expected;             // of the read under way, once it is told
    bool is_expected;              // that is known
    struct edge_out last;          // as shown in the last clock
    struct register_write written; // by the last clock
    struct tune_watch tuning;
};

void bus_scoreboard_reset(struct bus_scoreboard *scoreboard, const struct register_image *image);
void bus_scoreboard_begin(struct bus_scoreboard *scoreboard, const struct register_image *image,
                          const struct block_state *state);

#define BUS_CHECKS(X)                                                                              \
    X(response_held)  /* a response stays until it is taken */                                     \
    X(write_answered) /* each write once, refused exactly where it must be */                      \
    X(read_answered)  /* each read after its clocks, refused where it must be */                   \
    X(tuned_in_turn)  /* only a lane that is tuned, up only where it was wanted, by the rule */    \
    X(read_exact)     /* a register shows what was written, or what its name says */

// Enters windows that come into force in the clock's image.
const char *bus_scoreboard_edge(struct bus_scoreboard *scoreboard,
                                const struct checked_clock *clock);

#endif
