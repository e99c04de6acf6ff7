// decision.md, 3.3 to 3.5: room, decisions, windows.
#include "csim/golden/path_state.h"

// 3.4
static uint32_t widest_window(const struct path_golden *golden) {
    return (uint32_t)(path_ones(golden->size.cnt_w) - 1);
}

// 3.4, after reset.
void path_open_windows(struct path_golden *golden) {
    const unsigned responses = (unsigned)golden->size.hbm + golden->size.atomic;

    for (unsigned lane = 0; lane < golden->lanes; lane++)
        golden->lane[lane].window =
            (uint32_t)path_smaller(lane < responses ? 64000 : 16000, widest_window(golden));
    golden->command_limit = golden->size.depth;
}

// 3.3
static bool has_room(const struct lane *lane, uint32_t demand) {
    const uint64_t after = (uint64_t)lane->debt + demand;

    return lane->window > 0 && (after <= lane->window || lane->holders == 0);
}

// 2.3 and 3.4: what an operation lacks by all commits up to this clock.
uint8_t path_lacks(const struct path_golden *golden, const struct slot *slot) {
    uint8_t lacks = 0;

    if (slot->rejected)
        return 0;
    if (!has_room(&golden->lane[slot->stage], slot->stage_demand))
        lacks |= LACKS_STAGE;
    if (slot->responds && !has_room(&golden->lane[slot->response], slot->response_demand))
        lacks |= LACKS_RESPONSE;
    if (golden->reserved >= golden->command_limit)
        lacks |= LACKS_TABLE;
    return lacks;
}

// 2.5 and 3.3: one of its lanes, or the table, is closed.
bool path_closed(const struct path_golden *golden, const struct slot *slot) {
    if (slot->rejected)
        return false;
    return golden->lane[slot->stage].window == 0 ||
           (slot->responds && golden->lane[slot->response].window == 0) ||
           golden->command_limit == 0;
}

// 1.6 and 3.4: a window write, or the command limit. Of a lane that does not exist: no effect.
void path_sample_write(struct path_golden *golden, const struct path_in *in) {
    const unsigned lane = in->write_lane & 0x3f;
    const uint64_t value = in->write_value & path_ones(golden->size.cnt_w);
    const uint32_t largest = lane == golden->lanes ? golden->size.depth : widest_window(golden);
    struct record *const record = path_at(golden, golden->now);

    if (!in->write_valid || lane > golden->lanes)
        return;
    record->write.valid = true;
    record->write.lane = lane;
    record->write.value = (uint32_t)path_smaller(value, largest);
}

// 3.4: an operation, in clock d = now.
static void decide_operation(struct path_golden *golden, const struct choice *choice,
                             struct commit *commit) {
    struct slot *const slot = &golden->slot[choice->slot];
    const uint8_t lacks = path_lacks(golden, slot);
    const bool look = choice->kind == CHOICE_LOOK;

    if (look && lacks == 0)
        return;
    commit->slot = choice->slot;
    if (lacks != 0) {
        commit->kind = PATH_DENY;
        commit->look = look;
        commit->lacks = lacks;
        slot->told = lacks;
        return;
    }
    commit->kind = slot->rejected ? PATH_REJECT : PATH_GRANT;
    slot->leaves = golden->now + 1;
}

// 3.4: the choice of clock c is decided in clock c + 1 = now, and commits in clock now + 1.
void path_decide(struct path_golden *golden) {
    const struct choice *const choice = &path_seen(golden, golden->now - 1)->choice;
    struct commit *const commit = &path_at(golden, golden->now + 1)->commit;

    if (choice->kind == CHOICE_WRITE) {
        commit->kind = PATH_WINDOW;
        commit->lane = choice->lane;
        commit->value = choice->value;
    } else if (choice->kind != CHOICE_NONE) {
        decide_operation(golden, choice, commit);
    }
}

// 3.3: a component enters.
static void hold(struct lane *lane, uint32_t demand) {
    lane->debt += demand;
    lane->holders++;
}

// 3.4: what commits in this clock is in force in it.
static void commit_decision(struct path_golden *golden) {
    const struct commit *const commit = &path_seen(golden, golden->now)->commit;
    const struct slot *const slot = &golden->slot[commit->slot];

    if (commit->kind == PATH_GRANT) {
        golden->reserved++;
        hold(&golden->lane[slot->stage], slot->stage_demand);
        if (slot->responds)
            hold(&golden->lane[slot->response], slot->response_demand);
    } else if (commit->kind == PATH_WINDOW) {
        if (commit->lane == golden->lanes)
            golden->command_limit = commit->value;
        else
            golden->lane[commit->lane].window = commit->value;
    }
}

// 4.2 and 4.3: the same of returns and of reservations that are complete.
static void commit_returns(struct path_golden *golden) {
    const struct completion *const returns =
        path_seen(golden, golden->now - BEAT_TO_COMMIT)->taken_up;
    const struct completion *const frees = path_seen(golden, golden->now - BEAT_TO_FREE)->taken_up;
    const unsigned done = golden->channels - 1;

    for (unsigned channel = 0; channel < golden->channels; channel++) {
        if (returns[channel].kind == RETURN_BACK && channel != done) {
            struct lane *const lane = &golden->lane[returns[channel].lane];
            lane->debt -= returns[channel].amount;
            lane->holders--;
        }
        if (frees[channel].completes)
            golden->reserved--;
    }
}

void path_commit(struct path_golden *golden) {
    commit_decision(golden);
    commit_returns(golden);
}
