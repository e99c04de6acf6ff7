#include "tb/cli/effect.h"

#include <stdio.h>
#include <string.h>

static const char msccl[] = "a collective, or an MSCCL algorithm, --workload FILE.xml",
                  collective[] = "a collective, such as collective=moe",
                  policy[] = "--policy beside it", block[] = "--policy and --admission beside it",
                  env[] = "no --policy: it concerns the block in its own environment",
                  faults[] =
                      "no --policy, or a domain of clocked blocks: --admission, mode=clocked";

// Keys and beginnings of keys, which end in "_"; of all, the first that a key has counts.
static const struct rule {
    unsigned runs; // that read them
    const char *expected;
    const char *keys;
} rules[] = {
    {EFFECT_BLOCK, block, "mode autotune_floor_percent"},
    {EFFECT_POLICY, policy,
     "depth outstanding warmup_operations feedback_rtt_ns window_request_ns "
     "atomic_window_multiple scalar_window_percent calibrate_shift calibrate_work_ns "
     "window_adapt_ns slow_hbm_percent class_reserve reactive_ estimate_percent variability_ "
     "mapping_error_percent grant_interval_ns grant_delay_ns hbm_classes class_window class_learn "
     "arbiter_slots any_response empty_admits port_ small_limit initiators initiator_ receivers "
     "egress_gbps request_ns task_requests collective"},
    {EFFECT_MATRIX | EFFECT_COLLECTIVE, msccl, "collective_bytes atomic_bytes reduce_gbps"},
    {EFFECT_COLLECTIVE, collective, "expert_ background_gap_ps"},
    {EFFECT_MATRIX, "a GOAL text, --workload FILE.goal", "eager_bytes"},
    {EFFECT_MATRIX, "a connection matrix, --workload FILE.cm", "matrix_"},
    {EFFECT_FAULTS, faults, "upset_receiver upset_drain duplicate_percent dead_sources clear_ns"},
    {EFFECT_ENV | EFFECT_FAULTS, faults, "upset_ loss_percent"},
    {EFFECT_ENV, env, "chaos_ grant_stall_percent stall_clocks cycles"},
    {EFFECT_RANDOM, "traffic=random", "weight_ train_"},
    {EFFECT_ADVERSARIAL, "traffic=adversarial", "phase_operations"},
    {EFFECT_BURST, "traffic=burst",
     "bulk_ urgent_even urgent_odd urgent_hot_percent arrivals change_ load_percent "
     "bank_redraw_percent"},
    {EFFECT_BURST | EFFECT_COLLECTIVE, "traffic=burst", "issue_jitter_"},
};

static const struct rule *rule_of(const char *setting) {
    for (const struct rule *rule = rules; rule < rules + sizeof rules / sizeof *rules; rule++) {
        size_t length;
        for (const char *name = rule->keys; *name; name += length + strspn(name + length, " ")) {
            length = strcspn(name, " ");
            if (strncmp(setting, name, length) == 0 &&
                (name[length - 1] == '_' || setting[length] == '='))
                return rule;
        }
    }
    return NULL;
}

unsigned effect_of_traffic(const struct config *config, const char *path) {
    static const unsigned kinds[] = {[TRAFFIC_BURST] = EFFECT_BURST,
                                     [TRAFFIC_RANDOM] = EFFECT_RANDOM,
                                     [TRAFFIC_ADVERSARIAL] = EFFECT_ADVERSARIAL};
    return path                                    ? EFFECT_TRAFFIC
           : config->collective != COLLECTIVE_NONE ? EFFECT_COLLECTIVE
                                                   : kinds[config->traffic];
}

bool settings_have_effect_on(const struct settings *settings, const struct selection *selection) {
    unsigned kinds = EFFECT_ENV;
    for (unsigned i = 0; i < selection->count; i++)
        kinds |= effect_of_traffic(&selection->of[i].config, NULL);
    return settings_have_effect(settings, kinds);
}

bool settings_have_effect(const struct settings *settings, unsigned run) {
    for (unsigned i = 0; i < settings->sets; i++) {
        const struct rule *rule = rule_of(settings->set[i]);
        if (!rule || (rule->runs & run))
            continue;
        verb_refuse("--set %.*s: without effect on this run; expected %s",
                    (int)strcspn(settings->set[i], "="), settings->set[i], rule->expected);
        return false;
    }
    return true;
}
