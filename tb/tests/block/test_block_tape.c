// Tapes of the block: what is written is what is read, and nothing else is taken for a tape.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "tb/block/block_tape.h"
#include "tb/block/fields.h"
#include "tb/block/heard.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/sizes.h"

TestSuite(block_tape, .init = folder_make, .fini = folder_remove);

enum { CLOCKS = 100, BYTES_MOST = 1 << 18 };

static const struct path_size narrow = {.hbm = 1,
                                        .atomic = 1,
                                        .response = 1,
                                        .cnt_w = 4,
                                        .depth = 8,
                                        .slots = 10,
                                        .tag_w = 64,
                                        .gen_w = 1,
                                        .age_w = 4,
                                        .wire_w = 4};

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

// Into a golden model that a tape hears.
static void record(const char *path, const struct path_size *size) {
    const struct block_tape_header header = {.size = *size, .seed = UINT64_MAX, .name = "a test"};
    struct text_error error = {""};
    struct block_tape *tape = block_tape_create(path, &header, &error);
    cr_assert(tape != NULL, "%s", error.text);
    const struct listener recorder = block_tape_recorder(tape);
    struct heard heard;
    struct block_model model = heard_model(&heard, block_golden_model(size), &recorder, 1);
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

// What comes of a file: 0, a whole tape; -1, with one line of text.
static int played(const char *path, const struct path_size *size, struct text_error *error) {
    struct block_tape_header header;
    struct block_model model = block_golden_model(&block_default);
    struct block_tape_reader *reader = block_tape_open(path, size, &header, error);
    const int result = reader ? block_tape_play(reader, &model, error) : -1;
    block_tape_reader_close(reader);
    model.close(model.self);
    cr_assert(result == 0 ||
              (strncmp(error->text, path, strlen(path)) == 0 && !strchr(error->text, '\n')));
    return result;
}

Test(block_tape, cut_off_anywhere) {
    static char bytes[BYTES_MOST];
    static const char *const names[] = {"tape", "tape.gz"};
    struct text_error error;
    for (unsigned i = 0; i < COUNT(names); i++) {
        record(folder_path(names[i]), &block_default);
        const size_t count = file_read(folder_path(names[i]), bytes, sizeof bytes);
        for (size_t cut = 0; cut<count; cut += cut + 40> count ? 1 : 61) {
            file_write(folder_path("cut"), bytes, cut);
            cr_assert(played(folder_path("cut"), &block_default, &error) == -1, "%zu", cut);
        }
        file_write(folder_path("whole"), bytes, count);
        cr_assert(played(folder_path("whole"), &block_default, &error) == 0);
    }
}

static void file_write_without(const char *path, const char *bytes, size_t count, size_t at) {
    static char left[BYTES_MOST];
    memcpy(left, bytes, at);
    memcpy(left + at, bytes + at + 1, count - at - 1);
    file_write(path, left, count - 1);
}

// A bit that fell over, or a byte that is missing, is noticed wherever it is.
Test(block_tape, damaged_anywhere) {
    static char bytes[BYTES_MOST];
    struct text_error error;
    record(folder_path("tape"), &block_default);
    const size_t count = file_read(folder_path("tape"), bytes, sizeof bytes);
    for (size_t at = 0; at < count; at += 131) {
        const char good = bytes[at];
        bytes[at] = (char)(good ^ 1 << at % 8);
        file_write(folder_path("damaged"), bytes, count);
        cr_assert(played(folder_path("damaged"), NULL, &error) == -1, "%zu", at);
        bytes[at] = good;
        file_write_without(folder_path("damaged"), bytes, count, at);
        cr_assert(played(folder_path("damaged"), NULL, &error) == -1, "%zu", at);
    }
}

static const struct {
    const char *text, *expected;
} foreign[] = {
    {"", "'semacredit block tape 2' first: this is no such tape"},
    {"semacredit tape 4\nsize 8\n", "'semacredit block tape 2' first: this is no such tape"},
    {"semacredit block tape 1\n", "'semacredit block tape 2' first: this is no such tape"},
    {"semacredit block tape 2\nsize 8-1-1\n", "'size 8-1-1-...'"},
    {"semacredit block tape 2\nsize 33-1-1-32-128-40-32-4-16-24\n", "'size 8-1-1-...'"},
    {"semacredit block tape 2\nsize 8-1-1-32-128-40-32-4-16-24\nseed -1\n", "'seed NUMBER'"},
    {"semacredit block tape 2\nsize 8-1-1-32-128-40-32-4-16-24\nseed 1\nnam a\n", "'name TEXT'"},
    {"semacredit block tape 2\nsize 8-1-1-32-128-40-32-4-16-24\nseed 1\nname a\nfields rst_n\n",
     "the inputs of this version's block"},
};

EACH(block_tape, another_file, foreign) {
    struct text_error error;
    file_write(folder_path("foreign"), row->text, strlen(row->text));
    cr_assert(played(folder_path("foreign"), NULL, &error) == -1);
    expect_part(error.text, row->expected);
}

Test(block_tape, of_another_block_or_place) {
    struct text_error error;
    record(folder_path("tape"), &narrow);
    cr_assert(played(folder_path("tape"), &block_default, &error) == -1);
    expect_part(error.text, "expected a tape of a block of 8-1-1-32-128-40-32-4-16-24, as this "
                            "program has, got 1-1-1-4-8-10-64-1-4-4");
    cr_assert(played(folder_path("nowhere"), NULL, &error) == -1);
    expect_part(error.text, "No such file");
    const struct block_tape_header header = {.size = narrow};
    cr_assert(block_tape_create(folder_path("no/folder/tape"), &header, &error) == NULL);
}
