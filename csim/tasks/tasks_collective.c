// Collectives of config->receivers GPUs as tasks, and latency-sensitive operations beside them. A
// message of collective_bytes is at each GPU; a chunk is its share of one GPU, rounded up.
//
//   all_to_all_pairwise   step s: a chunk to the GPU s places on, of one after the other
//   all_to_all_two_step   groups of g GPUs, g the greatest divisor of N with g * g <= N: to each
//                         of the group what is for its place in all groups; then to that place in
//                         the other groups what the group has for it
//   all_to_all_at_once    a chunk to each other GPU, all in one step
//   all_reduce_ring       2 (N - 1) steps of a chunk to the next GPU; the first N - 1 reduce
//   all_reduce_tree       whole messages up a binary tree, which reduces, and down again
//   all_reduce_all_pairs  a chunk to each other GPU, which reduces; the result to each other GPU
//   all_gather_ring       N - 1 steps of a chunk to the next GPU
//   moe                   expert_hot_percent of a message to the first expert_hot GPUs, the rest
//                         evenly to all; the same bytes back
//
// Step s of a GPU begins when what it has sent in step s - 1 has left, what was sent to it in that
// step has arrived, and, where that reduces, its bytes at reduce_gbps later. A task without
// operations stands for the beginning, one for each GPU and step; tasks are as many as these and
// the messages, which is at most 2 N (N - 1) and some. Chunks that are reduced, of at most
// atomic_bytes, are Atomics for 8 bytes each, which reduce.
//
// Beside it each GPU makes small reads and Atomics in turn at exponential gaps of mean
// background_gap_ps, each to another GPU that is drawn, for the time that the steps' bytes take at
// the rate of the links, with the longest path for each step. They are no tasks: a run draws them.

#include "csim/tasks/task_graph.h"

enum { ATOMIC_BYTES = 8 };

static const uint32_t NONE = UINT32_MAX;

struct making {
    struct task_graph *graph;
    const struct config *config;
    uint64_t seed;
    unsigned gpus;
    uint64_t chunk;
    uint16_t step;
    uint32_t begin, before; // first tasks of this step, and of the one before
    bool reduces, reduced;  // this step, the one before
    // Of the step before, those of the tasks that each GPU sends or gets, in their order: from the
    // GPU's first to the next one's.
    uint32_t *touched, touched_room;
    uint32_t touched_first[TASK_RECEIVERS_MAX + 2];
    uint32_t last[TASK_RECEIVERS_MAX]; // each GPU's last task that stands for a beginning
    uint64_t address[TASK_RECEIVERS_MAX];
    uint64_t sent[TASK_RECEIVERS_MAX], received[TASK_RECEIVERS_MAX]; // bytes of this step
    uint64_t bytes; // the greatest of these of each step, added up
};

static void step_end(struct making *making) {
    uint64_t most = 0;
    for (unsigned i = 0; i < making->gpus; i++) {
        const uint64_t one = making->sent[i] > making->received[i] ? making->sent[i] //
                                                                   : making->received[i];
        most = one > most ? one : most;
        making->sent[i] = making->received[i] = 0;
    }
    making->bytes += most;
}

static bool is_data(const struct task *task) {
    return task->op.opcode != TASK_NOTHING;
}

// Finds the tasks of each GPU in the step before.
static void touched_find(struct making *making) {
    const struct task *tasks = making->graph->tasks;
    uint32_t *const first = making->touched_first;
    const uint32_t most = 2 * (making->begin - making->before) + 1;
    if (!making->touched || most > making->touched_room) {
        free(making->touched);
        making->touched = memory_there(malloc(most * sizeof *making->touched));
        making->touched_room = most;
    }
    memset(first, 0, sizeof making->touched_first);
    for (uint32_t i = making->before; i < making->begin; i++) {
        first[tasks[i].op.source + 2] += is_data(&tasks[i]);
        first[tasks[i].target + 2] += is_data(&tasks[i]);
    }
    for (unsigned gpu = 2; gpu < making->gpus + 2; gpu++)
        first[gpu] += first[gpu - 1];
    for (uint32_t i = making->before; i < making->begin; i++)
        if (is_data(&tasks[i])) {
            making->touched[first[tasks[i].op.source + 1]++] = i;
            making->touched[first[tasks[i].target + 1]++] = i;
        }
}

static void step_next(struct making *making, bool reduces) {
    step_end(making);
    making->step++;
    making->before = making->begin;
    making->begin = making->graph->count;
    making->reduced = making->reduces;
    making->reduces = reduces;
    touched_find(making);
}

// What was sent to a GPU in the step before, where it has to reduce it.
static uint64_t to_reduce(const struct making *making, unsigned gpu) {
    uint64_t bytes = 0;
    for (uint32_t i = making->touched_first[gpu]; i < making->touched_first[gpu + 1]; i++) {
        const struct task *task = &making->graph->tasks[making->touched[i]];
        if (task->target == gpu && task->op.opcode == OP_WRITE)
            bytes += task->bytes;
    }
    return making->reduced ? bytes : 0;
}

// The task that stands for the beginning of this step at a GPU: there is one where it sends.
static bool begin_add(struct making *making, unsigned gpu) {
    const struct config *config = making->config;
    const uint64_t gbps = config->reduce_gbps;
    struct task task = {.op = {.opcode = TASK_NOTHING, .source = (uint16_t)gpu},
                        .target = (uint16_t)gpu,
                        .step = making->step};
    if (gbps > 0)
        task.delay_ps = (to_reduce(making, gpu) * 8000 + gbps - 1) / gbps;
    if (making->seed && making->last[gpu] == NONE)
        task.op.submit_ps = config->issue_jitter_ps + rng_fold(rng_at(making->seed, RNG_ISSUE, gpu),
                                                               config->issue_jitter_spread_ps + 1);
    const uint32_t begin = making->graph->count;
    bool right = task_graph_add(making->graph, &task);
    if (right && making->last[gpu] != NONE)
        right = task_graph_wait(making->graph, begin, making->last[gpu], TASK_DONE);
    for (uint32_t i = making->touched_first[gpu]; right && i < making->touched_first[gpu + 1];
         i++) {
        const uint32_t other = making->touched[i];
        const bool sent = making->graph->tasks[other].op.source == gpu;
        right = task_graph_wait(making->graph, begin, other, sent ? TASK_SENT : TASK_ARRIVED);
    }
    making->last[gpu] = begin;
    return right;
}

static bool begun(const struct making *making, unsigned gpu) {
    return making->last[gpu] != NONE && making->last[gpu] >= making->begin;
}

static bool send(struct making *making, unsigned from, unsigned to, uint64_t bytes) {
    const struct config *config = making->config;
    const bool atomics = making->reduces && bytes <= config->atomic_bytes;
    const uint64_t piece = bytes < config->large_bytes ? bytes : config->large_bytes;
    if (from == to || bytes == 0)
        return true;
    struct task task = task_flow(config, atomics ? OP_FETCH_ADD : OP_WRITE, from, to, bytes,
                                 atomics ? ATOMIC_BYTES : (uint32_t)piece);
    task.op.address = making->address[to];
    task.step = making->step;
    making->address[to] += task_pages(bytes);
    making->sent[from] += bytes;
    making->received[to] += bytes;
    return (begun(making, from) || begin_add(making, from)) &&
           task_graph_wait(making->graph, making->graph->count, making->last[from], TASK_DONE) &&
           task_graph_add(making->graph, &task);
}

// --- collectives ------------------------------------------------------------------------------

// Each to the GPU `distance` places on.
static bool shift(struct making *making, unsigned distance, uint64_t bytes) {
    bool right = true;
    for (unsigned i = 0; right && i < making->gpus; i++)
        right = send(making, i, (i + distance) % making->gpus, bytes);
    return right;
}

// Steps to the GPU that is so many places on, and more places by each step.
static bool shifts(struct making *making, unsigned steps, unsigned more, unsigned reducing) {
    bool right = true;
    for (unsigned s = 0; right && s < steps; s++) {
        step_next(making, s < reducing);
        right = shift(making, 1 + s * more, making->chunk);
    }
    return right;
}

static bool to_all(struct making *making, bool reduces) {
    bool right = true;
    step_next(making, reduces);
    for (unsigned distance = 1; right && distance < making->gpus; distance++)
        right = shift(making, distance, making->chunk);
    return right;
}

static bool two_steps(struct making *making) {
    const unsigned gpus = making->gpus;
    unsigned group = 1;
    for (unsigned g = 2; g * g <= gpus; g++)
        group = gpus % g == 0 ? g : group;
    bool right = true;
    step_next(making, false);
    for (unsigned distance = 1; right && distance < group; distance++)
        for (unsigned i = 0; right && i < gpus; i++)
            right = send(making, i, i / group * group + (i + distance) % group,
                         making->chunk * (gpus / group));
    step_next(making, false);
    for (unsigned distance = group; right && distance < gpus; distance += group)
        right = shift(making, distance, making->chunk * group);
    return right;
}

// Heap order: GPU i has the children 2i + 1 and 2i + 2.
static bool tree(struct making *making) {
    const uint64_t bytes = making->config->collective_bytes;
    unsigned levels = 0;
    while ((2u << levels) - 1 < making->gpus)
        levels++;
    bool right = true;
    for (unsigned step = 0; right && step < 2 * levels; step++) {
        const bool up = step < levels;
        const unsigned level = up ? levels - step : step - levels + 1; // of the children
        step_next(making, up);
        for (unsigned i = (1u << level) - 1; right && i < (2u << level) - 1 && i < making->gpus;
             i++)
            right = up ? send(making, i, (i - 1) / 2, bytes) : send(making, (i - 1) / 2, i, bytes);
    }
    return right;
}

static uint64_t dispatched(const struct making *making, unsigned expert) {
    const struct config *config = making->config;
    const uint64_t hot = config->collective_bytes * config->expert_hot_percent / 100;
    return (config->collective_bytes - hot) / making->gpus +
           (expert < config->expert_hot ? hot / config->expert_hot : 0);
}

static bool moe(struct making *making) {
    bool right = true;
    for (unsigned back = 0; right && back < 2; back++) {
        step_next(making, false);
        for (unsigned distance = 1; right && distance < making->gpus; distance++)
            for (unsigned i = 0; right && i < making->gpus; i++) {
                const unsigned to = (i + distance) % making->gpus;
                right = send(making, i, to, dispatched(making, back ? i : to));
            }
    }
    return right;
}

static bool collective_make(struct making *making) {
    const unsigned gpus = making->gpus;
    switch ((enum collective_choice)making->config->collective) {
    case COLLECTIVE_NONE:
        break;
    case ALL_TO_ALL_PAIRWISE:
        return shifts(making, gpus - 1, 1, 0);
    case ALL_TO_ALL_TWO_STEP:
        return two_steps(making);
    case ALL_TO_ALL_AT_ONCE:
        return to_all(making, false);
    case ALL_REDUCE_RING:
        return shifts(making, 2 * (gpus - 1), 0, gpus - 1);
    case ALL_REDUCE_TREE:
        return tree(making);
    case ALL_REDUCE_ALL_PAIRS:
        return to_all(making, true) && to_all(making, false);
    case ALL_GATHER_RING:
        return shifts(making, gpus - 1, 0, 0);
    case COLLECTIVE_MOE:
        return moe(making);
    }
    return true;
}

// --- beside it --------------------------------------------------------------------------------

static uint64_t time_ps(const struct making *making) {
    const struct config *config = making->config;
    uint64_t gbps = 0, longest_ns = 0;
    for (unsigned i = 0; i < PATHS; i++) {
        gbps += config->path_gbps[i];
        longest_ns = config->path_ns[i] > longest_ns ? config->path_ns[i] : longest_ns;
    }
    gbps = config->egress_gbps > 0 ? config->egress_gbps : gbps;
    return making->bytes * 8000 / gbps + making->step * longest_ns * 1000;
}

struct background background_of(const struct task_graph *graph, uint32_t gpu) {
    const uint64_t seed = rng_mix(graph->seed + ((uint64_t)(gpu + 1) << 32));
    struct background background = {.gaps = rng_stream(seed, RNG_ARRIVAL),
                                    .draws = rng_stream(seed, RNG_TRAFFIC),
                                    .at_ps = UINT64_MAX,
                                    .gpu = gpu,
                                    .reads = gpu % 2};
    if (graph->background)
        background.at_ps = rng_exponential(&background.gaps, graph->background->background_gap_ps);
    return background;
}

bool background_next(const struct task_graph *graph, struct background *background, struct op *op,
                     uint32_t *receiver) {
    const struct config *config = graph->background;
    if (!config || background->at_ps >= graph->background_end_ps)
        return false;
    *receiver = (uint32_t)((background->gpu + 1 +
                            rng_below(&background->draws, graph->receivers - UINT64_C(1))) %
                           graph->receivers);
    *op = task_flow(config, background->reads ? OP_READ : OP_FETCH_ADD, background->gpu, *receiver,
                    0, (uint32_t)config->small_bytes)
              .op;
    op->submit_ps = background->at_ps;
    op->address = rng_next(&background->draws);
    op->urgent = true;
    background->reads = !background->reads;
    background->at_ps += 1 + rng_exponential(&background->gaps, config->background_gap_ps);
    return true;
}

bool tasks_of_collective(struct task_graph *graph, const struct config *config, uint64_t seed,
                         struct text_error *error) {
    const unsigned gpus = (unsigned)config->receivers;
    if (gpus < 2)
        return text_error_set(error, "receivers: expected at least 2 for a collective");
    if (config->expert_hot > gpus)
        return text_error_set(error, "expert_hot: expected at most as many as receivers");
    struct making making = {.graph = graph,
                            .config = config,
                            .seed = seed,
                            .gpus = gpus,
                            .chunk = (config->collective_bytes + gpus - 1) / gpus};
    for (unsigned i = 0; i < gpus; i++)
        making.last[i] = NONE;
    graph->name = "collective";
    graph->error = error;
    graph->receivers = graph->sources = gpus;
    const bool made = collective_make(&making);
    free(making.touched);
    if (!made)
        return false;
    step_end(&making);
    graph->seed = seed;
    graph->background = config->background_gap_ps > 0 ? config : NULL;
    graph->background_end_ps = time_ps(&making);
    return task_graph_check(graph);
}
