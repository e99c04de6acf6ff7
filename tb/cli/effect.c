#include "tb/cli/effect.h"

#include <string.h>

static const char msccl[] = "a collective, or an MSCCL algorithm, --workload FILE.xml",
                  collective[] = "a collective, such as collective=moe",
                  policy[] = "--policy beside it", block[] = "--policy and --admission beside it",
                  env[] = "no --policy: it concerns the block in its own environment",
                  faults[] =
                      "no --policy, or a domain of clocked blocks: --admission, mode=clocked";

// Of the names of keys, the first that a key begins with counts.
static const struct rule {
    const char *name;
    unsigned runs; // that read it
    const char *expected;
} rules[] = {
    {"mode", EFFECT_BLOCK, block},
    {"depth", EFFECT_POLICY, policy},
    {"outstanding", EFFECT_POLICY, policy},
    {"warmup_operations", EFFECT_POLICY, policy},
    {"feedback_rtt_ns", EFFECT_POLICY, policy},
    {"window_request_ns", EFFECT_POLICY, policy},
    {"atomic_window_multiple", EFFECT_POLICY, policy},
    {"scalar_window_percent", EFFECT_POLICY, policy},
    {"calibrate_shift", EFFECT_POLICY, policy},
    {"calibrate_work_ns", EFFECT_POLICY, policy},
    {"window_adapt_ns", EFFECT_POLICY, policy},
    {"slow_hbm_percent", EFFECT_POLICY, policy},
    {"autotune_floor_percent", EFFECT_BLOCK, block},
    {"class_reserve", EFFECT_POLICY, policy},
    {"reactive_", EFFECT_POLICY, policy},
    {"estimate_percent", EFFECT_POLICY, policy},
    {"variability_", EFFECT_POLICY, policy},
    {"mapping_error_percent", EFFECT_POLICY, policy},
    {"grant_interval_ns", EFFECT_POLICY, policy},
    {"grant_delay_ns", EFFECT_POLICY, policy},
    {"hbm_classes", EFFECT_POLICY, policy},
    {"class_window", EFFECT_POLICY, policy},
    {"class_learn", EFFECT_POLICY, policy},
    {"arbiter_slots", EFFECT_POLICY, policy},
    {"any_response", EFFECT_POLICY, policy},
    {"empty_admits", EFFECT_POLICY, policy},
    {"port_", EFFECT_POLICY, policy},
    {"small_limit", EFFECT_POLICY, policy},
    {"initiator", EFFECT_POLICY, policy},
    {"receivers", EFFECT_POLICY, policy},
    {"egress_gbps", EFFECT_POLICY, policy},
    {"request_ns", EFFECT_POLICY, policy},
    {"task_requests", EFFECT_POLICY, policy},
    {"collective", EFFECT_POLICY, policy},
    {"collective_bytes", EFFECT_MATRIX | EFFECT_COLLECTIVE, msccl},
    {"expert_", EFFECT_COLLECTIVE, collective},
    {"background_gap_ps", EFFECT_COLLECTIVE, collective},
    {"atomic_bytes", EFFECT_MATRIX | EFFECT_COLLECTIVE, msccl},
    {"eager_bytes", EFFECT_MATRIX, "a GOAL text, --workload FILE.goal"},
    {"reduce_gbps", EFFECT_MATRIX | EFFECT_COLLECTIVE, msccl},
    {"chaos_", EFFECT_ENV, env},
    {"upset_receiver", EFFECT_FAULTS, faults},
    {"upset_drain", EFFECT_FAULTS, faults},
    {"duplicate_percent", EFFECT_FAULTS, faults},
    {"dead_sources", EFFECT_FAULTS, faults},
    {"clear_ns", EFFECT_FAULTS, faults},
    {"upset_", EFFECT_ENV | EFFECT_FAULTS, faults},
    {"grant_stall_percent", EFFECT_ENV, env},
    {"loss_percent", EFFECT_ENV | EFFECT_FAULTS, faults},
    {"stall_clocks", EFFECT_ENV, env},
    {"cycles", EFFECT_ENV, env},
    {"matrix_", EFFECT_MATRIX, "a connection matrix, --workload FILE.cm"},
    {"weight_", EFFECT_RANDOM, "traffic=random"},
    {"train_", EFFECT_RANDOM, "traffic=random"},
    {"phase_operations", EFFECT_ADVERSARIAL, "traffic=adversarial"},
    {"bulk_", EFFECT_BURST, "traffic=burst"},
    {"urgent_even", EFFECT_BURST, "traffic=burst"},
    {"urgent_odd", EFFECT_BURST, "traffic=burst"},
    {"urgent_hot_percent", EFFECT_BURST, "traffic=burst"},
    {"arrivals", EFFECT_BURST, "traffic=burst"},
    {"change_", EFFECT_BURST, "traffic=burst"},
    {"load_percent", EFFECT_BURST, "traffic=burst"},
    {"bank_redraw_percent", EFFECT_BURST, "traffic=burst"},
    {"issue_jitter_", EFFECT_BURST | EFFECT_COLLECTIVE, "traffic=burst"},
};

enum { RULES = sizeof rules / sizeof *rules };

const char *effect_name(unsigned n) {
    return n < RULES ? rules[n].name : NULL;
}

static const struct rule *rule_of(const char *setting) {
    for (unsigned i = 0; i < RULES; i++) {
        const size_t length = strlen(rules[i].name);
        const char end = rules[i].name[length - 1];
        if (strncmp(setting, rules[i].name, length) == 0 &&
            (end == '_' || setting[length] == '=' || strcmp(rules[i].name, "initiator") == 0))
            return &rules[i];
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
