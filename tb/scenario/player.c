#include "tb/scenario/player.h"

#include <inttypes.h>
#include <string.h>

#include "tb/next/fields.h"
#include "tb/next/path_log.h"
#include "tb/scenario/expectation.h"
#include "tb/scenario/scene.h"

enum {
    PATIENCE = 100000, // clocks that a statement waits for a port
    FIRST_CLOCK = 2,   // that of the first statement: all is ready
    LAST_CLOCKS = 16,  // played after the last statement
};

struct player {
    struct scene *scene;
    const struct play *play;
    const struct statement *statement; // the one that is played
    bool unmet;                        // an expectation is not met
};

static bool fail(struct player *player, const char *wanted, const char *seen) {
    fprintf(player->play->said, "%s:%" PRIu64 ": expected %s, seen %s (clock %" PRIu64 ")\n",
            player->play->path, player->statement->line, wanted, seen, player->scene->clock);
    return false;
}

// --- a clock ------------------------------------------------------------------------------------

static bool alike(struct player *player) {
    static struct path_out other;
    const struct path_model *model = player->play->other;
    if (!model->self)
        return true;
    model->show(model->self, &other);
    if (memcmp(&player->scene->out, &other, sizeof other) == 0) // NOLINT: padding is zero
        return true;
    fail(player, "golden model and RTL alike", "a difference");
    const struct block_out want = {.path = player->scene->out}, got = {.path = other};
    fields_print_differences(player->play->said, &player->scene->size, &want, &got);
    return false;
}

// Ends this clock, and hears what the block shows in the next. False: something is wrong.
static bool step(struct player *player) {
    const struct play *play = player->play;
    struct scene *scene = player->scene;
    scene_fill(scene);
    if (play->log)
        path_log(play->log, &scene->size, scene->clock, &scene->out, &scene->in);
    play->model->clock(play->model->self, &scene->in);
    if (play->other->self)
        play->other->clock(play->other->self, &scene->in);
    scene_end(scene);
    play->model->show(play->model->self, &scene->out);
    return alike(player) && (scene_hear(scene) || fail(player, scene->wanted, scene->seen));
}

static bool run_to(struct player *player, uint64_t clock) {
    while (player->scene->clock < clock)
        if (!step(player))
            return false;
    return true;
}

// --- deeds --------------------------------------------------------------------------------------

static bool play_set(struct player *player) {
    const struct statement *statement = player->statement;
    struct path_in *in = &player->scene->in;
    const uint16_t value = (uint16_t)statement->number;
    const bool is_static = statement->setting <= SETTING_QUANTUM_TIME;
    if (is_static && (player->scene->waiting || player->scene->held))
        return fail(player, "a static setting to change while nothing waits or is held",
                    "operations");
    switch ((enum setting)statement->setting) {
    case SETTING_SMALL_LIMIT:
        in->small_limit = (uint32_t)statement->number;
        return true;
    case SETTING_QUANTUM_HBM:
        in->quantum_hbm = (uint8_t)value;
        return true;
    case SETTING_QUANTUM_TIME:
        in->quantum_time = (uint8_t)value;
        return true;
    case SETTING_ATOMIC_SERVICE:
        for (unsigned i = 0; i < 8; i++)
            in->atomic_service[i] = value;
        return true;
    case SETTING_RESPONSE_FIXED:
        in->response_fixed = value;
        return true;
    case SETTING_RESPONSE_RECIPROCAL:
        in->response_reciprocal = value;
        return true;
    case SETTING_HOLD:
        in->hold = value;
        return true;
    default:
        in->bound = value;
        return true;
    }
}

static bool play_stage(struct player *player) {
    player->scene->stage[player->statement->lane].takes = player->statement->number;
    return true;
}

// The port is one operation's in a clock; the transport waits until its classes are ready.
static bool play_offer(struct player *player) {
    const struct statement *statement = player->statement;
    struct scene *scene = player->scene;
    struct operation *op = &scene->operation[statement->name];
    const uint64_t last = scene->clock + PATIENCE;
    op->name = statement->name;
    op->tag = statement->shape.tag_of == NO_NAME ? statement->name
                                                 : scene->operation[statement->shape.tag_of].tag;
    scene_describe(scene, &statement->shape, op);
    while (scene->in.op_valid || !scene_ready(scene, &statement->shape)) {
        if (scene->clock == last)
            return fail(player, "its classes to be ready", "them not ready for 100000 clocks");
        if (!step(player))
            return false;
    }
    scene_offer(scene, statement->name, false);
    return true;
}

static bool play_again(struct player *player) {
    if (player->scene->in.op_valid && !step(player))
        return false;
    scene_offer(player->scene, player->statement->name, true);
    return true;
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

static bool was_granted(struct player *player) {
    return player->scene->operation[player->statement->name].at[EVENT_GRANTED] != NEVER ||
           fail(player, "a completion of what was granted", "no grant of it");
}

static bool complete(struct player *player, unsigned what) {
    struct scene *scene = player->scene;
    const uint64_t last = scene->clock + PATIENCE;
    if (!was_granted(player))
        return false;
    const unsigned port = scene_port(scene, &scene->operation[player->statement->name], what);
    while (!scene_port_ready(scene, port)) {
        if (scene->clock == last)
            return fail(player, "its port to be ready", "it not ready for 100000 clocks");
        if (!step(player))
            return false;
    }
    scene_complete(scene, player->statement->name, what);
    return true;
}

static bool play_executed(struct player *player) {
    return complete(player, 0);
}

static bool play_responded(struct player *player) {
    return complete(player, 1);
}

static bool play_done(struct player *player) {
    return complete(player, 2);
}

// ports.md, 1.6: two clocks apart.
static bool play_send(struct player *player) {
    struct scene *scene = player->scene;
    if (!was_granted(player) || !run_to(player, scene->last_send + 2))
        return false;
    scene_send(scene, player->statement->name, player->statement->part);
    return true;
}

// ports.md, 1.6: four clocks apart.
static bool play_write(struct player *player) {
    struct scene *scene = player->scene;
    if (scene->at[EVENT_WRITE] != NEVER && !run_to(player, scene->at[EVENT_WRITE] + 4))
        return false;
    scene->in.write_valid = true;
    scene->in.write_lane = player->statement->lane;
    scene->in.write_value = (uint32_t)player->statement->number;
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
    player->unmet = true;
    return !player->play->scenario->open &&
           fail(player, player->statement->text + strlen("expect "), seen);
}

static bool expect_at(struct player *player, char seen[SEEN_BYTES]) {
    const struct statement *statement = player->statement;
    const uint64_t origin = expectation_origin(player->scene, statement);
    if (origin == NEVER)
        return fail_expectation(player, "nothing to count from");
    const uint64_t clock = origin + statement->clocks;
    if (statement->subject != SUBJECT_EVENT && player->scene->clock > clock)
        return fail_expectation(player, "that clock gone by");
    return run_to(player, clock) &&
           (expectation_holds(player->scene, statement, seen) || fail_expectation(player, seen));
}

static bool expect_within(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->scene->clock + player->statement->clocks;
    while (!expectation_holds(player->scene, player->statement, seen)) {
        if (player->scene->clock == last)
            return fail_expectation(player, seen);
        if (!step(player))
            return false;
    }
    return true;
}

static bool expect_for(struct player *player, char seen[SEEN_BYTES]) {
    const uint64_t last = player->scene->clock + player->statement->clocks;
    while (expectation_holds(player->scene, player->statement, seen)) {
        if (player->scene->clock == last)
            return true;
        if (!step(player))
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
        return expectation_holds(player->scene, player->statement, seen) ||
               fail_expectation(player, seen);
    }
}

static bool (*const PLAY[])(struct player *player) = {
    [VERB_SET] = play_set,     [VERB_STAGE] = play_stage,       [VERB_OFFER] = play_offer,
    [VERB_AGAIN] = play_again, [VERB_FLOOD] = play_flood,       [VERB_REPEAT] = play_flood,
    [VERB_STOP] = play_stop,   [VERB_EXECUTED] = play_executed, [VERB_RESPONDED] = play_responded,
    [VERB_DONE] = play_done,   [VERB_SEND] = play_send,         [VERB_WRITE] = play_write,
    [VERB_PAUSE] = play_pause, [VERB_RESUME] = play_pause,      [VERB_RESET] = play_reset,
    [VERB_WAIT] = play_wait,   [VERB_MEASURE] = play_measure,   [VERB_EXPECT] = play_expect,
};

enum played player_run(const struct play *play, uint64_t *clocks) {
    static struct scene scene;
    const struct scenario *scenario = play->scenario;
    struct player player = {.scene = &scene, .play = play, .statement = scenario->statement};
    scene_begin(&scene, play->size, scenario);
    bool good = run_to(&player, FIRST_CLOCK);
    for (unsigned i = 0; good && i < scenario->statements; i++) {
        player.statement = &scenario->statement[i];
        good = PLAY[player.statement->verb](&player);
    }
    good = good && run_to(&player, scene.clock + LAST_CLOCKS);
    *clocks = scene.clock;
    return good ? PLAYED_WELL : player.unmet ? PLAYED_OTHERWISE : PLAYED_BROKEN;
}
