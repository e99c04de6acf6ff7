// Scripts and shrinking: what is recorded plays again, and what is not needed goes.
#include <stdlib.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/record/commit.h"
#include "csim/record/state_at_rest.h"
#include "tb/env/env.h"
#include "tb/shrink/script.h"
#include "tb/shrink/shrink.h"
#include "tb/shrink/shrink_steps.h"
#include "tb/tests/base/fixture.h"

// Plays a script, but for what is left out.
static struct cosim_loop_result play(struct script *script, const bool *left_out) {
    return run_to_end(script_play_open(script, left_out), golden_open(script->depth),
                      &(struct cosim_loop_listeners){.hash = true});
}

// Records a workload's run.
static struct cosim_loop_result record(const char *workload, struct script *script) {
    const struct config config = config_of(workload, SETS("operations=2000"));
    struct text_error error;
    *script = (struct script){.depth = (unsigned)config.depth};
    const struct cosim_loop_result result = run_to_end(
        env_open(&config, 1, true, &error), script_record_open(golden_open(script->depth), script),
        &(struct cosim_loop_listeners){.hash = true});
    cr_assert(gt(u32, script->count, 2000));
    return result;
}

// Clock by clock, with everything that can go wrong in a run.
static const char *const recorded[] = {"hbm_hotspot", "random", "adversarial"};

EACH(shrink, a_recorded_run_plays_again, recorded) {
    struct script script;
    const struct cosim_loop_result run = record(*row, &script), again = play(&script, NULL);
    cr_expect(eq(u64, again.hash, run.hash));
    cr_expect(eq(u64, again.commits[COMMIT_GRANT], run.commits[COMMIT_GRANT]));
    script_pin(&script);
    cr_expect(eq(u64, play(&script, NULL).hash, run.hash), "pinned");
    script_free(&script);
}

Test(shrink, left_out_operations_take_their_completions_with_them) {
    struct script script;
    record("hbm_hotspot", &script);
    bool *const left_out = calloc(script.count, sizeof *left_out);
    cr_assert(left_out != NULL);
    uint64_t kept = 0;
    for (uint32_t place = 0; place < script.count; place++)
        if (script.deeds[place].kind == DEED_OFFER)
            kept += !(left_out[place] = place % 3 != 0);
    const struct cosim_loop_result played = play(&script, left_out);
    cr_expect(eq(u64, played.commits[COMMIT_GRANT], kept));
    cr_expect(eq(u64, played.commits[COMMIT_COMPLETE], kept));
    cr_expect(eq(u64, played.commits[COMMIT_STRAY], 0));
    free(left_out);
    script_free(&script);
}

// A run that fails where a write to one register comes before an operation of a length.
enum { BAD_REGISTER = CONFIG_COMMAND_LIMIT, BAD_DATA = 77, BAD_LENGTH = 999 };

static bool pretend_failure(const struct script *script, const bool *left_out,
                            char caught[CAUGHT_SIZE], uint64_t *cycle) {
    bool written = false;
    for (uint32_t place = 0; place < script->count; place++) {
        const struct deed *const deed = &script->deeds[place];
        if (left_out && left_out[place])
            continue;
        written |=
            deed->kind == DEED_WRITE && deed->address == BAD_REGISTER && deed->data >= BAD_DATA;
        if (written && deed->kind == DEED_OFFER && deed->length >= BAD_LENGTH) {
            snprintf(caught, CAUGHT_SIZE, "lockstep: kind");
            *cycle = place;
            return true;
        }
    }
    return false;
}

Test(shrink, only_what_the_failure_needs_is_left) {
    struct script script;
    record("hbm_hotspot", &script);
    // In the middle of it all; the offers are large enough.
    struct deed *const middle = &script.deeds[script.count / 2];
    *middle = (struct deed){.kind = DEED_WRITE,
                            .clock = middle->clock,
                            .of = DEED_NOBODY,
                            .address = BAD_REGISTER,
                            .data = 1000,
                            .length = 1};
    struct shrink_result result;
    cr_assert(shrink(&script, pretend_failure, "lockstep: kind", 60.0, &result));
    cr_expect(eq(u32, result.operations, 1));
    cr_assert(eq(u32, result.deeds, 2));
    cr_expect(lt(u32, script.deeds[0].data, 2 * BAD_DATA));
    cr_expect(lt(u32, script.deeds[1].length, 2 * BAD_LENGTH));
    cr_expect(eq(u32, script.deeds[1].urgent, 0));
    script_free(&script);
}

// A run that fails as a whole, as by some rare meeting, and in short runs of which the registers
// are as they were when it failed; nothing in between does.
static uint32_t whole;

static bool pretend_meeting(const struct script *script, const bool *left_out,
                            char caught[CAUGHT_SIZE], uint64_t *cycle) {
    uint32_t left = 0;
    for (uint32_t place = 0; place < script->count; place++)
        left += !(left_out && left_out[place]);
    if (left != whole && left > SECTION_DEEDS)
        return false;
    return left == whole || pretend_failure(script, left_out, caught, cycle)
               ? snprintf(caught, CAUGHT_SIZE, "lockstep: kind") > 0
               : false;
}

Test(shrink, finds_the_failure_in_a_section_of_the_run) {
    struct script script;
    record("hbm_hotspot", &script);
    script.deeds[0] = (struct deed){.kind = DEED_WRITE,
                                    .of = DEED_NOBODY,
                                    .address = BAD_REGISTER,
                                    .data = BAD_DATA,
                                    .length = 1};
    whole = script.count;
    cr_assert(gt(u32, whole, SECTION_DEEDS));
    struct shrink_result result;
    cr_assert(shrink(&script, pretend_meeting, "lockstep: kind", 60.0, &result));
    cr_expect(eq(u32, result.operations, 1));
    cr_expect(eq(u32, result.deeds, 2));
    script_free(&script);
}

// What is drawn can be played: completions come after their operations.
Test(shrink, sections_make_scripts) {
    struct script script;
    record("random", &script);
    struct script section = {.deeds = malloc(SECTION_DEEDS * sizeof *section.deeds)};
    struct section_writes *const writes = section_writes_open(&script);
    cr_assert(section.deeds && writes);
    struct rng rng = {1};
    uint64_t grants = 0;
    for (unsigned i = 0; i < 300; i++) {
        section_draw(&script, writes, &rng, &section);
        cr_expect(le(u32, script_offers(&section), SECTION_OFFERS));
        cr_assert(le(u32, section.count, SECTION_DEEDS));
        for (uint32_t place = 0; place < section.count; place++) {
            const uint32_t of = section.deeds[place].of;
            cr_assert(of == DEED_NOBODY || (of < place && section.deeds[of].kind == DEED_OFFER &&
                                            section.deeds[place].kind == DEED_BEAT),
                      "section %u, place %u of %u: of %u", i, place, section.count, of);
        }
        grants += play(&section, NULL).commits[COMMIT_GRANT];
    }
    cr_expect(gt(u64, grants, 300));
    section_writes_close(writes);
    free(section.deeds);
    script_free(&script);
}

Test(shrink, what_does_not_fail_is_left_alone) {
    struct script script;
    record("hbm_hotspot", &script);
    const uint32_t count = script.count;
    struct shrink_result result;
    cr_expect(not(shrink(&script, pretend_failure, "lockstep: kind", 60.0, &result)));
    cr_expect(eq(u32, script.count, count));
    script_free(&script);
}

static bool fails_by_order(const struct script *script, const bool *left_out,
                           char caught[CAUGHT_SIZE], uint64_t *cycle) {
    (void)left_out;
    snprintf(caught, CAUGHT_SIZE, "lockstep: order");
    *cycle = 0;
    return script->begins && script->begins->order > 100;
}

// Of what decides the highest bit is left, and the search ends where nothing gets smaller.
Test(shrink, a_state_gets_simpler_and_the_search_ends) {
    struct script script;
    struct shrink_result result;
    record("hbm_hotspot", &script);
    script.begins = calloc(1, sizeof *script.begins);
    cr_assert(script.begins != NULL);
    block_state_reset(script.begins, script.depth);
    script.begins->order = 12345;
    cr_expect(shrink(&script, fails_by_order, "lockstep: order", 60.0, &result));
    cr_expect(eq(u32, result.operations, 0));
    cr_assert(script.begins != NULL);
    cr_expect(eq(u64, script.begins->order, 8192));
    cr_expect(lt(u64, result.trials, 1000));
    script_free(&script);
}
