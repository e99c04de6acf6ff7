#include "csim/domain/domain.h"

#include <assert.h>

#include "csim/base/interrupt.h"
#include "csim/base/large.h"
#include "csim/simulator/simulation.h"
#include "csim/traffic/tasks.h"

enum {
    PROGRESS_EVENTS = 1 << 16,
    LOOK_RECEIVERS = 128, // of fewer all is in the cache
    LOOK_FAR = 16,
    LOOK_NEAR = 6,
    LOOK_MOST = 32,       // events of a stretch
    JOBS_TOGETHER = 2048, // of a receiver
    EDGES_MAX = 1 << 20   // in a row with no event to come: a block has lost its way
};

// Events beside those of the receivers: a source's link is free; a task's delay is over; a dead
// source's reservation is old enough.
enum { LINK_FREE = SIMULATION_EVENTS, TASK_DUE, CLEAR };

static const uint32_t NONE = UINT32_MAX;

// A task as it runs.
struct progress {
    uint64_t left;      // bytes whose operations are still to be submitted
    uint32_t waits;     // still unmet
    uint32_t asking;    // operations that have not left their source
    uint32_t served;    // operations not yet through HBM or Atomic engine, of those submitted
    uint32_t under_way; // operations not yet over
    uint8_t events;     // that have happened: one bit each
    bool awaited;       // by others
    bool listed;
};

// A job by its event's subject: receiver and job in one number.
struct source {
    struct {
        uint32_t first, last; // jobs that wait for the link
    } queue[2];               // latency-sensitive, bulk
    uint32_t leaving;         // the job that the link is busy with; NONE: it is free
};

struct domain {
    const struct domain_run *run;
    const struct task_graph *graph;
    struct event_queue *events;
    struct metrics metrics;
    struct receiver {
        struct simulation sim;
        struct simulate_result result;
        uint64_t asking; // operations, at most
    } * receivers;
    uint32_t together; // receivers that are run at a time
    struct job *jobs;  // of all of these, or NULL
    struct source *sources;
    struct progress *progress; // behind those of tasks one for each receiver's drawn operations
    // What is drawn next, by each receiver, or GPU beside a collective.
    struct drawn {
        struct drawer drawer;
        struct op op;
        uint32_t receiver;
    } * drawn;
    // When it comes, UINT64_MAX: none is left; and above each two the earlier one, so that the
    // first of all is at 1. That of number i is at drawn_leaves + i.
    struct drawn_next {
        uint64_t ps;
        uint32_t number;
    } * drawn_next;
    uint32_t drawn_leaves;
    uint32_t drawn_root; // of those that are run: 1, or a receiver's own
    unsigned job_bits;   // of an id; a receiver's number is above them
    uint32_t *todo;      // ring of tasks that have something to do now
    uint32_t todo_first, todo_count;
    uint64_t now_ps;
    uint64_t looked; // the last stretch of time that was looked at
    uint64_t events_seen, completed;
    uint32_t done;            // tasks
    uint64_t waiting;         // operations that never became admissible
    uint32_t dead;            // sources, from 0 on,
    uint64_t given_up;        // and their operations that were never submitted
    struct simulation *stuck; // there is no room for an operation, or its block has failed; or NULL
};

// --- tasks ------------------------------------------------------------------------------------

static void todo_add(struct domain *domain, uint32_t task) {
    if (domain->progress[task].listed)
        return;
    domain->progress[task].listed = true;
    uint32_t at = domain->todo_first + domain->todo_count++;
    if (at >= domain->graph->count)
        at -= domain->graph->count;
    domain->todo[at] = task;
}

// A task has all that it waits for, and its delay begins; or nothing but its time to wait for.
static void task_ready(struct domain *domain, uint32_t number) {
    const struct task *task = &domain->graph->tasks[number];
    uint64_t due_ps = domain->now_ps + task->delay_ps;
    if (due_ps < task->op.submit_ps)
        due_ps = task->op.submit_ps;
    if (due_ps > domain->now_ps)
        event_post(domain->events, due_ps, TASK_DUE, number);
    else
        todo_add(domain, number);
}

static void task_happened(struct domain *domain, uint32_t number, enum task_event event) {
    const struct task_graph *graph = domain->graph;
    const struct domain_watcher *watcher = domain->run->watcher;
    struct progress *progress = &domain->progress[number];
    if (progress->events & 1u << event)
        return;
    progress->events |= (uint8_t)(1u << event);
    domain->done += event == TASK_DONE;
    if (watcher && watcher->task)
        watcher->task(watcher->context, number, event, domain->now_ps);
    if (!progress->awaited)
        return;
    for (uint32_t i = graph->first_dependent[number]; i < graph->first_dependent[number + 1]; i++)
        if (graph->dependents[i].event == event &&
            domain->progress[graph->dependents[i].task].waits > 0 &&
            --domain->progress[graph->dependents[i].task].waits == 0)
            task_ready(domain, graph->dependents[i].task);
}

// What has happened to a task, all of whose operations were submitted, when one is further.
static void task_look(struct domain *domain, uint32_t number) {
    const struct progress *progress = &domain->progress[number];
    if (!(progress->events & 1u << TASK_BEGUN) || progress->left > 0)
        return;
    if (progress->asking == 0)
        task_happened(domain, number, TASK_SENT);
    if (progress->asking == 0 && progress->served == 0)
        task_happened(domain, number, TASK_ARRIVED);
    if (progress->under_way == 0)
        task_happened(domain, number, TASK_DONE);
}

static bool task_may_submit(const struct domain *domain, uint32_t number) {
    const struct progress *progress = &domain->progress[number];
    const uint64_t most = domain->run->config->task_requests;
    return progress->left > 0 && (most == 0 || progress->asking < most);
}

// --- operations -------------------------------------------------------------------------------

// An id, as in an event's subject, has a receiver's number and one of its jobs.
static uint32_t receiver_of(const struct domain *domain, uint32_t id) {
    return id >> domain->job_bits;
}

static uint32_t job_of(const struct domain *domain, uint32_t id) {
    return id & ((1u << domain->job_bits) - 1);
}

static struct simulation *receiver_now(struct domain *domain, uint32_t number) {
    struct simulation *sim = &domain->receivers[number].sim;
    sim->now_ps = domain->now_ps;
    return sim;
}

static struct job *member_of(struct domain *domain, uint32_t id) {
    return &domain->receivers[receiver_of(domain, id)].sim.jobs[job_of(domain, id)];
}

static void settle(struct domain *domain, struct simulation *sim) {
    simulation_settle(sim);
    if (sim->driver && sim->driver->failed)
        domain->stuck = sim;
}

static inline void operation_submit(struct domain *domain, uint32_t receiver, uint32_t task,
                                    struct op *op) {
    const struct domain_watcher *watcher = domain->run->watcher;
    struct simulation *sim = receiver_now(domain, receiver);
    const uint32_t job = simulation_job(sim);
    if (job == JOB_NONE) {
        domain->stuck = sim;
        return;
    }
    op->index = (uint32_t)(domain->run->config->first_operation + sim->submitted);
    op->submit_ps = domain->now_ps;
    sim->jobs[job].task = task;
    sim->jobs[job].sent = sim->jobs[job].served = false;
    if (watcher && watcher->submitted)
        watcher->submitted(watcher->context, task, op, domain->now_ps);
    domain->events_seen++;
    simulation_submit(sim, op);
    settle(domain, sim);
}

// The next operation of a task is submitted. Its task's events are looked for by the caller.
static void task_submit(struct domain *domain, uint32_t number) {
    const struct task *task = &domain->graph->tasks[number];
    struct progress *progress = &domain->progress[number];
    struct op op = task_op(task, task->bytes - progress->left);
    progress->left -=
        task->piece > 0 && progress->left > task->piece ? task->piece : progress->left;
    progress->asking++;
    progress->served++;
    progress->under_way++;
    operation_submit(domain, task->target, number, &op);
}

// --- drawn operations ---------------------------------------------------------------------------

static void drawn_set(struct domain *domain, uint32_t number, uint64_t ps) {
    struct drawn_next *const next = domain->drawn_next;
    struct drawn_next earliest = {ps, number};
    uint32_t at = domain->drawn_leaves + number;
    for (next[at] = earliest; at > 1; next[at /= 2] = earliest) {
        const struct drawn_next other = next[at ^ 1];
        if (other.ps < earliest.ps || (other.ps == earliest.ps && other.number < number))
            earliest = other;
    }
}

static void drawn_fetch(struct domain *domain, uint32_t number) {
    struct drawn *drawn = &domain->drawn[number];
    const bool more = drawer_next(&drawn->drawer, &drawn->op, &drawn->receiver);
    drawn_set(domain, number, more ? drawn->op.submit_ps : UINT64_MAX);
}

static void drawn_submit(struct domain *domain) {
    const uint32_t number = domain->drawn_next[domain->drawn_root].number;
    struct op op = domain->drawn[number].op;
    const uint32_t receiver = domain->drawn[number].receiver;
    drawn_fetch(domain, number);
    operation_submit(domain, receiver, domain->graph->count + receiver, &op);
}

static void drawn_open(struct domain *domain) {
    const struct task_graph *graph = domain->graph;
    domain->drawn_root = 1;
    for (domain->drawn_leaves = 1; domain->drawn_leaves < graph->receivers;)
        domain->drawn_leaves *= 2;
    domain->drawn = memory_there(calloc(graph->receivers, sizeof *domain->drawn));
    domain->drawn_next =
        memory_there(malloc(2 * (size_t)domain->drawn_leaves * sizeof *domain->drawn_next));
    for (uint32_t i = 1; i < 2 * domain->drawn_leaves; i++)
        domain->drawn_next[i] = (struct drawn_next){.ps = UINT64_MAX};
    for (uint32_t i = 0; i < graph->receivers; i++) {
        drawer_open(&domain->drawn[i].drawer, graph, i);
        drawn_fetch(domain, i);
    }
}

static void todo_do(struct domain *domain) {
    while (domain->todo_count > 0 && !domain->stuck) {
        const uint32_t number = domain->todo[domain->todo_first];
        if (++domain->todo_first == domain->graph->count)
            domain->todo_first = 0;
        domain->todo_count--;
        domain->progress[number].listed = false;
        if (!(domain->progress[number].events & 1u << TASK_BEGUN))
            task_happened(domain, number, TASK_BEGUN);
        while (task_may_submit(domain, number) && !domain->stuck)
            task_submit(domain, number);
        task_look(domain, number);
    }
}

static void member_sent(struct domain *domain, struct job *member) {
    if (member->sent)
        return;
    member->sent = true;
    domain->progress[member->task].asking--;
    todo_add(domain, member->task);
}

// An operation of a task is further, which concerns the task once all were submitted.
static void task_moved(struct domain *domain, uint32_t number) {
    if (domain->progress[number].left == 0)
        todo_add(domain, number);
}

static void member_served(struct domain *domain, struct job *member) {
    if (member->served)
        return;
    member->served = true;
    domain->progress[member->task].served--;
    task_moved(domain, member->task);
}

// --- the links of the sources -----------------------------------------------------------------

static void link_begin(struct domain *domain, struct source *source, uint32_t id) {
    struct simulation *sim = receiver_now(domain, receiver_of(domain, id));
    const uint32_t job = job_of(domain, id);
    source->leaving = id;
    simulation_enter(sim, job);
    event_post(domain->events,
               domain->now_ps +
                   bytes_ps(sim->jobs[job].op.wire_bytes, domain->run->config->egress_gbps),
               LINK_FREE, sim->jobs[job].op.source);
}

static void link_free(struct domain *domain, uint32_t number) {
    struct source *source = &domain->sources[number];
    const uint32_t left = source->leaving;
    source->leaving = NONE;
    for (unsigned rank = 0; rank < 2; rank++) {
        const uint32_t id = source->queue[rank].first;
        if (id == NONE)
            continue;
        source->queue[rank].first = member_of(domain, id)->next;
        link_begin(domain, source, id);
        break;
    }
    member_sent(domain, member_of(domain, left));
}

// --- dead sources -----------------------------------------------------------------------------

// A reservation of a dead source, which gets no news of it, is cleared once it is old.
static void clear_later(struct domain *domain, uint32_t id) {
    const struct simulation *sim = receiver_now(domain, receiver_of(domain, id));
    const uint32_t job = job_of(domain, id);
    const uint64_t due_ps = sim->jobs[job].since_ps + domain->run->config->clear_ns * 1000;
    event_post(domain->events, due_ps > domain->now_ps ? due_ps : domain->now_ps, CLEAR, id);
}

// Its tasks submit no more, and what waits for its link never leaves; what it sends now still does.
static void sources_die(struct domain *domain) {
    domain->dead = (uint32_t)domain->run->config->dead_sources;
    for (uint32_t i = 0; i < domain->graph->count; i++) {
        const struct task *task = &domain->graph->tasks[i];
        struct progress *progress = &domain->progress[i];
        if (task->op.source >= domain->dead)
            continue;
        domain->given_up +=
            task->piece ? (progress->left + task->piece - 1) / task->piece : progress->left;
        progress->left = 0;
        if (progress->events & 1u << TASK_BEGUN)
            todo_add(domain, i);
    }
    for (uint32_t i = 0; i < domain->dead && i < domain->graph->receivers; i++)
        for (const struct drawn_next *next = &domain->drawn_next[domain->drawn_leaves + i];
             domain->graph->background && next->ps != UINT64_MAX; domain->given_up++)
            drawn_fetch(domain, i);
    for (uint32_t i = 0; i < domain->dead && i < domain->graph->sources; i++)
        for (unsigned rank = 0; rank < 2; rank++) {
            uint32_t *first = &domain->sources[i].queue[rank].first;
            for (; *first != NONE; *first = member_of(domain, *first)->next)
                clear_later(domain, *first);
        }
}

// What waits for its end by a response gets none, if it is dead.
static bool is_unheard(const struct domain *domain, const struct simulation *sim,
                       const struct event *event, uint32_t job) {
    return event->kind == COMPLETE && sim->jobs[job].op.source < domain->dead;
}

// A job may leave its source.
static void leave(struct simulation *sim, uint32_t job) {
    struct domain *domain = sim->domain;
    if (sim->jobs[job].op.source < domain->dead) {
        clear_later(domain, sim->subject | job);
        return;
    }
    struct job *member = &sim->jobs[job];
    if (domain->run->config->egress_gbps == 0) {
        simulation_enter(sim, job);
        member_sent(domain, member);
        return;
    }
    struct source *source = &domain->sources[member->op.source];
    const uint32_t id = sim->subject | job;
    if (source->leaving == NONE) {
        link_begin(domain, source, id);
        return;
    }
    const unsigned rank = member->op.urgent ? 0 : 1;
    member->next = NONE;
    if (source->queue[rank].first == NONE)
        source->queue[rank].first = id;
    else
        member_of(domain, source->queue[rank].last)->next = id;
    source->queue[rank].last = id;
}

static void served(struct simulation *sim, uint32_t job) {
    struct domain *domain = sim->domain;
    member_served(domain, &sim->jobs[job]);
}

// Rejected operations and fences never leave, and are not served.
static void over(struct simulation *sim, uint32_t job) {
    struct domain *domain = sim->domain;
    const struct domain_watcher *watcher = domain->run->watcher;
    struct job *member = &sim->jobs[job];
    if (watcher && watcher->over)
        watcher->over(watcher->context, member->task, &member->op,
                      !member->served && member->op.opcode != OP_FENCE, domain->now_ps);
    member_sent(domain, member);
    member_served(domain, member);
    domain->completed++;
    domain->progress[member->task].under_way--;
    task_moved(domain, member->task);
}

static const struct simulation_owner owner = {.leave = leave, .served = served, .over = over};

// --- a run ------------------------------------------------------------------------------------

static void event_do(struct domain *domain, const struct event *event) {
    domain->events_seen++;
    if (event->kind == LINK_FREE) {
        link_free(domain, event->subject);
    } else if (event->kind == TASK_DUE) {
        domain->events_seen -= domain->graph->tasks[event->subject].waits == 0; // by itself
        todo_add(domain, event->subject);
    } else if (event->kind == BLOCK_UPSET && domain->run->config->dead_sources > 0) {
        sources_die(domain);
    } else {
        struct simulation *sim = receiver_now(domain, receiver_of(domain, event->subject));
        const uint32_t job = job_of(domain, event->subject);
        if (event->kind == CLEAR)
            simulation_clear(sim, job, !sim->jobs[job].sent);
        else if (is_unheard(domain, sim, event, job))
            clear_later(domain, event->subject);
        else
            simulation_event(sim, event->kind, job);
        settle(domain, sim);
    }
}

static uint64_t drawn_next_ps(const struct domain *domain) {
    return domain->drawn_next[domain->drawn_root].ps;
}

static uint64_t next_ps(const struct domain *domain) {
    const uint64_t event_ps = event_next_ps(domain->events);
    const uint64_t drawn_ps = drawn_next_ps(domain);
    return drawn_ps < event_ps ? drawn_ps : event_ps;
}

// With many receivers an operation and all that its event needs was last seen long ago. It is
// fetched before: at LOOK_FAR stretches of time the operation, at LOOK_NEAR what it names. A
// function of nothing but fetches has no effect for the compiler, which leaves out calls of it.
#define FETCHES static inline __attribute__((always_inline)) void

FETCHES fetch(const void *from, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 64)
        __builtin_prefetch((const char *)from + at);
}

FETCHES far_fetch(struct domain *domain, const struct event *event) {
    if (event->kind == LINK_FREE) {
        const struct source *source = &domain->sources[event->subject];
        fetch(member_of(domain, source->leaving), 1);
        for (unsigned rank = 0; rank < 2; rank++)
            if (source->queue[rank].first != NONE)
                fetch(member_of(domain, source->queue[rank].first), 1);
    } else if (event->kind < SIMULATION_EVENTS) {
        const struct simulation *sim = &domain->receivers[receiver_of(domain, event->subject)].sim;
        fetch(member_of(domain, event->subject), 1);
        if (event->kind == ARRIVE) {
            fetch(&sim->stages, sizeof sim->stages);
        } else {
            fetch(&sim->state.window, sizeof sim->state - offsetof(struct policy_state, window));
            fetch(&sim->dispatcher, offsetof(struct dispatcher, recent));
        }
    }
}

FETCHES task_fetch(const struct domain *domain, uint32_t task) {
    const struct domain_watcher *watcher = domain->run->watcher;
    fetch(&domain->progress[task], 1);
    if (watcher && watcher->kept && task < domain->graph->count)
        fetch(&watcher->kept[(size_t)task * DOMAIN_KEPT_BYTES], 1);
}

FETCHES near_fetch(struct domain *domain, const struct event *event) {
    if (event->kind == LINK_FREE) {
        const struct source *source = &domain->sources[event->subject];
        task_fetch(domain, member_of(domain, source->leaving)->task);
        for (unsigned rank = 0; rank < 2; rank++)
            if (source->queue[rank].first != NONE)
                fetch(&domain->receivers[receiver_of(domain, source->queue[rank].first)].sim.fabric,
                      1);
    } else if (event->kind < SIMULATION_EVENTS && event->kind != ARRIVE) {
        const struct simulation *sim = &domain->receivers[receiver_of(domain, event->subject)].sim;
        const struct job *job = member_of(domain, event->subject);
        task_fetch(domain, job->task);
        if (job->flight != FLIGHT_NONE)
            fetch(&sim->flights[job->flight], sizeof sim->flights[0]);
        fetch(sim->dispatcher.order, 1);
        fetch(sim->dispatcher.lines, 1);
    }
}

static void next_fetch(struct domain *domain) {
    const uint64_t now = event_stretch(domain->events);
    struct event events[LOOK_MOST];
    if (domain->looked < now)
        domain->looked = now;
    while (domain->looked < now + LOOK_FAR) {
        const uint64_t far = ++domain->looked, near = far - (LOOK_FAR - LOOK_NEAR);
        for (unsigned n = event_look(domain->events, far, LOOK_MOST, events); n-- > 0;)
            far_fetch(domain, &events[n]);
        for (unsigned n = event_look(domain->events, near, LOOK_MOST, events); n-- > 0;)
            near_fetch(domain, &events[n]);
    }
}

// Like a receiver alone: what is submitted at a known time goes before events of its instant, but
// those of tasks that wait for nothing.
static bool drawn_is_next(const struct domain *domain) {
    const uint64_t drawn_ps = drawn_next_ps(domain), event_ps = event_next_ps(domain->events);
    struct event event;
    if (drawn_ps != event_ps || !event_peek(domain->events, &event))
        return drawn_ps < event_ps;
    return event.kind != TASK_DUE || domain->graph->tasks[event.subject].waits > 0;
}

// False: nothing is left to do.
static bool next_do(struct domain *domain) {
    struct event event;
    if (drawn_is_next(domain)) {
        domain->now_ps = drawn_next_ps(domain);
        drawn_submit(domain);
        return true;
    }
    if (!event_take(domain->events, &event))
        return false;
    domain->now_ps = event.time_ps;
    if (domain->together >= LOOK_RECEIVERS)
        next_fetch(domain);
    event_do(domain, &event);
    return true;
}

// The receiver whose block has the next edge that does something, the first of these; its time.
static uint32_t edge_next(const struct domain *domain, uint64_t *edge_ps) {
    uint32_t next = 0;
    *edge_ps = UINT64_MAX;
    for (uint32_t i = 0; i < domain->graph->receivers; i++) {
        const struct simulation *sim = &domain->receivers[i].sim;
        const uint64_t ps = sim->driver ? admission_block_next_ps(sim) : UINT64_MAX;
        if (ps < *edge_ps) {
            *edge_ps = ps;
            next = i;
        }
    }
    return next;
}

// Every edge of clocked blocks before the next event, in the order of time.
static void edges_do(struct domain *domain) {
    for (unsigned edges = 0; domain->run->clocked && !domain->stuck && !interrupted(); edges++) {
        uint64_t edge_ps;
        const uint32_t number = edge_next(domain, &edge_ps);
        const uint64_t event_ps = next_ps(domain);
        if (edge_ps >= event_ps)
            return;
        struct simulation *sim = &domain->receivers[number].sim;
        if (edges == EDGES_MAX && event_ps == UINT64_MAX)
            block_driver_fail(sim->driver, "the block does not come to rest");
        domain->now_ps = edge_ps;
        admission_block_edge(sim);
        settle(domain, sim);
        todo_do(domain);
    }
}

static void events_do(struct domain *domain) {
    const struct domain_watcher *watcher = domain->run->watcher;
    uint64_t steps = 0;
    while (!domain->stuck && !interrupted() && next_do(domain)) {
        todo_do(domain);
        edges_do(domain);
        if (steps++ % PROGRESS_EVENTS == 0 && watcher && watcher->progress)
            watcher->progress(watcher->context, domain->completed);
    }
}

// --- opening ----------------------------------------------------------------------------------

// Tasks that wait for nothing come by themselves, before all else of their instant.
static void tasks_open(struct domain *domain) {
    const struct task_graph *graph = domain->graph;
    for (uint32_t i = 0; i < graph->count; i++) {
        const struct task *task = &graph->tasks[i];
        domain->progress[i].left = task->bytes;
        domain->progress[i].waits = task_unmet(task);
        domain->progress[i].awaited = graph->first_dependent[i] < graph->first_dependent[i + 1];
        if (task->waits == 0)
            event_post(domain->events,
                       task->op.submit_ps > task->delay_ps ? task->op.submit_ps : task->delay_ps,
                       TASK_DUE, i);
    }
    for (uint32_t i = 0; i < graph->receivers; i++)
        domain->progress[graph->count + i].listed = true; // of drawn operations: never has a turn
}

// Operations that ask at a time: of each task at most so many. A receiver has room for them and for
// those under way; a refused one (reactive) may come back while its task asks for others.
static void capacities(struct domain *domain) {
    uint64_t asking[TASK_RECEIVERS_MAX] = {0};
    const uint64_t most = domain->run->config->task_requests;
    const bool all = most == 0 || domain->run->policy->arrive;
    task_graph_drawn(domain->graph, asking);
    for (uint32_t i = 0; i < domain->graph->count; i++) {
        const struct task *task = &domain->graph->tasks[i];
        const uint64_t of_task = task_operations(task);
        asking[task->target] += all || of_task < most ? of_task : most;
    }
    for (uint32_t i = 0; i < domain->graph->receivers; i++)
        domain->receivers[i].asking = asking[i];
}

static const struct block_model *block_of(const struct domain_run *run, uint32_t number) {
    return run->blocks && run->blocks[number].self ? &run->blocks[number] : NULL;
}

static bool receiver_check(struct domain *domain, uint32_t number, struct text_error *error) {
    const struct domain_run *run = domain->run;
    const struct block_model *block = block_of(run, number);
    const struct commit_sink *sink = run->commits ? &run->commits[number] : NULL;
    struct receiver *receiver = &domain->receivers[number];
    struct simulation *sim = &receiver->sim;
    const uint64_t seed =
        run->seed && number ? rng_mix(run->seed + ((uint64_t)number << 32)) | 1 : run->seed;
    *sim = (struct simulation){
        .config = run->config,
        .policy = run->policy,
        .admission = !block         ? &admission_policy
                     : run->clocked ? &admission_block_owned
                                    : &admission_block_zero,
        .seed = seed,
        .commits = {.sink = block ? NULL : sink, .clock_ps = run->config->clock_ps},
        .metrics = &domain->metrics,
        .request_ps = run->config->request_ns * 1000,
        .owner = &owner,
        .domain = domain,
        .number = number,
        .subject = number << domain->job_bits,
        .faults = block && run->clocked,
        .result = &receiver->result};
    if (!simulation_check(sim, block, error))
        return false;
    sim->capacity = simulation_capacity(receiver->asking + simulation_under_way(sim));
    if (sim->capacity > 1u << domain->job_bits)
        sim->capacity = 1u << domain->job_bits;
    return true;
}

static void receiver_open(const struct domain *domain, uint32_t number) {
    const struct domain_run *run = domain->run;
    simulation_open(&domain->receivers[number].sim, block_of(run, number),
                    run->commits ? &run->commits[number] : NULL);
}

static bool domain_check(const struct domain_run *run, struct text_error *error) {
    const struct config *config = run->config;
    if ((config->outstanding | config->initiators) != 0)
        return text_error_set(error, "outstanding and initiators: expected 0 in a domain, whose "
                                     "tasks are its loop");
    if (config->request_ns > 0 && (config->grant_interval_ns | config->grant_delay_ns) != 0)
        return text_error_set(error, "request_ns: expected grant_interval_ns and grant_delay_ns "
                                     "of 0, as each request is answered by a message");
    const bool upset = config->upset_cycle > 0 && config->upset_percent < 100;
    const bool reset = upset && config->dead_sources == 0;
    if ((config->loss_percent > 0 || config->duplicate_percent > 0 || reset) &&
        !(run->blocks && run->clocked))
        return text_error_set(error, "loss_percent, duplicate_percent and upset_cycle: expected 0 "
                                     "but with clocked blocks in the policy's place");
    if (config->dead_sources > 0 && run->policy->arrive)
        return text_error_set(error, "dead_sources: expected a policy that grants, found %s",
                              run->policy->name);
    if (upset && config->upset_percent > 0)
        return text_error_set(error, "upset_percent: expected 0, a reset or deaths, or 100, "
                                     "nothing, in a domain");
    if (reset && (config->upset_receiver >= run->graph->receivers ||
                  !run->blocks[config->upset_receiver].self))
        return text_error_set(error, "upset_receiver: expected a receiver with a block");
    if (config->request_ns > 0 && run->policy->arrive)
        return text_error_set(error, "request_ns: expected a policy that grants, found %s",
                              run->policy->name);
    return true;
}

static void domain_open(struct domain *domain) {
    const struct task_graph *graph = domain->graph;
    const size_t tasks = (size_t)graph->count + 1;
    domain->receivers = large_zero(graph->receivers * sizeof *domain->receivers);
    domain->sources = memory_there(malloc((graph->sources + 1) * sizeof *domain->sources));
    domain->progress = large_zero((tasks + graph->receivers) * sizeof *domain->progress);
    domain->todo = memory_there(malloc(tasks * sizeof *domain->todo));
    struct config config = *domain->run->config;
    config.operations = graph->operations;
    metrics_open(&domain->metrics, &config, domain->run->subclasses);
    drawn_open(domain);
    for (uint32_t i = 0; i < graph->sources; i++)
        domain->sources[i] =
            (struct source){.queue = {{NONE, NONE}, {NONE, NONE}}, .leaving = NONE};
    capacities(domain);
    // As many bits for the receivers as they need.
    for (domain->job_bits = EVENT_SUBJECT_BITS;
         (graph->receivers - 1) >> (EVENT_SUBJECT_BITS - domain->job_bits) > 0;)
        domain->job_bits--;
}

// Some receivers, around one event queue.
static bool receivers_open(struct domain *domain, uint32_t first, uint32_t count,
                           struct text_error *error) {
    uint64_t events = domain->graph->sources + domain->graph->count + UINT64_C(1);
    uint64_t jobs = 0;
    for (uint32_t i = first; i < first + count; i++) {
        if (!receiver_check(domain, i, error))
            return false;
        jobs += domain->receivers[i].sim.capacity;
    }
    domain->together = count;
    // One piece of memory for all, where most of it will be used.
    if (jobs * sizeof *domain->jobs >= LARGE_LEAST && jobs / count <= JOBS_TOGETHER)
        domain->jobs = large_open(jobs * sizeof *domain->jobs);
    jobs = 0;
    for (uint32_t i = first; i < first + count; i++) {
        struct simulation *sim = &domain->receivers[i].sim;
        sim->jobs = domain->jobs ? &domain->jobs[jobs] : NULL;
        jobs += sim->capacity;
        receiver_open(domain, i);
        events += simulation_events(sim);
    }
    event_queue_close(domain->events);
    domain->events = event_queue_open((uint32_t)events, count);
    for (uint32_t i = first; i < first + count; i++)
        domain->receivers[i].sim.events = domain->events;
    return true;
}

static void domain_close(struct domain *domain) {
    for (uint32_t i = 0; i < domain->graph->receivers; i++) {
        simulation_close(&domain->receivers[i].sim);
        drawer_close(&domain->drawn[i].drawer);
    }
    metrics_close(&domain->metrics);
    event_queue_close(domain->events);
    free(domain->receivers);
    free(domain->jobs);
    free(domain->sources);
    free(domain->drawn);
    free(domain->drawn_next);
    free(domain->progress);
    free(domain->todo);
}

static void most(double *value, double other) {
    if (other > *value)
        *value = other;
}

// Adds a receiver's part, and closes it.
static void summarise(struct domain *domain, uint32_t number, struct simulate_result *result) {
    struct simulation *sim = &domain->receivers[number].sim;
    const struct simulate_result *one = &domain->receivers[number].result;
    simulation_summarise(sim);
    most(&result->max_queue_hbm_ns, one->max_queue_hbm_ns);
    most(&result->max_queue_atomic_ns, one->max_queue_atomic_ns);
    most(&result->max_queue_response_ns, one->max_queue_response_ns);
    if (one->max_in_flight > result->max_in_flight)
        result->max_in_flight = one->max_in_flight;
    result->state_entries = one->state_entries; // at each
    result->initiators = one->initiators;
    result->retries += one->retries;
    result->operations += one->operations;
    result->rejected += one->rejected;
    result->fences += one->fences;
    result->cleared += one->cleared;
    result->grant_messages += one->grant_messages;
    result->grant_bytes += one->grant_bytes;
    result->edges += one->edges;
    simulation_close(sim);
    *sim = (struct simulation){0};
}

// Why a run of some receivers did not come to its end. False: it did.
static bool stopped(const struct domain *domain, struct text_error *error) {
    const struct simulation *stuck = domain->stuck;
    if (interrupted())
        return !text_error_set(error, "interrupted");
    if (stuck && stuck->driver && stuck->driver->failed)
        return !text_error_set(error, "receiver %" PRIu32 ": %s", stuck->number,
                               stuck->driver->error);
    return stuck && !text_error_set(error, "receiver %" PRIu32 ": " SIMULATION_FULL, stuck->number,
                                    stuck->capacity - 1, domain->now_ps);
}

static bool receivers_run(struct domain *domain, uint32_t first, uint32_t count,
                          struct simulate_result *result, struct text_error *error) {
    const struct config *config = domain->run->config;
    uint64_t waiting = 0;
    if (!receivers_open(domain, first, count, error))
        return false;
    tasks_open(domain);
    if (config->upset_cycle > 0 && config->upset_percent == 0)
        simulation_post(&domain->receivers[config->upset_receiver].sim,
                        config->upset_cycle * config->clock_ps, BLOCK_UPSET, 0);
    events_do(domain);
    if (stopped(domain, error))
        return false;
    for (uint32_t i = first; i < first + count; i++)
        waiting += simulation_waiting(&domain->receivers[i].sim);
    for (uint32_t i = first; waiting == 0 && i < first + count; i++)
        summarise(domain, i, result);
    domain->waiting += waiting;
    return true;
}

// Is there nothing between receivers, and none who wants to be told all in the order of time?
static bool are_apart(const struct domain *domain) {
    const struct config *config = domain->run->config;
    return domain->graph->count == 0 && domain->graph->random && config->egress_gbps == 0 &&
           config->warmup_operations == 0 && config->upset_cycle == 0 && !domain->run->clocked &&
           !domain->run->commits;
}

static bool all_run(struct domain *domain, struct simulate_result *result,
                    struct text_error *error) {
    bool right = true;
    if (!are_apart(domain))
        right = receivers_run(domain, 0, domain->graph->receivers, result, error);
    else
        for (uint32_t i = 0; right && i < domain->graph->receivers; i++) {
            domain->drawn_root = domain->drawn_leaves + i;
            right = receivers_run(domain, i, 1, result, error);
        }
    if (right && domain->waiting > 0)
        return text_error_set(error, "%" PRIu64 " operations never became admissible",
                              domain->waiting);
    assert(!right || (domain->done == domain->graph->count &&
                      domain->completed + domain->given_up == domain->graph->operations &&
                      event_count(domain->events) == 0));
    return right;
}

bool domain_run(const struct domain_run *run, struct simulate_result *result,
                struct text_error *error) {
    struct domain domain = {.run = run, .graph = run->graph};
    *result = (struct simulate_result){0};
    if (!domain_check(run, error))
        return false;
    domain_open(&domain);
    const bool done = all_run(&domain, result, error);
    if (done) {
        result->events = domain.events_seen;
        simulation_measure(&domain.metrics, result);
    }
    domain_close(&domain);
    return done;
}
