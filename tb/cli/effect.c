#include "tb/cli/settings.h"

#include "csim/policy/policy_windows.h"
#include "csim/traffic/traffic.h"

// Facts of runs, as `when` of a key names them, in the words of a refusal.
#define FACTS(X)                                                                                   \
    X(env, run->environment, "no --policy: it concerns the block in its own environment")          \
    X(policy, run->policy && !run->block, "--policy beside it, without --admission")               \
    X(block, run->policy && run->block, "--policy and --admission beside it")                      \
    X(clocked, run->clocked, "--policy and --admission beside it, mode=clocked")                   \
    X(faults,                                                                                      \
      run->environment ? run->config->stages == STAGES_MODEL                                       \
                       : run->clocked && run->config->receivers > 0,                               \
      "no --policy, or a domain of clocked blocks: --admission, mode=clocked")                     \
    X(domain, run->config->receivers > 0, "a domain, receivers=N")                                 \
    X(alone, run->config->receivers == 0, "no domain, receivers=0")                                \
    X(seed, run->seed != 0, "a seed other than 0")                                                 \
    X(vector,                                                                                      \
      run->policy && (run->policy->charge == charge_vector || run->policy->vector_and_more),       \
      "a policy such as semacredit")                                                               \
    X(predicts, run->policy && !run->policy->knows_mapping && !run->policy->one_window,            \
      "a policy that predicts partitions, such as semacredit")                                     \
    X(informs, run->policy && run->policy->returns != RETURNS_AT_END,                              \
      "a policy that informs of credit before an operation's end, such as semacredit")             \
    X(responds, responds(run), "reads or Atomics, such as background_gap_ps=N")                    \
    X(burst, makes(run, TRAFFIC_BURST), "traffic=burst")                                           \
    X(random, makes(run, TRAFFIC_RANDOM), "traffic=random")                                        \
    X(adversarial, makes(run, TRAFFIC_ADVERSARIAL), "traffic=adversarial")                         \
    X(trace, is_trace(run), "a trace, --workload FILE.trace")                                      \
    X(matrix, ends(run, ".cm"), "a connection matrix, --workload FILE.cm")                         \
    X(msccl, ends(run, ".xml"), "an MSCCL algorithm, --workload FILE.xml")                         \
    X(goal, ends(run, ".goal"), "a GOAL text, --workload FILE.goal")                               \
    X(collective, collects(run), "a collective, such as collective=moe")                           \
    X(reduces, reduces(run), "an all-reduce, or an MSCCL algorithm, --workload FILE.xml")

static bool ends(const struct run_kind *run, const char *ending) {
    return run->path && traffic_ends_in(run->path, ending);
}

static bool is_trace(const struct run_kind *run) {
    return run->path && !ends(run, ".cm") && !ends(run, ".xml") && !ends(run, ".goal");
}

static bool collects(const struct run_kind *run) {
    return !run->path && run->config->collective != COLLECTIVE_NONE;
}

static bool reduces(const struct run_kind *run) {
    const uint64_t collective = run->config->collective;
    return ends(run, ".xml") ||
           (!run->path && collective >= ALL_REDUCE_RING && collective <= ALL_REDUCE_ALL_PAIRS);
}

// May an operation be a read or an Atomic?
static bool responds(const struct run_kind *run) {
    const bool writes = collects(run) || ends(run, ".xml");
    return !ends(run, ".goal") && (!writes || run->config->atomic_bytes > 0 ||
                                   (collects(run) && run->config->background_gap_ps > 0));
}

static bool makes(const struct run_kind *run, enum traffic_choice traffic) {
    return !run->path && !collects(run) && run->config->traffic == traffic;
}

// In `words` what is expected, if it does not hold.
static bool holds(const struct run_kind *run, const char *term, size_t length, const char **words) {
    bool so = false;
    *words = NULL;
#define FACT(name, condition, expected)                                                            \
    if (strlen(#name) == length && memcmp(#name, term, length) == 0) {                             \
        *words = expected;                                                                         \
        return condition;                                                                          \
    }
    FACTS(FACT)
#undef FACT
    if (config_term(run->config, term, length, &so))
        return so;
    return run->policy && strlen(run->policy->name) == length &&
           memcmp(run->policy->name, term, length) == 0;
}

bool setting_lacks(const char *setting, const struct run_kind *run, struct text_error *lacks) {
    for (const char *term = config_when(setting); *term; term += strspn(term, " ")) {
        size_t used = 0;
        bool any = false;
        for (const char *end = term + strcspn(term, " "); term < end; term += term < end) {
            const char *words;
            const size_t length = strcspn(term, " |");
            any = any || holds(run, term, length, &words);
            if (!any && used < sizeof lacks->text)
                used += (size_t)snprintf(
                    lacks->text + used, sizeof lacks->text - used, "%s%.*s", used ? ", or " : "",
                    words ? (int)strlen(words) : (int)length, words ? words : term);
            term += length;
        }
        if (!any)
            return true;
    }
    return false;
}

bool settings_have_effect(const struct settings *settings, const struct run_kind *runs,
                          unsigned count) {
    for (unsigned i = 0; i < settings->sets; i++) {
        struct text_error lacks, first = {""};
        bool read = false;
        for (unsigned run = 0; run < count && !read; run++) {
            read = !setting_lacks(settings->set[i], &runs[run], &lacks);
            if (run == 0)
                first = lacks;
        }
        if (!read)
            return refuse("--set %.*s: without effect on this run; expected %s",
                          (int)strcspn(settings->set[i], "="), settings->set[i], first.text);
    }
    return true;
}

bool settings_have_effect_on(const struct settings *settings, const struct selection *selection) {
    struct run_kind runs[WORKLOADS_MAX];
    for (unsigned i = 0; i < selection->count; i++)
        runs[i] =
            (struct run_kind){.config = &selection->of[i].config, .environment = true, .seed = 1};
    return settings_have_effect(settings, runs, selection->count);
}
