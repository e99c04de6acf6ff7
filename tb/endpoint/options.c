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
} OPTIONS[] = {{"case", &options.of, NULL, 0, 0},
               {"admission", &options.admission, NULL, 0, 0},
               {"windows", &options.windows, NULL, 0, 0},
               {"litedram", &options.litedram, NULL, 0, 0},
               {"tape", &options.tape, NULL, 0, 0},
               {"found", &options.found, NULL, 0, 0},
               {"percent", NULL, &options.percent, 1, 10000},
               {"seed", NULL, &options.seed, 0, UINT64_MAX},
               {"operations", NULL, &options.operations, 1, (1 << 24) - 1},
               {"clocks", NULL, &options.clocks, 0, 1 << 27},
               {"bulk", NULL, &options.bulk, 0, 512},
               {"urgent", NULL, &options.urgent, 0, 1 << 30},
               {"length", NULL, &options.length, 1, 4096},
               {"faults", NULL, &options.faults, 0, 500},
               {"dead", NULL, &options.dead, 0, 8},
               {"dies", NULL, &options.dies, 0, 100},
               {"reciprocal", NULL, &options.reciprocal, 1, UINT16_MAX},
               {"bound", NULL, &options.bound, 0, UINT16_MAX},
               {"alone", NULL, &options.alone, 0, 1},
               {"header", NULL, &options.header, 0, 1},
               {"cases", NULL, &options.cases, 0, 1},
               {"measure", NULL, &options.measure, 0, 1}};
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
    for (unsigned i = 0; i < COUNT; i++)
        if (OPTIONS[i].text)
            fprintf(to, "  --%-12s (default: %s)\n", OPTIONS[i].name,
                    *OPTIONS[i].text ? *OPTIONS[i].text : "none");
        else if (OPTIONS[i].most == 1)
            fprintf(to, "  --%s\n", OPTIONS[i].name);
        else
            fprintf(to, "  --%-12s from %" PRIu64 " to %" PRIu64 " (default: %" PRIu64 ")\n",
                    OPTIONS[i].name, OPTIONS[i].least, OPTIONS[i].most, *OPTIONS[i].number);
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
