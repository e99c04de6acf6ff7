// registers.md, 9.7: what is counted for operators, and how it is captured.
#include "csim/golden/state.h"

enum { ASKED_TO_TURN = 2, LAST_TO_ANSWER = 3, LAST_TO_FIRST_READ = 4 };

// Software asks for a capture in this clock.
void block_capture(struct golden *golden) {
    golden->telemetry.begins = golden->now + ASKED_TO_TURN;
    golden->telemetry.answered = 0;
}

static void capture(struct golden *golden, unsigned first, const uint32_t *count, unsigned words,
                    unsigned *word) {
    const uint64_t slot = golden->now % CAPTURE_TO_READ;

    if (*word < words) {
        golden->telemetry.copied[slot].at = first + *word;
        golden->telemetry.copied[slot].value = count[*word];
    }
    *word -= words; // beyond all others once it is met
}

// The register of the turn's word becomes what it counts.
static void copy(struct golden *golden) {
    const struct telemetry *const t = &golden->telemetry;
    const uint32_t *const live = golden->word;
    const unsigned lanes = golden->lanes;
    unsigned word = t->word;

    capture(golden, R_captured_frees, &live[R_frees], 1, &word);
    capture(golden, R_captured_returns, &live[R_returns], RESOURCE_RESPONSE + 1, &word);
    capture(golden, R_captured_grants, &live[R_grants], 1, &word);
    capture(golden, R_group_grants, t->group_grants, PATH_GROUPS, &word);
    capture(golden, R_group_waits, t->group_waits, PATH_GROUPS, &word);
    capture(golden, R_lane_returns, t->lane_returns, lanes, &word);
    capture(golden, R_holder_clocks, t->holder_clocks, lanes, &word);
    capture(golden, R_queue_clocks, t->queue_clocks, lanes, &word);
    capture(golden, R_starved_clocks, t->starved_clocks, lanes, &word);
    capture(golden, R_idle_clocks, t->idle_clocks, lanes, &word);
    capture(golden, R_denied, t->denied, lanes + 1, &word);
    capture(golden, R_clocks, &t->clocks, 1, &word);
}

static void take_turn(struct golden *golden) {
    struct telemetry *const t = &golden->telemetry;
    const unsigned words = 6 * golden->lanes + 13;

    if (t->word == 0 && t->begins != 0 && golden->now >= t->begins)
        t->copies = true;
    if (t->copies)
        copy(golden);
    t->word = next_of(t->word, words);
    if (t->copies && t->word == 0) {
        t->copies = false;
        t->begins = 0;
        t->answered = golden->now + LAST_TO_ANSWER;
        if (t->shown == 0)
            t->shown = golden->now + LAST_TO_FIRST_READ;
    }
}

static void count_lanes(struct golden *golden, const struct block_in *in) {
    struct telemetry *const t = &golden->telemetry;
    const uint64_t *const of = golden_at(golden, golden->now - 2)->awaited;
    const uint64_t awaited = of[0] | of[1] | of[2];

    for (unsigned lane = 0; lane < golden->lanes; lane++) {
        t->holder_clocks[lane] += golden->holders[lane];
        t->queue_clocks[lane] += in->stage_queue[lane];
        t->idle_clocks[lane] += in->stage_idle[lane];
        t->starved_clocks[lane] += in->stage_idle[lane] && (awaited & bit(lane)) != 0;
    }
}

// From the next clock on.
static void show_copied(struct golden *golden) {
    const uint64_t slot = (golden->now + 1) % CAPTURE_TO_READ;
    const unsigned at = golden->telemetry.copied[slot].at;

    if (at != 0)
        golden->word[at] = golden->telemetry.copied[slot].value;
    golden->telemetry.copied[slot].at = 0;
}

void block_telemetry(struct golden *golden, const struct block_in *in) {
    struct telemetry *const t = &golden->telemetry;
    const struct golden_commit *const commit = &golden_at(golden, golden->now)->commit;
    const struct axi_write *const write = &golden->write;

    show_copied(golden);
    if (golden->out.quiet)
        return;
    if (write->performed + 1 == golden->now && write->at == R_capture && write->data == 3)
        golden->word[R_held_max] = golden->word[R_held];
    take_turn(golden);
    count_lanes(golden, in);
    for (unsigned k = 0; k < golden->done; k++)
        if (golden->out.path.return_kind[k] == RETURN_BACK)
            t->lane_returns[golden->out.path.return_lane[k]]++;
    for (uint64_t left = commit->kind == PATH_DENY ? commit->fresh : 0; left != 0; left &= left - 1)
        t->denied[lowest_of(left)]++;
    if (commit->kind == PATH_GRANT)
        t->group_grants[commit->slot->group]++;
    for (unsigned i = 0; i < golden->count; i++)
        t->group_waits[golden->waiting[i]->group]++;
    t->clocks++;
}
