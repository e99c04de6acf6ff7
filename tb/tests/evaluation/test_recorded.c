#define _POSIX_C_SOURCE 200809L // fmemopen
// Results read back: what was written, and nothing that is no whole experiment.
#include <string.h>

#include "csim/evaluation/recorded.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/evaluation/lab.h"

static char text[1 << 16];

// The rows of two experiments below one heading, as they are recorded.
static void write_text(void) {
    struct experiment_results labs[] = {lab_open(experiment_find("bias")),
                                        lab_open(experiment_find("window"))};
    lab_runs(&labs[0], "response", "adaptive", "2")->small.p99_ns = 1234.5;
    lab_runs(&labs[1], "atomic", "semacredit", "250")->goodput_gbps = 67.8912;
    FILE *file = fmemopen(text, sizeof text, "w");
    for (unsigned i = 0; i < COUNT(labs); i++) {
        experiment_write(&labs[i], file);
        lab_close(&labs[i]);
    }
    fclose(file);
    char *second = strstr(strchr(text, '\n'), "experiment,"); // its heading
    cr_assert(second != NULL);
    memmove(second, strchr(second, '\n') + 1, strlen(strchr(second, '\n')));
}

static bool read_text(struct recorded *recorded) {
    struct text_error error = {""};
    FILE *file = fmemopen(text, strlen(text), "r");
    const bool whole = recorded_read(file, recorded, &error);
    fclose(file);
    cr_expect(whole == (error.text[0] == '\0'), "%s", error.text);
    return whole;
}

Test(recorded, is_what_was_written) {
    struct recorded recorded;
    write_text();
    cr_assert(read_text(&recorded));
    cr_assert(eq(uint, recorded.count, 2));
    const struct simulate_result *run = lab_runs(&recorded.sets[0], "response", "adaptive", "2");
    cr_expect(eq(dbl, run->small.p99_ns, 1234.5));
    cr_expect(eq(dbl, run->goodput_gbps, 100));
    run = lab_runs(&recorded.sets[1], "atomic", "semacredit", "250");
    cr_expect(eq(dbl, run->small.p99_ns, 1000));
    cr_expect(eq(dbl, run->goodput_gbps, 67.8912));
    recorded_close(&recorded);
}

// What is cut out of the text, or put in its place.
static const struct {
    const char *of, *becomes;
} changes[] = {{"window,atomic,semacredit,window_ns,2000,", NULL}, // the last row is missing
               {"bias,response,adaptive,bias,2,0,", "bias,response,adaptive,bias,4,0,"},
               {"bias,response,adaptive,bias,2,0,", "bias,response,adaptive,bias,2,1,"},
               {"bias,response,semacredit,bias,1,", "bias,response,adaptive,bias,1,x"},
               {"window,atomic,resource_byte,window_ns,250,", "nosuch,a,b,c,250,"},
               {"window,atomic,resource_byte,window_ns,250,", "bias,a"}};

EACH(recorded, refuses_what_is_no_whole_experiment, changes) {
    struct recorded recorded;
    write_text();
    char *at = strstr(text, row->of);
    cr_assert(at != NULL, "%s", row->of);
    if (row->becomes)
        memcpy(at, row->becomes, strlen(row->becomes));
    else
        *at = '\0';
    cr_expect(not(read_text(&recorded)), "%s", row->of);
    recorded_close(&recorded);
}

Test(recorded, refuses_nothing_at_all) {
    struct recorded recorded;
    strcpy(text, "experiment,workload\n");
    cr_expect(not(read_text(&recorded)));
    recorded_close(&recorded);
}
