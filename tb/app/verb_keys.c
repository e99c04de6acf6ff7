// semacredit keys: what can be configured, and what is, and why.
#include "tb/cli/key_list.h"
#include "tb/cli/verbs.h"

struct options {
    struct settings settings;
    const char *workload;
};

static const struct argp_option option_table[] = {
    {"workload", 'w', "NAME", 0, "the same as an argument: " SUBJECT_HELP, 0}, {0}};

static error_t option(int key, char *text, struct argp_state *state) {
    struct options *options = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &options->settings;
        return 0;
    case 'w':
    case ARGP_KEY_ARG:
        if (options->workload)
            return ARGP_ERR_UNKNOWN;
        options->workload = text;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

int verb_keys(int argc, char **argv) {
    static const struct argp_child children[] = {{&settings_argp, 0, NULL, 0}, {0}};
    static const struct argp argp = {
        .options = option_table,
        .parser = option,
        .args_doc = "[WORKLOAD]",
        .doc = "Lists every key of a configuration: its value, where that comes from (a default, "
               "a line of a file, --set), default, range, unit and meaning. What is printed is a "
               "configuration by itself, for --workload FILE.yaml.",
        .children = children};
    struct options options = {.workload = NULL};
    struct subject subject;
    if (!verb_parse(&argp, argc, argv, &options))
        return STATUS_USAGE;
    if (options.workload ? !subject_load(&subject, options.workload, &options.settings)
                         : !settings_load_none(&options.settings, &subject.config))
        return STATUS_USAGE;
    key_list_print(options.workload, &options.settings, &subject, &subject.config, stdout);
    return STATUS_FINE;
}
