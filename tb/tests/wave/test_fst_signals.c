// Signals of wave files by name, and views that name only what is there.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "csim/interface/numbers.h"
#include "tb/dut/rtl.h"
#include "tb/wave/fst_signals.h"
#include "tb/wave/savefile.h"
#include "tb/wave/wave_window.h"

static char folder[] = "/tmp/semacredit-signals-XXXXXX";
static char waves[80], view_path[80];
static struct text_error error;

static void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL);
    snprintf(waves, sizeof waves, "%s/waves.fst", folder);
    snprintf(view_path, sizeof view_path, "%s/view.gtkw", folder);
}

static void remove_folder(void) {
    char command[120];
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_expect(eq(int, system(command), 0));
}

TestSuite(fst_signals, .init = make_folder, .fini = remove_folder);

static void make_waves(void) {
    struct admitter *const window = wave_window_open(rtl_open_traced(DEPTH), waves, 0, 20, 1000);
    cr_assert(window != NULL);
    for (unsigned i = 0; i < 10; i++) {
        const struct edge_in in = {.now = i};
        struct edge_out out;
        admitter_edge(window, &in, &out);
    }
    admitter_close(window);
}

Test(fst_signals, of_the_block_and_of_the_golden_model_beside_it) {
    make_waves();
    struct fst_signals *const signals = fst_signals_open(waves);
    cr_assert(signals != NULL);
    cr_expect(fst_signals_has(signals, "TOP.semacredit.u_arbiter.taken_q"));
    cr_expect(fst_signals_has(signals, "TOP.semacredit.u_resource_table.gen_hbm[3].u_lane.debt_o"));
    cr_expect(fst_signals_has(signals, "ref.commit_kind_o"));
    cr_expect(fst_signals_has(signals, "ref.differs"));
    cr_expect(not(fst_signals_has(signals, "ref.differ")));
    cr_expect(not(fst_signals_has(signals, "TOP.semacredit.u_arbiter")));
    fst_signals_close(signals);
    cr_expect(fst_signals_open("/dev/null") == NULL);
}

// Signals that a view names.
static unsigned named(const char *of) {
    char line[400];
    unsigned count = 0;
    FILE *const file = fopen(view_path, "r");
    cr_assert(file != NULL);
    while (fgets(line, sizeof line, file))
        count += line[0] == '+' && strstr(line, of) != NULL;
    fclose(file);
    return count;
}

static void write_view(void) {
    const struct savefile_view view = {.waves = "waves.fst",
                                       .marker = "here",
                                       .marker_ps = 5000,
                                       .clocks = 10,
                                       .clock_ps = 1000,
                                       .depth = DEPTH};
    cr_assert(savefile_write(view_path, &view, &error), "%s", error.text);
}

static size_t add_text(unsigned char *bytes, size_t at, const char *text) {
    memcpy(bytes + at, text, strlen(text) + 1);
    return at + strlen(text) + 1;
}

// A hierarchy of a block with one signal that the view knows, and one that it does not.
static size_t make_hierarchy(unsigned char *bytes) {
    static const char *const scopes[] = {"TOP", "semacredit"}, *const names[] = {"clk_i", "mine_q"};
    size_t at = 0;
    for (unsigned i = 0; i < 2; i++) {
        bytes[at++] = 254;
        bytes[at++] = 0;
        at = add_text(bytes, add_text(bytes, at, scopes[i]), "");
    }
    for (unsigned i = 0; i < 2; i++) {
        bytes[at++] = 16; // a wire
        bytes[at++] = 0;
        at = add_text(bytes, at, names[i]);
        bytes[at++] = 1;
        bytes[at++] = 0;
    }
    bytes[at++] = 255;
    bytes[at++] = 255;
    return at;
}

static void put_word(FILE *file, uint64_t word) {
    for (unsigned i = 8; i > 0; i--)
        fputc((int)(word >> 8 * (i - 1) & 255), file);
}

Test(fst_signals, a_view_of_other_internals_names_only_what_is_there) {
    unsigned char plain[200], packed[400];
    const size_t count = make_hierarchy(plain);
    z_stream stream = {
        .next_in = plain, .avail_in = (uInt)count, .next_out = packed, .avail_out = sizeof packed};
    cr_assert(deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    cr_assert(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    const size_t size = stream.total_out;
    deflateEnd(&stream);
    FILE *const file = fopen(waves, "wb");
    cr_assert(file != NULL);
    fputc(4, file);
    put_word(file, 16 + size);
    put_word(file, count);
    fwrite(packed, 1, size, file);
    fclose(file);
    write_view();
    cr_expect(eq(uint, named(""), 1));
    cr_expect(eq(uint, named("TOP.semacredit.clk_i"), 1));
}

Test(fst_signals, a_view_of_the_block_names_all) {
    write_view(); // without waves
    const unsigned all = named(""), of_block = named(" TOP."), of_ref = named(" ref.");
    make_waves();
    write_view();
    cr_expect(eq(uint, named(""), all));
    cr_expect(eq(uint, named(" TOP."), of_block));
    cr_expect(eq(uint, named(" ref."), of_ref));
    cr_expect(gt(uint, of_ref, 20));
}

// What is cut short, or is no file of waves, has no signals; nothing is read beyond it.
Test(fst_signals, a_broken_file_has_none_or_less) {
    make_waves();
    FILE *file = fopen(waves, "rb");
    static unsigned char bytes[1 << 19];
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    cr_assert(gt(ulong, (unsigned long)size, 1000));
    for (size_t keep = 0; keep < size; keep += 1 + size / 97) {
        file = fopen(waves, "wb");
        cr_assert(eq(ulong, (unsigned long)fwrite(bytes, 1, keep, file), (unsigned long)keep));
        fclose(file);
        fst_signals_close(fst_signals_open(waves));
    }
    for (unsigned i = 0; i < 400; i++) {
        const size_t at = size - 1 - (size_t)i * 37 % (size / 2 + 1);
        const unsigned char was = bytes[at];
        bytes[at] = (unsigned char)(bytes[at] + 1 + i);
        file = fopen(waves, "wb");
        fwrite(bytes, 1, size, file);
        fclose(file);
        fst_signals_close(fst_signals_open(waves));
        bytes[at] = was;
    }
}
