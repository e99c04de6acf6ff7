#include "tb/cli/command.h"

#include <argp.h>
#include <getopt.h>
#include <limits.h>
#include <sys/stat.h>

#include "csim/base/interrupt.h"
#include "csim/base/text_reader.h"
#include "csim/base/word.h"
#include "tb/cli/result_file.h"

enum { ROWS_MAX = 64, FILES_MAX = 24, NAME_BYTES = 32, VERSION = 256, FIRST_KEY };

struct command {
    const struct verb *verb;
    const struct verb_option *options;
    struct options *values;
};

// ---- options

static void *value_at(const struct command *command, size_t at) {
    return (char *)command->values + at;
}

static const char **text_at(const struct command *command, size_t at) {
    return value_at(command, at);
}

static bool is_text(const struct verb_option *row) {
    return row->kind == OPTION_TEXT || row->kind == OPTION_WRITE;
}

static int key_of(const struct command *command, const struct verb_option *row) {
    return row->letter ? row->letter : FIRST_KEY + (int)(row - command->options);
}

// The next row of the verb from `row` on; NULL: there is none.
static const struct verb_option *row_of(const struct command *command,
                                        const struct verb_option *row) {
    while (row->verbs && !(row->verbs & command->verb->bit))
        row++;
    return row->verbs ? row : NULL;
}

static bool set_add(struct settings *settings, const char *text) {
    if (settings->sets == SETTINGS_MAX)
        return refuse("--set: expected at most %d of them", SETTINGS_MAX);
    settings->set[settings->sets++] = text;
    return true;
}

static bool store(const struct command *command, const struct verb_option *row, char *text) {
    char option[NAME_BYTES];
    switch (row->kind) {
    case OPTION_FLAG:
        *(bool *)value_at(command, row->at) = true;
        return true;
    case OPTION_NUMBER:
        snprintf(option, sizeof option, "--%s", row->name);
        return verb_number(option, text, row->least, row->most, value_at(command, row->at));
    case OPTION_SETTING:
        return set_add(value_at(command, row->at), text);
    default:
        *text_at(command, row->at) = text;
        return true;
    }
}

static void store_usual(const struct command *command) {
    for (const struct verb_option *row = command->options; (row = row_of(command, row)); row++)
        if (row->usual && is_text(row))
            *text_at(command, row->at) = row->usual;
        else if (row->usual)
            *(unsigned long long *)value_at(command, row->at) = strtoull(row->usual, NULL, 10);
}

// "VERB: WHY 'WORD'"; of an option that is unknown, which one was probably meant.
static bool refuse_word(const struct argp_option *rows, const char *verb, const char *why,
                        const char *word) {
    char meant[NEAREST_TEXT_SIZE];
    const char *const name = strncmp(word, "--", 2) == 0 ? word + 2 : "";
    struct nearest nearest = nearest_start(name, strcspn(name, "="));
    for (; rows->name; rows++)
        nearest_try(&nearest, rows->name);
    const char *const best = *name ? nearest.best : NULL;
    snprintf(meant, sizeof meant, best ? ", did you mean --%s?" : "%s", best ? best : "");
    return refuse("%s: %s '%s'%s (see 'semacredit %s --help')", verb, why, word, meant, verb);
}

// What every verb takes beside its own.
static void answer(int key, const struct argp *argp, const char *verb) {
    char name[64];
    snprintf(name, sizeof name, "semacredit %s", verb);
    if (key == VERSION)
        printf("%s\n", version_line());
    else
        argp_help(argp, stdout, ARGP_HELP_USAGE | ARGP_HELP_DOC | ARGP_HELP_LONG, name);
    exit(standard_close(STATUS_FINE));
}

// argp tells in two lines what it does not like, and only on standard error: it prints the help.
static bool parse_all(struct command *command, const struct argp *argp, int argc, char **argv) {
    const struct verb *const verb = command->verb;
    struct option options[ROWS_MAX + 3] = {{"help", no_argument, NULL, 'h'},
                                           {"version", no_argument, NULL, VERSION}};
    char letters[2 * ROWS_MAX + 4] = ":h";
    unsigned count = 2;
    for (const struct argp_option *row = argp->options; row->name; row++) {
        options[count++] =
            (struct option){row->name, row->arg ? required_argument : no_argument, NULL, row->key};
        if (row->key < VERSION)
            snprintf(letters + strlen(letters), 3, "%c%s", row->key, row->arg ? ":" : "");
    }
    int key;
    opterr = 0;
    while ((key = getopt_long(argc, argv, letters, options, NULL)) != -1) {
        const char letter[] = {'-', (char)optopt, '\0'};
        if (key == '?')
            return refuse_word(argp->options, argv[0], "unknown option",
                               optopt && optopt < VERSION ? letter : argv[optind - 1]);
        if (key == ':')
            return refuse_word(&(struct argp_option){0}, argv[0], "expected a value for",
                               argv[optind - 1]);
        if (key == 'h' || key == VERSION)
            answer(key, argp, argv[0]);
        const struct verb_option *row = row_of(command, command->options);
        while (key != key_of(command, row))
            row = row_of(command, row + 1);
        if (!store(command, row, optarg))
            return false;
    }
    if (verb->argument && optind < argc && !*text_at(command, verb->argument_at))
        *text_at(command, verb->argument_at) = argv[optind++];
    return optind >= argc || refuse_word(&(struct argp_option){0}, argv[0],
                                         "expected no further argument, found", argv[optind]);
}

static bool parse_verb(struct command *command, int argc, char **argv) {
    const struct verb *verb = command->verb;
    struct argp_option rows[ROWS_MAX] = {{0}};
    unsigned count = 0;
    for (const struct verb_option *row = command->options; (row = row_of(command, row)); row++)
        rows[count++] = (struct argp_option){
            .name = row->name, .key = key_of(command, row), .arg = row->argument, .doc = row->help};
    const struct argp argp = {.options = rows, .args_doc = verb->argument, .doc = verb->help};
    store_usual(command);
    return parse_all(command, &argp, argc, argv);
}

// ---- files, each of its own

// Files that a command line names: none is written by two options, or read by one and written by
// another.
struct named_file {
    const char *option; // or whatever else names it, for the message
    const char *path;   // NULL: it is not named
    bool written;
};

// Where a file that is not there would be.
struct place {
    char folder[PATH_MAX];
    const char *name;
};

// False: its folder is not there either.
static bool place_of(const char *path, struct place *place) {
    char folder[PATH_MAX];
    const char *const slash = strrchr(path, '/');
    const int length = slash ? (int)(slash - path) : 0;
    place->name = slash ? slash + 1 : path;
    if (length >= PATH_MAX)
        return false;
    snprintf(folder, sizeof folder, "%.*s", length, path);
    return realpath(!slash ? "." : length == 0 ? "/" : folder, place->folder) != NULL;
}

static bool is_same(const char *a, const char *b) {
    struct stat of_a, of_b;
    const bool there = stat(a, &of_a) == 0;
    if (there != (stat(b, &of_b) == 0))
        return false;
    if (there)
        return S_ISREG(of_a.st_mode) && of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino;
    struct place place_a, place_b;
    return place_of(a, &place_a) && place_of(b, &place_b) &&
           strcmp(place_a.folder, place_b.folder) == 0 && strcmp(place_a.name, place_b.name) == 0;
}

// False, with a line on standard error, if two of the files are one, by whatever paths, and one of
// them is written. Devices and pipes may be written by several.
static bool files_apart(const struct named_file *files, unsigned count) {
    for (unsigned b = 1; b < count; b++)
        for (unsigned a = 0; a < b; a++)
            if (files[a].path && files[b].path && (files[a].written || files[b].written) &&
                is_same(files[a].path, files[b].path))
                return refuse("%s: expected another file than %s %s: '%s'", files[b].option,
                              files[a].option, files[a].written ? "writes" : "reads",
                              files[b].path);
    return true;
}

// ---- before every verb

static bool has_all(const struct verb *verb, const struct options *options) {
    const bool missing =
        (verb->argument && !options->argument) || (verb->loads >= LOADS_RUN && !options->workload);
    return !missing || !verb->missing || refuse("%s", verb->missing);
}

// The view of waves is beside them, FILE.gtkw for FILE.fst.
static void view_beside(const char *path, char view[PATH_MAX]) {
    const char *const dot = strrchr(path, '.');
    const int length = (int)(dot && !strchr(dot, '/') ? (size_t)(dot - path) : strlen(path));
    snprintf(view, PATH_MAX, "%.*s.gtkw", length < PATH_MAX - 6 ? length : PATH_MAX - 6, path);
}

struct file_list {
    struct named_file file[FILES_MAX];
    char name[FILES_MAX][NAME_BYTES];
    char view[FILES_MAX][PATH_MAX];
    unsigned count;
};

static void list_add(struct file_list *list, const struct verb_option *row, const char *path) {
    unsigned at = list->count++;
    snprintf(list->name[at], NAME_BYTES, "--%s", row->name);
    list->file[at] = (struct named_file){list->name[at], path, true};
    if (!row->has_view)
        return;
    at = list->count++;
    view_beside(path, list->view[at]);
    snprintf(list->name[at], NAME_BYTES, "the view of --%s", row->name);
    list->file[at] = (struct named_file){list->name[at], list->view[at], true};
}

// A stream is recorded, so that a run of it can be repeated.
static void record_stream(const struct verb *verb, struct options *options) {
    if (verb->loads == LOADS_STREAM && text_stream_named(options->workload) && !options->trace)
        options->trace = "build/stream.trace.gz";
}

// What the verb reads and writes, views beside waves included, must be files of their own.
static bool are_apart(const struct command *command) {
    const struct options *options = command->values;
    const char *workload = options->workload;
    struct file_list list = {.count = 0};
    char config[WORKLOAD_PATH_SIZE];
    if (command->verb->tape)
        list.file[list.count++] =
            (struct named_file){command->verb->tape, options->argument, false};
    if (command->verb->loads >= LOADS_RUN) {
        snprintf(config, sizeof config, "%s/%s.yaml", settings_directory(&options->settings),
                 workload);
        list.file[list.count++] = (struct named_file){
            "--workload",
            traffic_is_file(workload) || workload_is_yaml(workload) ? workload : config, false};
        list.file[list.count++] = (struct named_file){"standard output", STANDARD_OUTPUT, true};
    }
    for (const struct verb_option *row = command->options; (row = row_of(command, row)); row++)
        if (row->kind == OPTION_WRITE && *text_at(command, row->at))
            list_add(&list, row, *text_at(command, row->at));
    return files_apart(list.file, list.count);
}

static bool find_deciders(const struct verb *verb, struct options *options) {
    if (verb->loads >= LOADS_RUN && !options->policy_name && !options->admission)
        options->admission = "lockstep";
    if (options->policy_name && !BUILD_IS_DEFAULT)
        return refuse("--policy: expected a program of the default size, as the event simulator is "
                      "the paper's; this one is of %s",
                      BUILD_SIZE);
    options->policy = options->policy_name ? policy_find(options->policy_name) : NULL;
    options->kind = options->admission ? admitter_kind_find(options->admission) : NULL;
    const char *names[32] = {NULL};
    for (unsigned i = 0; policies[i]; i++)
        names[i] = policies[i]->name;
    if (options->policy_name && !options->policy)
        return !verb_refuse_name("--policy", options->policy_name, names, sizeof *names);
    return !options->admission || options->kind ||
           !verb_refuse_name("--admission", options->admission, admitter_kinds,
                             sizeof *admitter_kinds);
}

static bool load(const struct verb *verb, struct options *options) {
    struct subject *subject = &options->subject;
    if (verb->loads == LOADS_NOTHING)
        return true;
    const char *const workload = options->workload;
    if (workload && text_stream_named(workload) && verb->loads != LOADS_STREAM)
        return refuse("--workload: expected a name or a file, found '%s': only run reads a stream; "
                      "its --trace records one",
                      workload);
    if (!subject_load(subject, workload, options->trace, &options->settings))
        return false;
    if (verb->loads == LOADS_WORKLOAD)
        return true;
    const bool block = options->policy && options->kind;
    const struct run_kind run = {.config = &subject->config,
                                 .policy = options->policy,
                                 .block = block,
                                 .clocked = block && subject->config.mode == MODE_CLOCKED,
                                 .environment = !options->policy,
                                 .path = subject->stream ? options->workload : subject->path,
                                 .seed = options->seed};
    return settings_have_effect(&options->settings, &run, 1);
}

static int run_verb(const struct verb *verb, const struct verb_option *rows, int argc,
                    char **argv) {
    struct options options = {.argument = NULL};
    struct command command = {.verb = verb, .options = rows, .values = &options};
    if (!parse_verb(&command, argc, argv) || !has_all(verb, &options))
        return STATUS_USAGE;
    record_stream(verb, &options);
    if (!are_apart(&command) || !find_deciders(verb, &options) || !load(verb, &options))
        return STATUS_USAGE;
    if (options.jobs == 0)
        options.jobs = workers_default();
    options.verb = verb->name;
    return verb->run(&options);
}

// ---- verbs

static void print_help(const struct verb *verbs) {
    printf("usage: semacredit VERB [OPTION...]\n\n");
    for (const struct verb *verb = verbs; verb->name; verb++)
        printf("  %-11s %s\n", verb->name, verb->what);
    printf(
        "\n'semacredit VERB --help' tells more.\nExit status: 0 fine, 1 a check failed, 2 usage, "
        "configuration or what cannot be written, 130 and 143 interrupted.\n");
}

// Says which verbs there are.
static int refuse_verb(const struct verb *verbs, const char *what, const char *name) {
    char names[200] = "";
    size_t used = 0;
    struct nearest nearest = nearest_start(name, strlen(name));
    for (const struct verb *verb = verbs; verb->name; verb++) {
        const char *between = verb == verbs ? "" : verb[1].name ? ", " : " or ";
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", between, verb->name);
        nearest_try(&nearest, verb->name);
    }
    if (nearest.best)
        return verb_refuse("%s '%s', did you mean %s? (see --help)", what, name, nearest.best);
    return *name ? verb_refuse("%s '%s': expected %s (see --help)", what, name, names)
                 : verb_refuse("%s: %s (see --help)", what, names);
}

int command_run(const struct verb *verbs, const struct verb_option *options, int argc,
                char **argv) {
    if (argc < 2)
        return refuse_verb(verbs, "expected a verb", "");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
        strcmp(argv[1], "help") == 0) {
        print_help(verbs);
        return STATUS_FINE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("%s\n", version_line());
        return STATUS_FINE;
    }
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (strcmp(argv[1], verb->name) == 0)
            return verb->script ? verb->script(argv + 1)
                                : run_verb(verb, options, argc - 1, argv + 1);
    return refuse_verb(verbs, "unknown verb", argv[1]);
}
