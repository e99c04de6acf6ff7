// Tapes of the block: what is written is what is read, and nothing else is taken for a tape.

#include "csim/base/rng.h"
#include "tb/block/block_tape.h"
#include "tb/block/fields.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/block_bench.h"

TestSuite(block_tape, .init = folder_make, .fini = folder_remove);

enum { CLOCKS = 100, BYTES_MOST = 1 << 18 };

static const struct path_size narrow = {1, 1, 1, 4, 8, 18, 64, 1, 4, 4};

// Some clocks change nothing, others any element to any value.
static void draw(struct rng *rng, const struct path_size *size, struct block_in *in) {
    const uint64_t changes = rng_below(rng, 4);
    if (changes == 3)
        return;
    for (struct field_at at = {IN_FIELDS, 0}; at.field->name; field_next(&at, size)) {
        const uint64_t value = rng_next(rng) >> rng_below(rng, 64);
        if (rng_below(rng, 8) < changes)
            field_set(&at, in,
                      at.field->form == FIELD_FLAG
                          ? value & 1
                          : value & UINT64_MAX >> (64 - 8 * at.field->bytes));
    }
}

// Tapes of one of two sizes say what was found around the block.
static bool finds(const struct path_size *size) {
    return size == &narrow;
}

// Into a golden model that a tape records.
static void record(const char *path, const struct path_size *size) {
    struct block_tape_header header = {.size = *size, .seed = UINT64_MAX, .name = "a test"};
    struct text_error error = {""};
    if (finds(size)) {
        header.found_clock = 7;
        header.found_tag = 9;
        snprintf(header.found, sizeof header.found, "something is wrong");
    }
    struct block_tape *tape = block_tape_create(path, &header, &error);
    cr_assert(tape != NULL, "%s", error.text);
    const struct observer recorder = block_tape_recorder(tape);
    struct observed observed;
    struct block_model model = observed_model(&observed, block_golden_model(size), &recorder, 1);
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    struct block_in in = {.now = 0};
    for (unsigned i = 0; i < CLOCKS; i++) {
        draw(&rng, size, &in);
        model.clock(model.self, &in);
    }
    model.close(model.self);
    cr_assert(block_tape_close(tape, &error), "%s", error.text);
}

static void expect_recorded(const char *path, const struct path_size *size) {
    struct block_tape_header header;
    struct text_error error = {""};
    struct block_tape_reader *reader = block_tape_open(path, size, &header, &error);
    cr_assert(reader != NULL, "%s", error.text);
    cr_assert(header.seed == UINT64_MAX && strcmp(header.name, "a test") == 0);
    cr_assert(header.size.depth == size->depth && header.size.tag_w == size->tag_w);
    cr_assert(strcmp(header.found, finds(size) ? "something is wrong" : "") == 0);
    if (finds(size))
        cr_assert(header.found_clock == 7 && header.found_tag == 9);
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    struct block_in want = {.now = 0}, got;
    for (unsigned i = 0; i < CLOCKS; i++) {
        struct field_at at = {IN_FIELDS, 0};
        draw(&rng, size, &want);
        cr_assert(block_tape_next(reader, &got, &error) == 1, "%s", error.text);
        cr_assert(not(field_differs(&at, size, &want, &got)), "clock %u: %s", i, at.field->name);
    }
    cr_assert(block_tape_next(reader, &got, &error) == 0);
    block_tape_reader_close(reader);
}

Test(block_tape, what_is_written_is_read) {
    static const char *const names[] = {"plain", "packed.gz"};
    for (unsigned i = 0; i < COUNT(names); i++) {
        record(folder_path(names[i]), &block_default);
        expect_recorded(folder_path(names[i]), &block_default);
        record(folder_path(names[i]), &narrow);
        expect_recorded(folder_path(names[i]), &narrow);
    }
}

static bool is_whole(const char *bytes, size_t count) {
    struct block_tape_header header;
    struct text_error error = {""};
    struct block_model model = block_golden_model(&block_default);
    const char *const path = folder_path("another");
    file_write(path, bytes, count);
    struct block_tape_reader *reader = block_tape_open(path, NULL, &header, &error);
    const int result = reader ? block_tape_play(reader, &model, &error) : -1;
    block_tape_reader_close(reader);
    model.close(model.self);
    cr_assert(result == 0 ||
              (strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n')));
    return result == 0;
}

// A tape that ends too soon, a bit that fell over or a byte that is missing is noticed wherever it
// is.
Test(block_tape, cut_off_or_damaged_anywhere) {
    static char bytes[BYTES_MOST];
    record(folder_path("tape"), &block_default);
    const size_t count = file_read(folder_path("tape"), bytes, sizeof bytes);
    cr_assert(is_whole(bytes, count));
    expect_part(bytes, "\nfields rst_n op_valid op_tag "); // those of this version
    for (size_t at = 0; at < count; at += 131) {
        cr_assert(not(is_whole(bytes, at)), "cut at %zu", at);
        bytes[at] = (char)(bytes[at] ^ 1 << at % 8);
        cr_assert(not(is_whole(bytes, count)), "bit of %zu", at);
        bytes[at] = (char)(bytes[at] ^ 1 << at % 8);
    }
}
