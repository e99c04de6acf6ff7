// Tapes: what is written is what is read, and nothing else is taken for a tape.
#include <stdio.h>
#include <string.h>

#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "csim/record/tape.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/interface/random_beats.h"

enum { CLOCKS = 3000 };

static char path[120];

static void make_folder(void) {
    folder_make();
    snprintf(path, sizeof path, "%s", folder_path("tape"));
}

TestSuite(tape, .init = make_folder, .fini = folder_remove);

static void record(const char *name) {
    struct text_error error = {""};
    const struct tape_header header = {.depth = DEPTH, .clock_ps = 1000, .note = "a test"};
    struct tape_writer *tape = tape_writer_open(name, &header, &error);
    cr_assert(tape != NULL, "%s", error.text);
    struct admitter *golden = tape_record_open(golden_open(DEPTH), tape);
    struct edge_out out = admitter_out_of_reset;
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    for (unsigned i = 0; i < CLOCKS; i++) {
        struct edge_in in = random_beats(&rng, &out);
        in.now = rng_next(&rng) >> 16;
        admitter_edge(golden, &in, &out);
    }
    admitter_close(golden);
    cr_assert(tape_writer_close(tape, &error), "%s", error.text);
}

Test(tape, replays_what_was_recorded_plain_and_gzip) {
    static const char *const names[] = {"tape", "tape.gz"};
    for (unsigned s = 0; s < 2; s++) {
        const char *const name = folder_path(names[s]);
        struct text_error error = {""};
        record(name);
        struct tape_header header;
        struct stimulus *beats = tape_stimulus_open(name, &header, &error);
        struct admitter *outs = tape_replay_open(name, &header, &error);
        cr_assert(beats && outs, "%s", error.text);
        cr_assert(eq(uint, header.depth, DEPTH));
        cr_assert(eq(str, header.note, (char *)"a test"));
        struct admitter *lockstep = lockstep_open(golden_open(DEPTH), outs, s > 0);
        struct edge_out out = admitter_out_of_reset;
        struct edge_in in;
        unsigned clocks = 0;
        for (; stimulus_next(beats, &out, &in); clocks++)
            admitter_edge(lockstep, &in, &out);
        cr_assert(eq(uint, clocks, CLOCKS));
        cr_assert(eq(ptr, (void *)tape_stimulus_failed(beats), NULL));
        cr_assert(eq(ptr, (void *)tape_replay_failed(outs), NULL));
        cr_assert(not(lockstep_divergence(lockstep)->found));
        admitter_close(lockstep);
        stimulus_close(beats);
    }
}

Test(tape, notices_other_beats_than_recorded) {
    record(path);
    struct text_error error;
    struct tape_header header;
    struct admitter *outs = tape_replay_open(path, &header, &error);
    const struct edge_in other = {.op_valid = 1, .tag = 123456789};
    struct edge_out out;
    admitter_edge(outs, &other, &out);
    cr_assert(ne(ptr, (void *)tape_replay_failed(outs), NULL));
    admitter_close(outs);
}

// Reads the tape to its end, which it must not be fit to be.
static void expect_no_tape(const char *name, struct text_error *error) {
    struct tape_header header;
    struct tape_reader *tape = tape_reader_open(name, &header, error);
    struct edge_in in;
    struct edge_out out;
    int got = tape ? 1 : -1;
    while (got == 1)
        got = tape_read(tape, &in, &out, error);
    cr_assert(eq(int, got, -1));
    tape_reader_close(tape);
}

#define HEAD "semacredit tape 4\ndepth 128\nclock_ps 1000\nnote n\nclocks\n"

// Each broken tape, the line that breaks it, and words that its message must hold.
static const struct broken {
    const char *text;
    unsigned line;
    const char *words;
} broken[] = {
    {"", 1, "truncated"},
    {"hello\n", 1, "not a tape"},
    {"semacredit tape 2\ndepth 128\n", 1, "not a tape"},
    {"semacredit tape 4\ndepth 100\n", 2, "power of two"},
    {"semacredit tape 4\ndepth 512\n", 2, "up to 256"},
    {"semacredit tape 4\ndepth 128\nclock_ps 0\n", 3, "clock_ps"},
    {"semacredit tape 4\ndepth 128\nclock_ps 1000\n", 4, "note"},
    {HEAD, 6, "truncated"},
    {HEAD "op_valid=1 |", 6, "cut short"},
    {HEAD "op_valid=1\n", 6, "'|'"},
    {HEAD "op_valid=2 |\n", 6, "up to 1"},
    {HEAD "flavour=2 |\n", 6, "name of a field"},
    {HEAD "hbm_id=2 |\n", 6, "hbm_id[0..7]"},
    {HEAD "hbm_id[8]=2 |\n", 6, "hbm_id[0..7]"},
    {HEAD "opcode=16 |\n", 6, "up to 15"},
    {HEAD "wire_bytes=16777216 |\n", 6, "up to 16777215"},
    {HEAD "domain=256 |\n", 6, "up to 255"},
    {HEAD "pause=2 |\n", 6, "up to 1"},
    {HEAD "hbm_service[0]=65536 |\n", 6, "up to 65535"},
    {HEAD "| multiplier[10]=1\n", 6, "multiplier[0..9]"},
    {HEAD "done_id=128 |\n", 6, "below the tape's depth"},
    {HEAD "tag=4294967296 |\n", 6, "up to 4294967295"},
    {HEAD "tag=-1 |\n", 6, "up to"},
    {HEAD "gap=3 |\n", 6, "not quiet"},
    {HEAD "| kind=256\n", 6, "up to 255"},
    {HEAD "|\nend 2\n", 7, "'end 1'"},
    {HEAD "|\nend 1\nmore\n", 8, "end of the file"},
};

Test(tape, says_where_and_why_a_file_is_not_a_tape) {
    for (size_t i = 0; i < COUNT(broken); i++) {
        file_write(path, broken[i].text, strlen(broken[i].text));
        char where[140];
        struct text_error error = {""};
        expect_no_tape(path, &error);
        snprintf(where, sizeof where, "%s:%u: ", path, broken[i].line);
        cr_expect(eq(int, strncmp(error.text, where, strlen(where)), 0), "case %zu: %s", i,
                  error.text);
        cr_expect(ne(ptr, strstr(error.text, broken[i].words), NULL), "case %zu: %s", i,
                  error.text);
    }
}

Test(tape, finds_every_truncation_of_a_gzip_tape) {
    static char bytes[1 << 20];
    const char *const name = folder_path("tape.gz");
    record(name);
    const size_t size = file_read(name, bytes, sizeof bytes);
    cr_assert(gt(sz, size, 1000));
    for (size_t cut = 0; cut < size; cut += size / 97 + 1) {
        file_write(name, bytes, cut);
        struct text_error error = {""};
        expect_no_tape(name, &error);
    }
}

Test(tape, leaves_no_file_where_it_cannot_write) {
    struct text_error error = {""};
    const struct tape_header header = {.depth = DEPTH, .clock_ps = 1000};
    cr_assert(eq(ptr, tape_writer_open("/nonexistent/tape", &header, &error), NULL));
    cr_assert(ne(ptr, strstr(error.text, "/nonexistent/tape: cannot write"), NULL), "%s",
              error.text);
}
