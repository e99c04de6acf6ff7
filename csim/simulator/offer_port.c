#include "csim/simulator/offer_port.h"

bool offer_port_check(const struct config *config, struct text_error *error) {
    if (config->port_slots && config->arbiter_slots)
        return text_error_set(error, "arbiter_slots: expected 0 beside port_slots, which bounds "
                                     "the waiting operations by classes");
    if (config->aging_ns && (config->port_slots | config->arbiter_slots | config->hbm_classes))
        return text_error_set(error, "aging_ns: expected port_slots, arbiter_slots and hbm_classes "
                                     "of 0 beside it, as it sees all that wait");
    if (config->hbm_classes && (config->port_slots | config->arbiter_slots))
        return text_error_set(error, "hbm_classes: expected 0 beside port_slots and "
                                     "arbiter_slots, which bound those that wait for a partition");
    return true;
}

void offer_port_init(struct offer_port *port, const struct config *config, bool classes,
                     const struct offer_arbiter *arbiter) {
    *port = (struct offer_port){.classes = classes,
                                .places = (uint32_t)(config->port_slots | config->arbiter_slots),
                                .arbiter = *arbiter,
                                .small_limit = (uint32_t)config->small_limit};
    for (unsigned group = 0; group < OFFER_GROUPS; group++)
        for (unsigned queue = 0; queue < OFFER_QUEUES; queue++)
            port->queue[group][queue].first = port->queue[group][queue].last = JOB_NONE;
}

// Without classes one group and one queue have all.
static unsigned group_of(const struct offer_port *port, const struct op *op) {
    const unsigned bulk = op->wire_bytes <= port->small_limit ? OFFER_SMALL : OFFER_LARGE;
    return !port->classes || op->urgent ? OFFER_URGENT : bulk;
}

static unsigned stage_of(const struct job *job) {
    return op_is_atomic(&job->op) ? ATOMIC_LANE : op_uses_hbm(&job->op) ? job->lane : 0;
}

static unsigned queue_of(const struct offer_port *port, const struct job *job) {
    return port->classes ? 2 * stage_of(job) + op_responds(&job->op) : 0;
}

// Which operations count in which classes.
struct census {
    const struct offer_port *port;
    uint32_t count[OFFER_GROUPS][LANES];
    lane_set used;                  // lanes of all classes in which one counts
    lane_set no_room[OFFER_GROUPS]; // lanes that have none for one of the group
};

static void count(void *context, const struct job *head, uint32_t jobs, lane_set refused) {
    struct census *census = context;
    const unsigned group = group_of(census->port, &head->op);
    const lane_set stage = LANE_BIT(stage_of(head));
    const lane_set lanes = stage | (op_responds(&head->op) ? LANE_BIT(RESPONSE_LANE) : 0);
    const lane_set lacks = census->port->arbiter.policy->one_window ? 0 : refused & lanes;
    const lane_set awaited = lacks & stage ? stage : lacks;
    const lane_set in = awaited ? awaited : lanes;
    census->no_room[group] |= awaited;
    census->used |= in;
    for (unsigned lane = 0; lane < LANES; lane++)
        census->count[group][lane] += in & LANE_BIT(lane) ? jobs : 0;
}

static bool is_ready(const struct census *census, unsigned group, unsigned lane, int64_t pool) {
    const uint32_t held = census->count[group][lane];
    if (held == 0)
        return lane == RESPONSE_LANE || pool > 0 || !(census->used & LANE_BIT(lane));
    return census->no_room[group] & LANE_BIT(lane) ? held < 2 && pool > 0 : held <= pool;
}

// Without classes all are ready. False: there is no place.
static bool look(const struct offer_port *port, bool ready[OFFER_GROUPS][PATH_LANES]) {
    const struct offer_arbiter *arbiter = &port->arbiter;
    const uint32_t waiting = arbiter->dispatcher->waiting;
    if (waiting >= port->places)
        return false;
    memset(ready, true, OFFER_GROUPS * sizeof *ready);
    if (!port->classes)
        return true;
    struct census census = {.port = port};
    dispatcher_refusals(arbiter->dispatcher, arbiter->policy, arbiter->state, count, &census);
    const lane_set stages = LANE_BIT(RESPONSE_LANE) - 1;
    const int64_t pool =
        (int64_t)port->places - waiting - __builtin_popcountll(stages & ~census.used);
    for (unsigned group = 0; group < OFFER_GROUPS; group++)
        for (unsigned lane = 0; lane < LANES; lane++)
            ready[group][lane] = is_ready(&census, group, lane, pool);
    return true;
}

// Those of a queue.
static bool are_ready(const bool ready[PATH_LANES], unsigned queue) {
    return ready[queue / 2] && (queue % 2 == 0 || ready[RESPONSE_LANE]);
}

static void entered(struct offer_port *port, struct job *job) {
    if (port->classes)
        job->order = port->taken++;
}

void offer_port_queue(struct offer_port *port, struct job *jobs, uint32_t index) {
    const struct job *job = &jobs[index];
    port->queued++;
    job_list_add(&port->queue[group_of(port, &job->op)][queue_of(port, job)], jobs, index,
                 port->classes);
}

bool offer_port_enter(struct offer_port *port, struct job *jobs, uint32_t index) {
    const unsigned group = group_of(port, &jobs[index].op), queue = queue_of(port, &jobs[index]);
    bool ready[OFFER_GROUPS][PATH_LANES];
    if (port->queue[group][queue].first == JOB_NONE && look(port, ready) &&
        are_ready(ready[group], queue)) {
        port->turn++;
        entered(port, &jobs[index]);
        return true;
    }
    offer_port_queue(port, jobs, index);
    return false;
}

// Of the queues whose classes are ready one whose head is latency-sensitive, but for each eighth
// turn, then that whose head was submitted first (10.1).
static const struct job_list *first_ready(const struct offer_port *port, const struct job *jobs,
                                          const bool ready[OFFER_GROUPS][PATH_LANES]) {
    enum { IN_TURN = 8 };
    const struct job_list *best = NULL;
    for (unsigned g = 0; g < OFFER_GROUPS && port->queued > 0; g++) {
        if (g == OFFER_URGENT + 1 && best && port->turn % IN_TURN != 0)
            break;
        for (unsigned i = 0; i < OFFER_QUEUES; i++) {
            const struct job_list *queue = &port->queue[g][i];
            if (queue->first != JOB_NONE && are_ready(ready[g], i) &&
                (!best || jobs[queue->first].op.index < jobs[best->first].op.index))
                best = queue;
        }
    }
    return best;
}

bool offer_port_has_ready(const struct offer_port *port, const struct job *jobs,
                          const bool ready[OFFER_GROUPS][PATH_LANES]) {
    return first_ready(port, jobs, ready) != NULL;
}

uint32_t offer_port_take_ready(struct offer_port *port, struct job *jobs,
                               const bool ready[OFFER_GROUPS][PATH_LANES]) {
    struct job_list *queue = (struct job_list *)first_ready(port, jobs, ready);
    if (!queue)
        return JOB_NONE;
    const uint32_t index = queue->first;
    queue->first = jobs[index].next;
    port->queued--;
    port->turn++;
    return index;
}

uint32_t offer_port_take(struct offer_port *port, struct job *jobs) {
    bool ready[OFFER_GROUPS][PATH_LANES];
    const uint32_t index =
        port->queued > 0 && look(port, ready) ? offer_port_take_ready(port, jobs, ready) : JOB_NONE;
    if (index != JOB_NONE)
        entered(port, &jobs[index]);
    return index;
}
