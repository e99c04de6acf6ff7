#include "csim/simulator/offer_port.h"

bool offer_port_check(const struct config *config, struct text_error *error) {
    if (config->port_slots && config->arbiter_slots)
        return text_error_set(error, "arbiter_slots: expected 0 beside port_slots, which bounds "
                                     "the waiting operations by classes");
    if (config->hbm_classes && (config->port_slots | config->arbiter_slots))
        return text_error_set(error, "hbm_classes: expected 0 beside port_slots and "
                                     "arbiter_slots, which bound those that wait for a partition");
    return true;
}

static uint32_t share_of(const struct config *config, uint64_t share) {
    const uint64_t shares =
        config->port_urgent_share + config->port_small_share + config->port_large_share;
    const uint64_t places = config->port_slots * share / shares;
    return (uint32_t)(places ? places : 1);
}

void offer_port_init(struct offer_port *port, const struct config *config, bool classes) {
    *port = (struct offer_port){.bounded = config->port_slots > 0 || config->arbiter_slots > 0,
                                .classes = classes,
                                .small_limit = (uint32_t)config->small_limit};
    for (unsigned i = 0; i < OFFER_GROUPS; i++) {
        struct offer_group *group = &port->group[i];
        group->threshold_percent = config->port_threshold_percent;
        group->places = config->arbiter_slots ? (uint32_t)config->arbiter_slots : UINT32_MAX;
        for (unsigned queue = 0; queue < OFFER_QUEUES; queue++)
            group->queue[queue].first = group->queue[queue].last = JOB_NONE;
    }
    if (config->port_slots == 0)
        return;
    port->group[OFFER_URGENT].places = share_of(config, config->port_urgent_share);
    port->group[OFFER_SMALL].places = share_of(config, config->port_small_share);
    port->group[OFFER_LARGE].places = share_of(config, config->port_large_share);
}

// Without classes one group and one queue have all.
static unsigned group_of(const struct offer_port *port, const struct op *op) {
    const unsigned bulk = op->wire_bytes <= port->small_limit ? OFFER_SMALL : OFFER_LARGE;
    return !port->classes || op->urgent ? OFFER_URGENT : bulk;
}

static unsigned stage_of(const struct job *job) {
    return op_is_atomic(&job->op) ? ATOMIC_LANE : op_uses_hbm(&job->op) ? job->lane : 0;
}

static struct job_list *queue_of(struct offer_port *port, const struct job *job) {
    struct offer_group *group = &port->group[group_of(port, &job->op)];
    return &group->queue[port->classes ? 2 * stage_of(job) + op_responds(&job->op) : 0];
}

// Of those of a group that respond: how many wait for their stage. One window for all is no
// stage's.
struct asked {
    const struct offer_port *port;
    unsigned group;
};
static lane_set stage_of_responder(const void *context, const struct job *head) {
    const struct asked *asked = context;
    const bool is_asked =
        op_responds(&head->op) && group_of(asked->port, &head->op) == asked->group;
    return is_asked ? LANE_BIT(stage_of(head)) : 0;
}
static uint32_t for_stage(const struct offer_port *port, unsigned group) {
    const struct offer_arbiter *arbiter = &port->arbiter;
    const struct asked asked = {port, group};
    if (!arbiter->dispatcher || arbiter->policy->one_window)
        return 0;
    return dispatcher_refused(arbiter->dispatcher, arbiter->policy, arbiter->state,
                              stage_of_responder, &asked);
}

static bool is_ready(const struct offer_group *group, uint32_t held) {
    const uint64_t free = group->places - group->held;
    return held == 0 || held * UINT64_C(100) < free * group->threshold_percent;
}

// What waits for a stage need not be known where none counts too much.
static bool response_ready(const struct offer_port *port, unsigned group) {
    const uint32_t held = port->group[group].held_by[RESPONSE_LANE];
    return is_ready(&port->group[group], held) ||
           is_ready(&port->group[group], held - for_stage(port, group));
}

// `responses`: the class of the group's response engine is ready.
static bool may_enter(const struct offer_port *port, const struct job *job, bool responses) {
    const struct offer_group *group = &port->group[group_of(port, &job->op)];
    if (group->held >= group->places)
        return false;
    return !port->classes || (is_ready(group, group->held_by[stage_of(job)]) &&
                              (responses || !op_responds(&job->op)));
}

static void entered(struct offer_port *port, struct job *job) {
    if (port->classes)
        job->order = port->taken++;
}

void offer_port_queue(struct offer_port *port, struct job *jobs, uint32_t index) {
    port->queued++;
    job_list_add(queue_of(port, &jobs[index]), jobs, index, port->classes);
}

bool offer_port_enter(struct offer_port *port, struct job *jobs, uint32_t index) {
    const unsigned group = group_of(port, &jobs[index].op);
    if (queue_of(port, &jobs[index])->first == JOB_NONE &&
        may_enter(port, &jobs[index], response_ready(port, group))) {
        entered(port, &jobs[index]);
        return true;
    }
    offer_port_queue(port, jobs, index);
    return false;
}

// The queue of a group whose head may enter and was submitted before `best`, if any; else `best`.
static struct job_list *earliest(struct offer_port *port, unsigned number, const struct job *jobs,
                                 struct job_list *best) {
    struct offer_group *group = &port->group[number];
    const bool responses = response_ready(port, number);
    group->stirred = false;
    for (struct job_list *queue = group->queue; queue < group->queue + OFFER_QUEUES; queue++) {
        if (queue->first == JOB_NONE || !may_enter(port, &jobs[queue->first], responses))
            continue;
        group->stirred = true;
        if (!best || jobs[queue->first].op.index < jobs[best->first].op.index)
            best = queue;
    }
    return best;
}

// The head of a queue leaves it; JOB_NONE where there is no queue.
static uint32_t leave_queue(struct offer_port *port, const struct job *jobs,
                            struct job_list *queue) {
    if (!queue)
        return JOB_NONE;
    const uint32_t index = queue->first;
    queue->first = jobs[index].next;
    port->queued--;
    return index;
}

uint32_t offer_port_take(struct offer_port *port, struct job *jobs) {
    struct job_list *best = NULL;
    for (unsigned i = 0; i < OFFER_GROUPS && port->queued > 0; i++)
        if (port->group[i].stirred)
            best = earliest(port, i, jobs, best);
    const uint32_t index = leave_queue(port, jobs, best);
    if (index != JOB_NONE)
        entered(port, &jobs[index]);
    return index;
}

// The queue whose head was submitted first, of those that the block has room for.
static const struct job_list *first_ready(const struct offer_port *port, const struct job *jobs,
                                          const bool ready[OFFER_GROUPS][PATH_LANES]) {
    const struct job_list *best = NULL;
    for (unsigned g = 0; g < OFFER_GROUPS && port->queued > 0; g++)
        for (unsigned i = 0; i < OFFER_QUEUES; i++) {
            const struct job_list *queue = &port->group[g].queue[i];
            if (queue->first == JOB_NONE || !ready[g][i / 2] ||
                (i % 2 != 0 && !ready[g][RESPONSE_LANE]))
                continue;
            if (!best || jobs[queue->first].op.index < jobs[best->first].op.index)
                best = queue;
        }
    return best;
}

bool offer_port_has_ready(const struct offer_port *port, const struct job *jobs,
                          const bool ready[OFFER_GROUPS][PATH_LANES]) {
    return first_ready(port, jobs, ready) != NULL;
}

uint32_t offer_port_take_ready(struct offer_port *port, struct job *jobs,
                               const bool ready[OFFER_GROUPS][PATH_LANES]) {
    return leave_queue(port, jobs, (struct job_list *)first_ready(port, jobs, ready));
}

// Counts places up or down by one.
static void count(struct offer_port *port, const struct job *job, uint32_t by) {
    struct offer_group *group = &port->group[group_of(port, &job->op)];
    group->held += by;
    group->held_by[stage_of(job)] += by;
    if (op_responds(&job->op))
        group->held_by[RESPONSE_LANE] += by;
}

void offer_port_hold(struct offer_port *port, const struct job *job) {
    count(port, job, 1);
}

void offer_port_leave(struct offer_port *port, const struct job *job) {
    count(port, job, UINT32_MAX);
    port->group[group_of(port, &job->op)].stirred = true;
}
