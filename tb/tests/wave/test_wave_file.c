// Waves are whole or not there, and what keeps them from it does not end the program.
#define _GNU_SOURCE
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "tb/dut/rtl.h"
#include "tb/env/env.h"
#include "tb/tests/base/fixture.h"
#include "tb/wave/fst_file.h"
#include "tb/wave/wave_file.h"

enum { CLOCKS = 600, CLOCK_PS = 1000 };

static char path[PATH_MAX], copy[PATH_MAX]; // folder_path() forgets
static struct config config;

static struct stimulus *open_env(const void *context, struct text_error *error) {
    (void)context;
    return env_open(&config, 0, false, error);
}

static struct wave_run run_of = {
    .open = open_env, .depth = DEPTH, .clock_ps = CLOCK_PS, .cycles = CLOCKS, .to = UINT64_MAX};

static void make_run(void) {
    struct text_error error;
    folder_make();
    snprintf(path, sizeof path, "%s", folder_path("w.fst"));
    snprintf(copy, sizeof copy, "%s", folder_path("copy.fst"));
    config = config_of("atomic", NULL);
    struct stimulus *env = open_env(NULL, &error);
    struct admitter *rtl = rtl_open(DEPTH);
    cr_assert(env && rtl);
    run_of.hash = cosim_loop(env, rtl, NULL, CLOCK_PS, &(struct cosim_loop_listeners){.hash = true},
                             &(struct cosim_loop_limits){.cycles = CLOCKS})
                      .hash;
    admitter_close(rtl);
    stimulus_close(env);
}

TestSuite(wave_file, .init = make_run, .fini = folder_remove);

static const uint64_t end_ps = (CLOCKS - 1) * CLOCK_PS;

static unsigned char bytes[1 << 20];
static size_t count;

static void read_waves(void) {
    struct text_error error = {""};
    cr_assert(wave_file_write(path, &run_of, &error), "%s", error.text);
    count = file_read(path, bytes, sizeof bytes);
    cr_assert(gt(sz, count, 10000));
}

// Is the file whole, of which bytes from `from` up to `to` are missing?
static bool whole_without(size_t from, size_t to) {
    struct text_error why;
    FILE *file = fopen(copy, "wb");
    cr_assert(file && fwrite(bytes, 1, from, file) == from &&
              fwrite(bytes + to, 1, count - to, file) == count - to && fclose(file) == 0);
    return fst_is_whole(copy, end_ps, &why);
}

Test(wave_file, is_whole) {
    struct text_error why;
    read_waves();
    cr_expect(eq(uint, folder_files(""), 1));
    cr_expect(fst_is_whole(path, end_ps, &why), "%s", why.text);
    cr_expect(not(fst_is_whole(path, end_ps + CLOCK_PS, &why)));
    cr_expect(not(fst_is_whole(path, end_ps - CLOCK_PS, &why)));
    cr_expect(not(fst_is_whole(copy, end_ps, &why))); // not there
}

Test(wave_file, a_file_cut_short_is_not_whole) {
    read_waves();
    cr_expect(whole_without(count, count));
    for (size_t length = 0; length < count; length += 1 + count / 300)
        cr_expect(not(whole_without(length, count)), "%zu of %zu bytes", length, count);
    cr_expect(not(whole_without(count - 1, count)));
}

Test(wave_file, a_file_with_a_hole_is_not_whole) {
    enum { BUFFER = 4096 };
    read_waves();
    for (size_t from = 0; from + BUFFER <= count; from += BUFFER)
        cr_expect(not(whole_without(from, from + BUFFER)), "from %zu", from);
}

// What a full disk does, without one: files may have only so many bytes. Either the signal ends the
// writer, or it is told and does not listen. Its limit falls into the last page of each of its
// files, that of the hierarchy included, whose end then reads as zeros.
Test(wave_file, what_cannot_be_written_is_not_there) {
    read_waves();
    enum { BYTES = 4000 }; // less than a page
    remove(path);
    for (unsigned ignored = 0; ignored < 2; ignored++)
        for (size_t less = 1; less <= count; less += BYTES) {
            const rlim_t most = count - less;
            struct text_error error = {""};
            struct rlimit limit;
            signal(SIGXFSZ, ignored ? SIG_IGN : SIG_DFL);
            cr_assert(eq(int, getrlimit(RLIMIT_FSIZE, &limit), 0));
            const struct rlimit small = {.rlim_cur = most, .rlim_max = limit.rlim_max};
            cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &small), 0));
            const bool written = wave_file_write(path, &run_of, &error);
            cr_assert(eq(int, setrlimit(RLIMIT_FSIZE, &limit), 0));
            cr_expect(not(written), "at most %lu bytes", (unsigned long)most);
            cr_expect(eq(uint, folder_files(""), 0));
            cr_expect(strncmp(error.text, path, strlen(path)) == 0 &&
                          strchr(error.text, '\n') == NULL,
                      "%s", error.text);
        }
}

Test(wave_file, waves_of_another_run_are_refused) {
    struct text_error error = {""};
    run_of.hash ^= 1;
    cr_expect(not(wave_file_write(path, &run_of, &error)));
    expect_part(error.text, "commits otherwise");
    cr_expect(eq(uint, folder_files(""), 0));
}

Test(wave_file, places_that_take_no_waves_are_told) {
    static const char *const places[] = {"/dev/full", "/dev/null", "/nowhere/w.fst", "/tmp"};
    for (unsigned i = 0; i < COUNT(places); i++) {
        struct text_error error = {""};
        cr_expect(not(wave_file_write(places[i], &run_of, &error)));
        cr_expect(strncmp(error.text, places[i], strlen(places[i])) == 0, "%s", error.text);
    }
}
