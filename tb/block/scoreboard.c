#include "tb/block/scoreboard.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/block/ref_state/map.h"

void scoreboard_begin(struct scoreboard *board, const struct path_size *size) {
    *board = (struct scoreboard){.size = *size};
    for (unsigned lane = 0; lane < path_lanes(size); lane++)
        board->window[lane] = map_window(size, lane);
}

void scoreboard_window(struct scoreboard *board, const struct path_out *out) {
    for (unsigned lane = 0; lane < path_lanes(&board->size); lane++)
        if (out->trace_kind == PATH_WINDOW && out->trace_mask >> lane & 1)
            board->window[lane] = out->trace_stage;
}

static bool enter(struct scoreboard *board, struct scoreboard_held *held, unsigned what,
                  unsigned lane, uint32_t amount) {
    const bool room =
        board->window[lane] > 0 &&
        (board->reservations[lane] == 0 || board->debt[lane] + amount <= board->window[lane]);
    if (!room)
        snprintf(board->text, sizeof board->text,
                 "lane %u: %" PRIu64 " truly outstanding, a grant of %" PRIu32
                 " more at a window of %" PRIu64,
                 lane, board->debt[lane], amount, board->window[lane]);
    held->on[what] = true;
    held->lane[what] = (uint8_t)lane;
    held->amount[what] = amount;
    board->debt[lane] += amount;
    board->reservations[lane]++;
    return room;
}

bool scoreboard_grant(struct scoreboard *board, struct scoreboard_held *held,
                      const struct offered *op, const struct path_out *out) {
    return enter(board, held, 0, offered_port(&board->size, op, 0), out->trace_stage) &&
           (!offered_responds(op) ||
            enter(board, held, 1, offered_port(&board->size, op, 1), out->trace_response));
}

void scoreboard_execute(struct scoreboard *board, struct scoreboard_held *held, unsigned what) {
    if (!held->on[what])
        return;
    held->on[what] = false;
    board->debt[held->lane[what]] -= held->amount[what];
    board->reservations[held->lane[what]]--;
}

void monitor_begin(struct monitor *monitor, const struct path_size *size) {
    memset(monitor, 0, sizeof *monitor);
    scoreboard_begin(&monitor->board, size);
}

// That nothing else is granted is a rule.
bool monitor_observe(struct monitor *monitor, const struct agents *agents,
                     const struct path_out *out) {
    monitor->denied += out->trace_kind == PATH_DENY;
    if (out->trace_kind == PATH_WINDOW)
        scoreboard_window(&monitor->board, out);
    if (out->trace_kind != PATH_GRANT)
        return true;
    const struct agents_op *op = agents_find(agents, out->trace_tag);
    return !op || op->state != AGENTS_TAKEN || op->odd ||
           scoreboard_grant(&monitor->board, &monitor->held[op - agents->op], &op->is, out);
}

void monitor_drive(struct monitor *monitor, const struct agents *agents, const struct path_in *in,
                   const struct agents_executed *executed) {
    if (!in->rst_n) {
        scoreboard_begin(&monitor->board, &agents->size);
        memset(monitor->held, 0, sizeof monitor->held);
        return;
    }
    const unsigned stages = path_stages(&agents->size);
    const uint64_t lanes = (UINT64_C(1) << path_lanes(&agents->size)) - 1;
    for (uint64_t left = executed->ports & lanes; left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctzll(left);
        scoreboard_execute(&monitor->board, &monitor->held[executed->op[lane]], lane >= stages);
    }
}

// --- who is passed over -------------------------------------------------------------------------

static bool any_urgent(const struct ref_state *ref, const struct slots *slots) {
    SLOTS_EACH (slot, slots)
        if (ref->op[slot].is.urgent)
            return true;
    return false;
}

static void pass(struct passed_over *passed, const struct ref_state *ref, unsigned slot) {
    enum { MORE = 64 };
    const struct ref_op *op = &ref->op[slot];
    const uint32_t most = passed->bound + 4u * ref->size.slots + MORE;
    const uint32_t clocks = ++passed->clocks[slot];
    if (clocks > passed->longest[op->group])
        passed->longest[op->group] = clocks;
    if (clocks == most + 1)
        snprintf(passed->text, sizeof passed->text,
                 "operation %" PRIu64 ", taken in clock %" PRIu64
                 ", lacks nothing and is not held back, but others were chosen in %" PRIu32
                 " clocks",
                 op->tag, op->clock, clocks);
}

// What stands no more, or did not do so with this bound, begins again.
static void begin_again(struct passed_over *passed, const struct ref_state *ref) {
    const struct slots *now = &ref->stands[2];
    const bool other = passed->bound != ref->settings.bound;
    for (unsigned word = 0; word < SLOTS_WORDS; word++)
        passed->stand.word[word] &= other ? UINT64_MAX : ~now->word[word];
    SLOTS_EACH (slot, &passed->stand)
        passed->clocks[slot] = 0;
    passed->stand = *now;
    passed->bound = ref->settings.bound;
}

static void watch(void *self, const struct ref_state *ref) {
    struct passed_over *passed = self;
    struct slots could = ref->with[REF_CANDIDATE];
    begin_again(passed, ref);
    if (ref->named)
        slots_put(&could, ref->named - 1u, false);
    if (passed->bound == 0 || ref->out->path.trace_kind == PATH_WINDOW || !slots_any(&could))
        return;
    const bool urgent = any_urgent(ref, &ref->with[REF_CANDIDATE]);
    SLOTS_EACH (slot, &could)
        if ((!urgent || ref->op[slot].is.urgent) && slots_have(&passed->stand, slot))
            pass(passed, ref, slot);
}

struct ref_reader passed_over_reader(struct passed_over *passed) {
    return (struct ref_reader){passed, watch};
}
