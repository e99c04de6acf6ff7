#include "csim/record/commit.h"

#include <string.h>

const char *const commit_kind_name[COMMIT_KINDS] = {
    [COMMIT_WINDOW] = "window", [COMMIT_GRANT] = "grant",   [COMMIT_DENY] = "deny",
    [COMMIT_REJECT] = "reject", [COMMIT_RETURN] = "return", [COMMIT_COMPLETE] = "complete",
    [COMMIT_STRAY] = "stray",   [COMMIT_REPEAT] = "repeat", [COMMIT_CALIBRATE] = "calibrate",
    [COMMIT_RESET] = "reset",   [COMMIT_FLUSH] = "flush",
};

static unsigned columns(bool link) {
    return LANES + (link ? 1 : 0);
}

// The lane in a column, and the mask of columns: the link's changes places with the table's.
static unsigned lane_of(unsigned column) {
    return column < LANES ? column : LINK_LANE;
}

static lane_set mask_of(const struct commit *commit) {
    const lane_set table = commit->mask >> LANES & 1, link = commit->mask >> LINK_LANE & 1;
    if (!commit->link)
        return commit->mask;
    return (commit->mask & (LANE_BIT(LANES) - 1)) | link << LANES | table << LINK_LANE;
}

void commit_csv_header(FILE *file, bool link) {
    fputs("order,cycle,time_ps,kind,op,reservation,mask", file);
    for (unsigned lane = 0; lane < columns(link); lane++)
        fprintf(file, ",d%u", lane);
    for (unsigned lane = 0; lane < columns(link); lane++)
        fprintf(file, ",debt%u", lane);
    fputc('\n', file);
}

void commit_csv(FILE *file, const struct commit *commit) {
    fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%" PRIu32 ",%u,0x%" PRIx64, commit->order,
            commit->cycle, commit->time_ps, commit_kind_name[commit->kind], commit->op,
            commit->reservation, (uint64_t)mask_of(commit));
    for (unsigned at = 0; at < columns(commit->link); at++)
        fprintf(file, ",%" PRIu32, commit->d[lane_of(at)]);
    for (unsigned at = 0; at < columns(commit->link); at++)
        fprintf(file, ",%" PRIu32, commit->debt[lane_of(at)]);
    fputc('\n', file);
}

static uint64_t fold(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

uint64_t commit_hash(uint64_t hash, const struct commit *commit) {
    hash = fold(hash, commit->order);
    hash = fold(hash, commit->cycle);
    hash = fold(hash, commit->time_ps);
    hash = fold(hash,
                commit->op | (uint64_t)commit->reservation << 32 | (uint64_t)mask_of(commit) << 48);
    hash = fold(hash, (uint64_t)commit->kind);
    for (unsigned at = 0; at < columns(commit->link); at++)
        hash = fold(hash, commit->d[lane_of(at)] | (uint64_t)commit->debt[lane_of(at)] << 32);
    return hash;
}

void decisions_take(void *context, const struct commit *commit) {
    struct decisions *decisions = context;
    if (commit->kind != COMMIT_GRANT && commit->kind != COMMIT_REJECT)
        return;
    if (decisions->count < decisions->capacity) {
        struct decision *decision = &decisions->decision[decisions->count];
        *decision = (struct decision){.op = commit->op, .kind = commit->kind};
        memcpy(decision->d, commit->d, sizeof decision->d);
    }
    decisions->count++;
    for (unsigned lane = 0; lane < LANES; lane++)
        decisions->holds_nothing |=
            commit->kind == COMMIT_GRANT && commit->mask >> lane & 1 && commit->d[lane] == 0;
}

static bool equal(const struct decision *a, const struct decision *b) {
    return a->op == b->op && a->kind == b->kind && memcmp(a->d, b->d, sizeof a->d) == 0;
}

uint64_t decisions_differing(const struct decisions *a, const struct decisions *b,
                             uint64_t *first) {
    const uint64_t longer = a->count > b->count ? a->count : b->count;
    uint64_t differing = 0;
    for (uint64_t i = 0; i < longer; i++) {
        const bool both = i < a->count && i < b->count && i < a->capacity && i < b->capacity;
        if (both && equal(&a->decision[i], &b->decision[i]))
            continue;
        if (differing++ == 0)
            *first = i;
    }
    return differing;
}
