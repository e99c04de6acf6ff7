#include "csim/record/decisions.h"

#include <stdlib.h>
#include <string.h>

bool decisions_open(struct decisions *decisions, uint64_t capacity) {
    *decisions = (struct decisions){
        .decision = malloc((capacity + 1) * sizeof *decisions->decision), .capacity = capacity};
    return decisions->decision != NULL;
}

void decisions_close(struct decisions *decisions) {
    free(decisions->decision);
    *decisions = (struct decisions){0};
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
