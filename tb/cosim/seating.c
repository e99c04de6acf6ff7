#include "tb/cosim/seating.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "csim/interface/lockstep.h"

void seating_configure(struct config *config) {
    if (config->command_limit > config->depth)
        config->command_limit = config->depth;
    config->depth = config->command_limit > DEPTH ? DEPTH_MAX : DEPTH;
}

static bool diverged(struct admitter *admitter, struct text_error *error) {
    const struct divergence *divergence = lockstep_divergence(admitter);
    if (!divergence->found)
        return false;
    char field[100] = "";
    divergence_field(divergence, 0, field, sizeof field);
    text_error_set(error, "golden model and RTL differ in clock %" PRIu64 ": %s", divergence->cycle,
                   field);
    return true;
}

enum seated_outcome seated_run(const struct seated_run *run, struct simulate_result *result,
                               struct text_error *error) {
    if (!run->kind)
        return simulate_traffic(run->config, run->policy, run->traffic, run->seed, run->commits,
                                run->watcher, result, error)
                   ? SEATED_FINE
                   : SEATED_REFUSED;
    struct admitter *admitter = run->kind->open((unsigned)run->config->depth);
    if (!admitter) {
        traffic_close(run->traffic);
        text_error_set(error, "there is no %s of %" PRIu64 " reservations, or not enough memory",
                       run->kind->name, run->config->depth);
        return SEATED_REFUSED;
    }
    const struct seating seating = {
        .admitter = admitter, .clocked = run->clocked, .ledger = run->ledger};
    const bool fine = simulate_seated(run->config, run->policy, &seating, run->traffic, run->seed,
                                      run->commits, run->watcher, result, error);
    const bool compared = strcmp(run->kind->name, "lockstep") == 0;
    const bool apart = compared && diverged(admitter, error);
    admitter_close(admitter);
    return apart ? SEATED_DIVERGED : fine ? SEATED_FINE : SEATED_REFUSED;
}
