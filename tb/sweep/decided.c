#include "tb/sweep/decided.h"

#include "tb/sweep/block_policy.h"

void decided_open(struct decided *decided, const struct config *config,
                  const struct task_graph *graph) {
    const uint32_t receivers = graph ? graph->receivers : 1;
    uint64_t operations[TASK_RECEIVERS_MAX] = {graph ? 0 : config->operations};
    if (graph)
        task_graph_drawn(graph, operations);
    for (uint32_t i = 0; graph && i < graph->count; i++)
        operations[graph->tasks[i].target] += task_operations(&graph->tasks[i]);
    *decided =
        (struct decided){.receivers = receivers,
                         .of = memory_there(calloc(TASK_RECEIVERS_MAX, sizeof *decided->of)),
                         .sinks = memory_there(calloc(TASK_RECEIVERS_MAX, sizeof *decided->sinks))};
    for (uint32_t i = 0; i < receivers; i++) {
        struct decision *const room = malloc((operations[i] + 1) * sizeof *room);
        decided->of[i] =
            (struct decisions){.decision = memory_there(room), .capacity = operations[i]};
        decided->sinks[i] = (struct commit_sink){decisions_take, &decided->of[i]};
    }
}

void decided_close(struct decided *decided) {
    for (uint32_t i = 0; decided->of && i < decided->receivers; i++)
        free(decided->of[i].decision);
    free(decided->of);
    free(decided->sinks);
    *decided = (struct decided){0};
}

uint64_t decided_count(const struct decided *decided) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < decided->receivers; i++)
        count += decided->of[i].count;
    return count;
}

struct decided_difference decided_compare(const struct decided *one, const struct decided *other) {
    struct decided_difference sum = {.place = UINT64_MAX};
    for (uint32_t i = 0; i < one->receivers; i++) {
        uint64_t first;
        const uint64_t differing = decisions_differing(&one->of[i], &other->of[i], &first);
        if (differing > 0 && sum.differing == 0) {
            sum.receiver = i;
            sum.place = first;
        }
        sum.differing += differing;
    }
    return sum;
}

int decided_run(struct decided *decided, const struct admitter_kind *kind,
                const struct simulate_run *run, const struct task_graph *graph,
                struct simulate_result *result, struct text_error *error) {
    struct simulate_run alone = *run;
    const struct domain_run domain = {.config = run->config,
                                      .policy = run->policy,
                                      .seed = run->seed,
                                      .graph = graph,
                                      .commits = decided->sinks};
    alone.commits = decided->sinks;
    return graph ? block_domain_run(kind, NULL, &domain, result, error)
                 : block_policy_run(kind, &alone, result, error);
}

// At the block, what has a lane keeps it from being empty, without any demand, too (decision.md
// of rtl/spec, 3.3); at a policy only debt counts.
static bool holds_nothing(const struct decided *decided) {
    bool holds = false;
    for (uint32_t i = 0; i < decided->receivers; i++)
        holds = holds || decided->of[i].holds_nothing;
    return holds;
}

static bool tell(const struct decided *by_policy, const struct decided *by_block,
                 struct text_error *error) {
    const struct decided_difference at = decided_compare(by_policy, by_block);
    const uint64_t count = decided_count(by_policy);
    if (at.differing > 0 && !holds_nothing(by_block))
        return text_error_set(error,
                              "receiver %" PRIu32 ": number %" PRIu64 " is the first of %" PRIu64
                              " decisions that are not the policy's",
                              at.receiver, at.place, at.differing);
    printf("  %" PRIu64 " decisions, ", count);
    if (at.differing > 0)
        printf("%" PRIu64 " of them not the policy's, as operations without demand hold lanes\n",
               at.differing);
    else
        printf("all of them the policy's\n");
    return true;
}

bool decided_as_policy(const struct decided *by_block, const struct simulate_run *run,
                       const struct task_graph *graph, struct text_error *error) {
    const char *const apart = block_policy_apart(run->policy, run->config);
    struct decided by_policy;
    struct simulate_result result;
    if (apart) {
        traffic_close(run->traffic);
        printf("  not compared with the policy: %s\n", apart);
        return true;
    }
    decided_open(&by_policy, run->config, graph);
    const bool ran = decided_run(&by_policy, NULL, run, graph, &result, error) == STATUS_FINE;
    const bool same = ran && tell(&by_policy, by_block, error);
    decided_close(&by_policy);
    return same;
}
