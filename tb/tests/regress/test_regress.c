// Regressions: how seeds become chunks, what a manifest says again when it is read, and which
// failures are alike.
#include <stdlib.h>
#include <string.h>

#include "tb/regress/chunk.h"
#include "tb/regress/manifest.h"
#include "tb/tests/base/fixture.h"

static struct manifest *make(const char *workloads, uint64_t first, uint64_t last, uint64_t seeds) {
    const struct manifest_plan plan = {.workloads = workloads,
                                       .first = first,
                                       .last = last,
                                       .seeds = seeds,
                                       .operations = "operations=300",
                                       .settings = {.set = {"command_limit=64"}, .sets = 1}};
    struct manifest *manifest = manifest_make(&plan);
    cr_assert(ne(ptr, manifest, NULL));
    return manifest;
}

static const struct {
    uint64_t first, last, seeds;
} plans[] = {{1, 1, 1},   {0, 9, 10}, {0, 9, 3}, {5, 14, 20}, {UINT64_MAX - 9, UINT64_MAX, 4},
             {1, 1000, 7}};

EACH(regress, chunks_hold_every_seed_once_and_in_order, plans) {
    struct manifest *manifest = make("random,atomic", row->first, row->last, row->seeds);
    const uint64_t seeds = row->last - row->first + 1;
    cr_assert(eq(u64, manifest->runs, 2 * seeds));
    uint64_t next = row->first, met = 0;
    for (unsigned c = 0; c < manifest->chunk_count; c++) {
        const struct manifest_chunk *chunk = &manifest->chunks[c];
        cr_assert(eq(uint, chunk->workload, met < seeds ? 0u : 1u));
        cr_assert(eq(u64, chunk->first, next));
        cr_assert(le(u64, chunk->last - chunk->first + 1, row->seeds));
        met += chunk->last - chunk->first + 1;
        next = met == seeds ? row->first : chunk->last + 1;
    }
    cr_assert(eq(u64, met, 2 * seeds));
    manifest_close(manifest);
}

Test(regress, a_manifest_read_again_is_the_same, .init = folder_make, .fini = folder_remove) {
    struct manifest *made = make("adversarial,random,moe", 3, 40, 9);
    cr_assert(eq(str, (char *)made->workloads[0].name, "moe")); // in the order of tables
    char *text;
    FILE *stream = text_open(&text);
    manifest_write(made, stream);
    fclose(stream);
    file_write(folder_path("manifest"), text, strlen(text));
    free(text);
    struct manifest *again = manifest_read(folder_path("manifest"));
    cr_assert(ne(ptr, again, NULL));
    cr_assert(eq(uint, again->chunk_count, made->chunk_count));
    for (unsigned c = 0; c < made->chunk_count; c++)
        cr_assert(eq(u64, manifest_key(again, c), manifest_key(made, c)));
    cr_assert(eq(u64, again->workloads[1].config.operations, 300)); // random
    cr_assert(eq(u64, again->workloads[1].config.command_limit, 64));
    cr_assert(ne(u64, again->workloads[0].config.operations, 300)); // moe
    manifest_close(again);
    manifest_close(made);
}

Test(regress, keys_tell_chunks_and_configurations_apart) {
    struct manifest *one = make("random", 1, 20, 10), *two = make("random", 1, 20, 5);
    cr_assert(ne(u64, manifest_key(one, 0), manifest_key(one, 1)));
    cr_assert(ne(u64, manifest_key(one, 0), manifest_key(two, 0)));
    const uint64_t before = manifest_key(one, 0);
    one->workloads[0].hash ^= 1;
    cr_assert(ne(u64, manifest_key(one, 0), before));
    manifest_close(one);
    manifest_close(two);
}

Test(regress, failures_that_differ_in_numbers_only_are_alike) {
    static const struct {
        const char *caught, *reason, *signature;
    } cases[] = {
        {"lockstep: kind", "dut deny, ref grant", "lockstep: kind: dut deny, ref grant"},
        {"lockstep: debt", "dut 64000, ref 62400", "lockstep: debt: dut #, ref #"},
        {"checker: deny_is_justified", "mask 0x1f0 expected",
         "checker: deny_is_justified: mask # expected"},
        {"checker: x", "d8 0 -> 12", "checker: x: d# # -> #"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct checked_outcome outcome = {.failed = true};
        snprintf(outcome.caught, sizeof outcome.caught, "%s", cases[i].caught);
        snprintf(outcome.reason, sizeof outcome.reason, "%s", cases[i].reason);
        struct chunk_row row;
        chunk_row_make(&row, 7, &outcome);
        cr_assert(eq(str, row.signature, (char *)cases[i].signature));
    }
    struct checked_outcome fine = {0};
    struct chunk_row row;
    fine.commits[COMMIT_GRANT] = fine.commits[COMMIT_COMPLETE] = 1;
    chunk_row_make(&row, 7, &fine);
    cr_assert(eq(str, row.signature, ""));
    fine.commits[COMMIT_COMPLETE] = 0;
    chunk_row_make(&row, 7, &fine);
    cr_assert(eq(str, row.signature, "empty run: nothing completed"));
}
