#include "tb/scenario/player.h"

#include <inttypes.h>
#include <string.h>

#include "tb/block/check/check.h"
#include "tb/block/fields.h"
#include "tb/block/port.h"
#include "tb/block/view/map.h"
#include "tb/scenario/scene.h"

enum {
    PATIENCE = 100000, // clocks that a statement waits for a port
    FIRST_CLOCK = 2,   // that of the first statement: all is ready
    LAST_CLOCKS = 16,  // played after the last statement
};

struct player {
    struct scene *scene;
    struct view *view; // of the boundary, on which the rules are judged
    struct check check;
    const struct play *play;
    const struct statement *statement; // the one that is played
    bool accepts;                      // the write under way must be accepted
};

static bool fail(struct player *player, const char *wanted, const char *seen) {
    fprintf(player->play->said, "%s:%" PRIu64 ": expected %s, seen %s (clock %" PRIu64 ")\n",
            player->play->path, player->statement->line, wanted, seen, player->scene->clock);
    return false;
}

// --- a clock ------------------------------------------------------------------------------------

static bool alike(struct player *player) {
    const struct pair *pair = player->play->pair;
    if (!pair || !pair->differs)
        return true;
    fail(player, "golden model and RTL alike", "a difference");
    fields_print_differences(player->play->said, &player->scene->size, &pair->dut_out,
                             &pair->golden_out);
    return false;
}

// A write that a statement does not wait for is no longer under way, or is answered well.
static bool is_accepted(struct player *player) {
    const struct software *software = &player->scene->software;
    if (!player->accepts || !software->written)
        return true;
    player->accepts = false;
    return !software->refused || fail(player, "the write to be accepted", "it refused");
}

// What the block shows in a clock, and what its edge samples: where it is not as in the last clock.
static void log_clock(const struct play *play, const struct scene *scene) {
    static struct block_out out;
    static struct block_in in;
    if (!play->log)
        return;
    fprintf(play->log, "clock %" PRIu64 " shows", scene->clock);
    fields_print(play->log, OUT_FIELDS, &scene->size, &out, &scene->software.out);
    fprintf(play->log, "and samples");
    fields_print(play->log, IN_FIELDS, &scene->size, &in, &scene->software.in);
    out = scene->software.out;
    in = scene->software.in;
}

// False: a rule is broken in this clock.
static bool judge(struct player *player) {
    const struct listener view = view_listener(player->view);
    const struct software *software = &player->scene->software;
    view.hear(view.self, player->scene->clock, &software->out, &software->in);
    return player->check.findings == 0 ||
           fail(player, "all rules to hold", strchr(player->check.first, ':') + 2);
}

// Ends this clock, and hears what the block shows in the next. False: something is wrong.
static bool step(struct player *player) {
    const struct play *play = player->play;
    struct scene *scene = player->scene;
    scene_fill(scene);
    scene->software.in.path = scene->in;
    axi_drive(&scene->software.bus, &scene->software.out, &scene->software.in);
    log_clock(play, scene);
    if (!judge(player))
        return false;
    play->model->clock(play->model->self, &scene->software.in);
    scene_end(scene);
    play->model->show(play->model->self, &scene->software.out);
    scene->out = scene->software.out.path;
    if (!alike(player) ||
        (!scene_hear(scene) &&
         !fail(player, "no more outstanding than windows allow", scene->truth.text)))
        return false;
    if (scene->software.accepted)
        scene_set(scene, scene->software.bus.write.address, scene->software.bus.write.data);
    return is_accepted(player);
}

static bool run_to(struct player *player, uint64_t clock) {
    while (player->scene->clock < clock)
        if (!step(player))
            return false;
    return true;
}

// --- waiting ------------------------------------------------------------------------------------

static bool may_write(const struct player *player) {
    return software_may_write(&player->scene->software);
}

static bool may_read(const struct player *player) {
    const struct software *software = &player->scene->software;
    return software->out.axi_arready && !software->bus.read_left;
}

// The port is one operation's in a clock; the transport waits until its classes are ready.
static bool may_offer(const struct player *player) {
    return !player->scene->in.op_valid && scene_ready(player->scene, &player->statement->shape);
}

static bool may_ask(const struct player *player) {
    return !player->scene->in.op_valid;
}

// That of a completion.
static unsigned port_of(const struct player *player) {
    const struct statement *statement = player->statement;
    const struct scene *scene = player->scene;
    return statement->verb == VERB_STRAY
               ? statement->lane
               : scene_port(scene, &scene->operation[statement->name], statement->part);
}

static bool may_complete(const struct player *player) {
    return scene_port_ready(player->scene, port_of(player));
}

static bool wait_until(struct player *player, bool (*may)(const struct player *player),
                       const char *what) {
    const uint64_t last = player->scene->clock + PATIENCE;
    while (!may(player)) {
        if (player->scene->clock == last)
            return fail(player, what, "it not ready for 100000 clocks");
        if (!step(player))
            return false;
    }
    return true;
}

static const char BUS_READY[] = "the bus to be ready", PORT_READY[] = "its port to be ready";

// --- deeds, each once it may be done ------------------------------------------------------------

// Software begins a write: it is performed (registers.md, 9.3) in the next clock.
static bool play_register(struct player *player) {
    struct scene *scene = player->scene;
    const struct statement *statement = player->statement;
    const bool refused = statement->refused;
    const uint64_t last = scene->clock + PATIENCE;
    software_write(&scene->software, statement->address, (uint32_t)statement->number);
    do {
        if (!step(player))
            return false;
    } while (!scene->software.written && scene->clock < last);
    if (!scene->software.written || scene->software.refused != refused)
        return fail(player, refused ? "the write to be refused" : "the write to be accepted",
                    !scene->software.written  ? "no answer for 100000 clocks"
                    : scene->software.refused ? "it refused"
                                              : "it accepted");
    if (!refused)
        scene_set(scene, statement->address, (uint32_t)statement->number);
    return true;
}

static bool was_granted(struct player *player) {
    return player->scene->operation[player->statement->name].at[EVENT_GRANTED] != NEVER ||
           fail(player, "a completion of what was granted", "no grant of it");
}

// A write of this kind is nobody's to wait for: what it sets counts when it is answered.
static void bus_write(struct player *player, unsigned address, uint32_t value) {
    const struct statement *statement = player->statement;
    software_begin(&player->scene->software,
                   (struct axi_write){(uint16_t)address, value, statement->strobes},
                   statement->address_after, statement->data_after);
}

static bool play_bus_write(struct player *player) {
    const struct statement *statement = player->statement;
    bus_write(player, statement->address, (uint32_t)statement->number);
    player->scene->at[EVENT_WRITE] = player->scene->clock;
    return true;
}

// What software writes to `send`.
static uint32_t send_word(const struct player *player) {
    const struct scene *scene = player->scene;
    const uint32_t handle = scene->operation[player->statement->name].handle;
    return (uint32_t)port_channel(&scene->size, port_of(player)) << 28 | handle;
}

static bool play_bus_send(struct player *player) {
    bus_write(player, SEMACREDIT_SEND, send_word(player));
    scene_execute(player->scene, player->statement->name, player->statement->part);
    return true;
}

static bool play_bus_read(struct player *player) {
    axi_begin_read(&player->scene->software.bus, player->statement->address);
    return true;
}

static bool play_bus_answers(struct player *player) {
    const enum verb verb = player->statement->verb;
    struct axi_master *bus = &player->scene->software.bus;
    if (verb != VERB_BUS_STALLS_READS)
        bus->stalls_writes = verb == VERB_BUS_STALLS_WRITES;
    if (verb != VERB_BUS_STALLS_WRITES)
        bus->stalls_reads = verb == VERB_BUS_STALLS_READS;
    return true;
}

static bool play_leap(struct player *player) {
    player->scene->software.in.now += player->statement->number;
    return true;
}

// From the next clock on: what is shown in this one was heard, or waits.
static bool play_messages(struct player *player) {
    player->scene->software.hearing = player->statement->hearing;
    return true;
}

static bool play_stage(struct player *player) {
    struct stage *stage = &player->scene->stage[player->statement->lane];
    stage->takes = player->statement->number;
    stage->observed = (uint16_t)player->statement->observed;
    return true;
}

static void name_operation(struct player *player) {
    const struct statement *statement = player->statement;
    struct scene *scene = player->scene;
    struct operation *op = &scene->operation[statement->name];
    op->name = statement->name;
    op->tag =
        statement->tag_of == NO_NAME ? statement->name : scene->operation[statement->tag_of].tag;
    scene_describe(scene, &statement->shape, op);
}

static bool play_offer(struct player *player) {
    name_operation(player);
    scene_offer(player->scene, player->statement->name, false);
    return true;
}

static bool play_again(struct player *player) {
    scene_offer(player->scene, player->statement->name, true);
    return true;
}

static bool play_ask(struct player *player) {
    name_operation(player);
    return play_again(player);
}

static bool play_flood(struct player *player) {
    const struct statement *statement = player->statement;
    struct scene *scene = player->scene;
    const bool repeats = statement->verb == VERB_REPEAT;
    if (scene->floods == SCENE_FLOODS)
        return fail(player, "at most 64 floods", "one more");
    scene->flood[scene->floods++] = (struct flood){.shape = statement->shape,
                                                   .name = statement->name,
                                                   .again = repeats ? statement->name : NO_NAME,
                                                   .start = scene->clock,
                                                   .every = statement->number,
                                                   .limit = statement->limit};
    return true;
}

static bool play_stop(struct player *player) {
    for (unsigned i = 0; i < player->scene->floods; i++)
        if (player->scene->flood[i].name == player->statement->name)
            player->scene->flood[i].stopped = true;
    return true;
}

static bool play_stray(struct player *player) {
    scene_beat(player->scene, player->statement->lane, (uint32_t)player->statement->number);
    return true;
}

static bool play_completion(struct player *player) {
    scene_complete(player->scene, player->statement->name, player->statement->part);
    return true;
}

// The clock that counts is that in which the path takes it: a send the one after it is performed.
static bool play_send(struct player *player) {
    software_write(&player->scene->software, SEMACREDIT_SEND, send_word(player));
    if (!run_to(player, player->scene->clock + 2))
        return false;
    player->accepts = true;
    scene_execute(player->scene, player->statement->name, player->statement->part);
    return true;
}

// And a window that in which the unit, free and with nothing to divide, writes it
// (windows.md, 7.2).
static bool play_write(struct player *player) {
    struct scene *scene = player->scene;
    const struct statement *statement = player->statement;
    software_write(&scene->software, statement->address, (uint32_t)statement->number);
    if (!run_to(player, scene->clock + 3))
        return false;
    player->accepts = true;
    scene->at[EVENT_WRITE] = scene->clock;
    return true;
}

static bool play_pause(struct player *player) {
    struct scene *scene = player->scene;
    scene->in.pause = player->statement->verb == VERB_PAUSE;
    scene->at[scene->in.pause ? EVENT_PAUSE : EVENT_RESUME] = scene->clock;
    return true;
}

// This clock still belongs to those before it.
static bool play_reset(struct player *player) {
    if (player->scene->clock > 0 && !step(player))
        return false;
    for (uint64_t i = 0; i < player->statement->number; i++) {
        if (i == 0)
            scene_reset(player->scene);
        player->scene->in.rst_n = false;
        if (!step(player))
            return false;
    }
    return true;
}

static bool play_wait(struct player *player) {
    return run_to(player, player->scene->clock + player->statement->number);
}

static bool play_measure(struct player *player) {
    scene_measure(player->scene);
    return true;
}

// --- expectations -------------------------------------------------------------------------------

static bool fail_expectation(struct player *player, const char *seen) {
    return fail(player, player->statement->text + strlen("expect "), seen);
}

// Software reads what is expected of a register; of all else what is known in this clock counts.
static bool look(struct player *player) {
    struct scene *scene = player->scene;
    if (player->statement->subject != SUBJECT_REGISTER)
        return true;
    const uint64_t last = scene->clock + PATIENCE;
    if (!wait_until(player, may_read, BUS_READY))
        return false;
    axi_begin_read(&scene->software.bus, player->statement->address);
    do {
        if (!step(player))
            return false;
    } while (!scene->software.answered && scene->clock < last);
    return scene->software.answered || fail(player, "a read to be answered", "it not answered");
}

// The same, later.
static bool look_again(struct player *player) {
    return step(player) && look(player);
}

// What is no event, and not read of a register, does not hold a clock earlier.
static bool expect_at(struct player *player, char seen[SEEN_BYTES]) {
    const struct statement *statement = player->statement;
    const uint64_t origin = expectation_origin(player->scene, statement);
    if (origin == NEVER)
        return fail_expectation(player, "nothing to count from");
    const uint64_t clock = origin + statement->clocks;
    if (statement->subject != SUBJECT_EVENT) {
        if (player->scene->clock >= clock)
            return fail_expectation(player, "that clock gone by");
        if (!run_to(player, clock - 1))
            return false;
        if (statement->subject != SUBJECT_REGISTER &&
            expectation_holds(player->scene, statement, seen))
            return fail_expectation(player, "it a clock earlier");
    }
    return run_to(player, clock) && look(player) &&
           (expectation_holds(player->scene, statement, seen) || fail_expectation(player, seen));
}

static bool expect_within(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->scene->clock + player->statement->clocks;
    if (!look(player))
        return false;
    while (!expectation_holds(player->scene, player->statement, seen)) {
        if (player->scene->clock >= last)
            return fail_expectation(player, seen);
        if (!look_again(player))
            return false;
    }
    return true;
}

static bool expect_for(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->scene->clock + player->statement->clocks;
    if (!look(player))
        return false;
    while (expectation_holds(player->scene, player->statement, seen)) {
        if (player->scene->clock >= last)
            return true;
        if (!look_again(player))
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
        return look(player) && (expectation_holds(player->scene, player->statement, seen) ||
                                fail_expectation(player, seen));
    }
}

static const struct deed {
    bool (*play)(struct player *player);
    bool (*may)(const struct player *player); // NULL: in any clock
    const char *wanted;
    bool completes; // what was granted
} DEEDS[] = {
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
    [VERB_ASK] = {play_ask, may_ask, PORT_READY, false},
};

static bool play_statement(struct player *player) {
    const struct deed *deed = &DEEDS[player->statement->verb];
    return (!deed->completes || was_granted(player)) &&
           (!deed->may || wait_until(player, deed->may, deed->wanted)) && deed->play(player);
}

bool player_run(const struct play *play, uint64_t *clocks) {
    static struct scene scene;
    static struct view view;
    const struct scenario *scenario = play->scenario;
    struct player player = {
        .scene = &scene, .view = &view, .play = play, .statement = scenario->statement};
    scene_begin(&scene, play->size, scenario);
    view_begin(&view, play->size);
    view_add(&view, check_reader(&player.check));
    bool good = run_to(&player, FIRST_CLOCK);
    for (unsigned i = 0; good && i < scenario->statements; i++) {
        player.statement = &scenario->statement[i];
        good = play_statement(&player);
    }
    good = good && run_to(&player, scene.clock + LAST_CLOCKS);
    *clocks = scene.clock;
    return good;
}
