#include <inttypes.h>
#include <stdio.h>

#include "csim/base/progress.h"
#include "csim/domain/domain.h"
#include "csim/traffic/tasks.h"
#include "tb/bench/bench_load.h"
#include "tb/bench/benchmarks.h"

enum { OPERATIONS = 20000, ROUNDS = 5, MORE = 4 };

// The workload at each receiver, as many operations at each; and one message of all to all.
static const struct row {
    const char *name;
    unsigned receivers;
    bool together;      // all to all
    uint64_t megabytes; // a message's, one for each receiver
} rows[] = {{"moe", 1, false, 0},
            {"moe", 8, false, 0},
            {"moe", 72, false, 0},
            {"all_to_all", 8, true, 8},
            {"all_to_all", 72, true, 72}};
enum { ROWS = sizeof rows / sizeof *rows, SETTINGS = 4 };

struct lengths {
    char text[SETTINGS][64];
    const char *more[SETTINGS + 1];
};

// What makes a row, or one of `times` its length, of its workload.
static const char *workload_of(const struct row *row, unsigned times, struct lengths *lengths) {
    snprintf(lengths->text[0], sizeof *lengths->text, "receivers=%u", row->receivers);
    snprintf(lengths->text[1], sizeof *lengths->text, "operations=%u", OPERATIONS * times);
    if (row->together) {
        snprintf(lengths->text[1], sizeof *lengths->text, "collective_bytes=%" PRIu64,
                 row->megabytes * times << 20);
        snprintf(lengths->text[2], sizeof *lengths->text, "background_gap_ps=0");
    }
    for (unsigned i = 0; i < SETTINGS; i++)
        lengths->more[i] = i < (row->together ? 3u : 2u) ? lengths->text[i] : NULL;
    return row->together ? "domains/paper" : row->name;
}

static bool config_of(const struct settings *settings, const struct row *row,
                      struct config *config) {
    struct lengths lengths;
    struct text_error error;
    char path[600];
    snprintf(path, sizeof path, "%s/%s.yaml", settings_directory(settings),
             workload_of(row, 1, &lengths));
    if (!settings_load(settings, path, config))
        return false;
    for (unsigned i = 0; lengths.more[i]; i++)
        if (!config_set(config, lengths.more[i], &error))
            return refuse("%s", error.text);
    return true;
}

// Events a second of a run, making its tasks not counted; 0: it failed, the reason printed.
static double rate_of(const struct settings *settings, const struct row *row, uint64_t *events) {
    struct config config;
    struct task_graph graph = {.count = 0};
    struct text_error error;
    struct simulate_result result;
    if (!config_of(settings, row, &config))
        return 0;
    if (!tasks_of_workload(&graph, &config, 0, &error)) {
        task_graph_close(&graph);
        return verb_refuse("%s", error.text), 0;
    }
    const struct domain_run run = {
        .config = &config, .policy = policy_find(bench_policy()), .graph = &graph};
    const double started = seconds_now();
    const bool ran = domain_run(&run, &result, &error);
    const double seconds = seconds_now() - started;
    task_graph_close(&graph);
    *events = result.events;
    return ran ? (double)result.events / seconds : (verb_refuse("%s", error.text), 0);
}

static double memory_of(const struct settings *settings, const struct row *row, unsigned times) {
    struct lengths lengths;
    char path[600];
    snprintf(path, sizeof path, "%s/%s.yaml", settings_directory(settings),
             workload_of(row, times, &lengths));
    return bench_memory_of(settings, path, lengths.more);
}

int bench_domain(const struct settings *settings, struct bench_figures *figures) {
    double rates[ROWS][ROUNDS], memory[ROWS][2];
    uint64_t events[ROWS];
    for (unsigned row = 0; row < ROWS; row++)
        for (unsigned more = 0; more < 2; more++)
            if ((memory[row][more] = memory_of(settings, &rows[row], more ? MORE : 1)) == 0)
                return verb_refuse("bench: the memory of a domain could not be measured");
    // By turns, so that a slow moment of the machine hits all.
    for (unsigned i = 0; i < ROWS * ROUNDS; i++)
        if ((rates[i % ROWS][i / ROWS] = rate_of(settings, &rows[i % ROWS], &events[i % ROWS])) ==
            0)
            return STATUS_USAGE;
    printf("Domains: moe, %d operations at each receiver, and all to all, 1 MB a pair; %d rounds, "
           "medians.\n  %-12s %9s %10s %16s %7s %9s %9s\n",
           OPERATIONS, ROUNDS, "", "receivers", "events", "million events/s", "of one", "peak, MB",
           "4 times");
    double one = 0;
    for (unsigned row = 0; row < ROWS; row++) {
        const double rate = bench_median(rates[row], ROUNDS);
        one = row == 0 ? rate : one;
        printf("  %-12s %9u %10" PRIu64 " %16.2f %7.2f %9.1f %9.1f\n", rows[row].name,
               rows[row].receivers, events[row], 1e-6 * rate, rate / one, 1e-6 * memory[row][0],
               1e-6 * memory[row][1]);
        bench_add(figures, rate, "events/s", "domain_%s_%u_events_per_s", rows[row].name,
                  rows[row].receivers);
        bench_add(figures, memory[row][0], "bytes", "domain_%s_%u_peak_bytes", rows[row].name,
                  rows[row].receivers);
    }
    return STATUS_FINE;
}
