#include "tb/scenario/scenario_file.h"

#include "tb/block/check/check.h"
#include "tb/block/fields.h"
#include "tb/block/ref_state/map.h"
#include "tb/scenario/scenario_env.h"

enum {
    PATIENCE = 100000, // clocks that a statement waits for a port
    FIRST_CLOCK = 2,   // that of the first statement: all is ready
    LAST_CLOCKS = 16,  // played after the last statement
};

struct player {
    struct scenario_env *env;
    struct ref_state *ref; // of the boundary, on which the rules are judged
    struct check check;
    struct kept_out kept;
    const struct play *play;
    const struct statement *statement; // the one that is played
    bool accepts;                      // the write under way must be accepted
    bool enables;                      // the scenario has written `enable`
};

static bool fail(struct player *player, const char *wanted, const char *seen) {
    fprintf(player->play->said, "%s:%" PRIu64 ": expected %s, seen %s (clock %" PRIu64 ")\n",
            player->play->path, player->statement->line, wanted, seen, player->env->clock);
    return false;
}

// --- a clock ------------------------------------------------------------------------------------

static bool alike(struct player *player) {
    const struct pair *pair = player->play->pair;
    if (!pair || !pair->differs)
        return true;
    fail(player, "golden model and RTL alike", "a difference");
    fields_print_differences(player->play->said, &player->env->size, &pair->dut_out,
                             &pair->golden_out);
    return false;
}

// A write that a statement does not wait for is no longer under way, or is answered well.
static bool is_accepted(struct player *player) {
    const struct software *software = &player->env->software;
    if (!player->accepts || !software->written)
        return true;
    player->accepts = false;
    return !software->refused || fail(player, "the write to be accepted", "it refused");
}

// What the block shows in a clock, and what its edge samples: where it is not as in the last clock.
static void log_clock(const struct play *play, const struct scenario_env *env) {
    static struct block_out out;
    static struct block_in in;
    if (!play->log)
        return;
    fprintf(play->log, "clock %" PRIu64 " shows", env->clock);
    fields_print(play->log, OUT_FIELDS, &env->size, &out, &env->software.out);
    fprintf(play->log, "and samples");
    fields_print(play->log, IN_FIELDS, &env->size, &in, &env->software.in);
    out = env->software.out;
    in = env->software.in;
}

// False: a rule is broken in this clock.
static bool judge(struct player *player) {
    const struct observer ref = ref_observer(player->ref);
    const struct software *software = &player->env->software;
    ref.observe(ref.self, player->env->clock, &software->out, &software->in);
    if (player->kept.text[0])
        return fail(player, "an idle stage to be kept from nobody", player->kept.text);
    return player->play->world || player->check.findings == 0 ||
           fail(player, "all rules to hold", strchr(player->check.first, ':') + 2);
}

// Ends this clock, and observes what the block shows in the next. False: something is wrong.
static bool step(struct player *player) {
    const struct play *play = player->play;
    struct scenario_env *env = player->env;
    env_fill(env);
    env->software.in.path = env->in;
    axi_drive(&env->software.bus, &env->software.out, &env->software.in);
    log_clock(play, env);
    if (!judge(player))
        return false;
    play->model->clock(play->model->self, &env->software.in);
    env->software.in.flip = 0;
    env_end(env);
    play->model->show(play->model->self, &env->software.out);
    env->out = env->software.out.path;
    if (!alike(player) ||
        (!env_observe(env) &&
         !fail(player, "no more outstanding than windows allow", env->board.text)))
        return false;
    if (env->software.accepted)
        env_set(env, env->software.bus.write.address, env->software.bus.write.data);
    return is_accepted(player);
}

static bool run_to(struct player *player, uint64_t clock) {
    while (player->env->clock < clock)
        if (!step(player))
            return false;
    return true;
}

// --- waiting ------------------------------------------------------------------------------------

// Both places of the block's bus are free, and nothing is on its way there.
static bool may_write(const struct player *player) {
    const struct software *software = &player->env->software;
    return software->out.axi_awready && software->out.axi_wready && !axi_writes(&software->bus);
}

static bool may_read(const struct player *player) {
    const struct software *software = &player->env->software;
    return software->out.axi_arready && !software->bus.read_left;
}

// The port is one operation's in a clock; the transport waits until its classes are ready.
static bool may_offer(const struct player *player) {
    return !player->env->in.op_valid && env_ready(player->env, &player->statement->shape);
}

static bool may_ask(const struct player *player) {
    return !player->env->in.op_valid;
}

// That of a completion.
static unsigned port_of(const struct player *player) {
    const struct statement *statement = player->statement;
    const struct scenario_env *env = player->env;
    return statement->verb == VERB_STRAY
               ? statement->lane
               : env_port(env, &env->operation[statement->name], statement->part);
}

static bool may_flip(const struct player *player) {
    return player->env->software.in.flip == 0;
}

static bool may_complete(const struct player *player) {
    return env_port_ready(player->env, port_of(player));
}

static bool wait_until(struct player *player, bool (*may)(const struct player *player),
                       const char *what) {
    const uint64_t last = player->env->clock + PATIENCE;
    while (!may(player)) {
        if (player->env->clock == last)
            return fail(player, what, "it not ready for 100000 clocks");
        if (!step(player))
            return false;
    }
    return true;
}

static const char BUS_READY[] = "the bus to be ready", PORT_READY[] = "its port to be ready";

// --- actions, each once it may be done ----------------------------------------------------------

static void software_write(struct player *player, unsigned address, uint32_t value) {
    const struct axi_write write = {(uint16_t)address, value, AXI_STROBES};
    axi_begin_write(&player->env->software.bus, write, 0, 0);
}

// Software begins a write: it is performed (registers.md, 9.3) in the next clock.
static bool write_register(struct player *player, unsigned address, uint32_t value, bool refused) {
    struct scenario_env *env = player->env;
    const uint64_t last = env->clock + PATIENCE;
    software_write(player, address, value);
    do {
        if (!step(player))
            return false;
    } while (!env->software.written && env->clock < last);
    if (!env->software.written || env->software.refused != refused)
        return fail(player, refused ? "the write to be refused" : "the write to be accepted",
                    !env->software.written  ? "no answer for 100000 clocks"
                    : env->software.refused ? "it refused"
                                            : "it accepted");
    if (!refused)
        env_set(env, address, value);
    return true;
}

static bool enable(struct player *player, uint32_t what) {
    return write_register(player, SEMACREDIT_ENABLE, what, false);
}

// A static register changes as a driver does it: no offers are taken meanwhile. A scenario that
// writes `enable` does that itself.
static bool play_register(struct player *player) {
    enum { CLOSED_CLOCKS = 10, GRANTS = 2, BOTH = 3 };
    const struct statement *statement = player->statement;
    const struct reg *reg = map_find(&player->env->size, statement->address);
    const bool closes = reg && reg->access == STATIC && !player->enables;
    player->enables |= statement->address == SEMACREDIT_ENABLE;
    if (closes && !(enable(player, GRANTS) && run_to(player, player->env->clock + CLOSED_CLOCKS)))
        return false;
    return write_register(player, statement->address, (uint32_t)statement->number,
                          statement->refused) &&
           (!closes || enable(player, BOTH));
}

static bool was_granted(struct player *player) {
    return player->env->operation[player->statement->name].at[EVENT_GRANTED] != NEVER ||
           fail(player, "a completion of what was granted", "no grant of it");
}

// A write of this kind is not waited for: what it sets counts when it is answered.
static void bus_write(struct player *player, unsigned address, uint32_t value) {
    const struct statement *statement = player->statement;
    const struct axi_write write = {(uint16_t)address, value, statement->strobes};
    axi_begin_write(&player->env->software.bus, write, statement->address_after,
                    statement->data_after);
    player->env->software.begun = true;
}

static bool play_bus_write(struct player *player) {
    const struct statement *statement = player->statement;
    bus_write(player, statement->address, (uint32_t)statement->number);
    player->enables |= statement->address == SEMACREDIT_ENABLE;
    player->env->at[EVENT_WRITE] = player->env->clock;
    return true;
}

// What software writes to `send`.
static uint32_t send_word(const struct player *player) {
    const struct scenario_env *env = player->env;
    const uint32_t handle = env->operation[player->statement->name].handle;
    return (uint32_t)port_channel(&env->size, port_of(player)) << 28 | handle;
}

static bool play_bus_send(struct player *player) {
    bus_write(player, SEMACREDIT_SEND, send_word(player));
    env_execute(player->env, player->statement->name, player->statement->part);
    return true;
}

static bool play_bus_read(struct player *player) {
    axi_begin_read(&player->env->software.bus, player->statement->address);
    return true;
}

static bool play_bus_answers(struct player *player) {
    const enum verb verb = player->statement->verb;
    struct axi_master *bus = &player->env->software.bus;
    if (verb != VERB_BUS_STALLS_READS)
        bus->stalls_writes = verb == VERB_BUS_STALLS_WRITES;
    if (verb != VERB_BUS_STALLS_WRITES)
        bus->stalls_reads = verb == VERB_BUS_STALLS_READS;
    return true;
}

static bool play_leap(struct player *player) {
    software_leap(&player->env->software, player->statement->number);
    return true;
}

// The lane admits from now on what it should not.
static bool flip(struct player *player, uint64_t which) {
    struct scenario_env *env = player->env;
    const unsigned lane = player->statement->lane, sign = env->size.cnt_w;
    env->software.in.flip = (uint16_t)(1 + BLOCK_FLIPS * lane + (which < sign ? which : sign));
    env->board.flipped |= UINT64_C(1) << lane;
    return true;
}

static bool play_flip(struct player *player) {
    return flip(player, player->statement->number);
}

static bool play_flip_each(struct player *player) {
    bool good = true;
    for (unsigned which = 0; good && which <= player->env->size.cnt_w; which++)
        good = flip(player, which) && step(player);
    return good;
}

// From the next clock on: what is shown in this one was observed, or waits.
static bool play_messages(struct player *player) {
    player->env->software.hearing = player->statement->hearing;
    return true;
}

static bool play_stage(struct player *player) {
    struct stage *stage = &player->env->stage[player->statement->lane];
    stage->takes = player->statement->number;
    stage->observed = (uint16_t)player->statement->observed;
    return true;
}

static void name_operation(struct player *player) {
    const struct statement *statement = player->statement;
    struct scenario_env *env = player->env;
    struct operation *op = &env->operation[statement->name];
    op->name = statement->name;
    op->tag =
        statement->tag_of == NO_NAME ? statement->name : env->operation[statement->tag_of].tag;
    env_describe(env, &statement->shape, op);
}

static bool play_offer(struct player *player) {
    name_operation(player);
    env_offer(player->env, player->statement->name, false);
    return true;
}

static bool play_again(struct player *player) {
    env_offer(player->env, player->statement->name, true);
    return true;
}

static bool play_ask(struct player *player) {
    name_operation(player);
    return play_again(player);
}

static bool play_flood(struct player *player) {
    const struct statement *statement = player->statement;
    struct scenario_env *env = player->env;
    const bool repeats = statement->verb == VERB_REPEAT;
    if (env->floods == ENV_FLOODS)
        return fail(player, "at most 64 floods", "one more");
    env->flood[env->floods++] = (struct flood){.shape = statement->shape,
                                               .name = statement->name,
                                               .again = repeats ? statement->name : NO_NAME,
                                               .start = env->clock,
                                               .every = statement->number,
                                               .limit = statement->limit};
    return true;
}

static bool play_stop(struct player *player) {
    for (unsigned i = 0; i < player->env->floods; i++)
        if (player->env->flood[i].name == player->statement->name)
            player->env->flood[i].stopped = true;
    return true;
}

static bool play_stray(struct player *player) {
    env_beat(player->env, player->statement->lane, (uint32_t)player->statement->number);
    return true;
}

static bool play_completion(struct player *player) {
    env_complete(player->env, player->statement->name, player->statement->part);
    return true;
}

// The clock that counts is that in which the path takes it: a send the one after it is performed.
static bool play_send(struct player *player) {
    software_write(player, SEMACREDIT_SEND, send_word(player));
    if (!run_to(player, player->env->clock + 2))
        return false;
    player->accepts = true;
    env_execute(player->env, player->statement->name, player->statement->part);
    return true;
}

// And a window that in which the unit, free and with nothing to divide, writes it
// (windows.md, 7.2).
static bool play_write(struct player *player) {
    struct scenario_env *env = player->env;
    const struct statement *statement = player->statement;
    software_write(player, statement->address, (uint32_t)statement->number);
    if (!run_to(player, env->clock + 3))
        return false;
    player->accepts = true;
    env->at[EVENT_WRITE] = env->clock;
    return true;
}

static bool play_pause(struct player *player) {
    struct scenario_env *env = player->env;
    env->in.pause = player->statement->verb == VERB_PAUSE;
    env->at[env->in.pause ? EVENT_PAUSE : EVENT_RESUME] = env->clock;
    return true;
}

// This clock still belongs to those before it.
static bool play_reset(struct player *player) {
    if (player->env->clock > 0 && !step(player))
        return false;
    for (uint64_t i = 0; i < player->statement->number; i++) {
        if (i == 0)
            env_reset(player->env);
        player->env->in.rst_n = false;
        if (!step(player))
            return false;
    }
    return true;
}

static bool play_wait(struct player *player) {
    return run_to(player, player->env->clock + player->statement->number);
}

static bool play_measure(struct player *player) {
    env_measure(player->env);
    return true;
}

// --- expectations -------------------------------------------------------------------------------

static bool fail_expectation(struct player *player, const char *seen) {
    return fail(player, player->statement->text + strlen("expect "), seen);
}

// Software reads what is expected of a register; of all else what is known in this clock counts.
static bool read_expected(struct player *player) {
    struct scenario_env *env = player->env;
    if (player->statement->subject != SUBJECT_REGISTER)
        return true;
    const uint64_t last = env->clock + PATIENCE;
    if (!wait_until(player, may_read, BUS_READY))
        return false;
    axi_begin_read(&env->software.bus, player->statement->address);
    do {
        if (!step(player))
            return false;
    } while (!env->software.answered && env->clock < last);
    return env->software.answered || fail(player, "a read to be answered", "it not answered");
}

// The same, later.
static bool read_again(struct player *player) {
    return step(player) && read_expected(player);
}

// What is no event, and not read of a register, does not hold a clock earlier.
static bool expect_at(struct player *player, char seen[SEEN_BYTES]) {
    const struct statement *statement = player->statement;
    const uint64_t origin = expectation_origin(player->env, statement);
    if (origin == NEVER)
        return fail_expectation(player, "nothing to count from");
    const uint64_t clock = origin + statement->clocks;
    if (statement->subject != SUBJECT_EVENT) {
        if (player->env->clock >= clock)
            return fail_expectation(player, "that clock gone by");
        if (!run_to(player, clock - 1))
            return false;
        if (statement->subject != SUBJECT_REGISTER &&
            expectation_holds(player->env, statement, seen))
            return fail_expectation(player, "it a clock earlier");
    }
    return run_to(player, clock) && read_expected(player) &&
           (expectation_holds(player->env, statement, seen) || fail_expectation(player, seen));
}

static bool expect_within(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->env->clock + player->statement->clocks;
    if (!read_expected(player))
        return false;
    while (!expectation_holds(player->env, player->statement, seen)) {
        if (player->env->clock >= last)
            return fail_expectation(player, seen);
        if (!read_again(player))
            return false;
    }
    return true;
}

static bool expect_for(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->env->clock + player->statement->clocks;
    if (!read_expected(player))
        return false;
    while (expectation_holds(player->env, player->statement, seen)) {
        if (player->env->clock >= last)
            return true;
        if (!read_again(player))
            return false;
    }
    return fail_expectation(player, seen);
}

static bool play_expect(struct player *player) {
    char seen[SEEN_BYTES] = "";
    switch (player->statement->when) {
    case WHEN_AT:
        return expect_at(player, seen);
    case WHEN_WITHIN:
        return expect_within(player, seen);
    case WHEN_FOR:
        return expect_for(player, seen);
    default:
        return read_expected(player) && (expectation_holds(player->env, player->statement, seen) ||
                                         fail_expectation(player, seen));
    }
}

static const struct action {
    bool (*play)(struct player *player);
    bool (*may)(const struct player *player); // NULL: in any clock
    const char *wanted;
    bool completes; // what was granted
} ACTIONS[] = {
    [VERB_REGISTER] = {play_register, may_write, BUS_READY, false},
    [VERB_MESSAGES] = {.play = play_messages},
    [VERB_STAGE] = {.play = play_stage},
    [VERB_OFFER] = {play_offer, may_offer, "each of its classes to be ready", false},
    [VERB_AGAIN] = {play_again, may_ask, PORT_READY, false},
    [VERB_FLOOD] = {.play = play_flood},
    [VERB_REPEAT] = {.play = play_flood},
    [VERB_STOP] = {.play = play_stop},
    [VERB_COMPLETE] = {play_completion, may_complete, PORT_READY, true},
    [VERB_SEND] = {play_send, may_write, BUS_READY, true},
    [VERB_WRITE] = {play_write, may_write, BUS_READY, false},
    [VERB_PAUSE] = {.play = play_pause},
    [VERB_RESUME] = {.play = play_pause},
    [VERB_RESET] = {.play = play_reset},
    [VERB_WAIT] = {.play = play_wait},
    [VERB_MEASURE] = {.play = play_measure},
    [VERB_EXPECT] = {.play = play_expect},
    [VERB_BUS_WRITE] = {play_bus_write, may_write, BUS_READY, false},
    [VERB_BUS_SEND] = {play_bus_send, may_write, BUS_READY, true},
    [VERB_BUS_READ] = {play_bus_read, may_read, BUS_READY, false},
    [VERB_BUS_STALLS_WRITES] = {.play = play_bus_answers},
    [VERB_BUS_STALLS_READS] = {.play = play_bus_answers},
    [VERB_BUS_GOES_ON] = {.play = play_bus_answers},
    [VERB_STRAY] = {play_stray, may_complete, PORT_READY, false},
    [VERB_LEAP] = {.play = play_leap},
    [VERB_FLIP] = {play_flip, may_flip, "a clock without a flip", false},
    [VERB_FLIP_EACH] = {play_flip_each, may_flip, "a clock without a flip", false},
    [VERB_ASK] = {play_ask, may_ask, PORT_READY, false},
};

static bool play_statement(struct player *player) {
    const struct action *action = &ACTIONS[player->statement->verb];
    return (!action->completes || was_granted(player)) &&
           (!action->may || wait_until(player, action->may, action->wanted)) &&
           action->play(player);
}

bool player_run(const struct play *play, uint64_t *clocks) {
    static struct scenario_env env;
    static struct ref_state ref;
    const struct scenario *scenario = play->scenario;
    struct player player = {
        .env = &env, .ref = &ref, .play = play, .statement = scenario->statement};
    env_begin(&env, play->size, scenario);
    ref_begin(&ref, play->size);
    ref_add(&ref, check_reader(&player.check));
    ref_add(&ref, kept_out_reader(&player.kept, &env.board));
    bool good = run_to(&player, FIRST_CLOCK);
    for (unsigned i = 0; good && i < scenario->statements; i++) {
        player.statement = &scenario->statement[i];
        good = play_statement(&player);
    }
    good = good && run_to(&player, env.clock + LAST_CLOCKS);
    *clocks = env.clock;
    return good;
}
