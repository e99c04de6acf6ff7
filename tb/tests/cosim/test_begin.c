// Golden model and RTL begin in states at rest that are drawn, and go on alike.
#include <criterion/criterion.h>

#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "csim/record/block_draw.h"
#include "csim/record/state_at_rest.h"
#include "tb/dut/rtl.h"
#include "tb/env/env.h"
#include "tb/tests/env/checked.h"
#include "tb/tests/interface/random_beats.h"

TestSuite(begin);

enum { STATES = 300, CLOCKS = 250 };

static void draw(struct block_state *state, uint64_t seed) {
    const struct tag_code code = {
        .gray = seed % 2, .turn = seed % 32, .key = (uint32_t)rng_mix(seed)};
    block_state_draw(state, DEPTH, seed, &code, (uint32_t)rng_mix(seed + 1));
}

Test(begin, drawn_states_can_be) {
    for (uint64_t seed = 0; seed < 10 * STATES; seed++) {
        struct block_state state;
        draw(&state, seed);
        const char *const wrong = block_state_check(&state, DEPTH);
        cr_assert(wrong == NULL, "seed %llu: %s", (unsigned long long)seed, wrong);
    }
}

Test(begin, a_tag_says_its_index) {
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    for (unsigned i = 0; i < 100000; i++) {
        const struct tag_code code = {
            .gray = true, .turn = i % 32, .key = (uint32_t)rng_next(&rng)};
        const uint32_t index = (uint32_t)rng_next(&rng);
        const uint32_t tag = tag_of_index(&code, index), next = tag_of_index(&code, index + 1);
        cr_assert_eq(index_of_tag(&code, tag), index);
        cr_assert_eq(__builtin_popcount(tag ^ next), 1);
    }
}

static void run_on(struct admitter *lockstep, const struct block_state *state, uint64_t seed) {
    struct rng rng = rng_stream(seed, RNG_TRAFFIC);
    struct edge_out shown, last;
    struct edge_in in = {.now = state->now, .pause = state->paused};

    block_state_show(state, &shown);
    admitter_edge(lockstep, &in, &last);
    if (shown.quiet)
        cr_assert(memcmp(&last, &shown, sizeof last) == 0, "seed %llu", (unsigned long long)seed);
    for (uint64_t clock = 1; clock < CLOCKS; clock++) {
        in = random_beats(&rng, &last);
        in.axi_awvalid = in.axi_wvalid = in.reset = 0;
        in.gap = 0;
        in.now = state->now + clock;
        admitter_edge(lockstep, &in, &last);
    }
    const struct divergence *const divergence = lockstep_divergence(lockstep);
    char text[160] = "";
    divergence_field(divergence, 0, text, sizeof text);
    cr_assert(not(divergence->found), "seed %llu, clock %llu: %s", (unsigned long long)seed,
              (unsigned long long)divergence->cycle, text);
}

Test(begin, golden_and_rtl_go_on_alike) {
    for (uint64_t seed = 0; seed < STATES; seed++) {
        struct block_state state;
        draw(&state, seed);
        struct admitter *const lockstep = lockstep_open(rtl_open(DEPTH), golden_open(DEPTH), false);
        cr_assert(admitter_begin(lockstep, &state));
        run_on(lockstep, &state, seed);
        admitter_close(lockstep);
    }
}

// A whole run: what is held returns, what waits is decided, and the checker agrees to the end.
static void run_whole(const char *workload, uint64_t seed) {
    const struct config config = config_of(workload, SETS("begin_percent=100"));
    const struct checked_run check = {.workload = workload, .config = &config, .seed = seed};
    cr_assert(env_draws(&config, seed));
    const struct checked_outcome outcome = checked_run(check, "lockstep");
    cr_assert(not(outcome.failed), "%s, seed %llu: %s: %s", workload, (unsigned long long)seed,
              outcome.caught, outcome.reason);
    cr_assert(outcome.result.commits[COMMIT_WINDOW] > 0);
}

Test(begin, runs_end_drained) {
    for (uint64_t seed = 1; seed <= 25; seed++) {
        run_whole("random", seed);
        run_whole("adversarial", seed);
    }
}
