// sema_ledger in lockstep with its golden model, between peers that send at random and a block that
// is reset, whose messages get lost and whose grants are told late. Usage:
//   ledgerstep [--clocks N] [--seed N] [--profile NAME]
// A line for each profile; status 1 at the first difference or broken promise:
//   - no more than a window is under way to a lane, but for one operation alone;
//   - no more than its share is of a peer;
//   - in the end a whole window may be sent again, and all peers are idle.

#include "csim/base/rng.h"
#include "tb/block/step_options.h"
#include "tb/ledger/ledger_golden.h"

// Of 100: clocks with an ask, a decision, a completion, a message; messages that are lost, rejects,
// grants that are told late, demands above the window. Of 10,000 clocks: resets, changed windows,
// ledgers that begin again. Share: of a peer.
static const struct profile {
    const char *name;
    unsigned ask, decide, free, message, lost, reject, late, large, resets, windows, begins, share;
} PROFILES[] = {
    {"plain", 80, 70, 70, 30, 0, 5, 0, 0, 0, 0, 0, 1023},
    {"lost", 80, 70, 70, 10, 70, 5, 20, 2, 0, 10, 2, 1023},
    {"resets", 90, 60, 50, 30, 50, 10, 30, 2, 30, 5, 2, 1023},
    {"shares", 100, 60, 40, 50, 10, 5, 10, 1, 10, 2, 2, 3},
    {"large", 90, 80, 80, 50, 30, 5, 10, 40, 10, 20, 10, 6},
};
enum { PROFILES_COUNT = sizeof PROFILES / sizeof *PROFILES, OPS = 64, SETTLED = 8 };

enum life { NONE, ASKED, FLIES, HELD, FORGOTTEN }; // forgotten: granted before a reset, untold

struct op {
    enum life life;
    bool told; // its grant
    struct ledger_charge charge;
    uint32_t handle;
};

struct run {
    const struct profile *profile;
    struct rng rng;
    struct ledger_size size;
    struct ledger_golden golden;
    uint64_t clock, clocks, seed, sent, resets, begins;
    struct op op[OPS], *asked[2]; // asked in this clock and in the one before
    uint32_t window[PATH_LANES], returned[PATH_LANES];
    uint32_t told_window[PATH_LANES], target[PATH_LANES]; // to the ledger; of a change
    uint32_t limit[PATH_LANES];                           // of what is under way
    uint64_t changed[PATH_LANES];                         // the clock
    uint32_t generation;
    uint8_t epoch;
    bool received, drains, ends; // the epoch is; nothing more is asked; for good
    unsigned rest;               // clocks without an operation or a change
    char wrong[160];
};

static bool percent(struct run *run, unsigned of) {
    return rng_below(&run->rng, 100) < of;
}

static bool seldom(struct run *run, unsigned of) {
    return rng_below(&run->rng, 10000) < of;
}

static unsigned lanes(const struct run *run) {
    return path_lanes(&run->size.block);
}

static uint32_t demand_on(const struct ledger_charge *charge, unsigned lane) {
    return charge->stage == lane      ? charge->stage_demand
           : charge->response == lane ? charge->response_demand
                                      : 0;
}

static bool is_under_way(const struct op *op) {
    return op->life == FLIES || op->life == HELD;
}

// Of a lane: what the block holds, or with what comes to it.
static uint32_t sum_on(const struct run *run, unsigned lane, bool flies) {
    uint32_t sum = 0;
    for (const struct op *op = run->op; op < run->op + OPS; op++)
        if (op->life == HELD || (flies && op->life == FLIES))
            sum += demand_on(&op->charge, lane);
    return sum;
}

static bool any(const struct run *run, enum life life) {
    for (unsigned i = 0; i < OPS; i++)
        if (run->op[i].life == life)
            return true;
    return false;
}

// One of them, any: NULL if there is none.
static struct op *find(struct run *run, enum life life, bool told) {
    const unsigned from = (unsigned)rng_below(&run->rng, OPS);
    for (unsigned i = 0; i < OPS; i++) {
        struct op *const op = &run->op[(from + i) % OPS];
        if (op->life == life && op->told == told)
            return op;
    }
    return NULL;
}

static uint32_t draw_window(struct run *run) {
    return 100 + (uint32_t)rng_below(&run->rng, 1000);
}

// ---- what happens in a clock --------------------------------------------------------------------

static uint32_t draw_demand(struct run *run, unsigned lane) {
    const uint32_t window = run->window[lane], under = sum_on(run, lane, true);
    if (percent(run, run->profile->large))
        return window + 1 + (uint32_t)rng_below(&run->rng, window);
    if (percent(run, 20) && under < window)
        return window - under; // all that is left
    return (uint32_t)rng_below(&run->rng, window / 3);
}

static void ask(struct run *run, struct ledger_in *in) {
    const struct path_size *const size = &run->size.block;
    struct op *const op = find(run, NONE, false);
    if (run->drains || !op || !percent(run, run->profile->ask))
        return;
    struct ledger_charge *const charge = &op->charge;
    charge->peer = (uint8_t)rng_below(&run->rng, run->size.peers);
    charge->stage = (uint8_t)rng_below(&run->rng, path_stages(size));
    charge->response = charge->stage;
    charge->stage_demand = charge->response_demand = draw_demand(run, charge->stage);
    if (percent(run, 50)) {
        charge->response = (uint8_t)(path_stages(size) + rng_below(&run->rng, size->response));
        charge->response_demand = draw_demand(run, charge->response);
    }
    op->life = ASKED;
    in->ask_valid = true;
    in->ask = *charge;
    run->asked[0] = op;
}

static bool has_room(const struct run *run, const struct ledger_charge *charge) {
    for (unsigned l = 0; l < lanes(run); l++) {
        const uint32_t demand = demand_on(charge, l), held = sum_on(run, l, false);
        if (demand > 0 && held > 0 && held + demand > run->window[l])
            return false;
    }
    return true;
}

static unsigned id_of(const struct run *run, const struct op *op) {
    return (unsigned)(op - run->op) % run->size.block.depth;
}

// The block decides, or what it granted before is told.
static void decide(struct run *run, struct ledger_in *in) {
    const struct path_size *const size = &run->size.block;
    struct op *op = find(run, FORGOTTEN, false);
    if (!op && percent(run, 50))
        op = find(run, HELD, false);
    if (!op)
        op = find(run, FLIES, false);
    if (!op || !percent(run, run->profile->decide))
        return;
    in->decision = op->charge;
    if (op->life == FLIES && percent(run, run->profile->reject)) {
        in->decision_kind = percent(run, 50) ? 2 : 3;
        op->life = NONE;
        return;
    }
    if (op->life == FLIES) {
        if (!has_room(run, &op->charge))
            return;
        op->handle =
            ((uint32_t)run->epoch << size->gen_w | (run->generation++ & ((1u << size->gen_w) - 1)))
                << path_id_w(size) |
            id_of(run, op);
        op->life = HELD;
        if (percent(run, run->profile->late))
            return;
    }
    in->decision_kind = 1;
    in->decision_handle = op->handle;
    op->told = op->life == HELD;
    if (op->life == FORGOTTEN)
        op->life = NONE;
}

static void complete(struct run *run, struct ledger_in *in) {
    const unsigned channels = path_channels(&run->size.block);
    for (unsigned k = 0; k < channels; k++) {
        struct op *const op = find(run, HELD, true);
        if (!op || (in->decision_kind == 1 && op->handle == in->decision_handle) ||
            !percent(run, run->profile->free / channels))
            continue;
        for (unsigned l = 0; l < lanes(run); l++)
            run->returned[l] += demand_on(&op->charge, l);
        in->free_valid[k] = true;
        in->free_handle[k] = op->handle;
        *op = (struct op){.life = NONE};
    }
}

static void tell(struct run *run, struct ledger_in *in) {
    in->message_valid = true;
    in->message_epoch = run->epoch;
    for (unsigned l = 0; l < lanes(run); l++)
        in->message_credit[l] =
            (run->returned[l] + run->window[l]) & (UINT32_MAX >> (32 - run->size.block.cnt_w));
    run->received = true;
}

// A ledger knows of a greater window before the block has it, and of a smaller one after that.
static void change_windows(struct run *run, struct ledger_in *in) {
    for (unsigned l = 0; l < lanes(run); l++) {
        if (run->clock > run->changed[l] + 2 * SETTLED && sum_on(run, l, true) <= run->window[l])
            run->limit[l] = run->window[l];
        if (run->clock >= run->changed[l] + SETTLED)
            run->window[l] = run->told_window[l] = run->target[l];
        if (run->clock <= run->changed[l] + 2 * SETTLED || run->drains || !run->received ||
            !seldom(run, run->profile->windows))
            continue;
        run->changed[l] = run->clock;
        run->rest = 0;
        run->target[l] = draw_window(run);
        if (run->target[l] > run->window[l]) {
            run->told_window[l] = run->limit[l] = run->target[l];
        } else {
            run->window[l] = run->target[l];
            tell(run, in);
        }
    }
}

// The block forgets what it holds, and counts from the start.
static void reset_block(struct run *run) {
    run->resets++;
    run->epoch = (uint8_t)((run->epoch + 1) % PATH_EPOCHS);
    run->received = false;
    memset(run->returned, 0, sizeof run->returned);
    for (struct op *op = run->op; op < run->op + OPS; op++)
        if (op->life == HELD)
            *op = (struct op){
                .life = op->told ? NONE : FORGOTTEN, .charge = op->charge, .handle = op->handle};
}

// A ledger begins again when nothing is under way: the block is reset, too, or goes on.
static void begin(struct run *run, struct ledger_in *in) {
    run->begins++;
    run->drains = run->received = false;
    in->begin = true;
    in->restart = percent(run, 50);
    if (!in->restart)
        reset_block(run);
}

static void draw(struct run *run, struct ledger_in *in) {
    const struct profile *const profile = run->profile;
    const bool rests = run->rest > 2 * SETTLED;
    in->rst_n = true;
    in->share = run->ends ? 1023 : profile->share;
    run->drains |= seldom(run, profile->begins);
    if (rests && run->drains && !run->ends) {
        begin(run, in);
    } else if (run->received && !run->drains && !any(run, FORGOTTEN) &&
               seldom(run, profile->resets)) {
        reset_block(run);
    } else {
        change_windows(run, in);
        ask(run, in);
        decide(run, in);
        complete(run, in);
        if (percent(run, profile->message) && !percent(run, run->ends ? 0 : profile->lost))
            tell(run, in);
    }
    memcpy(in->window, run->told_window, sizeof in->window);
    run->rest = any(run, ASKED) || any(run, FLIES) || any(run, HELD) || any(run, FORGOTTEN)
                    ? 0
                    : run->rest + 1;
}

// ---- what is judged -----------------------------------------------------------------------------

static void wrong(struct run *run, const char *subject, unsigned number, const char *what) {
    if (!run->wrong[0])
        snprintf(run->wrong, sizeof run->wrong, "%s %u: %s", subject, number, what);
}

static void judge_sums(struct run *run, const struct op *sent) {
    unsigned of_peer = 0;
    for (unsigned l = 0; l < lanes(run); l++) {
        unsigned count = 0;
        for (const struct op *op = run->op; op < run->op + OPS; op++)
            count += is_under_way(op) && demand_on(&op->charge, l) > 0;
        if (demand_on(&sent->charge, l) > 0 && count > 1 && sum_on(run, l, true) > run->limit[l])
            wrong(run, "lane", l, "more than its window is under way");
    }
    for (const struct op *op = run->op; op < run->op + OPS; op++)
        of_peer += is_under_way(op) && op->charge.peer == sent->charge.peer;
    if (of_peer > run->profile->share && !run->ends)
        wrong(run, "operation of peer", sent->charge.peer, "more than its share is under way");
}

static void compare(struct run *run, const struct ledger_out *golden, const struct ledger_out *rtl,
                    const char *why) {
    if (golden->send != rtl->send && !run->wrong[0])
        snprintf(run->wrong, sizeof run->wrong, "operation is %s%s", rtl->send ? "sent: " : "",
                 rtl->send ? why : "not sent, which has credit and share");
    for (unsigned p = 0; p < run->size.peers; p++)
        if (golden->idle[p] != rtl->idle[p])
            wrong(run, "operation of peer", p,
                  rtl->idle[p] ? "is under way, and told to be none"
                               : "is told to be under way, and there is none");
}

// In the end each lane is asked for a whole window.
static void ask_window(struct run *run, struct ledger_in *in, unsigned lane) {
    struct op *const op = find(run, NONE, false);
    op->charge = (struct ledger_charge){.stage = (uint8_t)lane,
                                        .response = (uint8_t)lane,
                                        .stage_demand = run->window[lane],
                                        .response_demand = run->window[lane]};
    op->life = ASKED;
    in->ask_valid = true;
    in->ask = op->charge;
    run->asked[0] = op;
}

static int play(struct run *run) {
    static struct ledger_in in;
    struct ledger_out golden, rtl;
    const uint64_t limit = run->clocks + 20000;
    unsigned asked = 0, whole = 0;
    ledger_golden_init(&run->golden, &run->size);
    for (unsigned l = 0; l < lanes(run); l++)
        run->window[l] = run->told_window[l] = run->target[l] = run->limit[l] = draw_window(run);
    for (run->clock = 0; run->clock < limit && whole < lanes(run); run->clock++) {
        char why[sizeof run->golden.why];
        struct op *const judged = run->asked[1];
        run->asked[1] = run->asked[0];
        run->asked[0] = NULL;
        memset(&in, 0, sizeof in);
        run->ends |= run->clock >= run->clocks;
        run->drains |= run->ends;
        if (run->clock < 2)
            memcpy(in.window, run->told_window, sizeof in.window);
        else
            draw(run, &in);
        if (run->ends && run->rest > 100 && asked < lanes(run)) {
            ask_window(run, &in, asked++);
            run->rest = 200;
        }
        memcpy(why, run->golden.why, sizeof why);
        ledger_golden_step(&run->golden, &in, &golden);
        ledger_rtl_step(&in, &rtl);
        if (judged) {
            judged->life = rtl.send ? FLIES : NONE;
            run->sent += rtl.send;
            whole += asked > 0;
        }
        if (judged && rtl.send)
            judge_sums(run, judged);
        if (judged && asked > 0 && !rtl.send)
            wrong(run, "lane", judged->charge.stage, "credit is lost: a window is not sent again");
        if (run->clock > 1)
            compare(run, &golden, &rtl, why);
        if (run->wrong[0])
            break;
    }
    if (!run->wrong[0] && whole < lanes(run))
        snprintf(run->wrong, sizeof run->wrong, "nothing ends");
    if (run->wrong[0]) {
        printf("clock %" PRIu64 ": %s\n%s seed %" PRIu64 ": FAILED\n", run->clock, run->wrong,
               run->profile->name, run->seed);
        return 1;
    }
    printf("%s seed %" PRIu64 ": %" PRIu64 " clocks, %" PRIu64 " sent, %" PRIu64 " resets, %" PRIu64
           " begin again: 0 differences\n",
           run->profile->name, run->seed, run->clocks, run->sent, run->resets, run->begins);
    return 0;
}

int main(int argc, char **argv) {
    static struct run run;
    const struct step_program program = {"ledgerstep",
                                         "The ledger and that of the driver in lockstep",
                                         "",
                                         PROFILES,
                                         sizeof *PROFILES,
                                         PROFILES_COUNT};
    struct step_options options = {.clocks = 20000, .seed = 1};
    int status = step_options_read(&options, &program, argc, argv);
    for (unsigned i = 0; i < PROFILES_COUNT && status == 0; i++) {
        if (!step_plays(&options, PROFILES[i].name))
            continue;
        run = (struct run){.profile = &PROFILES[i],
                           .rng = rng_stream(options.seed, RNG_TRAFFIC),
                           .size = ledger_rtl_size(),
                           .clocks = options.clocks,
                           .seed = options.seed};
        status = play(&run);
    }
    return step_end(program.name, status);
}
