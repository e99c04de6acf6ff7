#include "csim/config/config.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "csim/base/nearest.h"
#include "csim/base/text_reader.h"

// --- the table of keys ------------------------------------------------------------------------

// Words of choices: a number is itself, another word the number of its place, as in the enum.
#if BUILD_DEPTH > 256
#define MORE_DEPTHS " 512 1024"
#else
#define MORE_DEPTHS
#endif
static const char depth_words[] = "2 4 8 16 32 64 128 256" MORE_DEPTHS;
static const char stages_words[] = "model random";
static const char mode_words[] = "zero clocked";
static const char windows_words[] = "requested own";
static const char traffic_words[] = "burst random adversarial";
static const char arrivals_words[] = "even poisson";
static const char matrix_words[] = "write read atomic";
static const char receiver_words[] = "busiest node all";
static const char class_window_words[] = "slowest sum";
static const char collective_words[] =
    "none all_to_all_pairwise all_to_all_two_step all_to_all_at_once all_reduce_ring "
    "all_reduce_tree all_reduce_all_pairs all_gather_ring moe";
static const char burst_words[] = "atomic write read small_read notify answered_write";

struct key {
    const char *group; // set where a row is a title and nothing else
    const char *name;
    size_t offset;          // in struct config
    unsigned count;         // values: 1, or PATHS
    uint64_t preset[PATHS]; // the default
    uint64_t least, most;   // of a number
    const char *words;      // of a choice; empty for numbers
    const char *unit;
    const char *meaning;
    const char *when; // a run reads it
};

#define KEY_GROUP(title) {.group = title},
#define KEY(key, values, low, high, legal, units, text, reads, ...)                                \
    {.name = #key,                                                                                 \
     .offset = offsetof(struct config, key),                                                       \
     .count = values,                                                                              \
     .when = reads,                                                                                \
     .preset = __VA_ARGS__,                                                                        \
     .least = low,                                                                                 \
     .most = high,                                                                                 \
     .words = legal,                                                                               \
     .unit = units,                                                                                \
     .meaning = text},
#define KEY_NUMBER(key, first, low, high, units, text, when, shows)                                \
    KEY(key, 1, low, high, "", units, text, when, {first})
#define KEY_CHOICE(key, first, legal, text, when, shows)                                           \
    KEY(key, 1, 0, 0, legal, "", text, when, {first})
#define KEY_LIST(key, firsts, low, high, units, text, when, shows)                                 \
    KEY(key, PATHS, low, high, "", units, text, when, firsts)

static const struct key keys[] = {CONFIG_KEYS(KEY_GROUP, KEY_NUMBER, KEY_CHOICE, KEY_LIST)};

enum { KEYS = sizeof keys / sizeof keys[0] };

static uint64_t *key_values(const struct key *key, struct config *config) {
    return (uint64_t *)(void *)((char *)config + key->offset);
}

struct choice {
    const char *rest; // of the words
    struct word word;
    uint64_t place, value;
};

// Goes to the next word, from the first one on. False: there is none.
static bool choice_next(struct choice *choice) {
    choice->place += choice->word.length > 0;
    choice->rest += strspn(choice->rest, " ");
    choice->word = (struct word){choice->rest, strcspn(choice->rest, " ")};
    choice->rest += choice->word.length;
    if (!word_number(&choice->word, UINT64_MAX, &choice->value))
        choice->value = choice->place;
    return choice->word.length > 0;
}

static const struct key *key_find(const char *name, size_t length) {
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].name && strlen(keys[i].name) == length &&
            memcmp(keys[i].name, name, length) == 0)
            return &keys[i];
    return NULL;
}

void config_fit(struct config *config) {
    if (BUILD_IS_DEFAULT)
        return;
    config->depth = config->command_limit = DEPTH;
    if (config->hot_partitions > HBM_LANES)
        config->hot_partitions = HBM_LANES;
}

void config_init(struct config *config) {
    for (unsigned i = 0; i < KEYS; i++)
        for (unsigned j = 0; j < keys[i].count; j++)
            key_values(&keys[i], config)[j] = keys[i].preset[j];
}

// --- messages ---------------------------------------------------------------------------------

// A line of text that is written piece by piece, and cut where the buffer ends.
struct line {
    char *text;
    size_t size;
    size_t used;
};

static void line_add(struct line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void line_add(struct line *line, const char *format, ...) {
    if (line->used >= line->size)
        return;
    va_list arguments;
    va_start(arguments, format);
    int written = vsnprintf(line->text + line->used, line->size - line->used, format, arguments);
    va_end(arguments);
    if (written > 0)
        line->used += (size_t)written;
}

static void line_quote(struct line *line, const char *text, size_t length) {
    char shown[WORD_SHOWN];
    line_add(line, "%s", word_show(&(struct word){text, length}, shown));
}

static void line_expect(struct line *line, const struct key *key) {
    line_add(line, "%s: expected ", key->name);
    if (key->count > 1)
        line_add(line, "a list of %u values, each ", key->count);
    if (*key->words) {
        line_add(line, "one of");
        for (struct choice at = {.rest = key->words}; choice_next(&at);)
            line_add(line, "%s %.*s", at.place ? "," : "", (int)at.word.length, at.word.text);
    } else {
        line_add(line, "an integer from %" PRIu64 " to %" PRIu64 " (%s)", key->least, key->most,
                 key->unit);
    }
}

// Names the nearest key, and what lists all.
static void line_unknown(struct line *line, const char *name, size_t length) {
    struct nearest nearest = nearest_start(name, length);
    char meant[NEAREST_TEXT_SIZE];
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].name)
            nearest_try(&nearest, keys[i].name);
    line_add(line, "unknown key ");
    line_quote(line, name, length);
    line_add(line, "%s; 'semacredit keys' lists all", nearest_text(&nearest, meant));
}

// --- settings ---------------------------------------------------------------------------------

static bool value_read(const struct key *key, const struct word *text, uint64_t *value) {
    if (!*key->words)
        return word_number(text, key->most, value) && *value >= key->least;
    struct choice at = {.rest = key->words};
    while (choice_next(&at) &&
           !(at.word.length == text->length && memcmp(at.word.text, text->text, text->length) == 0))
        continue;
    *value = at.value;
    return at.word.length > 0;
}

bool config_sets(const char *assignment, const char *key) {
    const size_t length = strlen(key);
    return strncmp(assignment, key, length) == 0 && assignment[length] == '=';
}

bool config_set(struct config *config, const char *assignment, struct text_error *error) {
    struct line line = {.text = error->text, .size = sizeof error->text};
    const char *equals = strchr(assignment, '=');
    if (!equals) {
        line_add(&line, "expected key=value, found ");
        line_quote(&line, assignment, strlen(assignment));
        return false;
    }
    const struct key *key = key_find(assignment, (size_t)(equals - assignment));
    if (!key) {
        line_unknown(&line, assignment, (size_t)(equals - assignment));
        return false;
    }
    uint64_t values[PATHS];
    const char *text = equals + 1;
    const char *const end = key->count > 1 && *text == '[' ? "]" : "";
    bool ok = true;
    text += *end == ']';
    for (unsigned i = 0; i < key->count && ok; i++) {
        const struct word part = {text, strcspn(text, ",]")};
        const bool last = i + 1 == key->count;
        text += part.length;
        ok = value_read(key, &part, &values[i]) && (last ? strcmp(text, end) == 0 : *text == ',');
        if (ok && !last)
            text += 1 + strspn(text + 1, " ");
    }
    if (!ok) {
        line_expect(&line, key);
        line_add(&line, ", found ");
        line_quote(&line, equals + 1, strlen(equals + 1));
        return false;
    }
    memcpy(key_values(key, config), values, key->count * sizeof values[0]);
    return true;
}

// --- files --------------------------------------------------------------------------------------

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

// --- listings ---------------------------------------------------------------------------------

static void line_value(struct line *line, const struct key *key, uint64_t value) {
    for (struct choice at = {.rest = key->words}; choice_next(&at);)
        if (at.value == value) {
            line_add(line, "%.*s", (int)at.word.length, at.word.text);
            return;
        }
    line_add(line, "%" PRIu64, value);
}

bool config_next_change(const struct config *config, unsigned *key, char *setting, size_t size) {
    struct config copy = *config;
    while (*key < KEYS) {
        const struct key *at = &keys[(*key)++];
        const uint64_t *values = key_values(at, &copy);
        if (!at->name || memcmp(values, at->preset, at->count * sizeof *values) == 0)
            continue;
        struct line line = {.text = setting, .size = size};
        for (unsigned i = 0; i < at->count; i++) {
            line_add(&line, "%s%s", i ? "," : at->name, i ? "" : "=");
            line_value(&line, at, values[i]);
        }
        return true;
    }
    return false;
}

const char *config_when(const char *assignment) {
    return key_find(assignment, strcspn(assignment, "="))->when;
}

bool config_term(const struct config *config, const char *term, size_t length, bool *holds) {
    const size_t name = strcspn(term, "!=| ");
    const struct key *const key = key_find(term, name);
    struct config copy = *config;
    if (!key)
        return false;
    const uint64_t has = *key_values(key, &copy);
    const bool differs = name < length && term[name] == '!';
    const struct word word = {term + name + 1 + differs, length - name - 1 - differs};
    uint64_t value = 0;
    if (name < length)
        value_read(key, &word, &value);
    *holds = name < length && !differs ? has == value : has != value;
    return true;
}

bool config_same(const struct config *one, const struct config *other, const char *key) {
    const struct key *const found = key_find(key, strlen(key));
    struct config copies[2] = {*one, *other};
    return !found || memcmp(key_values(found, &copies[0]), key_values(found, &copies[1]),
                            found->count * sizeof(uint64_t)) == 0;
}

static void line_values(struct line *line, const struct key *key, const uint64_t *values) {
    for (unsigned i = 0; i < key->count; i++) {
        line_add(line, "%s", i ? ", " : key->count > 1 ? "[" : "");
        line_value(line, key, values[i]);
    }
    line_add(line, key->count > 1 ? "]" : "");
}

static void line_range(struct line *line, const struct key *key) {
    if (!*key->words)
        line_add(line, "%s%" PRIu64 " to %" PRIu64 " %s", key->count > 1 ? "each " : "", key->least,
                 key->most, key->unit);
    for (struct choice at = {.rest = key->words}; choice_next(&at);)
        line_add(line, "%s%.*s", at.place ? "|" : "", (int)at.word.length, at.word.text);
}

static void key_list(const struct key *key, const uint64_t *values, const char *from, FILE *file) {
    char value[CONFIG_SETTING_SIZE], preset[CONFIG_SETTING_SIZE], range[CONFIG_SETTING_SIZE];
    struct line value_line = {.text = value, .size = sizeof value};
    struct line preset_line = {.text = preset, .size = sizeof preset};
    struct line range_line = {.text = range, .size = sizeof range};
    line_add(&value_line, "%s: ", key->name);
    line_values(&value_line, key, values);
    line_values(&preset_line, key, key->preset);
    line_range(&range_line, key);
    fprintf(file, "%-34s # %-24s %-10s %-32s %s\n", value, from, preset, range, key->meaning);
}

void config_list(const struct config *config, const struct config_origins *origins, FILE *file) {
    struct config copy = *config;
    fprintf(file, "%-34s # %-24s %-10s %-32s %s\n", "# key: value", "from", "default",
            "range and unit", "what it is");
    for (unsigned i = 0; i < KEYS; i++) {
        const struct key *key = &keys[i];
        if (key->group) {
            fprintf(file, "\n# %s\n", key->group);
            continue;
        }
        const uint64_t *values = key_values(key, &copy);
        const bool is_preset = memcmp(values, key->preset, key->count * sizeof *values) == 0;
        char from[CONFIG_SETTING_SIZE];
        snprintf(from, sizeof from, "%s", is_preset ? "default" : "this run");
        if (origins)
            origins->describe(origins->context, key->name, from, sizeof from);
        key_list(key, values, from, file);
    }
}
