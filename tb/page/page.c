// The event simulator and the golden model for a page (scripts/page): one run at a time, and what
// is seen of it in memory that the page reads. Numbers lie there as in the structs below, whose
// sizes the result tells.
#include <signal.h>

#include "csim/simulator/block_driver.h"
#include "tb/sweep/block_policy.h"

enum { PAGE_TEXT = 4096, PAGE_OPERATIONS = 4096, PAGE_EVENTS = 1 << 16 };

// What an operation is.
struct page_operation {
    double submit_ns;
    uint32_t wire_bytes, goodput_bytes;
    uint8_t opcode, urgent, partition, responds;
};

// A step of an operation (enum simulate_step), and of a lane what its counter and its window are
// after it, in the policy's units; or a grant or denial, by 16 and enum commit_kind.
struct page_event {
    double ns;
    uint32_t operation, lanes; // of a commit: the set that was charged or that refused
    uint32_t kind, in_flight;
    uint32_t debt[LANES];
    uint32_t charge[LANES]; // of a commit
};

// Where a run's request is written: lines of KEY=VALUE, which config_set takes, and before them
// those of `policy`, `block` (1: the golden model decides) and `seed`.
char *page_text(void);

// Runs it. 0: page_text has one line of JSON, with what was measured; 1: one line that says why
// not.
int page_run(void);

// page_text has a line of each policy: its name, a tab, what it is.
void page_policies(void);

const struct page_operation *page_operations(void);
const struct page_event *page_events(void);

enum { COMMIT = 16 };

// What the request says.
struct asked {
    const struct policy *policy;
    uint64_t seed;
    bool block;
    struct config config;
};

static struct seen {
    struct asked asked;
    uint32_t operations, events;
    uint32_t debt[LANES];
    uint32_t window[LANES];
    uint32_t in_flight;
    uint64_t hash;
    bool full; // more than there is memory for
} seen;

static char text[PAGE_TEXT];
static struct page_operation operation[PAGE_OPERATIONS];
static struct page_event event[PAGE_EVENTS];

// Nothing asks a page's run for its end: the page ends the worker.
volatile sig_atomic_t interrupt_came;

char *page_text(void) {
    return text;
}

const struct page_operation *page_operations(void) {
    return operation;
}

const struct page_event *page_events(void) {
    return event;
}

void page_policies(void) {
    char *at = text;
    for (const struct policy *const *policy = policies; *policy; policy++)
        at += sprintf(at, "%s\t%s\n", (*policy)->name, (*policy)->meaning);
}

// --- what is seen -------------------------------------------------------------------------------

static struct page_event *next_event(uint64_t ps, uint32_t op, uint32_t kind) {
    seen.full |= seen.events == PAGE_EVENTS || op >= PAGE_OPERATIONS;
    if (seen.full)
        return NULL;
    struct page_event *const next = &event[seen.events++];
    *next = (struct page_event){
        .ns = (double)ps / 1000, .operation = op, .kind = kind, .in_flight = seen.in_flight};
    memcpy(next->debt, seen.debt, sizeof next->debt);
    return next;
}

static void saw(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state) {
    (void)context;
    seen.in_flight = (uint32_t)state->in_flight;
    for (unsigned lane = 0; lane < LANES; lane++) {
        seen.window[lane] = (uint32_t)state->window[lane];
        if (!seen.asked.block)
            seen.debt[lane] = (uint32_t)state->debt[lane];
    }
    if (!next_event(now_ps, op->index, step) || step != STEP_SUBMIT)
        return;
    operation[op->index] = (struct page_operation){.submit_ns = (double)op->submit_ps / 1000,
                                                   .wire_bytes = op->wire_bytes,
                                                   .goodput_bytes = op_goodput_bytes(op),
                                                   .opcode = op->opcode,
                                                   .urgent = op->urgent,
                                                   .partition = (uint8_t)partition,
                                                   .responds = op_responds(op)};
    if (op->index >= seen.operations)
        seen.operations = op->index + 1;
}

static void take(void *context, const struct commit *commit) {
    (void)context;
    seen.hash = commit_hash(seen.hash, commit);
    memcpy(seen.debt, commit->debt, sizeof seen.debt);
    if (commit->kind != COMMIT_GRANT && commit->kind != COMMIT_DENY &&
        commit->kind != COMMIT_REJECT && commit->kind != COMMIT_RETURN)
        return;
    struct page_event *const next =
        next_event(commit->time_ps, commit->op, COMMIT + (uint32_t)commit->kind);
    if (!next)
        return;
    next->lanes = (uint32_t)commit->mask;
    memcpy(next->charge, commit->d, sizeof next->charge);
}

// --- a run --------------------------------------------------------------------------------------

// A line of the request.
static bool ask(struct asked *asked, const char *line, struct text_error *error) {
    if (config_sets(line, "policy")) {
        asked->policy = policy_find(strchr(line, '=') + 1);
        return asked->policy || text_error_set(error, "%s: unknown policy", line);
    }
    if (config_sets(line, "block"))
        return asked->block = line[strlen("block=")] == '1', true;
    if (config_sets(line, "seed"))
        return asked->seed = strtoull(strchr(line, '=') + 1, NULL, 10), true;
    return config_set(&asked->config, line, error);
}

static bool ask_all(struct asked *asked, struct text_error *error) {
    *asked = (struct asked){.policy = policies[0]};
    config_init(&asked->config);
    for (char *line = text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        if (!end)
            return text_error_set(error, "expected lines, found '%.40s'", line);
        *end = '\0';
        if (!ask(asked, line, error))
            return false;
    }
    if (asked->config.operations > PAGE_OPERATIONS)
        return text_error_set(error, "operations: expected at most %d", PAGE_OPERATIONS);
    if (asked->block)
        block_policy_configure(&asked->config);
    return true;
}

static bool run(struct simulate_result *result, struct text_error *error) {
    const struct commit_sink commits = {.take = take};
    const struct simulate_watcher watcher = {.saw = saw};
    const struct asked *asked = &seen.asked;
    struct simulate_run run = {.config = &asked->config,
                               .policy = asked->policy,
                               .seed = asked->seed,
                               .commits = &commits,
                               .watcher = &watcher,
                               .clocked = asked->config.mode == MODE_CLOCKED};
    struct block_model golden;
    if (asked->block) {
        const struct path_size size = block_driver_size(&asked->config);
        golden = block_golden_model(&size);
        if (!golden.self)
            return text_error_set(error, "out of memory");
        run.block = &golden;
    }
    return simulate_run(&run, result, error) &&
           (!seen.full || text_error_set(error, "more than %d events", PAGE_EVENTS));
}

static int print_class(char *at, const char *name, const struct class_result *result) {
    return sprintf(at,
                   "\"%s\":{\"count\":%u,\"mean\":%.1f,\"p50\":%.1f,\"p99\":%.1f,"
                   "\"greatest\":%.1f},",
                   name, (unsigned)result->count, result->mean_ns, result->p50_ns, result->p99_ns,
                   result->greatest_ns);
}

static void print(const struct simulate_result *result) {
    const struct policy *policy = seen.asked.policy;
    char *at = text;
    at += sprintf(at, "{\"hash\":\"%016" PRIx64 "\",\"operations\":%u,\"events\":%u,",
                  metric_hash(seen.hash, result), seen.operations, seen.events);
    at += sprintf(at, "\"sizes\":[%zu,%zu],\"lanes\":%d,\"limit\":%u,\"one\":%d,",
                  sizeof *operation, sizeof *event, LANES,
                  (unsigned)seen.asked.config.command_limit, policy->one_window);
    at += print_class(at, "urgent", &result->small);
    at += print_class(at, "bulk", &result->bulk);
    at += sprintf(at, "\"goodput\":%.3f,\"makespan\":%.1f,\"retries\":%u,\"windows\":[",
                  result->goodput_gbps, result->makespan_ns, (unsigned)result->retries);
    for (unsigned lane = 0; lane < LANES; lane++)
        at += sprintf(at, "%s%" PRIu32, lane ? "," : "", seen.window[lane]);
    sprintf(at, "]}");
}

int page_run(void) {
    struct simulate_result result = {0};
    struct text_error error;
    seen = (struct seen){.hash = COMMIT_HASH_START};
    if (ask_all(&seen.asked, &error) && run(&result, &error)) {
        print(&result);
        return 0;
    }
    snprintf(text, sizeof text, "%s", error.text);
    return 1;
}
