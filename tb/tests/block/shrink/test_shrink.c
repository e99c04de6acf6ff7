// Transactions played again do the same, and become few; as a scenario they show the same.

#include "tb/block/dut/block_rtl.h"
#include "tb/block/shrink/shrink.h"
#include "tb/scenario/scenario_file.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/block_bench.h"

enum { CLOCKS = 3000, SEEDS = 8 };

// --- the block --------------------------------------------------------------------------------

// What commits in each clock after the first reset, but for names.
struct commits {
    struct path_out out[CLOCKS];
    unsigned count;
};

static void observe_commits(void *self, uint64_t clock, const struct block_out *out,
                            const struct block_in *in) {
    struct commits *commits = self;
    (void)clock;
    if (commits->count == CLOCKS || (commits->count == 0 && !in->path.rst_n))
        return;
    struct path_out *to = &commits->out[commits->count++];
    memset(to, 0, sizeof *to);
    to->trace_kind = out->path.trace_kind;
    to->trace_mask = out->path.trace_mask;
    to->trace_stage = out->path.trace_stage;
    to->trace_response = out->path.trace_response;
    memcpy(to->return_kind, out->path.return_kind, sizeof to->return_kind);
    memcpy(to->return_amount, out->path.return_amount, sizeof to->return_amount);
}

static void observe_both(void *self, uint64_t clock, const struct block_out *out,
                         const struct block_in *in) {
    const struct observer *observers = self;
    for (unsigned i = 0; i < 2; i++)
        observers[i].observe(observers[i].self, clock, out, in);
}

static void record(const char *workload, uint64_t seed, struct stimulus *stimulus,
                   struct commits *commits) {
    struct text_error error;
    struct checked_outcome outcome;
    const struct config of_run = config_of(workload, SETS("operations=300"));
    *stimulus = (struct stimulus){.size = block_default};
    struct stimulus_recorder *recorder = stimulus_recorder_open(stimulus);
    struct observer observers[2] = {stimulus_recorder_observer(recorder),
                                    {commits, observe_commits}};
    cr_assert(checked_run_do(&(struct checked_run){.traffic = traffic_open(&of_run, seed),
                                                   .config = &of_run,
                                                   .seed = seed,
                                                   .kind = BLOCK_GOLDEN,
                                                   .observer = {observers, observe_both}},
                             &outcome, &error));
    stimulus_recorder_close(recorder);
}

static void play_again(struct stimulus *stimulus, struct commits *commits) {
    static struct block_out out;
    static struct block_in in;
    const struct observer observer = {commits, observe_commits};
    struct observed observed;
    struct replay play;
    bool *none = calloc(stimulus->count, sizeof *none);
    struct block_model model =
        observed_model(&observed, block_golden_model(&block_default), &observer, 1);
    replay_open(&play, stimulus, none, CLOCKS);
    model.show(model.self, &out);
    while (replay_drive(&play, &out, &in) && commits->count < CLOCKS) {
        model.clock(model.self, &in);
        model.show(model.self, &out);
    }
    model.close(model.self);
    replay_close(&play);
    free(none);
}

Test(shrink, stimulus_played_again_do_the_same) {
    static const char *const workloads[] = {"random", "adversarial"};
    struct commits *first = calloc(1, sizeof *first), *again = calloc(1, sizeof *again);
    struct stimulus stimulus;
    for (unsigned i = 0; i < 2 * SEEDS; i++) {
        const char *const workload = workloads[i / SEEDS];
        const unsigned seed = 1 + i % SEEDS;
        first->count = again->count = 0;
        record(workload, seed, &stimulus, first);
        cr_assert(stimulus_operations(&stimulus) > 60);
        play_again(&stimulus, again);
        for (unsigned clock = 0; clock < first->count; clock++)
            cr_assert(memcmp((const char *)&first->out[clock], (const char *)&again->out[clock],
                             sizeof *first->out) == 0,
                      "%s, seed %u: clock %u", workload, seed, clock);
        stimulus_free(&stimulus);
    }
    free(first);
    free(again);
}

// --- a bug ------------------------------------------------------------------------------------

// As the program of scenarios does: an assertion that fails breaks it, too.
static bool play_file(const char *path) {
    struct text_error error = {""};
    struct path_size size;
    struct pair pair;
    struct block_model rtl = block_rtl_open(&size);
    struct block_model model = pair_model(&pair, block_golden_model(&size), rtl);
    struct scenario *scenario = scenario_read(path, &block_default, &error);
    FILE *said = fopen("/dev/null", "w");
    uint64_t clocks;
    cr_assert(scenario != NULL, "%s", error.text);
    bool played = player_run(&(struct play){.scenario = scenario,
                                            .path = path,
                                            .size = &block_default,
                                            .model = &model,
                                            .pair = &pair,
                                            .said = said},
                             &clocks);
    if (block_rtl_finding(&rtl))
        played = false;
    fclose(said);
    scenario_free(scenario);
    model.close(model.self);
    return played;
}

static struct config config;

// Shrinks the failure of a workload into the test's folder, as if it were caught otherwise where
// that is not NULL; what is reported.
static char *fail_and_shrink(const char *caught) {
    char *said;
    struct text_error error = {""};
    struct checked_outcome outcome;
    FILE *file = text_open(&said);
    config = config_of("random", SETS("operations=2000"));
    struct checked_run run = {
        .workload = "random", .config = &config, .seed = 1, .kind = BLOCK_LOCKSTEP};
    cr_assert(checked_run_do(&run, &outcome, &error), "%s", error.text);
    cr_assert(outcome.failed);
    if (caught)
        snprintf(outcome.caught, sizeof outcome.caught, "%s", caught);
    cr_assert(shrink_failure(&run, &outcome, folder_path("random_1.scenario"), file, &error), "%s",
              error.text);
    fclose(file);
    return said;
}

// An assertion of the checked model catches it, or a difference of the fast one, later. What is
// left is plain.
static void expect_few(bool checked, const char *const *parts) {
    char text[1 << 12];
    if (checked)
        setenv("SEMA_CHECKED", "1", 1);
    else
        unsetenv("SEMA_CHECKED");
    setenv("PLANTED_BUG", "empty_too_soon", 1);
    char *said = fail_and_shrink(NULL);
    cr_expect(not(play_file(folder_path("random_1.scenario"))), "%s", said);
    unsetenv("PLANTED_BUG");
    cr_expect(play_file(folder_path("random_1.scenario")));
    file_read(folder_path("random_1.scenario"), text, sizeof text);
    for (; *parts; parts++)
        expect_part(text, *parts);
    free(said);
}

Test(shrink, a_planted_bug_becomes_a_scenario, .init = folder_make, .fini = folder_remove) {
    static const char left[] = "\noffer w1 write partition 3\nwait 1\n"
                               "offer w2 write partition 3\nwait 6\nexecuted w1\nexpect alike\n";
    expect_few(false, SETS("lockstep: trace_kind", "\nresponded w1\nexpect alike\n"));
    expect_few(true, SETS("\n# clock ", ": sema_path_lanes.sv:", "NOBODY_HOLDS_A", left));
}

Test(shrink, what_is_caught_otherwise_is_not_shrunk, .init = folder_make, .fini = folder_remove) {
    setenv("PLANTED_BUG", "empty_too_soon", 1);
    char *said = fail_and_shrink("checker: read");
    expect_part(said, "not shrunk: the same statements");
    free(said);
}
