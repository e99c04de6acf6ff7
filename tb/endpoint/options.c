#include "tb/endpoint/options.h"

#include <getopt.h>
#include <stdbool.h>
#include <string.h>

#include "csim/base/word.h"

struct options options = {.of = "mixed",
                          .admission = "vector",
                          .windows = "24576,10571,54080",
                          .percent = 100,
                          .seed = 1,
                          .operations = 2000,
                          .bulk = 24,
                          .urgent = 4000,
                          .faults = 1,
                          .reciprocal = 4790,
                          .bound = 256};

static const struct option OPTIONS[] = {{"case", 1, NULL, 'c'},     {"admission", 1, NULL, 'a'},
                                        {"windows", 1, NULL, 'w'},  {"percent", 1, NULL, 'p'},
                                        {"seed", 1, NULL, 's'},     {"operations", 1, NULL, 'o'},
                                        {"clocks", 1, NULL, 'k'},   {"bulk", 1, NULL, 'b'},
                                        {"urgent", 1, NULL, 'u'},   {"faults", 1, NULL, 'f'},
                                        {"alone", 0, NULL, 'l'},    {"measure", 0, NULL, 'm'},
                                        {"header", 0, NULL, 'h'},   {"cases", 0, NULL, 'n'},
                                        {"litedram", 1, NULL, 'd'}, {"tape", 1, NULL, 't'},
                                        {"found", 1, NULL, 'e'},    {"reciprocal", 1, NULL, 'r'},
                                        {"bound", 1, NULL, 'i'},    {.name = NULL}};

static const struct {
    int option;
    const char **text; // or
    uint64_t *number, least, most;
} VALUES[] = {{'c', &options.of, NULL, 0, 0},
              {'a', &options.admission, NULL, 0, 0},
              {'w', &options.windows, NULL, 0, 0},
              {'d', &options.litedram, NULL, 0, 0},
              {'t', &options.tape, NULL, 0, 0},
              {'e', &options.found, NULL, 0, 0},
              {'p', NULL, &options.percent, 1, 10000},
              {'s', NULL, &options.seed, 0, UINT64_MAX},
              {'o', NULL, &options.operations, 1, (1 << 24) - 1},
              {'k', NULL, &options.operations, 0, 1 << 27},
              {'b', NULL, &options.bulk, 0, 512},
              {'u', NULL, &options.urgent, 0, 1 << 30},
              {'f', NULL, &options.faults, 0, 100},
              {'r', NULL, &options.reciprocal, 1, UINT16_MAX},
              {'i', NULL, &options.bound, 0, UINT16_MAX},
              {'l', NULL, &options.alone, 0, 1},
              {'h', NULL, &options.header, 0, 1},
              {'n', NULL, &options.cases, 0, 1},
              {'m', NULL, &options.measure, 0, 1}};

static bool set_option(int option) {
    unsigned i = 0;
    while (i < sizeof VALUES / sizeof *VALUES && VALUES[i].option != option)
        i++;
    if (i == sizeof VALUES / sizeof *VALUES)
        return false;
    if (VALUES[i].text)
        *VALUES[i].text = optarg;
    const struct word word = {optarg ? optarg : "1", optarg ? strlen(optarg) : 1};
    if (VALUES[i].number && (!word_number(&word, VALUES[i].most, VALUES[i].number) ||
                             *VALUES[i].number < VALUES[i].least))
        return false;
    if (option == 'k') // so that hunts for planted bugs know it (scripts/block/bugs.py)
        options.operations = options.operations / 10 + 20;
    return true;
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
    opterr = 0;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;)
        if (!set_option(option))
            return argv[optind - 1];
    return optind < argc ? argv[optind] : !set_windows() ? "--windows" : NULL;
}
