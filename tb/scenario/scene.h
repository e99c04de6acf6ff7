// What surrounds the block in a scenario: a transport with a queue for each stream, stages that
// execute one operation after the other, software. It keeps the rules of rtl/spec/ports.md,
// remembers what became of each operation, and watches what is truly outstanding.
#ifndef SEMA_SCENARIO_SCENE_H
#define SEMA_SCENARIO_SCENE_H

#include "tb/block/monitor.h"
#include "tb/scenario/scenario_file.h"
#include "tb/scenario/software.h"

enum {
    SCENE_OPERATIONS = 2048, // that live at once, those with names first
    SCENE_FLOODS = 64,
    SCENE_QUEUE = 4096, // of a stage
    SCENE_PORTS = PATH_LANES + 1,
};

#define NEVER UINT64_MAX

// OP_ANSWERED: its tag was that of another operation.
enum state { OP_NONE, OP_WAITS, OP_GRANTED, OP_FREE, OP_REJECTED, OP_ANSWERED, OP_LOST };

struct operation {
    struct offered shape;
    enum state state;
    bool legal, responds, owes[3]; // stage, response, done
    uint8_t group, lane[2];        // of stage and response
    uint16_t name;
    uint64_t tag, order; // in which the port took it
    uint32_t handle, demand[2];
    struct truth_held held;
    unsigned passed; // by operations of its rank or below, taken later, of a lane of its own
    uint64_t denied_mask;
    enum answer_kind answer;
    uint64_t at[OPERATION_EVENTS]; // clock of the latest; NEVER
};

// Operations of one shape, or one operation again and again.
struct flood {
    struct offered shape;
    uint16_t name, again; // again: the operation that is repeated, or NO_NAME
    uint64_t start, every, taken, limit;
    uint64_t turn; // clock in which it last had the port
    bool stopped;
};

struct stage {
    uint64_t takes;    // 0: by hand
    uint16_t observed; // that completions tell
    bool busy;
    uint64_t end;
    unsigned first, count;
    struct entry {
        uint16_t operation;
        uint32_t handle;
        uint64_t resets;
    } queue[SCENE_QUEUE];
};

// Of a name, or of all, since the last `measure`.
struct tally {
    uint64_t count[OPERATION_EVENTS], longest_wait;
    unsigned overtakes;
};

struct scene {
    struct path_size size;
    const struct scenario *scenario;
    struct path_in in;   // of this clock; settings are those in force, which stay
    struct path_out out; // of this clock
    struct software software;
    uint64_t clock, resets, orders;
    bool was_reset; // in the clock before
    bool port_used[SCENE_PORTS];

    unsigned most; // operations that the tags allow
    struct operation operation[SCENE_OPERATIONS];
    uint16_t by_tag[SCENE_OPERATIONS]; // operation + 1
    struct lookup {
        bool valid, taken, live;
        uint16_t operation;
        uint64_t tag;
    } lookup[4]; // of this clock and of the last three
    unsigned floods;
    struct flood flood[SCENE_FLOODS];
    struct stage stage[SCENE_PORTS];
    struct truth truth;
    uint64_t debt[PATH_LANES]; // what the block says, by its commits
    unsigned waiting, held;

    struct tally all, tally[SCENARIO_NAMES];
    uint64_t at[EVENTS]; // those of no operation
};

void scene_begin(struct scene *scene, const struct path_size *size,
                 const struct scenario *scenario);

// What the block shows in this clock: scene->out. False: more is outstanding than a window allows.
bool scene_hear(struct scene *scene);

// What streams and stages do in this clock goes into scene->in, where nothing else did; then the
// clock ends: the caller shows scene_end's `in` to the block.
void scene_fill(struct scene *scene);
void scene_end(struct scene *scene);

// What software has set is in force at the path.
void scene_set(struct scene *scene, unsigned address, uint32_t value);

// What a statement does in this clock.
bool scene_ready(const struct scene *scene, const struct offered *shape);
void scene_describe(const struct scene *scene, const struct offered *shape, struct operation *op);
void scene_offer(struct scene *scene, unsigned operation, bool again);
bool scene_port_ready(const struct scene *scene, unsigned port);
unsigned scene_port(const struct scene *scene, const struct operation *op, unsigned what);
void scene_complete(struct scene *scene, unsigned operation, unsigned what);
// A completion of that handle, whose it may be; and one that takes effect without a port.
void scene_beat(struct scene *scene, unsigned port, uint32_t handle);
void scene_execute(struct scene *scene, unsigned operation, unsigned what);
void scene_reset(struct scene *scene);
void scene_measure(struct scene *scene);

// A granted operation goes to what it owes next: its stage, its response, the end of it.
void scene_proceed(struct scene *scene, unsigned operation);

// What there is of a name, with those that wait; how long one waited, and how many passed it.
struct tally scene_tally(const struct scene *scene, uint16_t name);
void scene_tell(const struct scene *scene, const struct operation *op, struct tally *tally);

// --- what a scenario expects, asked of its surroundings: expectation.c --------------------------

enum { SEEN_BYTES = 200 };

// Does it hold in this clock? `seen`: what is there in its place.
bool expectation_holds(const struct scene *scene, const struct statement *statement,
                       char seen[SEEN_BYTES]);

// The clock that `at +N` counts from; NEVER: it has not come about.
uint64_t expectation_origin(const struct scene *scene, const struct statement *statement);

#endif
