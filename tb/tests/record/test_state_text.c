// States at rest as text: written and read they are the same, and what is not one is told.
#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/record/block_draw.h"
#include "csim/record/block_text.h"
#include "tb/shrink/script.h"
#include "tb/shrink/shrink_steps.h"

TestSuite(state_text);

struct reading {
    struct block_state state;
    struct text_error error;
    bool fine;
};

static void read_line(void *context, const char *text) {
    struct reading *const reading = context;
    cr_assert(block_text_is(text), "%s", text);
    reading->fine &= block_text_read(&reading->state, text, &reading->error);
}

static void draw(struct block_state *state, uint64_t seed) {
    const struct tag_code code = {.gray = true, .turn = seed % 32};
    block_state_draw(state, DEPTH, seed, &code, 1000);
}

Test(state_text, written_and_read_is_the_same) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        struct block_state state;
        struct edge_out shown, again;
        struct reading reading = {.fine = true};
        draw(&state, seed);
        block_state_reset(&reading.state, DEPTH);
        block_text_write(&state, DEPTH, read_line, &reading);
        cr_assert(reading.fine, "seed %d: %s", (int)seed, reading.error.text);
        const char *const wrong = block_state_check(&reading.state, DEPTH);
        cr_assert(wrong == NULL, "seed %d: %s", (int)seed, wrong);
        block_state_show(&state, &shown);
        block_state_show(&reading.state, &again);
        cr_assert(memcmp(&shown, &again, sizeof shown) == 0, "seed %d", (int)seed);
        for (unsigned id = 0; id < DEPTH; id++)
            if (state.reservation[id].held)
                cr_assert(memcmp(&state.reservation[id].op.tag,
                                 &reading.state.reservation[id].op.tag, sizeof(uint32_t)) == 0);
        for (unsigned slot = 0; slot < SLOTS; slot++)
            cr_assert(state.slot[slot].taken == reading.state.slot[slot].taken);
    }
}

Test(state_text, what_is_no_state_is_told) {
    static const char *const bad[] = {
        "begins now",    "begins nothing=1",      "begins window[10]=1",  "begins pointer=300",
        "begins now=-1", "holds 256 tag=1",       "holds 1 number=1",     "waits 32 tag=1",
        "waits 1 tag=x", "begins now=1  order=2", "waits  tag=4294967296"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct block_state state;
        struct text_error error = {""};
        block_state_reset(&state, DEPTH);
        cr_assert(block_text_read(&state, bad[i], &error) == false, "%s", bad[i]);
        cr_assert(error.text[0] != '\0', "%s", bad[i]);
    }
}

Test(state_text, what_a_block_cannot_be_in_is_told) {
    struct block_state state;
    block_state_reset(&state, DEPTH);
    cr_assert(block_state_check(&state, DEPTH) == NULL);
    state.reservation[0] = (struct block_reservation){.held = 1, .awaited = 1 << AWAITED_DONE};
    cr_assert(block_state_check(&state, DEPTH) != NULL); // it is in the queue of ids
    state.id_queue[0] = 1;
    cr_assert(block_state_check(&state, DEPTH) != NULL); // this one is so twice
    state.id_queue[0] = NOT_QUEUED;
    cr_assert(block_state_check(&state, DEPTH) != NULL); // there are others for its place
    state.id_queue[0] = ID_QUEUE;
    state.count_grants = 1;
    cr_assert(block_state_check(&state, DEPTH) != NULL); // more is held than ever
    state.held_max = 1;
    cr_assert(block_state_check(&state, DEPTH) == NULL);
    state.slot[0] = (struct block_slot){.taken = 1, .known = 1};
    cr_assert(block_state_check(&state, DEPTH) != NULL); // it would be tried
    state.paused = 1;
    cr_assert(block_state_check(&state, DEPTH) == NULL);
}

// It fails as long as reservation 5 is held and the time has its upper bit.
static bool needs_two(void *context) {
    const struct script *const script = context;
    return script->begins && script->begins->reservation[5].held && script->begins->now >> 40 & 1;
}

Test(state_text, a_state_shrinks_to_what_is_needed) {
    struct script script = {.depth = DEPTH, .begins = malloc(sizeof *script.begins)};
    uint64_t seed = 0;
    cr_assert(script.begins != NULL);
    do
        draw(script.begins, seed++);
    while (!needs_two(&script));
    shrink_state(&script, needs_two, &script);
    struct block_derived scoreboard;
    block_derive(script.begins, &scoreboard);
    cr_assert(scoreboard.held == 1 && scoreboard.waiting == 0);
    cr_assert(script.begins->now >> 40 & 1);
    cr_assert(block_state_check(script.begins, DEPTH) == NULL);
    cr_assert(script.begins->count_rejects == 0 && script.begins->sent[3] == 0);
    script_free(&script);
}
