#include "tb/endpoint/options.h"

#include <getopt.h>

#include "csim/base/word.h"

struct options options = {.of = "mixed",
                          .admission = "vector",
                          .windows = "24576,10571,54080",
                          .percent = 100,
                          .seed = 1,
                          .operations = 2000,
                          .bulk = 24,
                          .urgent = 4000,
                          .length = 4096,
                          .faults = 1,
                          .dead = 1,
                          .dies = 60,
                          .reciprocal = 4790,
                          .bound = 256};

static const struct {
    const char *name;
    const char **text;             // or
    uint64_t *number, least, most; // 0 to 1: without a value
    const char *means;
} OPTIONS[] = {
    {"case", &options.of, NULL, 0, 0, "what initiators do: --cases"},
    {"admission", &options.admission, NULL, 0, 0,
     "who decides: open, resource_byte, vector, calibrated, ..."},
    {"windows", &options.windows, NULL, 0, 0,
     "BYTES,QUANTA,QUANTA of partition, Atomic and response engine"},
    {"litedram", &options.litedram, NULL, 0, 0, "a library in place of the memories"},
    {"tape", &options.tape, NULL, 0, 0, "where it records what the block's inputs carry"},
    {"found", &options.found, NULL, 0, 0,
     "'CLOCK TAG WHAT', which a run before printed, for the tape"},
    {"percent", NULL, &options.percent, 1, 10000, "of the windows"},
    {"seed", NULL, &options.seed, 0, UINT64_MAX, "of all that is random"},
    {"operations", NULL, &options.operations, 1, (1 << 24) - 1, "how many"},
    {"clocks", NULL, &options.clocks, 0, 1 << 27, "a tenth of them, and 20, are the operations"},
    {"bulk", NULL, &options.bulk, 0, 512, "under way of an initiator"},
    {"urgent", NULL, &options.urgent, 0, 1 << 30, "clocks between two of an initiator"},
    {"length", NULL, &options.length, 1, 4096, "bytes of a bulk operation"},
    {"faults", NULL, &options.faults, 0, 500, "of 1,000 messages"},
    {"dead", NULL, &options.dead, 0, 8, "initiators, of eight, that die"},
    {"dies", NULL, &options.dies, 0, 100, "per cent of the operations, when they do"},
    {"reciprocal", NULL, &options.reciprocal, 1, UINT16_MAX,
     "quanta of 4,096 bytes of a partition, for calibration"},
    {"bound", NULL, &options.bound, 0, UINT16_MAX, "clocks of starvation"},
    {"alone", NULL, &options.alone, 0, 1, "one operation at a time"},
    {"header", NULL, &options.header, 0, 1, "the head of endpoint.csv alone"},
    {"cases", NULL, &options.cases, 0, 1, "their names alone"},
    {"measure", NULL, &options.measure, 0, 1, "clocks and quanta in place of a row"}};
enum { COUNT = sizeof OPTIONS / sizeof *OPTIONS };

static bool set_option(unsigned i, const char *value) {
    if (OPTIONS[i].text) {
        *OPTIONS[i].text = value;
        return true;
    }
    const struct word word = {value, strlen(value)};
    return word_number(&word, OPTIONS[i].most, OPTIONS[i].number) &&
           *OPTIONS[i].number >= OPTIONS[i].least;
}

void options_print(FILE *to) {
    for (unsigned i = 0; i < COUNT; i++) {
        fprintf(to, "  --%-12s%s", OPTIONS[i].name, OPTIONS[i].means);
        if (OPTIONS[i].text && *OPTIONS[i].text)
            fprintf(to, " (default: %s)", *OPTIONS[i].text);
        else if (OPTIONS[i].most > 1)
            fprintf(to, " (from %" PRIu64 " to %" PRIu64 ", default: %" PRIu64 ")",
                    OPTIONS[i].least, OPTIONS[i].most, *OPTIONS[i].number);
        fputc('\n', to);
    }
}

static bool set_windows(void) {
    const char *at = options.windows;
    for (unsigned k = 0; k < 3; k++) {
        uint64_t value;
        const struct word word = {at, strcspn(at, ",")};
        if (!word_number(&word, UINT32_MAX, &value) || (at[word.length] == '\0') != (k == 2))
            return false;
        options.window[k] = (uint32_t)value;
        at += word.length + 1;
    }
    return true;
}

const char *options_read(int argc, char **argv) {
    struct option known[COUNT + 1] = {0};
    for (unsigned i = 0; i < COUNT; i++) {
        const bool flag = OPTIONS[i].number && OPTIONS[i].most == 1;
        known[i] = (struct option){.name = OPTIONS[i].name, .has_arg = !flag};
    }
    opterr = 0;
    int at, found;
    while ((found = getopt_long(argc, argv, "", known, &at)) != -1)
        if (found == '?' || !set_option((unsigned)at, optarg ? optarg : "1"))
            return argv[optind - 1];
    if (optind < argc)
        return argv[optind];
    if (options.clocks > 0) // of hunts for planted bugs (scripts/block/bugs.py)
        options.operations = options.clocks / 10 + 20;
    return set_windows() ? NULL : "--windows";
}
