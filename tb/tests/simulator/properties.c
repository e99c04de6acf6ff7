#include "tb/tests/simulator/properties.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/tests/base/fixture.h"
#include "tb/tests/simulator/rules.h"

#define PROPERTY_MEANING(name, meaning) [name] = meaning,
const char *const property_meaning[PROPERTY_COUNT] = {PROPERTIES(PROPERTY_MEANING)};
#undef PROPERTY_MEANING

enum { OPERATIONS_MAX = 4096 };

// Where an operation is between two steps.
enum place {
    NOWHERE, // not yet submitted, rejected, or through
    AT_SOURCE,
    ON_THE_WAY,
    AT_THE_DOOR, // arrived at a resource that must refuse it
    TURNED_BACK,
    AT_HBM,
    AT_ATOMIC,
    AT_RESPONSE,
    ON_THE_WAY_BACK,
    AT_THE_END, // its last stage is through, and nothing is left but to say so
    PLACES
};

// The scoreboard on one operation.
struct entry {
    struct op op;
    enum place place;
    unsigned partition;
    struct charge charge; // at the source: what it would be charged now
    unsigned uses;        // lanes, as predicted
    uint64_t entered_ps;  // its place
    uint64_t due_ps;      // when it leaves, where that is known on entering
    uint64_t service_ps;  // of its stage
    uint32_t waits;       // at the source: its place among those that wait
};

// A stage, and who is there.
struct desk {
    uint32_t line[OPERATIONS_MAX]; // operations, those from `head` to `tail` not yet served
    uint32_t head, tail;
    uint64_t free_ps;    // it will be through with them
    uint64_t last_ps;    // it was through with the last one
    uint64_t service_ps; // sum
    uint64_t wait_max_ps;
};

struct properties {
    const struct scenario *scenario;
    const struct policy *policy;
    struct rules rules;
    struct traffic *traffic;
    struct op next; // the next submission
    bool more;

    enum simulate_step step; // the one being looked at
    struct op op;
    uint64_t now_ps; // its time
    uint64_t steps;
    bool arrived; // the last step was an arrival
    uint32_t arrival;

    struct entry entries[OPERATIONS_MAX]; // by index
    uint32_t waiting[OPERATIONS_MAX];     // at their source, in no order
    uint32_t waiters;
    struct desk desk[LANES];
    uint64_t forward_free_ps[PATHS], back_free_ps[PATHS];
    uint64_t debt[LANES];
    uint64_t in_flight;
    unsigned disabled, state_disabled; // lanes; those of the policy's state after the step
    uint64_t closures[LANES];          // how often each has recovered

    uint64_t at[PLACES];       // how many operations are there
    uint64_t integral[PLACES]; // of that over time
    uint64_t busy_ps[CLASSES]; // integrals of the number of busy stages
    uint64_t wait_ps[CLASSES]; // of those that wait at them
    uint64_t submitted, completed, max_in_flight, bytes, first_ps, last_ps;
    struct properties_count count;

    enum property broken;
    char text[PROPERTIES_TEXT_SIZE];
};

static const char *const step_name[STEPS] = {"submit",      "dispatch",      "arrive",
                                             "refuse",      "retry",         "HBM done",
                                             "Atomic done", "response done", "complete"};

// --- findings ----------------------------------------------------------------------------------

// Keeps the first one only: what follows is its consequence.
__attribute__((format(printf, 3, 4))) static void
finding(struct properties *p, enum property property, const char *format, ...) {
    if (p->broken != PROPERTY_COUNT)
        return;
    p->broken = property;
    char what[300], command[SCENARIO_COMMAND_SIZE];
    va_list values;
    va_start(values, format);
    vsnprintf(what, sizeof what, format, values);
    va_end(values);
    scenario_command(p->scenario, p->policy, command, sizeof command);
    snprintf(p->text, sizeof p->text,
             "%s\n  %s, at step %" PRIu64 ": %s of operation %" PRIu32 ", %" PRIu64 " ps\n  %s",
             property_meaning[property], what, p->steps, step_name[p->step], p->op.index, p->now_ps,
             command);
}

// `expected` and `seen` must be equal.
static void same(struct properties *p, enum property property, const char *what, uint64_t expected,
                 uint64_t seen) {
    if (expected != seen)
        finding(p, property, "%s: expected %" PRIu64 ", found %" PRIu64, what, expected, seen);
}

// --- opening -----------------------------------------------------------------------

struct properties *properties_open(const struct scenario *scenario, const struct policy *policy) {
    struct properties *p = calloc(1, sizeof *p);
    cr_assert(p != NULL && scenario->config.operations <= OPERATIONS_MAX);
    cr_assert(scenario->config.ordering_domains == 0, "see test_ordering.c");
    p->scenario = scenario;
    p->policy = policy;
    rules_init(&p->rules, &scenario->config, policy, scenario->seed);
    p->traffic = traffic_open(&scenario->config, scenario->seed);
    cr_assert(p->traffic != NULL);
    p->more = traffic_next(p->traffic, &p->next);
    p->broken = PROPERTY_COUNT;
    return p;
}

// --- places ------------------------------------------------------------------------------------

static void move(struct properties *p, struct entry *entry, enum place place) {
    p->at[entry->place]--;
    p->at[place]++;
    entry->place = place;
    entry->entered_ps = p->now_ps;
}

// Numbers of operations, over the time since the last step.
static void integrate(struct properties *p, uint64_t until_ps) {
    const uint64_t passed_ps = until_ps - p->now_ps;
    for (unsigned place = 0; place < PLACES; place++)
        p->integral[place] += p->at[place] * passed_ps;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint64_t there = p->desk[lane].tail - p->desk[lane].head;
        if (there == 0)
            continue;
        p->count.busy_ps[lane] += passed_ps;
        p->busy_ps[lane_class(lane)] += passed_ps;
        p->wait_ps[lane_class(lane)] += (there - 1) * passed_ps;
    }
}

// --- admission ---------------------------------------------------------------------------------

static void wait_begin(struct properties *p, struct entry *entry) {
    entry->waits = p->waiters;
    p->waiting[p->waiters++] = entry->op.index;
}

static void wait_end(struct properties *p, const struct entry *entry) {
    const uint32_t last = p->waiting[--p->waiters];
    p->waiting[entry->waits] = last;
    p->entries[last].waits = entry->waits;
}

static bool fits(const struct properties *p, const struct entry *entry, unsigned disabled) {
    const struct rules *rules = &p->rules;
    const uint64_t reserve = rules->config->class_reserve;
    if (p->in_flight >= rules->command_limit)
        return false;
    if (rules->rule.reserves && rules_large(rules, &entry->op) &&
        p->in_flight + reserve >= rules->command_limit)
        return false;
    if (rules->rule.turns_back && entry->uses & disabled)
        return false;
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const unsigned lane = entry->charge.lane[resource];
        const uint64_t amount = entry->charge.amount[resource];
        if (amount > 0 && p->debt[lane] + amount > rules->window[lane])
            return false;
    }
    return true;
}

// A resource is used again so long after it is through with everything.
static uint64_t recovery_ps(const struct properties *p, unsigned lane) {
    return p->desk[lane].free_ps + p->rules.config->reactive_recovery_ns * 1000;
}

// Before anything else happens, nobody waits who could go: also not since a resource recovered.
static void check_nobody_waits(struct properties *p, uint64_t until_ps) {
    unsigned disabled = p->disabled;
    for (unsigned lane = 0; disabled && lane < LANES; lane++)
        if (recovery_ps(p, lane) < until_ps)
            disabled &= ~(1u << lane);
    for (uint32_t i = 0; i < p->waiters; i++)
        if (fits(p, &p->entries[p->waiting[i]], disabled))
            finding(p, PROPERTY_CONSERVES, "operation %" PRIu32 " does", p->waiting[i]);
}

// --- credits -----------------------------------------------------------------------------------

static void give_back(struct properties *p, struct entry *entry, unsigned resource) {
    p->debt[entry->charge.lane[resource]] -= entry->charge.amount[resource];
    entry->charge.amount[resource] = 0;
}

static void give_back_all(struct properties *p, struct entry *entry) {
    for (unsigned resource = 0; resource < CLASSES; resource++)
        give_back(p, entry, resource);
}

// What an arrival returns, it returns once the operation is in.
static void arrival_over(struct properties *p) {
    if (p->arrived && p->rules.rule.returns == RETURNS_AT_ARRIVAL)
        give_back_all(p, &p->entries[p->arrival]);
    p->arrived = false;
}

// A stage is through with an operation.
static void stage_over(struct properties *p, struct entry *entry, enum resource_class resource) {
    if (p->rules.rule.returns == RETURNS_BY_STAGE)
        give_back(p, entry, resource);
    if (!p->rules.rule.learns)
        return;
    rules_learn(&p->rules, &entry->op, resource);
    for (uint32_t i = 0; i < p->waiters; i++) {
        struct entry *waiting = &p->entries[p->waiting[i]];
        waiting->charge = rules_charge(&p->rules, &waiting->op);
    }
}

// --- paths and stages --------------------------------------------------------------------------

// When bytes arrive by the path that is through first; ties go to the lowest.
static uint64_t path_send(const struct properties *p, uint64_t free_ps[PATHS], uint32_t bytes,
                          uint64_t more_ps) {
    uint64_t end_ps[PATHS];
    unsigned best = 0;
    for (unsigned path = 0; path < PATHS; path++) {
        const uint64_t start_ps = free_ps[path] > p->now_ps ? free_ps[path] : p->now_ps;
        end_ps[path] = start_ps + rules_wire_ps(&p->rules, path, bytes) + more_ps;
        if (end_ps[path] < end_ps[best])
            best = path;
    }
    free_ps[best] = end_ps[best];
    return end_ps[best] + p->rules.config->path_ns[best] * 1000;
}

// The stage of a resource that an operation comes to.
static struct desk *desk_of(struct properties *p, const struct entry *entry,
                            enum resource_class resource) {
    return &p->desk[resource == CLASS_HBM      ? entry->partition
                    : resource == CLASS_ATOMIC ? ATOMIC_LANE
                                               : RESPONSE_LANE];
}

static void desk_enter(struct properties *p, struct entry *entry, enum resource_class resource) {
    struct desk *desk = desk_of(p, entry, resource);
    const uint64_t service_ps = rules_stage_ps(&p->rules, &entry->op, resource);
    desk->line[desk->tail++] = entry->op.index;
    const uint64_t start_ps = desk->free_ps > p->now_ps ? desk->free_ps : p->now_ps;
    if (start_ps - p->now_ps > desk->wait_max_ps)
        desk->wait_max_ps = start_ps - p->now_ps;
    if (desk->tail > 1)
        p->count.idle_ps[desk - p->desk] += start_ps - desk->free_ps;
    desk->free_ps = start_ps + service_ps;
    desk->service_ps += service_ps;
    move(p, entry, AT_HBM + resource);
    entry->service_ps = service_ps;
}

static void desk_leave(struct properties *p, const struct entry *entry, struct desk *desk) {
    if (desk->line[desk->head] != entry->op.index)
        finding(p, PROPERTY_FIFO, "operation %" PRIu32 " was there before", desk->line[desk->head]);
    const uint64_t start_ps = desk->last_ps > entry->entered_ps ? desk->last_ps : entry->entered_ps;
    const uint64_t done_ps = start_ps + entry->service_ps;
    if (p->now_ps < done_ps)
        finding(p, PROPERTY_SERIAL, "%" PRIu64 " ps too early", done_ps - p->now_ps);
    if (p->now_ps > done_ps)
        finding(p, PROPERTY_IDLE, "%" PRIu64 " ps too late", p->now_ps - done_ps);
    desk->head++;
    desk->last_ps = p->now_ps;
}

// --- steps -------------------------------------------------------------------------------------

static void submit(struct properties *p, struct entry *entry) {
    const struct config *config = p->rules.config;
    struct op expected = p->next;
    same(p, PROPERTY_TRAFFIC, "index", p->submitted, p->op.index);
    if (!p->more)
        finding(p, PROPERTY_TRAFFIC, "there is no such operation");
    if (config->outstanding > 0)
        expected.submit_ps = p->now_ps;
    if (expected.submit_ps != p->op.submit_ps || expected.address != p->op.address ||
        expected.length != p->op.length || expected.response_length != p->op.response_length ||
        expected.wire_bytes != p->op.wire_bytes || expected.opcode != p->op.opcode ||
        expected.urgent != p->op.urgent)
        finding(p, PROPERTY_TRAFFIC, "it is another one");
    same(p, PROPERTY_TRAFFIC, "time", expected.submit_ps, p->now_ps);
    p->more = traffic_next(p->traffic, &p->next);
    if (p->submitted++ == 0)
        p->first_ps = p->last_ps = p->now_ps;

    *entry = (struct entry){.op = p->op, .partition = rules_partition(&p->op)};
    if (rules_rejects(&p->rules, &p->op)) {
        p->count.rejected++;
        return;
    }
    entry->charge = rules_charge(&p->rules, &p->op);
    const struct charge vector = rules_vector(&p->rules, &p->op);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (vector.amount[resource] > 0)
            entry->uses |= 1u << vector.lane[resource];
    if (op_uses_hbm(&p->op))
        p->count.away[(vector.lane[CLASS_HBM] + HBM_LANES - entry->partition) % HBM_LANES]++;
    p->at[NOWHERE]++; // to be moved from
    move(p, entry, AT_SOURCE);
    wait_begin(p, entry);
    const uint64_t outstanding = p->submitted - p->count.rejected - p->completed;
    if (config->outstanding > 0 && outstanding > config->outstanding)
        finding(p, PROPERTY_LOOP, "%" PRIu64 " of them", outstanding);
}

static void dispatch(struct properties *p, struct entry *entry) {
    if (!fits(p, entry, p->state_disabled))
        finding(p, PROPERTY_ADMISSION, "it is not");
    for (uint32_t i = 0; i < p->waiters; i++) {
        const struct entry *other = &p->entries[p->waiting[i]];
        if (rules_before(&other->op, &entry->op) && fits(p, other, p->state_disabled))
            finding(p, PROPERTY_ARBITER, "operation %" PRIu32 " goes before", other->op.index);
    }
    wait_end(p, entry);
    p->count.waited += p->now_ps > entry->entered_ps;
    for (unsigned resource = 0; resource < CLASSES; resource++)
        p->debt[entry->charge.lane[resource]] += entry->charge.amount[resource];
    if (++p->in_flight > p->max_in_flight)
        p->max_in_flight = p->in_flight;
    move(p, entry, ON_THE_WAY);
    entry->due_ps =
        path_send(p, p->forward_free_ps, entry->op.wire_bytes, rules_jitter_ps(&p->rules, &p->op));
}

static bool may_close(const struct properties *p, unsigned lane) {
    const uint64_t most = p->rules.config->reactive_closures;
    return most == 0 || p->closures[lane] < most;
}

// Lanes that the operation meets at the target, and whose backlog is above their threshold.
static unsigned exhausted(const struct properties *p, const struct entry *entry) {
    const unsigned first = op_uses_hbm(&entry->op) ? entry->partition : ATOMIC_LANE;
    const unsigned meets = 1u << first | (op_responds(&entry->op) ? 1u << RESPONSE_LANE : 0);
    unsigned lanes = 0;
    for (unsigned lane = 0; p->rules.rule.turns_back && lane < LANES; lane++)
        if (meets >> lane & 1 && may_close(p, lane) &&
            p->desk[lane].free_ps > p->now_ps + rules_threshold_ps(&p->rules, lane))
            lanes |= 1u << lane;
    return lanes;
}

static void arrive(struct properties *p, struct entry *entry) {
    uint64_t soonest_ps = UINT64_MAX;
    for (unsigned path = 0; path < PATHS; path++) {
        const uint64_t ps = rules_wire_ps(&p->rules, path, entry->op.wire_bytes) +
                            p->rules.config->path_ns[path] * 1000;
        soonest_ps = ps < soonest_ps ? ps : soonest_ps;
    }
    if (p->now_ps < entry->entered_ps + soonest_ps)
        finding(p, PROPERTY_PAST, "dispatched at %" PRIu64 " ps, with a way of %" PRIu64,
                entry->entered_ps, soonest_ps);
    same(p, PROPERTY_PATHS, "arrival", entry->due_ps, p->now_ps);
    if (exhausted(p, entry)) {
        move(p, entry, AT_THE_DOOR);
        return;
    }
    p->arrived = true;
    p->arrival = entry->op.index;
    desk_enter(p, entry, op_uses_hbm(&entry->op) ? CLASS_HBM : CLASS_ATOMIC);
}

static void refuse(struct properties *p, struct entry *entry) {
    p->disabled |= exhausted(p, entry);
    p->count.refused++;
    move(p, entry, TURNED_BACK);
    entry->due_ps = p->now_ps + p->rules.config->reactive_feedback_ns * 1000;
}

static void retry(struct properties *p, struct entry *entry) {
    same(p, PROPERTY_RETRY, "return", entry->due_ps, p->now_ps);
    p->in_flight--;
    move(p, entry, AT_SOURCE);
    wait_begin(p, entry);
}

// A stage is through. Its way goes on to the response engine or back, or it is over.
static void stage_done(struct properties *p, struct entry *entry) {
    const enum resource_class resource = (enum resource_class)(entry->place - AT_HBM);
    desk_leave(p, entry, desk_of(p, entry, resource));
    stage_over(p, entry, resource);
    entry->due_ps = p->now_ps;
    if (resource == CLASS_RESPONSE) {
        move(p, entry, ON_THE_WAY_BACK);
        entry->due_ps = path_send(p, p->back_free_ps, entry->op.response_length, 0);
    } else if (op_responds(&entry->op)) {
        desk_enter(p, entry, CLASS_RESPONSE);
    } else {
        move(p, entry, AT_THE_END);
    }
}

static void complete(struct properties *p, struct entry *entry) {
    same(p, PROPERTY_PATHS, "completion", entry->due_ps, p->now_ps);
    if (p->rules.rule.returns == RETURNS_AT_END)
        give_back_all(p, entry);
    p->in_flight--;
    p->completed++;
    p->last_ps = p->now_ps;
    p->bytes += op_responds(&p->op) ? p->op.response_length : p->op.wire_bytes;
    move(p, entry, NOWHERE);
    p->at[NOWHERE]--;
}

// --- the watcher -------------------------------------------------------------------------------

// Somebody is refused or completes at once, in the step after his last one.
static void check_at_once(struct properties *p, const struct entry *entry) {
    if (p->at[AT_THE_DOOR] > 0 && (!entry || entry->place != AT_THE_DOOR))
        finding(p, PROPERTY_REFUSAL, "an operation should have been refused");
    if (p->at[AT_THE_END] > 0 && (!entry || entry->place != AT_THE_END))
        finding(p, PROPERTY_COMPLETE, "an operation is through and has not completed");
}

// Something new happens: the last event, and all that was dispatched upon it, is over.
static void event_begins(struct properties *p, uint64_t now_ps) {
    const struct config *config = p->rules.config;
    const bool closed = config->outstanding > 0;
    check_nobody_waits(p, now_ps);
    if (!closed && p->more && p->step != STEP_SUBMIT && p->next.submit_ps <= now_ps)
        finding(p, PROPERTY_TRAFFIC, "operation %" PRIu64 " is late", p->submitted);
    if (closed && p->more && p->steps > 0 && now_ps > p->now_ps)
        same(p, PROPERTY_LOOP, "operations", config->outstanding,
             p->submitted - p->count.rejected - p->completed);
}

// Is it the first step of an event?
static bool begins_event(const struct properties *p, const struct entry *entry) {
    return p->step != STEP_DISPATCH && p->step != STEP_REFUSE && entry->place != AT_THE_END;
}

// Resources that have recovered by now. At the very instant, the state says whether it was before
// or after this step.
static void recover(struct properties *p, unsigned disabled) {
    for (unsigned lane = 0; p->disabled && lane < LANES; lane++) {
        const unsigned bit = 1u << lane;
        const uint64_t again_ps = recovery_ps(p, lane);
        if (!(p->disabled & bit) || p->now_ps < again_ps ||
            (p->now_ps == again_ps && disabled & bit))
            continue;
        p->disabled &= ~bit;
        p->closures[lane]++;
    }
}

static void check_state(struct properties *p, const struct policy_state *state) {
    for (unsigned lane = 0; lane < LANES; lane++) {
        if (state->debt[lane] > p->rules.window[lane])
            finding(p, PROPERTY_WINDOW, "lane %u: %" PRIu64 " of %" PRIu64, lane, state->debt[lane],
                    p->rules.window[lane]);
        if (state->debt[lane] != p->debt[lane])
            finding(p, PROPERTY_DEBT, "lane %u: expected %" PRId64 ", found %" PRId64, lane,
                    (int64_t)p->debt[lane], (int64_t)state->debt[lane]);
    }
    if (state->in_flight > p->rules.command_limit)
        finding(p, PROPERTY_WINDOW, "%" PRIu64 " commands of %" PRIu64, state->in_flight,
                p->rules.command_limit);
    same(p, PROPERTY_IN_FLIGHT, "commands", p->in_flight, state->in_flight);
    same(p, PROPERTY_RECOVERY, "disabled lanes", p->disabled, state->disabled);
    for (unsigned lane = ATOMIC_LANE; lane <= RESPONSE_LANE; lane++)
        same(p, PROPERTY_MULTIPLIER, "in 4096ths", p->rules.multiplier[lane_class(lane)],
             state->registers.multiplier[lane] & ((1u << MULTIPLIER_BITS) - 1));
}

WATCH(saw) {
    static const struct {
        unsigned places; // where an operation must be for the step
        void (*turn)(struct properties *, struct entry *);
    } steps[STEPS] = {
        [STEP_SUBMIT] = {1u << NOWHERE, submit},
        [STEP_DISPATCH] = {1u << AT_SOURCE, dispatch},
        [STEP_ARRIVE] = {1u << ON_THE_WAY, arrive},
        [STEP_REFUSE] = {1u << AT_THE_DOOR, refuse},
        [STEP_RETRY] = {1u << TURNED_BACK, retry},
        [STEP_HBM_DONE] = {1u << AT_HBM, stage_done},
        [STEP_ATOMIC_DONE] = {1u << AT_ATOMIC, stage_done},
        [STEP_RESP_DONE] = {1u << AT_RESPONSE, stage_done},
        [STEP_COMPLETE] = {1u << ON_THE_WAY_BACK | 1u << AT_THE_END, complete},
    };
    struct properties *p = context;
    if (p->broken != PROPERTY_COUNT)
        return;
    p->step = step;
    p->op = *op;
    if (now_ps < p->now_ps) {
        finding(p, PROPERTY_TIME, "now %" PRIu64 " ps", now_ps);
        return;
    }
    if (op->index >= p->scenario->config.operations) {
        finding(p, PROPERTY_TRAFFIC, "there is no such operation");
        return;
    }
    struct entry *const entry = &p->entries[op->index];
    arrival_over(p);
    check_at_once(p, entry);
    if (begins_event(p, entry))
        event_begins(p, now_ps);
    integrate(p, now_ps);
    p->now_ps = now_ps;
    if (step == STEP_REFUSE && entry->place != AT_THE_DOOR)
        finding(p, PROPERTY_REFUSAL, "it is below");
    else if (!(steps[step].places >> entry->place & 1))
        finding(p, PROPERTY_ORDER, "after a step that it cannot follow");
    if (rules_known(op) && partition != rules_partition(op))
        finding(p, PROPERTY_PARTITION, "%u instead of %u", partition, rules_partition(op));
    if (p->broken != PROPERTY_COUNT)
        return; // the scoreboard cannot be carried on
    recover(p, state->disabled);
    p->state_disabled = state->disabled;
    steps[step].turn(p, entry);
    check_state(p, state);
    p->steps++;
}

struct simulate_watcher properties_watcher(struct properties *p) {
    return (struct simulate_watcher){.saw = saw, .context = p};
}

// --- the end -----------------------------------------------------------------------------------

// Picoseconds that two classes of operations spent in all, from means in ns.
static uint64_t total_ps(const struct simulate_result *result, double small_ns, double bulk_ns) {
    return (uint64_t)llround(
        1000 * (small_ns * (double)result->small.count + bulk_ns * (double)result->bulk.count));
}

static uint64_t parts_ps(const struct simulate_result *result, enum latency_part first,
                         enum latency_part last) {
    uint64_t ps = 0;
    for (unsigned part = first; part <= last; part++)
        ps += total_ps(result, result->small.part_ns[part], result->bulk.part_ns[part]);
    return ps;
}

static void check_little(struct properties *p, const struct simulate_result *result) {
    const uint64_t *const integral = p->integral;
    uint64_t all_ps = 0;
    for (unsigned place = AT_SOURCE; place < PLACES; place++)
        all_ps += integral[place];
    same(p, PROPERTY_LITTLE, "the whole system", all_ps,
         total_ps(result, result->small.mean_ns, result->bulk.mean_ns));
    same(p, PROPERTY_LITTLE, "waiting at the source", integral[AT_SOURCE],
         parts_ps(result, PART_FOR_HBM, PART_FOR_BOUND));
    same(p, PROPERTY_LITTLE, "on the way there, or turned back",
         integral[ON_THE_WAY] + integral[TURNED_BACK],
         parts_ps(result, PART_REFUSED, PART_FORWARD));
    same(p, PROPERTY_LITTLE, "on the way back", integral[ON_THE_WAY_BACK],
         parts_ps(result, PART_BACK, PART_BACK));
    static const char *const stage[CLASSES] = {"HBM", "the Atomic engine", "the response engine"};
    for (unsigned resource = 0; resource < CLASSES; resource++) {
        const enum latency_part queue = (enum latency_part)(PART_HBM_QUEUE + 2 * resource);
        same(p, PROPERTY_LITTLE, stage[resource], p->wait_ps[resource],
             parts_ps(result, queue, queue));
        same(p, PROPERTY_UTILISATION, stage[resource], p->busy_ps[resource],
             parts_ps(result, queue + 1, queue + 1));
    }
}

static void check_stages(struct properties *p, const struct simulate_result *result) {
    const double seen_ns[CLASSES] = {result->max_queue_hbm_ns, result->max_queue_atomic_ns,
                                     result->max_queue_response_ns};
    uint64_t longest_ps[CLASSES] = {0};
    for (unsigned lane = 0; lane < LANES; lane++) {
        const struct desk *desk = &p->desk[lane];
        uint64_t *const longest = &longest_ps[lane_class(lane)];
        same(p, PROPERTY_UTILISATION, "busy", desk->service_ps, p->count.busy_ps[lane]);
        *longest = desk->wait_max_ps > *longest ? desk->wait_max_ps : *longest;
    }
    for (unsigned resource = 0; resource < CLASSES; resource++)
        same(p, PROPERTY_RESULT, "longest wait at a stage", longest_ps[resource],
             (uint64_t)llround(1000 * seen_ns[resource]));
}

static void check_end(struct properties *p, const struct simulate_result *result) {
    arrival_over(p);
    check_at_once(p, NULL);
    event_begins(p, p->now_ps);
    same(p, PROPERTY_COMPLETE, "submitted", p->scenario->config.operations, p->submitted);
    same(p, PROPERTY_COMPLETE, "completed", p->submitted - p->count.rejected, p->completed);
    for (unsigned place = 0; place < PLACES; place++)
        same(p, PROPERTY_COMPLETE, "still somewhere", 0, p->at[place]);
    same(p, PROPERTY_COMPLETE, "in flight", 0, p->in_flight);
    for (unsigned lane = 0; lane < LANES; lane++)
        same(p, PROPERTY_COMPLETE, "debt left", 0, p->debt[lane]);

    same(p, PROPERTY_REJECT, "rejected", p->count.rejected, result->rejected);
    same(p, PROPERTY_RETRY, "retries", p->count.refused, result->retries);
    same(p, PROPERTY_RESULT, "operations", p->completed, result->operations);
    same(p, PROPERTY_RESULT, "latencies", p->completed, result->small.count + result->bulk.count);
    same(p, PROPERTY_RESULT, "most in flight", p->max_in_flight, result->max_in_flight);
    const uint64_t span_ps = p->count.span_ps;
    same(p, PROPERTY_RESULT, "makespan", span_ps, (uint64_t)llround(1000 * result->makespan_ns));
    same(p, PROPERTY_RESULT, "useful bytes", p->bytes * (span_ps > 0),
         (uint64_t)llround(result->goodput_gbps * result->makespan_ns / 8));
    check_little(p, result);
    check_stages(p, result);
}

// The run ended with operations left at their source, which the simulator says is an error. It is
// one, but for a policy that learns: an operation that fitted when it came may have become dearer
// than its window, and is then never admitted.
static void check_starved(struct properties *p) {
    bool dearer = p->rules.rule.learns && p->waiters > 0 && p->at[AT_SOURCE] == p->waiters &&
                  p->completed + p->count.rejected + p->waiters == p->submitted;
    for (uint32_t i = 0; i < p->waiters; i++)
        dearer = dearer && rules_rejects(&p->rules, &p->entries[p->waiting[i]].op);
    if (!dearer)
        finding(p, PROPERTY_COMPLETE, "the run failed");
}

enum property properties_close(struct properties *p, const struct simulate_result *result,
                               char text[PROPERTIES_TEXT_SIZE], struct properties_count *count) {
    p->count.span_ps = p->last_ps - p->first_ps;
    if (p->broken == PROPERTY_COUNT && result)
        check_end(p, result);
    else if (p->broken == PROPERTY_COUNT)
        check_starved(p);
    const enum property broken = p->broken;
    memcpy(text, p->text, sizeof p->text);
    if (count)
        *count = p->count;
    traffic_close(p->traffic);
    free(p);
    return broken;
}

struct properties_count properties_check(const struct scenario *scenario,
                                         const struct policy *policy) {
    struct properties *p = properties_open(scenario, policy);
    const struct simulate_watcher watcher = properties_watcher(p);
    struct simulate_result result;
    struct text_error error = {""};
    struct properties_count count;
    char text[PROPERTIES_TEXT_SIZE];
    const struct simulate_run run = {&scenario->config, policy, scenario->seed,
                                     .watcher = &watcher};
    const bool ran = simulate_run(&run, &result, &error);
    cr_assert(properties_close(p, ran ? &result : NULL, text, &count) == PROPERTY_COUNT, "%s %s",
              text, error.text);
    return count;
}
