#include "csim/record/block_commits.h"

#include "csim/golden/registers.h"

static void windows_reset(struct block_commits *commits) {
    struct reg reg[REGISTERS] = {0};
    block_lay_out(&commits->size, reg);
    for (unsigned lane = 0; lane < LANES; lane++)
        commits->window[lane] = reg[R_in_force + lane].reset;
}

void block_commits_init(struct block_commits *commits, const struct path_size *size) {
    *commits = (struct block_commits){.size = *size, .in_reset = true};
    windows_reset(commits);
}

void block_commits_reset(struct block_commits *commits) {
    commits->in_reset = true;
}

// The commits of one clock while they are written.
struct sheet {
    struct block_commits *of;
    struct commit *commit;
    uint64_t cycle, time_ps;
    unsigned count;
};

static struct commit *add(struct sheet *sheet, enum commit_kind kind, uint32_t op, uint32_t handle,
                          lane_set mask) {
    struct commit *commit = &sheet->commit[sheet->count++];
    *commit = (struct commit){.order = sheet->of->next++,
                              .cycle = sheet->cycle,
                              .time_ps = sheet->time_ps,
                              .op = op,
                              .reservation = (uint16_t)path_id(&sheet->of->size, handle),
                              .mask = mask,
                              .kind = kind};
    memcpy(commit->debt, sheet->of->debt, sizeof sheet->of->debt);
    return commit;
}

static void add_windows(struct sheet *sheet) {
    struct commit *commit = add(sheet, COMMIT_WINDOW, 0, 0, 0);
    memcpy(commit->d, sheet->of->window, sizeof sheet->of->window);
}

static void add_reset(struct sheet *sheet) {
    struct block_commits *of = sheet->of;
    of->in_reset = false;
    memset(of->debt, 0, sizeof of->debt);
    memset(of->op_of, 0, sizeof of->op_of);
    windows_reset(of);
    if (of->opened)
        add(sheet, COMMIT_RESET, 0, 0, 0);
    of->opened = true;
    add_windows(sheet);
}

// Demands are given of the lanes that are named: a grant's, or those that refused.
static void add_decision(struct sheet *sheet, const struct path_out *out) {
    static const enum commit_kind kinds[] = {[PATH_GRANT] = COMMIT_GRANT,
                                             [PATH_DENY] = COMMIT_DENY,
                                             [PATH_REJECT] = COMMIT_REJECT,
                                             [PATH_FLUSHED] = COMMIT_FLUSH};
    struct block_commits *of = sheet->of;
    const uint32_t op = (uint32_t)out->trace_tag;
    struct commit *commit =
        add(sheet, kinds[out->trace_kind], op, out->trace_handle, (lane_set)out->trace_mask);
    const unsigned responses = (unsigned)of->size.hbm + of->size.atomic;
    const bool grants = out->trace_kind == PATH_GRANT;
    for (unsigned lane = 0; lane < LANES; lane++) {
        const uint32_t demand = lane < responses ? out->trace_stage : out->trace_response;
        commit->d[lane] = out->trace_mask >> lane & 1 ? demand : 0;
        of->debt[lane] += grants ? commit->d[lane] : 0;
        commit->debt[lane] = of->debt[lane];
    }
    if (grants)
        of->op_of[path_id(&of->size, out->trace_handle)] = op;
}

static void add_window(struct sheet *sheet, const struct path_out *out) {
    for (unsigned lane = 0; lane < LANES; lane++)
        if (out->trace_mask >> lane & 1)
            sheet->of->window[lane] = out->trace_stage;
    add_windows(sheet);
}

static void add_return(struct sheet *sheet, const struct path_out *out, unsigned channel) {
    struct block_commits *of = sheet->of;
    const uint32_t handle = out->return_handle[channel];
    const uint32_t op = of->op_of[path_id(&of->size, handle)];
    const unsigned lane = out->return_lane[channel];
    const bool counts = channel < path_channels(&of->size) - 1 && lane < LANES;
    if (out->return_kind[channel] != RETURN_BACK) {
        add(sheet, COMMIT_STRAY, op, handle, 0);
        return;
    }
    if (!counts)
        return; // a `done`: its completion shows it
    struct commit *commit = add(sheet, COMMIT_RETURN, op, handle, LANE_BIT(lane));
    commit->d[lane] = out->return_amount[channel];
    commit->debt[lane] = of->debt[lane] -= out->return_amount[channel];
}

unsigned block_commits(struct block_commits *commits, const struct path_out *out, uint64_t cycle,
                       uint64_t time_ps, struct commit commit[BLOCK_COMMITS]) {
    struct sheet sheet = {commits, commit, cycle, time_ps, 0};
    if (commits->in_reset)
        add_reset(&sheet);
    if (out->answer_kind == ANSWER_HELD || out->answer_kind == ANSWER_WAITS)
        add(&sheet, COMMIT_REPEAT, (uint32_t)out->answer_tag, out->answer_handle, 0);
    if (out->trace_kind == PATH_WINDOW)
        add_window(&sheet, out);
    else if (out->trace_kind != PATH_NONE)
        add_decision(&sheet, out);
    CHANNELS_EACH (channel, path_channel_set(out->return_kind))
        add_return(&sheet, out, channel);
    CHANNELS_EACH (channel, path_channel_set(out->free_valid)) {
        const uint32_t handle = out->free_handle[channel];
        uint32_t *const op = &commits->op_of[path_id(&commits->size, handle)];
        add(&sheet, COMMIT_COMPLETE, *op, handle, 0);
        *op = 0;
    }
    return sheet.count;
}
