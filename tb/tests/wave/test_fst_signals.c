// Signals of wave files by name, and views that name only what is there.
#include <string.h>
#include <zlib.h>

#include "csim/interface/numbers.h"
#include "tb/dut/rtl.h"
#include "tb/tests/base/fixture.h"
#include "tb/wave/fst_file.h"
#include "tb/wave/savefile.h"
#include "tb/wave/wave_file.h"

static const char *waves, *view_path;

static void make_paths(void) {
    folder_make();
    waves = folder_path("waves.fst");
    view_path = folder_path("view.gtkw");
}

TestSuite(fst_signals, .init = make_paths, .fini = folder_remove);

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
    cr_expect(fst_signals_has(signals, "TOP.semacredit.u_admit.u_arbiter.taken"));
    cr_expect(
        fst_signals_has(signals, "TOP.semacredit.u_admit.u_decide.u_core.gen_lane[3].headroom"));
    cr_expect(fst_signals_has(signals, "ref.commit_kind_o"));
    cr_expect(fst_signals_has(signals, "ref.differs"));
    cr_expect(not(fst_signals_has(signals, "ref.differ")));
    cr_expect(not(fst_signals_has(signals, "TOP.semacredit.u_admit.u_arbiter")));
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
    struct text_error error;
    const struct savefile_view view = {.waves = "waves.fst",
                                       .marker = "here",
                                       .marker_ps = 5000,
                                       .clocks = 10,
                                       .clock_ps = 1000,
                                       .depth = DEPTH};
    cr_assert(savefile_write(view_path, &view, &error), "%s", error.text);
}

// A hierarchy of a block with one signal that the view knows, and one that it does not: a scope is
// 254, its kind, name and component; a wire 16, its direction, name, width and alias.
static const unsigned char hierarchy[] = "\xfe\0TOP\0\0"
                                         "\xfe\0semacredit\0\0"
                                         "\x10\0clk_i\0\1\0"
                                         "\x10\0mine_q\0\1\0"
                                         "\xff\xff";

static void put_word(FILE *file, uint64_t word) {
    for (unsigned i = 8; i > 0; i--)
        fputc((int)(word >> 8 * (i - 1) & 255), file);
}

Test(fst_signals, a_view_of_other_internals_names_only_what_is_there) {
    unsigned char packed[400];
    const size_t count = sizeof hierarchy - 1;
    z_stream stream = {.next_in = (unsigned char *)hierarchy,
                       .avail_in = (uInt)count,
                       .next_out = packed,
                       .avail_out = sizeof packed};
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
    static unsigned char bytes[1 << 19];
    make_waves();
    const size_t size = file_read(waves, bytes, sizeof bytes);
    cr_assert(gt(sz, size, 1000));
    for (size_t keep = 0; keep < size; keep += 1 + size / 97) {
        file_write(waves, bytes, keep);
        fst_signals_close(fst_signals_open(waves));
    }
    for (unsigned i = 0; i < 400; i++) {
        const size_t at = size - 1 - (size_t)i * 37 % (size / 2 + 1);
        const unsigned char was = bytes[at];
        bytes[at] = (unsigned char)(bytes[at] + 1 + i);
        file_write(waves, bytes, size);
        fst_signals_close(fst_signals_open(waves));
        bytes[at] = was;
    }
}
