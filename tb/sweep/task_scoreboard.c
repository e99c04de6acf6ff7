#include "tb/sweep/task_scoreboard.h"

#include "csim/base/large.h"
#include "csim/traffic/tasks.h"

// As long as a line of a cache.
struct entry {
    uint64_t event_ps[TASK_EVENTS];
    uint64_t address; // that the next operation has to begin at
    uint64_t bytes;
    uint32_t operations, submitted, over;
    uint16_t target;
    uint8_t events; // bits
};

// What is drawn, drawn once more; and of a receiver those that it got.
struct drawn_ops {
    struct drawer drawer;
    uint64_t submitted, over;
    uint64_t under_way; // sum of their numbers, mixed
};

struct task_scoreboard {
    const struct task_graph *graph;
    struct entry *entries;
    struct drawn_ops drawn[TASK_RECEIVERS_MAX];
    uint64_t last_ps[TASK_RECEIVERS_MAX];
    struct text_error first; // what was wrong
    bool wrong;
};

struct task_scoreboard *task_scoreboard_open(const struct task_graph *graph) {
    struct task_scoreboard *board = memory_there(calloc(1, sizeof *board));
    struct entry *entries = large_zero(((size_t)graph->count + 1) * sizeof *entries);
    board->graph = graph;
    board->entries = entries;
    for (uint32_t i = 0; i < graph->count; i++) {
        entries[i].address = graph->tasks[i].op.address;
        entries[i].target = graph->tasks[i].target;
        entries[i].operations = (uint32_t)task_operations(&graph->tasks[i]);
    }
    for (uint32_t i = 0; i < graph->receivers; i++)
        drawer_open(&board->drawn[i].drawer, graph, i);
    return board;
}

void task_scoreboard_close(struct task_scoreboard *board) {
    if (!board)
        return;
    for (uint32_t i = 0; i < TASK_RECEIVERS_MAX; i++)
        drawer_close(&board->drawn[i].drawer);
    free(board->entries);
    free(board);
}

static void broken(struct task_scoreboard *board, uint32_t task, const char *what,
                   uint64_t now_ps) {
    if (!board->wrong && task == board->graph->count)
        text_error_set(&board->first, "drawn operations at %" PRIu64 " ps: %s", now_ps, what);
    else if (!board->wrong)
        text_error_set(&board->first, "task %" PRIu32 " (line %" PRIu32 ") at %" PRIu64 " ps: %s",
                       task, board->graph->tasks[task].line, now_ps, what);
    board->wrong = true;
}

static bool has(const struct entry *entry, unsigned event) {
    return entry->events >> event & 1;
}

// Of what a task waits for, what had happened at a time.
static uint32_t waits_met(const struct task_scoreboard *board, const struct task *task,
                          uint64_t at_ps) {
    uint32_t met = 0;
    for (uint32_t i = 0; i < task->waits; i++) {
        const struct task_wait *wait = &board->graph->waits[task->first_wait + i];
        const struct entry *other = &board->entries[wait->task];
        met += has(other, wait->event) && other->event_ps[wait->event] <= at_ps;
    }
    return met;
}

static void begin_check(struct task_scoreboard *board, uint32_t number, uint64_t now_ps) {
    const struct task *task = &board->graph->tasks[number];
    const bool all = task_unmet(task) == task->waits;
    uint64_t ready_ps = UINT64_MAX, last_ps = 0;
    for (uint32_t i = 0; i < task->waits; i++) {
        const struct task_wait *wait = &board->graph->waits[task->first_wait + i];
        const uint64_t met_ps = board->entries[wait->task].event_ps[wait->event];
        if (!all && met_ps < ready_ps && waits_met(board, task, met_ps) >= task_unmet(task))
            ready_ps = met_ps;
        last_ps = met_ps > last_ps ? met_ps : last_ps;
    }
    if (all && waits_met(board, task, last_ps) == task->waits)
        ready_ps = last_ps;
    if (ready_ps == UINT64_MAX)
        broken(board, number, "begins before all that it waits for", now_ps);
    ready_ps += task->delay_ps;
    if (ready_ps < task->op.submit_ps)
        ready_ps = task->op.submit_ps;
    if (now_ps != ready_ps)
        broken(board, number, "does not begin when it could", now_ps);
}

void task_scoreboard_task(void *context, uint32_t task, enum task_event event, uint64_t now_ps) {
    struct task_scoreboard *board = context;
    struct entry *entry = &board->entries[task];
    if (entry->events != (1u << event) - 1)
        broken(board, task, "its events are out of order, or twice", now_ps);
    if (event == TASK_BEGUN)
        begin_check(board, task, now_ps);
    if (event > TASK_BEGUN && entry->submitted != entry->operations)
        broken(board, task, "is further without all of its operations", now_ps);
    if (event == TASK_DONE && entry->over != entry->operations)
        broken(board, task, "is done without all of its operations", now_ps);
    entry->events |= (uint8_t)(1u << event);
    entry->event_ps[event] = now_ps;
    if (event == TASK_DONE)
        board->last_ps[entry->target] = now_ps;
}

// Bytes that an operation of a task moves.
static uint64_t bytes_of(const struct task *task, const struct op *op, uint64_t before) {
    const uint64_t left = task->bytes - before;
    return op_is_atomic(op)        ? left < task->piece ? left : task->piece
           : op->opcode == OP_READ ? op->response_length
                                   : op->length;
}

// At a receiver; beside a collective it is the GPU that draws.
static void drawn_submitted(struct task_scoreboard *board, uint32_t receiver, const struct op *op,
                            uint64_t now_ps) {
    const uint32_t by = board->graph->background ? op->source : receiver;
    struct drawn_ops *at = &board->drawn[receiver];
    struct op next;
    uint32_t to;
    if (by >= board->graph->receivers || !drawer_next(&board->drawn[by].drawer, &next, &to) ||
        to != receiver || next.submit_ps != now_ps || next.opcode != op->opcode ||
        next.address != op->address || next.length != op->length)
        broken(board, board->graph->count, "another than the generator makes", now_ps);
    at->submitted++;
    at->under_way += rng_mix(op->index);
}

void task_scoreboard_submitted(void *context, uint32_t task, const struct op *op, uint64_t now_ps) {
    struct task_scoreboard *board = context;
    if (task >= board->graph->count) {
        drawn_submitted(board, task - board->graph->count, op, now_ps);
        return;
    }
    struct entry *entry = &board->entries[task];
    const struct task *of = &board->graph->tasks[task];
    if (!has(entry, TASK_BEGUN))
        broken(board, task, "submits before it begins", now_ps);
    if (op->source != of->op.source || op->opcode != of->op.opcode || op->address != entry->address)
        broken(board, task, "submits another's operation", now_ps);
    entry->submitted++;
    if (of->piece > 0) {
        const uint64_t bytes = bytes_of(of, op, entry->bytes);
        entry->bytes += bytes;
        entry->address += bytes;
    }
}

void task_scoreboard_over(void *context, uint32_t task, const struct op *op, bool rejected,
                          uint64_t now_ps) {
    struct task_scoreboard *board = context;
    (void)rejected;
    if (task >= board->graph->count) {
        const uint32_t receiver = task - board->graph->count;
        board->drawn[receiver].over++;
        board->drawn[receiver].under_way -= rng_mix(op->index);
        board->last_ps[receiver] = now_ps;
        return;
    }
    if (++board->entries[task].over > board->entries[task].submitted)
        broken(board, task, "has more operations over than submitted", now_ps);
}

const char *task_scoreboard_kept(const struct task_scoreboard *board) {
    _Static_assert(sizeof *board->entries == DOMAIN_KEPT_BYTES, "one each");
    return (const char *)board->entries;
}

bool task_scoreboard_end(struct task_scoreboard *board, struct text_error *error) {
    for (uint32_t i = 0; i < board->graph->count; i++) {
        const struct entry *entry = &board->entries[i];
        const struct task *task = &board->graph->tasks[i];
        if (entry->events != (1u << TASK_EVENTS) - 1)
            broken(board, i, "is not done", 0);
        if (task->piece > 0 && entry->bytes != task->bytes)
            broken(board, i, "has moved other bytes than it should", 0);
    }
    for (uint32_t i = 0; i < board->graph->receivers; i++) {
        struct drawn_ops *drawn = &board->drawn[i];
        struct op left;
        uint32_t to;
        if (drawer_next(&drawn->drawer, &left, &to) || drawn->over != drawn->submitted ||
            drawn->under_way != 0)
            broken(board, board->graph->count, "not each is over once", board->last_ps[i]);
    }
    return !board->wrong || text_error_set(error, "%s", board->first.text);
}

uint64_t task_scoreboard_last_ps(const struct task_scoreboard *board, uint32_t receiver) {
    return board->last_ps[receiver];
}

uint64_t task_scoreboard_ps(const struct task_scoreboard *board, uint32_t task,
                            enum task_event event) {
    return board->entries[task].event_ps[event];
}
