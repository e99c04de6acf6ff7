#include "csim/record/commit.h"

const char *const commit_kind_name[COMMIT_KINDS] = {
    [COMMIT_WINDOW] = "window", [COMMIT_GRANT] = "grant",   [COMMIT_DENY] = "deny",
    [COMMIT_REJECT] = "reject", [COMMIT_RETURN] = "return", [COMMIT_COMPLETE] = "complete",
    [COMMIT_STRAY] = "stray",   [COMMIT_REPEAT] = "repeat", [COMMIT_CALIBRATE] = "calibrate",
    [COMMIT_RESET] = "reset",
};

// Longest line: 24 numbers of at most 20 digits, a kind, a mask, commas.
enum { LINE_MAX_BYTES = 160 + 2 * LANES * 11 };

static char *put_number(char *at, uint64_t number) {
    char digits[20];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *put_field(char *at, uint64_t number) {
    at = put_number(at, number);
    *at++ = ',';
    return at;
}

static char *put_text(char *at, const char *text) {
    while (*text)
        *at++ = *text++;
    return at;
}

static char *put_mask(char *at, lane_set mask) {
    unsigned shift = 8 * sizeof mask - 4;

    at = put_text(at, "0x");
    while (shift && mask >> shift == 0)
        shift -= 4;
    for (;; shift -= 4) {
        *at++ = "0123456789abcdef"[mask >> shift & 15];
        if (!shift)
            return at;
    }
}

void commit_csv_header(FILE *file) {
    fputs("order,cycle,time_ps,kind,op,reservation,mask", file);
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(file, ",d%u", lane);
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(file, ",debt%u", lane);
    fputc('\n', file);
}

void commit_csv(FILE *file, const struct commit *commit) {
    char line[LINE_MAX_BYTES];
    char *at = line;

    at = put_field(at, commit->order);
    at = put_field(at, commit->cycle);
    at = put_field(at, commit->time_ps);
    at = put_text(at, commit_kind_name[commit->kind]);
    *at++ = ',';
    at = put_field(at, commit->op);
    at = put_field(at, commit->reservation);
    at = put_mask(at, commit->mask);
    *at++ = ',';
    for (unsigned lane = 0; lane < LANES; lane++)
        at = put_field(at, commit->d[lane]);
    for (unsigned lane = 0; lane < LANES; lane++)
        at = put_field(at, commit->debt[lane]);
    at[-1] = '\n';
    fwrite(line, 1, (size_t)(at - line), file);
}

static uint64_t fold(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

uint64_t commit_hash(uint64_t hash, const struct commit *commit) {
    hash = fold(hash, commit->order);
    hash = fold(hash, commit->cycle);
    hash = fold(hash, commit->time_ps);
    hash =
        fold(hash, commit->op | (uint64_t)commit->reservation << 32 | (uint64_t)commit->mask << 48);
    hash = fold(hash, (uint64_t)commit->kind);
    for (unsigned lane = 0; lane < LANES; lane++)
        hash = fold(hash, commit->d[lane] | (uint64_t)commit->debt[lane] << 32);
    return hash;
}
