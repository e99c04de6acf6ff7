// The table of the boundary's fields holds all of both structs, and reads as people do.
#include <stdlib.h>
#include <string.h>

#include "tb/block/fields.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/block/drawn.h"

static const struct path_size largest = {PATH_HBM, PATH_ATOMIC, PATH_RESPONSE, 32, 1024, 80, 64, 8,
                                         16,       24};

// In each byte of the struct: the alignment of the element that it belongs to; 0: of none.
static void cover(const struct field *fields, unsigned char *covered) {
    for (struct field_at at = {fields, 0}; at.field->name; field_next(&at, &largest)) {
        unsigned char *from = covered + at.field->offset + (size_t)at.element * at.field->bytes;
        for (unsigned b = 0; b < at.field->bytes; b++) {
            cr_assert(from[b] == 0, "%s lies over another field", at.field->name);
            from[b] = at.field->bytes;
        }
    }
}

// What is between two elements is too little for anything but padding; so is the end of the path's
// struct, which the block's begins with.
static void expect_whole(const struct field *fields, size_t path_bytes, size_t bytes) {
    unsigned char covered[sizeof(struct block_in) + sizeof(struct block_out)] = {0};
    cover(fields, covered);
    for (size_t at = 0, gap = 0; at < bytes; at++) {
        gap = covered[at] ? 0 : gap + 1;
        if (gap == 0)
            continue;
        cr_assert(gap < 8, "nothing is at byte %zu", at);
        if (covered[at + 1] && at + 1 != path_bytes)
            cr_assert(gap < covered[at + 1], "nothing is before byte %zu", at + 1);
    }
}

Test(fields, all_of_both_structs) {
    expect_whole(IN_FIELDS, sizeof(struct path_in), sizeof(struct block_in));
    expect_whole(OUT_FIELDS, sizeof(struct path_out), sizeof(struct block_out));
}

// Each element alone is found where it is not the same, by its name and no other.
Test(fields, an_element_that_differs) {
    for (struct field_at at = {OUT_FIELDS, 0}; at.field->name; field_next(&at, &largest)) {
        struct block_out a = {.quiet = false}, b = a;
        struct field_at found = {OUT_FIELDS, 0};
        field_set(&at, &b, 1);
        cr_assert(field_differs(&found, &largest, &a, &b));
        cr_assert(found.field == at.field && found.element == at.element, "%s", at.field->name);
        cr_assert(field_get(&found, &b) == 1 && field_get(&found, &a) == 0);
        field_next(&found, &largest);
        cr_assert(not(field_differs(&found, &largest, &a, &b)));
    }
}

// Elements that a block of this size has not are no difference.
Test(fields, as_many_as_the_size_has) {
    unsigned lanes = 0, classes = 0;
    for (struct field_at at = {OUT_FIELDS, 0}; at.field->name; field_next(&at, &block_default)) {
        lanes += at.field->count == FIELD_EACH_LANE;
        classes += at.field->count == FIELD_EACH_CLASS;
        cr_assert(at.field->count != FIELD_EACH_CLASS || at.element % PATH_LANES < 10);
    }
    cr_assert(lanes == 10 && classes == 30);
}

Test(fields, as_people_read_them) {
    struct block_out want = {.quiet = false}, got;
    char *text;
    FILE *file = text_open(&text);
    want.path.decision_kind = 1;
    want.path.decision_handle = (2u << 4 | 15) << 7 | 100;
    want.path.trace_mask = 1 << 3 | 1 << 8 | 1 << 10;
    got = want;
    got.path.decision_kind = 2;
    got.path.decision_handle = 7;
    got.path.trace_mask = 0;
    got.path.op_ready[2][9] = true;
    got.path.return_kind[1] = 3;
    got.axi_rdata = 77;
    fields_print_differences(file, &block_default, &got, &want);
    fclose(file);
    cr_assert(eq(str, text,
                 (char *)"  op_ready[2][9]: dut 1, ref 0\n"
                         "  decision_kind: dut reject, ref grant\n"
                         "  decision_handle: dut 0.0.7, ref 2.15.100\n"
                         "  trace_mask: dut none, ref HBM 3, Atomic 0, table\n"
                         "  trace_return_kind[1]: dut late, ref none\n"
                         "  axi_rdata: dut 77, ref 0\n"));
    free(text);
}
