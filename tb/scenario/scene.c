// What streams, stages and statements do at the ports. scene_hear.c: what the block shows.
#include "tb/scenario/scene.h"

#include <string.h>

#include "csim/golden/registers.h"
#include "tb/block/port.h"

// Of what software sets, the surroundings must know this.
void scene_set(struct scene *scene, unsigned address, uint32_t value) {
    if (address == SEMACREDIT_SMALL_LIMIT)
        scene->in.small_limit = value;
    if (address == SEMACREDIT_HOLD)
        scene->in.hold = (uint16_t)value;
}

void scene_begin(struct scene *scene, const struct path_size *size,
                 const struct scenario *scenario) {
    memset(scene, 0, sizeof *scene);
    scene->size = *size;
    scene->scenario = scenario;
    scene->most = size->tag_w < 11 ? 1u << size->tag_w : SCENE_OPERATIONS;
    for (unsigned port = 0; port < SCENE_PORTS; port++)
        scene->stage[port].observed = PATH_UNKNOWN;
    for (unsigned i = 0; i < SCENE_OPERATIONS; i++)
        for (unsigned event = 0; event < OPERATION_EVENTS; event++)
            scene->operation[i].at[event] = NEVER;
    for (unsigned event = 0; event < EVENTS; event++)
        scene->at[event] = NEVER;
    scene_measure(scene);
    scene->in.epoch = PATH_EPOCHS - 1; // the first reset has epoch 0
    scene_reset(scene);
}

void scene_measure(struct scene *scene) {
    memset(&scene->all, 0, sizeof scene->all);
    memset(scene->tally, 0, sizeof scene->tally);
    scene->at[EVENT_MEASURE] = scene->clock;
    scene->software.messages = 0;
}

void scene_tell(const struct scene *scene, const struct operation *op, struct tally *tally) {
    const uint64_t wait = scene->clock - op->at[EVENT_TAKEN];
    tally->longest_wait = wait > tally->longest_wait ? wait : tally->longest_wait;
    tally->overtakes = op->passed > tally->overtakes ? op->passed : tally->overtakes;
}

struct tally scene_tally(const struct scene *scene, uint16_t name) {
    struct tally tally = scene->tally[name];
    for (unsigned i = 0; i < scene->most; i++)
        if (scene->operation[i].state == OP_WAITS && scene->operation[i].name == name)
            scene_tell(scene, &scene->operation[i], &tally);
    return tally;
}

// --- offers -------------------------------------------------------------------------------------

bool scene_ready(const struct scene *scene, const struct offered *shape) {
    return offered_ready(&scene->size, shape, scene->in.small_limit, &scene->out);
}

void scene_describe(const struct scene *scene, const struct offered *shape, struct operation *op) {
    op->shape = *shape;
    op->legal = offered_is_legal(&scene->size, shape);
    op->responds = offered_responds(shape);
    op->group = (uint8_t)offered_group(shape, scene->in.small_limit);
    op->lane[0] = (uint8_t)offered_port(&scene->size, shape, 0);
    op->lane[1] = (uint8_t)offered_port(&scene->size, shape, 1);
}

static bool is_live(const struct operation *op) {
    return op->state == OP_WAITS || op->state == OP_GRANTED;
}

void scene_offer(struct scene *scene, unsigned operation, bool again) {
    struct operation *op = &scene->operation[operation];
    const bool taken = scene_ready(scene, &op->shape);
    const uint16_t older = scene->by_tag[op->tag];
    offered_drive(&scene->in, &op->shape, op->tag, again);
    const bool live = older && is_live(&scene->operation[older - 1]);
    scene->lookup[0] = (struct lookup){true, taken, live, (uint16_t)operation, op->tag};
    op->at[EVENT_ASKED] = scene->clock;
    op->at[EVENT_ANSWERED] = NEVER;
    scene->all.count[EVENT_ASKED]++;
    scene->tally[op->name].count[EVENT_ASKED]++;
    if (!taken || live)
        return; // an answer will tell
    for (unsigned event = EVENT_GRANTED; event < OPERATION_EVENTS; event++)
        op->at[event] = NEVER;
    op->at[EVENT_TAKEN] = scene->clock;
    op->state = OP_WAITS;
    op->order = ++scene->orders;
    op->passed = 0;
    op->owes[0] = true;
    op->owes[1] = op->responds;
    op->owes[2] = false;
    scene->by_tag[op->tag] = (uint16_t)(operation + 1);
    scene->waiting++;
    scene->all.count[EVENT_TAKEN]++;
    scene->tally[op->name].count[EVENT_TAKEN]++;
}

// An operation for a stream: those with names come first, and keep their place.
static int unused(const struct scene *scene) {
    for (unsigned i = SCENARIO_NAMES; i < scene->most; i++)
        if (!is_live(&scene->operation[i]))
            return (int)i;
    return -1;
}

static uint64_t due(const struct flood *flood) {
    return flood->start + flood->taken * flood->every;
}

// Has a head that may go in this clock: its classes are ready, or it is a repetition.
static bool may_go(const struct scene *scene, const struct flood *flood) {
    return !flood->stopped && (flood->limit == 0 || flood->taken < flood->limit) &&
           due(flood) <= scene->clock &&
           (flood->again != NO_NAME || scene_ready(scene, &flood->shape));
}

// The port: a repetition first, then the head that is due the longest, among equals in turn.
static struct flood *next_flood(struct scene *scene) {
    struct flood *best = NULL;
    for (unsigned i = 0; i < scene->floods; i++) {
        struct flood *flood = &scene->flood[i];
        if (!may_go(scene, flood))
            continue;
        if (!best || (best->again == NO_NAME && flood->again != NO_NAME) ||
            (best->again == NO_NAME &&
             (due(flood) < due(best) || (due(flood) == due(best) && flood->turn < best->turn))))
            best = flood;
    }
    return best;
}

static void offer_streams(struct scene *scene) {
    struct flood *flood = scene->in.op_valid ? NULL : next_flood(scene);
    const int free = flood ? unused(scene) : -1;
    if (free < 0)
        return;
    flood->taken++;
    flood->turn = scene->clock;
    if (flood->again != NO_NAME) {
        scene_offer(scene, flood->again, true);
        return;
    }
    struct operation *op = &scene->operation[free];
    *op = (struct operation){.name = flood->name, .tag = (uint64_t)free};
    scene_describe(scene, &flood->shape, op);
    scene_offer(scene, (unsigned)free, false);
}

// --- completions --------------------------------------------------------------------------------

unsigned scene_port(const struct scene *scene, const struct operation *op, unsigned what) {
    return what < 2 ? op->lane[what] : path_lanes(&scene->size);
}

bool scene_port_ready(const struct scene *scene, unsigned port) {
    return !scene->port_used[port] && port_ready(&scene->out, &scene->size, port);
}

void scene_beat(struct scene *scene, unsigned port, uint32_t handle) {
    scene->port_used[port] = true;
    port_beat(&scene->in, &scene->size, port, handle);
    uint16_t *const observed = port_observed(&scene->software.in, &scene->size, port);
    if (observed)
        *observed = scene->stage[port].observed;
}

static void enqueue(struct scene *scene, unsigned operation, unsigned what) {
    const struct operation *op = &scene->operation[operation];
    struct stage *stage = &scene->stage[scene_port(scene, op, what)];
    if (stage->count < SCENE_QUEUE)
        stage->queue[(stage->first + stage->count++) % SCENE_QUEUE] =
            (struct entry){(uint16_t)operation, op->handle, scene->resets};
}

void scene_proceed(struct scene *scene, unsigned operation) {
    const struct operation *op = &scene->operation[operation];
    for (unsigned what = 0; what < 3; what++)
        if (op->owes[what]) {
            enqueue(scene, operation, what);
            return;
        }
}

// Truly executed, or sent in its place.
void scene_execute(struct scene *scene, unsigned operation, unsigned what) {
    struct operation *op = &scene->operation[operation];
    op->at[EVENT_COMPLETED] = scene->clock;
    op->at[EVENT_RETURNED] = op->at[EVENT_STRAY] = op->at[EVENT_LATE] = NEVER;
    if (op->state != OP_GRANTED || !op->owes[what])
        return;
    op->owes[what] = false;
    if (what < 2)
        truth_execute(&scene->truth, &op->held, what);
    scene_proceed(scene, operation);
}

void scene_complete(struct scene *scene, unsigned operation, unsigned what) {
    const struct operation *op = &scene->operation[operation];
    const unsigned port = scene_port(scene, op, what);
    scene_execute(scene, operation, what);
    scene_beat(scene, port, op->handle);
}

// Nothing to do any more: what was granted since the last reset, and was completed by hand.
static bool is_over(const struct scene *scene, const struct entry *entry, unsigned what) {
    const struct operation *op = &scene->operation[entry->operation];
    return entry->resets == scene->resets &&
           !(op->state == OP_GRANTED && op->handle == entry->handle && op->owes[what]);
}

// A stage executes one operation at a time. One that was granted before a reset goes on, too.
static void serve(struct scene *scene, unsigned port) {
    struct stage *stage = &scene->stage[port];
    const unsigned lanes = path_lanes(&scene->size);
    const unsigned responses = (unsigned)scene->size.hbm + scene->size.atomic;
    const unsigned what = port < responses ? 0 : port < lanes ? 1 : 2;
    while (stage->count > 0 && is_over(scene, &stage->queue[stage->first], what)) {
        stage->first = (stage->first + 1) % SCENE_QUEUE;
        stage->count--;
        stage->busy = false;
    }
    if (stage->count == 0 || stage->takes == 0)
        return;
    if (!stage->busy) {
        stage->busy = true;
        stage->end = scene->clock + stage->takes;
    }
    if (scene->clock < stage->end || !scene_port_ready(scene, port))
        return;
    const struct entry entry = stage->queue[stage->first];
    stage->first = (stage->first + 1) % SCENE_QUEUE;
    stage->count--;
    stage->busy = stage->count > 0;
    stage->end = scene->clock + stage->takes;
    if (entry.resets == scene->resets)
        scene_complete(scene, entry.operation, what);
    else
        scene_beat(scene, port, entry.handle);
}

// --- a clock ------------------------------------------------------------------------------------

void scene_fill(struct scene *scene) {
    if (!scene->in.rst_n)
        return;
    for (unsigned port = 0; port <= path_lanes(&scene->size); port++)
        serve(scene, port);
    offer_streams(scene);
}

// Beats are for one clock, and leave nothing behind.
void scene_end(struct scene *scene) {
    struct path_in *in = &scene->in;
    scene->was_reset = !in->rst_n;
    in->rst_n = true;
    offered_drive(in, &(struct offered){.opcode = 0}, 0, false);
    in->op_valid = false;
    for (unsigned port = 0; port <= path_lanes(&scene->size); port++) {
        port_beat(in, &scene->size, port, 0);
        *port_valid(in, &scene->size, port) = false;
    }
    software_end(&scene->software);
    memset(scene->port_used, 0, sizeof scene->port_used);
    const struct lookup *offered = &scene->lookup[1]; // reservation.md, 4.1
    if (offered->valid && offered->taken && !offered->live) {
        struct operation *op = &scene->operation[offered->operation];
        op->owes[2] = in->hold >> op->shape.opcode & 1;
    }
    memmove(&scene->lookup[1], &scene->lookup[0], 3 * sizeof *scene->lookup);
    scene->lookup[0].valid = false;
    scene->clock++;
}

// The block is reset from this clock on; the stages are not.
void scene_reset(struct scene *scene) {
    scene->in.rst_n = false;
    scene->in.epoch = (uint8_t)((scene->in.epoch + 1) % PATH_EPOCHS);
    scene->resets++;
    scene->at[EVENT_RESET] = scene->clock;
    for (unsigned i = 0; i < scene->most; i++)
        if (is_live(&scene->operation[i]))
            scene->operation[i].state = OP_LOST;
    memset(scene->by_tag, 0, sizeof scene->by_tag);
    memset(scene->lookup, 0, sizeof scene->lookup);
    scene->waiting = scene->held = 0;
    scene->software.begun = false;
    axi_reset(&scene->software.bus);
    scene->in.small_limit = port_within(SMALL_LIMIT_RESET, scene->size.wire_w);
    scene->in.hold = 0;
    memset(scene->debt, 0, sizeof scene->debt);
    truth_begin(&scene->truth, &scene->size);
}
