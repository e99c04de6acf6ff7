// Settings from a file of YAML.
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

#include "csim/base/text_reader.h"
#include "csim/base/word.h"
#include "csim/config/key.h"

// libyaml takes the square of the depth of brackets, and of the number of anchors.
enum { FILE_BYTES_MAX = 1 << 17, NESTED_MAX = 8 };

// A value, or a list of values, as config_set takes it. False: it is something else.
static bool node_add(struct line *line, yaml_document_t *document, const yaml_node_t *node) {
    bool right = node->type == YAML_SCALAR_NODE;
    if (right)
        line_add(line, "%s", (const char *)node->data.scalar.value);
    if (node->type != YAML_SEQUENCE_NODE)
        return right;
    const yaml_node_item_t *const first = node->data.sequence.items.start, *item = first;
    for (right = true; right && item < node->data.sequence.items.top; item++) {
        const yaml_node_t *const value = yaml_document_get_node(document, *item);
        line_add(line, "%s", item == first ? "[" : ", ");
        right = value->type == YAML_SCALAR_NODE && node_add(line, document, value);
    }
    line_add(line, "%s", item == first ? "[]" : "]");
    return right;
}

// What readers of YAML 1.1, such as PyYAML, and of 1.2 take a plain scalar for. False: the same.
static bool readings_differ(const char *scalar, char readings[LINE_BYTES_MAX]) {
    static const char *const forms[][2] = {
        {"^[-+]?0[0-9]+$|^0o[0-7]+$", "a text in YAML 1.1, a number in 1.2"},
        {"^[-+]?0b[01_]+$", "a binary number in YAML 1.1, a text in 1.2"},
        {"^[-+]?[1-9][0-9_]*_[0-9_]*$", "a number in YAML 1.1, a text in 1.2"},
        {"^[-+]?[1-9][0-9_]*(:[0-5]?[0-9])+$", "a number of base 60 in YAML 1.1, a text in 1.2"},
        {"^([yY]|yes|Yes|YES|[nN]|[nN]o|NO|[oO]n|ON|off|Off|OFF)$",
         "a boolean in YAML 1.1, a text in 1.2"}};
    const long long octal = strtoll(scalar, NULL, 8), decimal = strtoll(scalar, NULL, 10);
    snprintf(readings, LINE_BYTES_MAX, "%lld in YAML 1.1, %lld in 1.2", octal, decimal);
    if (text_matches(scalar, "^[-+]?0[0-7]+$"))
        return octal != decimal;
    for (unsigned i = 0; i < sizeof forms / sizeof *forms; i++)
        if (text_matches(scalar, forms[i][0]))
            return snprintf(readings, LINE_BYTES_MAX, "%s", forms[i][1]) > 0;
    return false;
}

// Is a value, which has been added, the same to all readers?
static bool is_clear(yaml_document_t *document, const yaml_node_t *node, const struct key *key,
                     struct text_error *reason) {
    const bool list = node->type == YAML_SEQUENCE_NODE;
    const yaml_node_item_t *item = list ? node->data.sequence.items.start : NULL;
    char readings[LINE_BYTES_MAX];
    for (; list && item < node->data.sequence.items.top; item++)
        if (!is_clear(document, yaml_document_get_node(document, *item), key, reason))
            return false;
    const char *const text = list ? "" : (const char *)node->data.scalar.value;
    return list || node->data.scalar.style != YAML_PLAIN_SCALAR_STYLE ||
           !readings_differ(text, readings) ||
           text_error_set(reason, "%s: expected a value of one reading, found '%.40s', which is %s",
                          key->name, text, readings);
}

// `lines`: where each key stands; 0: nowhere.
static bool pair_set(struct config *config, uint64_t *lines, yaml_document_t *document,
                     const yaml_node_pair_t *pair, struct text_error *reason) {
    const yaml_node_t *const name = yaml_document_get_node(document, pair->key);
    char setting[LINE_BYTES_MAX];
    struct line line = {.text = setting, .size = sizeof setting};
    bool right = name->type == YAML_SCALAR_NODE && node_add(&line, document, name);
    const struct key *const key = right ? key_find(setting, line.used) : NULL;
    if (key && lines[key - keys])
        return text_error_set(reason, "%s: expected once, found twice", key->name);
    if (key)
        lines[key - keys] = name->start_mark.line + 1;
    line_add(&line, "=");
    const yaml_node_t *const value = yaml_document_get_node(document, pair->value);
    right = right && node_add(&line, document, value);
    if (right && key && !is_clear(document, value, key, reason))
        return false;
    return right && line.used < line.size
               ? config_set(config, setting, reason)
               : text_error_set(reason, "expected KEY: VALUE or KEY: [VALUE, ...]");
}

static bool document_set(struct config *config, uint64_t *lines, yaml_document_t *document,
                         const char *path, struct text_error *error) {
    const yaml_node_t *const root = yaml_document_get_root_node(document);
    struct text_error reason;
    if (!root || root->type != YAML_MAPPING_NODE)
        return text_error_set(error, "%s:%zu: expected lines of KEY: VALUE, found none", path,
                              root ? root->start_mark.line + 1 : 1);
    const yaml_node_pair_t *pair = root->data.mapping.pairs.start;
    for (; pair < root->data.mapping.pairs.top; pair++)
        if (!pair_set(config, lines, document, pair, &reason))
            return text_error_set(error, "%s:%zu: %s", path,
                                  yaml_document_get_node(document, pair->key)->start_mark.line + 1,
                                  reason.text);
    return true;
}

static bool document_next(yaml_parser_t *parser, yaml_document_t *document, const char *path,
                          struct text_error *error) {
    if (yaml_parser_load(parser, document))
        return true;
    const char *const problem = parser->problem ? parser->problem : "out of memory";
    if (parser->error == YAML_READER_ERROR) // it has read ahead of its lines
        return text_error_set(error, "%s: byte %zu: expected YAML: %s", path,
                              parser->problem_offset, problem);
    return text_error_set(error, "%s:%zu: expected YAML: %s", path, parser->problem_mark.line + 1,
                          problem);
}

// Where it is nested deeper than that, counted from 1; 0: nowhere. What is no YAML is reported
// later.
static size_t nested_line(FILE *file) {
    yaml_parser_t parser;
    yaml_event_t event;
    unsigned depth = 0;
    size_t line = 0;
    bool more = true;
    if (!yaml_parser_initialize(&parser))
        return 0;
    yaml_parser_set_input_file(&parser, file);
    while (more && depth <= NESTED_MAX && yaml_parser_parse(&parser, &event)) {
        const yaml_event_type_t type = event.type;
        depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        line = event.start_mark.line + 1;
        more = type != YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return depth > NESTED_MAX ? line : 0;
}

// Could it be settings, by its size? False: the reason is in `error`.
static bool file_fits(FILE *file, const char *path, struct text_error *error) {
    if (fseek(file, 0, SEEK_END) != 0 || ftell(file) > FILE_BYTES_MAX)
        return text_error_set(error, "%s: expected settings of at most %d bytes in all", path,
                              FILE_BYTES_MAX);
    rewind(file);
    const size_t line = nested_line(file);
    rewind(file);
    return line == 0 || text_error_set(error, "%s:%zu: expected at most %d levels of lists", path,
                                       line, NESTED_MAX);
}

static bool file_set(struct config *config, uint64_t *lines, const char *path,
                     struct text_error *error) {
    FILE *const file = text_file_open(path, error);
    yaml_parser_t parser;
    yaml_document_t document;
    if (!file)
        return false;
    if (!file_fits(file, path, error)) {
        fclose(file);
        return false;
    }
    if (!yaml_parser_initialize(&parser)) {
        fclose(file);
        return text_error_set(error, "%s: out of memory", path);
    }
    yaml_parser_set_input_file(&parser, file);
    bool right = document_next(&parser, &document, path, error);
    if (right) {
        right = document_set(config, lines, &document, path, error);
        yaml_document_delete(&document);
    }
    if (right && (right = document_next(&parser, &document, path, error))) {
        const yaml_node_t *const more = yaml_document_get_root_node(&document);
        right = !more || text_error_set(error, "%s:%zu: expected one document, found another", path,
                                        more->start_mark.line + 1);
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    fclose(file);
    return right;
}

bool config_load(struct config *config, const char *path, struct text_error *error) {
    struct config read = *config;
    uint64_t lines[KEYS] = {0};
    const bool right = file_set(&read, lines, path, error);
    if (right)
        *config = read;
    return right;
}

uint64_t config_key_line(const char *path, const char *key) {
    struct config unused;
    struct text_error error;
    uint64_t lines[KEYS] = {0};
    file_set(&unused, lines, path, &error);
    return lines[key_find(key, strlen(key)) - keys];
}

// --- workloads --------------------------------------------------------------------------------

static const char *const endings[] = {".yaml", ".yml"};
enum { ENDINGS = sizeof endings / sizeof *endings };

int workload_stem(const char *text) {
    for (unsigned i = 0; i < ENDINGS; i++) {
        const size_t length = strlen(text), end = strlen(endings[i]);
        if (length > end && strcmp(text + length - end, endings[i]) == 0)
            return (int)(length - end);
    }
    return (int)strlen(text);
}

bool workload_is_yaml(const char *text) {
    return text[workload_stem(text)] != '\0';
}

bool workload_name_fits(const char *name) {
    static const char legal[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    const size_t length = strspn(name, legal);
    return length > 0 && *name != '.' && length < WORKLOAD_NAME_SIZE && name[length] == '\0';
}

// Is it called as a workload but for capitals in its ending?
static bool ends_in_capitals(const char *file) {
    const char *const end = strrchr(file, '.');
    for (unsigned i = 0; end && i < ENDINGS; i++)
        if (strcasecmp(end, endings[i]) == 0)
            return !workload_is_yaml(file);
    return false;
}

// False: no room.
static bool name_add(struct workloads *workloads, const char *file, bool *fits) {
    char name[WORKLOAD_NAME_SIZE];
    const int length = workload_stem(file);
    snprintf(name, sizeof name, "%.*s", length < WORKLOAD_NAME_SIZE ? length : 0, file);
    *fits = workload_is_yaml(file) ? workload_name_fits(name) : !ends_in_capitals(file);
    if (!workload_is_yaml(file) || !*fits)
        return true;
    if (workloads->count == WORKLOADS_MAX)
        return false;
    memcpy(workloads->name[workloads->count++], name, sizeof name);
    return true;
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

bool workloads_list(struct workloads *workloads, const char *directory,
                    void (*left_out)(const char *directory, const char *file),
                    struct text_error *error) {
    workloads->count = 0;
    DIR *folder = opendir(directory);
    if (!folder)
        return text_error_set(error, "%s: cannot be read: %s", directory, strerror(errno));
    bool room = true, fits;
    for (const struct dirent *entry; room && (entry = readdir(folder));) {
        room = name_add(workloads, entry->d_name, &fits);
        if (!fits && left_out)
            left_out(directory, entry->d_name);
    }
    closedir(folder);
    qsort(workloads->name, workloads->count, sizeof workloads->name[0], by_name);
    if (!room)
        text_error_set(error, "%s: expected at most %d workloads", directory, WORKLOADS_MAX);
    return room;
}

unsigned workload_place(const char *directory, const char *name) {
    char path[WORKLOAD_PATH_SIZE];
    struct text_error error;
    struct word word;
    snprintf(path, sizeof path, "%s/order.txt", directory);
    struct text_reader *lines = access(path, R_OK) == 0 ? text_reader_open(path, &error) : NULL;
    unsigned place = UINT_MAX;
    for (unsigned number = 0; lines && place == UINT_MAX && text_reader_next(lines); number++)
        if (text_reader_word(lines, &word) && word_is(&word, name))
            place = number;
    text_reader_close(lines);
    return place;
}

// What it could have been: the nearest, and all.
static void name_unknown(const char *directory, const char *name, struct text_error *error) {
    enum { SHOWN = 40 };
    struct workloads workloads;
    if (!workloads_list(&workloads, directory, NULL, error))
        return;
    struct nearest nearest = nearest_start(name, strlen(name));
    for (unsigned i = 0; i < workloads.count; i++)
        nearest_try(&nearest, workloads.name[i]);
    char meant[NEAREST_TEXT_SIZE];
    text_error_set(error, "unknown workload '%.*s%s'%s; expected one of", SHOWN, name,
                   strlen(name) > SHOWN ? "..." : "", nearest_text(&nearest, meant));
    const size_t size = sizeof error->text;
    size_t at = strlen(error->text);
    for (unsigned i = 0; i < workloads.count && at < size; i++)
        at +=
            (size_t)snprintf(error->text + at, size - at, "%s %s", i ? "," : "", workloads.name[i]);
    if (at < size)
        snprintf(error->text + at, size - at, ", or FILE.yaml");
    for (char *c = error->text; *c; c++) // foreign text may hold anything
        if (*c < ' ' || *c > '~')
            *c = '?';
}

bool workload_path(const char *directory, const char *name, char path[WORKLOAD_PATH_SIZE],
                   struct text_error *error) {
    struct stat status;
    unsigned found = 0;
    for (unsigned i = ENDINGS; workload_name_fits(name) && i-- > 0;) {
        char file[WORKLOAD_PATH_SIZE];
        const int length = snprintf(file, sizeof file, "%s/%s%s", directory, name, endings[i]);
        if (length < 0 || length >= WORKLOAD_PATH_SIZE)
            return text_error_set(error, "the name of the directory is too long");
        if (lstat(file, &status) != 0)
            continue;
        memcpy(path, file, sizeof file);
        found++;
    }
    if (found > 1)
        return text_error_set(error, "%s: expected one file of this workload, found .yml, too",
                              path);
    if (found == 1 && stat(path, &status) != 0)
        return text_error_set(error, "%s: cannot be read: it is a link to nothing", path);
    if (found == 0)
        name_unknown(directory, name, error);
    return found == 1;
}

bool config_load_workload(struct config *config, const char *directory, const char *workload,
                          struct text_error *error) {
    char path[WORKLOAD_PATH_SIZE];
    return workload_path(directory, workload, path, error) && config_load(config, path, error);
}
