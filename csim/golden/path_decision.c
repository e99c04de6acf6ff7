// decision.md, 3.3 to 3.5: room, decisions, windows.
#include "csim/golden/state.h"

// 3.3
static bool has_room(const struct golden *golden, unsigned lane, uint32_t demand) {
    const uint32_t window = golden->word[R_in_force + lane];
    const uint64_t after = (uint64_t)golden->word[R_debt + lane] + demand;

    return window > 0 && (after <= window || golden->holders[lane] == 0);
}

// 2.3 and 3.4: what an operation lacks by all commits up to this clock.
uint64_t path_lacks(const struct golden *golden, const struct slot *slot) {
    uint64_t lacks = 0;

    if (slot->rejected)
        return 0;
    if (!has_room(golden, slot->stage, slot->stage_demand))
        lacks |= bit(slot->stage);
    if (slot->responds && !has_room(golden, slot->response, slot->response_demand))
        lacks |= bit(slot->response);
    if (golden->word[R_held] >= golden->command_limit)
        lacks |= bit(golden->lanes);
    return lacks;
}

// 3.4: an operation, in clock d = now.
static struct commit decide(struct golden *golden, struct slot *slot, bool look) {
    const uint64_t lacks = path_lacks(golden, slot);

    if (lacks != 0) {
        const uint64_t keeps = lacks & bit(golden->lanes) ? ALL_LANES : slot->lanes; // 2.5
        slot->told = lacks;
        return (struct commit){PATH_DENY, slot, .mask = lacks, .keeps = look ? 0 : keeps};
    }
    if (look)
        return (struct commit){.kind = PATH_NONE};
    slot->leaves = golden->now + 1;
    return (struct commit){slot->rejected ? PATH_REJECT : PATH_GRANT, slot, .mask = slot->lanes};
}

// 3.4: the choice of clock c is decided in clock c + 1 = now, and commits in clock now + 1.
void path_decide(struct golden *golden) {
    const struct choice *const choice = &golden_seen(golden, golden->now - 1)->choice;
    struct commit *const commit = &golden_at(golden, golden->now + 1)->commit;

    if (choice->kind == CHOICE_WRITE)
        *commit = (struct commit){PATH_WINDOW, .mask = bit(choice->lane), .value = choice->value,
                                  .lane = choice->lane};
    else if (choice->kind != CHOICE_NONE)
        *commit = decide(golden, choice->slot, choice->kind == CHOICE_LOOK);
}

// 3.3: a component enters.
static void hold(struct golden *golden, unsigned lane, uint32_t demand) {
    golden->word[R_debt + lane] += demand;
    golden->holders[lane]++;
}

// 3.4: what commits in this clock is in force in it.
static void commit_decision(struct golden *golden) {
    const struct commit *const commit = &golden_seen(golden, golden->now)->commit;
    const struct slot *const slot = commit->slot;

    if (commit->kind == PATH_GRANT) {
        golden->word[R_held]++;
        hold(golden, slot->stage, slot->stage_demand);
        if (slot->responds)
            hold(golden, slot->response, slot->response_demand);
    } else if (commit->kind == PATH_WINDOW) {
        if (commit->lane == golden->lanes)
            golden->command_limit = commit->value;
        else
            golden->word[R_in_force + commit->lane] = commit->value;
    }
}

// 4.2 and 4.3: the same of returns and of reservations that are complete.
void path_commit(struct golden *golden) {
    const struct completion *const returns =
        golden_seen(golden, golden->now - BEAT_TO_COMMIT)->taken_up;
    const struct completion *const frees =
        golden_seen(golden, golden->now - BEAT_TO_FREE)->taken_up;

    commit_decision(golden);
    for (unsigned channel = 0; channel < golden->channels; channel++) {
        if (returns[channel].kind == RETURN_BACK && channel + 1 < golden->channels) {
            golden->word[R_debt + returns[channel].lane] -= returns[channel].amount;
            golden->holders[returns[channel].lane]--;
        }
        golden->word[R_held] -= frees[channel].completes;
    }
    golden->word[R_held_max] = (uint32_t)larger(golden->word[R_held_max], golden->word[R_held]);
}
