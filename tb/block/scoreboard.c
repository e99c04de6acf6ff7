#include "tb/block/scoreboard.h"

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
        board->flipped >> lane & 1 ||
        (board->window[lane] > 0 &&
         (board->reservations[lane] == 0 || board->debt[lane] + amount <= board->window[lane]));
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
    const unsigned stage = offered_port(&board->size, op, 0);
    const bool responds = offered_responds(op);
    held->amount[1] = 0;
    if (responds) {
        board->part[stage][op->engine] += held->amount[1] = out->trace_response;
        if (out->trace_response > board->largest[op->engine])
            board->largest[op->engine] = out->trace_response;
    }
    return enter(board, held, 0, stage, out->trace_stage) &&
           (!responds ||
            enter(board, held, 1, offered_port(&board->size, op, 1), out->trace_response));
}

void scoreboard_execute(struct scoreboard *board, struct scoreboard_held *held, unsigned what) {
    if (!held->on[what])
        return;
    held->on[what] = false;
    board->debt[held->lane[what]] -= held->amount[what];
    board->reservations[held->lane[what]]--;
    if (what == 0 && held->amount[1] > 0)
        board->part[held->lane[0]][port_engine(&board->size, held->lane[1])] -= held->amount[1];
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

// --- who is kept from an idle stage
// ---------------------------------------------------------------

enum { LOOK = 8, SILENT = 2048 }; // clocks; two periods in which nothing returns bar a lane (2.5)

// 3.3: a reservation is left for each lane on which nothing is held, as long as none outlives its
// stage and its response: while `hold` is 0 and no id is parked, since the table was empty.
static void count_left(struct kept_out *kept, const struct ref_state *ref) {
    const unsigned lanes = path_lanes(&ref->size);
    const bool keeps = ref->settings.limits.floor >= lanes && ref->limit == ref->size.depth &&
                       ref->settings.hold == 0 && ref->ids_parked + ref->parked_count == 0;
    kept->leaves = keeps && (kept->leaves || ref->held_count == 0);
}

static uint64_t more(uint64_t one, uint64_t other) {
    return one > other ? one : other;
}

// What was executed and never reported, as the completion was lost, is outstanding, too.
static uint64_t holders(const struct kept_out *kept, const struct ref_state *ref, unsigned lane) {
    return more(kept->board->reservations[lane], ref->reservations[lane]);
}

static bool is_idle(const struct kept_out *kept, const struct ref_state *ref, unsigned lane) {
    return kept->board->window[lane] > 0 && holders(kept, ref, lane) == 0;
}

// Something is outstanding there, and nothing returns.
static bool is_dead(const struct kept_out *kept, const struct ref_state *ref, unsigned stage) {
    return holders(kept, ref, stage) > 0 && kept->returned[stage] + SILENT <= ref->clock;
}

static bool has_room(const struct kept_out *kept, const struct ref_state *ref, unsigned lane,
                     uint32_t demand) {
    enum { UNDER_WAY = 2 }; // responses that enter before a stage is seen to have its part
    const struct scoreboard *board = kept->board;
    const unsigned engine = port_engine(&ref->size, lane);
    const uint64_t there = holders(kept, ref, lane);
    const bool few = there < ref->limits.holders[lane_kind(&ref->size, lane)] &&
                     ref_left(ref) > (int)ref->limits.floor;
    uint64_t window = board->window[lane], debt = more(board->debt[lane], ref->debt[lane]);
    uint64_t spare = 0;
    for (unsigned stage = 0; ref->limits.split && stage < path_stages(&ref->size); stage++) {
        const uint64_t part = board->part[stage][engine];
        if (part > 0 && part <= debt && is_dead(kept, ref, stage)) {
            debt -= part; // each leaves half of what was left to the others, but for those
            window /= 2;
            spare = spare / 2 + UNDER_WAY * UINT64_C(1) * board->largest[engine];
        }
    }
    return board->window[lane] > 0 && (there == 0 || (few && debt + spare + demand <= window));
}

// Its response engine has surely no room for it; its dead stage none for what responds there.
static bool is_full(const struct kept_out *kept, const struct ref_op *op) {
    const struct scoreboard *board = kept->board;
    const unsigned lane = op->lane[1];
    return board->reservations[lane] > 0 && board->debt[lane] + op->demand[1] > board->window[lane];
}

static bool is_spent(const struct kept_out *kept, const struct ref_state *ref,
                     const struct ref_op *op) {
    const struct scoreboard *board = kept->board;
    const unsigned lane = op->lane[1];
    const uint64_t part = board->part[op->lane[0]][port_engine(&ref->size, lane)];
    return is_dead(kept, ref, op->lane[0]) && part > 0 &&
           part + board->debt[lane] >= board->window[lane];
}

// By the world.
static bool could_go(const struct kept_out *kept, const struct ref_state *ref,
                     const struct ref_op *op) {
    return ref_open(op, ref->clock) && op->earlier == 0 && !op->rejects && !op->found &&
           !op->marked && is_idle(kept, ref, op->lane[0]) && (kept->leaves || ref_left(ref) > 0) &&
           (!op->responds || has_room(kept, ref, op->lane[1], op->demand[1]));
}

// Another one has the spot of one of its lanes, and waits for a lane that returns: its turn comes.
static bool waits_its_turn(const struct kept_out *kept, const struct ref_state *ref,
                           const struct ref_op *op) {
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *other = &ref->op[slot];
        if (other == op || !(other->owns & op->lanes))
            continue;
        for (unsigned i = 0; i < 2; i++)
            if (kept->returned[other->lane[i]] + SILENT > ref->clock)
                return true;
    }
    return false;
}

static void keep_out(struct kept_out *kept, const struct ref_state *ref, unsigned slot) {
    const struct ref_op *op = &ref->op[slot];
    const uint32_t most = ref->settings.bound + 4u * ref->size.slots + 2 * SILENT;
    if (waits_its_turn(kept, ref, op))
        return;
    const uint32_t clocks = kept->clocks[slot] += LOOK;
    if (clocks > kept->longest[op->group])
        kept->longest[op->group] = clocks;
    if (clocks > most && !kept->text[0])
        snprintf(kept->text, sizeof kept->text,
                 "operation %" PRIu64 ", taken in clock %" PRIu64 ", waits for %" PRIu32
                 " clocks, though nothing is outstanding at its stage",
                 op->tag, op->clock, clocks);
}

static void look_at_slots(struct kept_out *kept, const struct ref_state *ref) {
    const bool urgent =
        any_urgent(ref, &ref->with[REF_CANDIDATE]) || slots_any(&ref->with[REF_REFUSAL]);
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *op = &ref->op[slot];
        if (kept->order[slot] != op->order || !could_go(kept, ref, op))
            kept->clocks[slot] = 0;
        else if (op->is.urgent || !urgent)
            keep_out(kept, ref, slot);
        kept->order[slot] = op->order;
    }
}

// 2.1: what waits for its predecessor counts nowhere, what waits for a response engine not at its
// stage, what waits for its stage not at its response engine. All slots may be taken by what waits
// for response engines, three of each beyond the pool.
static void look_at_classes(struct kept_out *kept, const struct ref_state *ref) {
    enum { MOST = 256 };
    const unsigned stages = path_stages(&ref->size);
    uint64_t used = 0;
    uint32_t demand[PATH_LANES] = {0};
    bool full = false;
    SLOTS_EACH (slot, &ref->waits) {
        const struct ref_op *op = &ref->op[slot];
        const unsigned stage = op->lane[0], engine = op->lane[1];
        const bool open = ref_open(op, ref->clock), responds = op->responds && !op->rejects;
        const bool waits = responds && is_idle(kept, ref, stage) && is_full(kept, op);
        if (!open || !(op->earlier > 0 || waits))
            used |= UINT64_C(1) << stage;
        if (responds && !(open && (op->earlier > 0 || is_spent(kept, ref, op))))
            used |= UINT64_C(1) << engine;
        if (responds && op->demand[1] > demand[engine])
            demand[engine] = op->demand[1];
        full |= op->responds && ref->taken == ref->size.slots;
    }
    for (unsigned lane = 0; lane < path_lanes(&ref->size); lane++)
        for (unsigned group = 0; group < PATH_GROUPS; group++) {
            uint32_t *const closed = &kept->closed[group][lane];
            const bool ready = ref->out->path.op_ready[group][lane];
            const bool idle =
                lane < stages ? is_idle(kept, ref, lane) : has_room(kept, ref, lane, demand[lane]);
            *closed = ready || full || used >> lane & 1 || !idle ? 0 : *closed + LOOK;
            if (*closed > kept->longest_closed)
                kept->longest_closed = *closed;
            if (*closed > MOST && !kept->text[0])
                snprintf(kept->text, sizeof kept->text,
                         "class %u of lane %u is not ready for %" PRIu32
                         " clocks, though nothing is outstanding there and nothing waits for it",
                         group, lane, *closed);
        }
}

static void watch_idle(void *self, const struct ref_state *ref) {
    struct kept_out *kept = self;
    const bool paused = ref_past(ref, 1)->pause || ref_past(ref, 3)->pause;
    for (uint64_t left = ref_past(ref, 1)->returned; left; left &= left - 1)
        kept->returned[__builtin_ctzll(left)] = ref->clock;
    count_left(kept, ref);
    if (ref->clock % LOOK != 0 || paused)
        return;
    if (ref->settings.bound > 0)
        look_at_slots(kept, ref);
    if (ref_past(ref, 1)->closed || ref->after_reset)
        memset(kept->closed, 0, sizeof kept->closed);
    else
        look_at_classes(kept, ref);
}

struct ref_reader kept_out_reader(struct kept_out *kept, const struct scoreboard *board) {
    *kept = (struct kept_out){.board = board};
    return (struct ref_reader){kept, watch_idle};
}
