#include "csim/explain/explain.h"

const char *const lives_class_name[LIVES_CLASSES] = {
    "urgent write", "urgent read", "urgent notify", "urgent Atomic", "bulk write",
    "bulk read",    "bulk notify", "bulk Atomic",   "unknown"};

void lives_open(struct lives *lives, uint64_t operations) {
    uint32_t places = 1;
    while (places < operations && places < LIVES_MAX)
        places *= 2;
    lives->mask = places - 1;
    lives->life = memory_there(calloc(places, sizeof *lives->life));
}

void lives_close(struct lives *lives) {
    free(lives->life);
}

struct life *lives_find(const struct lives *lives, uint32_t op) {
    struct life *life = &lives->life[op & lives->mask];
    if (life->op == op)
        return life;
    if (life->waiting || life->holding)
        return NULL;
    *life = (struct life){.op = op, .op_class = LIVES_UNKNOWN};
    return life;
}

static uint8_t kind_of(const struct op *op) {
    const bool known = op_is_atomic(op) ? op->opcode < OPCODES : op->opcode <= OP_NOTIFY;
    const unsigned kind = op_is_atomic(op)          ? 3
                          : op->opcode == OP_NOTIFY ? 2
                          : op->opcode == OP_READ   ? 1
                                                    : 0;
    return (uint8_t)(!known ? LIVES_UNKNOWN : op->urgent ? kind : kind + LIVES_URGENT);
}

void lives_op(struct lives *lives, const struct op *op) {
    struct life *life = lives_find(lives, op->index);
    if (!life)
        return;
    life->wire_bytes = op->wire_bytes;
    life->op_class = kind_of(op);
    life->urgent = op->urgent;
    life->seen = true;
}

void lives_commit(struct lives *lives, const struct commit *commit) {
    if (commit->kind == COMMIT_WINDOW)
        memcpy(lives->window, commit->d, sizeof lives->window);
    lives->held += commit->kind == COMMIT_GRANT;
    lives->held -= commit->kind == COMMIT_COMPLETE && lives->held > 0;
    if (commit->kind == COMMIT_RESET)
        lives->held = 0;
}
