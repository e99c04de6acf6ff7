// The environment of a scenario: a transport with a queue for each stream, stages that
// execute one operation after the other, software. It keeps the rules of rtl/spec/ports.md,
// remembers each operation, and has a scoreboard.
#pragma once

#include "csim/golden/axi_master.h"
#include "tb/block/scoreboard.h"
#include "tb/scenario/scenario_file.h"

enum {
    ENV_OPERATIONS = 2048, // that live at once, those with names first
    ENV_FLOODS = 64,
    ENV_QUEUE = 4096, // of a stage
    ENV_PORTS = PATH_LANES + 1,
};

#define NEVER UINT64_MAX

// OP_ANSWERED: its tag was that of another operation.
enum state {
    OP_NONE,
    OP_WAITS,
    OP_GRANTED,
    OP_FREE,
    OP_REJECTED,
    OP_FLUSHED,
    OP_ANSWERED,
    OP_LOST
};

struct operation {
    struct offered shape;
    enum state state;
    bool legal, responds, owes[3]; // stage, response, done
    uint8_t group, lane[2];        // of stage and response
    uint16_t name;
    uint64_t tag, order; // in which the port took it
    uint32_t handle, demand[2];
    struct scoreboard_held held;
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
    uint16_t observed; // that completions report
    bool busy;
    uint64_t end;
    unsigned first, count;
    struct entry {
        uint16_t operation;
        uint32_t handle;
        uint64_t resets;
    } queue[ENV_QUEUE];
};

// Software on the bus of the block, initiators that take grant messages, and what completions
// report of their service. A bus master without stalls: it takes every answer in its clock.
struct software {
    struct block_in in;    // of this clock, but for its path
    struct block_out out;  // of this clock
    bool written, refused; // a write is answered in this clock, and how
    bool answered;         // a read is
    uint32_t value;        // that it gave
    enum hearing hearing;
    uint64_t messages; // taken since the last `measure`
    struct axi_master bus;
    bool begun, accepted; // a write without a waiter: not answered yet; OKAY in this clock
    uint32_t reported[PATH_LANES];
};

// Of a name, or of all, since the last `measure`.
struct tally {
    uint64_t count[OPERATION_EVENTS], longest_wait;
    unsigned overtakes;
};

struct scenario_env {
    struct path_size size;
    const struct scenario *scenario;
    struct path_in in;   // of this clock; settings are those in force, which stay
    struct path_out out; // of this clock
    struct software software;
    uint64_t clock, resets, orders;
    bool was_reset; // in the clock before
    bool port_used[ENV_PORTS];

    unsigned most;    // operations that the tags allow
    unsigned reached; // of these, those up to the last that was ever offered
    struct operation operation[ENV_OPERATIONS];
    uint16_t by_tag[ENV_OPERATIONS]; // operation + 1
    struct lookup {
        bool valid, taken, live;
        uint16_t operation;
        uint64_t tag;
    } lookup[4]; // of this clock and of the last three
    unsigned floods;
    struct flood flood[ENV_FLOODS];
    struct stage stage[ENV_PORTS];
    struct scoreboard board;
    uint64_t debt[PATH_LANES]; // what the block says, by its commits
    unsigned waiting, held;
    uint16_t in_domain[256]; // that wait
    unsigned followers;      // with a predecessor in their domain

    struct tally all, tally[SCENARIO_NAMES];
    uint64_t at[EVENTS]; // those of no operation
};

void env_begin(struct scenario_env *env, const struct path_size *size,
               const struct scenario *scenario);

// What the block shows in this clock: env->out. False: more is outstanding than a window allows.
bool env_observe(struct scenario_env *env);

// What streams and stages do in this clock goes into env->in, where nothing else did; then the
// clock ends: the caller shows env_end's `in` to the block.
void env_fill(struct scenario_env *env);
void env_end(struct scenario_env *env);

// What software has set is in force at the path.
void env_set(struct scenario_env *env, unsigned address, uint32_t value);

// An operation begins to wait, or ends it: one more, or -1.
void env_waits(struct scenario_env *env, const struct operation *op, int by);

// What a statement does in this clock.
bool env_ready(const struct scenario_env *env, const struct offered *shape);
void env_describe(const struct scenario_env *env, const struct offered *shape,
                  struct operation *op);
void env_offer(struct scenario_env *env, unsigned operation, bool again);
bool env_port_ready(const struct scenario_env *env, unsigned port);
unsigned env_port(const struct scenario_env *env, const struct operation *op, unsigned what);
void env_complete(struct scenario_env *env, unsigned operation, unsigned what);
// A completion of that handle, whose it may be; and one that takes effect without a port.
void env_beat(struct scenario_env *env, unsigned port, uint32_t handle);
void env_execute(struct scenario_env *env, unsigned operation, unsigned what);
void env_reset(struct scenario_env *env);
void env_measure(struct scenario_env *env);

// A granted operation goes to what it owes next: its stage, its response, the end of it.
void env_proceed(struct scenario_env *env, unsigned operation);

// What there is of a name, with those that wait; how long one waited, and how many passed it.
struct tally env_tally(const struct scenario_env *env, uint16_t name);
void env_count(const struct scenario_env *env, const struct operation *op, struct tally *tally);

// --- software ----------------------------------------------------------------------------------

// now_i is so many clocks further, and wraps.
void software_leap(struct software *software, uint64_t clocks);

// What the block shows in this clock: software->out.
void software_observe(struct software *software);

// --- what a scenario expects, asked of its environment: expectation.c --------------------------

enum { SEEN_BYTES = 200 };

// Does it hold in this clock? `seen`: what is there in its place.
bool expectation_holds(const struct scenario_env *env, const struct statement *statement,
                       char seen[SEEN_BYTES]);

// The clock that `at +N` counts from; NEVER: it has not come about.
uint64_t expectation_origin(const struct scenario_env *env, const struct statement *statement);
