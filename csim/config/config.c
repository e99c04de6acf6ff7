#ifndef _POSIX_C_SOURCE
#define _POSIX_C_SOURCE 200809L // stat
#endif

#include "csim/config/config.h"

#include <cyaml/cyaml.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "csim/base/nearest.h"

enum { FILE_BYTES_MAX = 64 << 10, VALUE_BYTES_MAX = 40 };

// --- the table of keys ------------------------------------------------------------------------

struct word {
    const char *text; // NULL ends a list of words
    uint64_t value;
};

static const struct word depth_words[] = {{"2", 2},     {"4", 4},       {"8", 8},     {"16", 16},
                                          {"32", 32},   {"64", 64},     {"128", 128}, {"256", 256},
#if BUILD_DEPTH > 256
                                          {"512", 512}, {"1024", 1024},
#endif
                                          {NULL, 0}};
static const struct word stages_words[] = {
    {"model", STAGES_MODEL}, {"random", STAGES_RANDOM}, {NULL, 0}};
static const struct word mode_words[] = {{"zero", MODE_ZERO}, {"clocked", MODE_CLOCKED}, {NULL, 0}};
static const struct word traffic_words[] = {{"burst", TRAFFIC_BURST},
                                            {"random", TRAFFIC_RANDOM},
                                            {"adversarial", TRAFFIC_ADVERSARIAL},
                                            {NULL, 0}};
static const struct word calibrate_words[] = {
    {"nothing", CALIBRATE_NOTHING}, {"time", CALIBRATE_TIME}, {"all", CALIBRATE_ALL}, {NULL, 0}};
static const struct word arrivals_words[] = {
    {"even", ARRIVALS_EVEN}, {"poisson", ARRIVALS_POISSON}, {NULL, 0}};
static const struct word matrix_words[] = {
    {"write", MATRIX_WRITE}, {"read", MATRIX_READ}, {"atomic", MATRIX_ATOMIC}, {NULL, 0}};
static const struct word receiver_words[] = {
    {"busiest", RECEIVER_BUSIEST}, {"node", RECEIVER_NODE}, {"all", RECEIVER_ALL}, {NULL, 0}};
static const struct word class_window_words[] = {
    {"slowest", CLASS_SLOWEST}, {"sum", CLASS_SUM}, {NULL, 0}};
static const struct word collective_words[] = {{"none", COLLECTIVE_NONE},
                                               {"all_to_all_pairwise", ALL_TO_ALL_PAIRWISE},
                                               {"all_to_all_two_step", ALL_TO_ALL_TWO_STEP},
                                               {"all_to_all_at_once", ALL_TO_ALL_AT_ONCE},
                                               {"all_reduce_ring", ALL_REDUCE_RING},
                                               {"all_reduce_tree", ALL_REDUCE_TREE},
                                               {"all_reduce_all_pairs", ALL_REDUCE_ALL_PAIRS},
                                               {"all_gather_ring", ALL_GATHER_RING},
                                               {"moe", COLLECTIVE_MOE},
                                               {NULL, 0}};
static const struct word burst_words[] = {{"atomic", BURST_ATOMIC},
                                          {"write", BURST_WRITE},
                                          {"read", BURST_READ},
                                          {"small_read", BURST_SMALL_READ},
                                          {"notify", BURST_NOTIFY},
                                          {"answered_write", BURST_ANSWERED_WRITE},
                                          {NULL, 0}};

struct key {
    const char *group; // set where a row is a title and nothing else
    const char *name;
    size_t offset;          // in struct config
    unsigned count;         // values: 1, or PATHS
    uint64_t preset[PATHS]; // the default
    uint64_t least;         // of a number
    uint64_t most;
    const struct word *words; // of a choice; NULL for numbers
    const char *unit;
    const char *meaning;
};

#define KEY_GROUP(title) {.group = title},
#define KEY_NUMBER(key, first, low, high, units, text)                                             \
    {.name = #key,                                                                                 \
     .offset = offsetof(struct config, key),                                                       \
     .count = 1,                                                                                   \
     .preset = {first},                                                                            \
     .least = low,                                                                                 \
     .most = high,                                                                                 \
     .unit = units,                                                                                \
     .meaning = text},
#define KEY_CHOICE(key, first, legal, text)                                                        \
    {.name = #key,                                                                                 \
     .offset = offsetof(struct config, key),                                                       \
     .count = 1,                                                                                   \
     .preset = {first},                                                                            \
     .words = legal,                                                                               \
     .unit = "",                                                                                   \
     .meaning = text},
#define KEY_LIST(key, firsts, low, high, units, text)                                              \
    {.name = #key,                                                                                 \
     .offset = offsetof(struct config, key),                                                       \
     .count = PATHS,                                                                               \
     .preset = firsts,                                                                             \
     .least = low,                                                                                 \
     .most = high,                                                                                 \
     .unit = units,                                                                                \
     .meaning = text},

static const struct key keys[] = {CONFIG_KEYS(KEY_GROUP, KEY_NUMBER, KEY_CHOICE, KEY_LIST)};

enum { KEYS = sizeof keys / sizeof keys[0] };

static uint64_t *key_values(const struct key *key, struct config *config) {
    return (uint64_t *)(void *)((char *)config + key->offset);
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

// Foreign text, shortened, and with everything that is not plain ASCII as '?': a message stays one
// line.
static void line_quote(struct line *line, const char *text, size_t length) {
    enum { SHOWN = 40 };
    line_add(line, "'");
    for (size_t i = 0; i < length && i < SHOWN; i++)
        line_add(line, "%c", text[i] >= ' ' && text[i] <= '~' ? text[i] : '?');
    line_add(line, length > SHOWN ? "...'" : "'");
}

static void line_expect(struct line *line, const struct key *key) {
    line_add(line, "%s: expected ", key->name);
    if (key->count > 1)
        line_add(line, "a list of %u values, each ", key->count);
    if (key->words) {
        line_add(line, "one of");
        for (const struct word *word = key->words; word->text; word++)
            line_add(line, "%s %s", word == key->words ? "" : ",", word->text);
    } else {
        line_add(line, "an integer from %" PRIu64 " to %" PRIu64 " (%s)", key->least, key->most,
                 key->unit);
    }
}

// Names the nearest key; all of them where none is near.
static void line_unknown(struct line *line, const char *name, size_t length) {
    struct nearest nearest = nearest_start(name, length);
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].name)
            nearest_try(&nearest, keys[i].name);
    line_add(line, "unknown key ");
    line_quote(line, name, length);
    if (nearest.best) {
        line_add(line, ", did you mean %s?", nearest.best);
        return;
    }
    line_add(line, "; the keys are");
    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].name)
            line_add(line, " %s", keys[i].name);
}

// --- values: one strict reader for files and command lines -------------------------------------

static bool number_read(const char *text, size_t length, uint64_t *value) {
    if (length == 0)
        return false;
    uint64_t number = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        uint64_t digit = (uint64_t)(text[i] - '0');
        if (number > (UINT64_MAX - digit) / 10)
            return false;
        number = number * 10 + digit;
    }
    *value = number;
    return true;
}

static bool value_read(const struct key *key, const char *text, size_t length, uint64_t *value) {
    if (!key->words)
        return number_read(text, length, value) && *value >= key->least && *value <= key->most;
    for (const struct word *word = key->words; word->text; word++)
        if (strlen(word->text) == length && memcmp(word->text, text, length) == 0) {
            *value = word->value;
            return true;
        }
    return false;
}

// --- files: libcyaml reads the structure, every value as text ----------------------------------

struct document {
#define DOCUMENT_VALUE(name, ...) char *name;
#define DOCUMENT_LIST(name, ...)                                                                   \
    char **name;                                                                                   \
    unsigned name##_count;
    CONFIG_KEYS(CONFIG_GROUP_NOTHING, DOCUMENT_VALUE, DOCUMENT_VALUE, DOCUMENT_LIST)
};

static const cyaml_schema_value_t text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 0, VALUE_BYTES_MAX)};

#define FIELD_VALUE(name, ...)                                                                     \
    CYAML_FIELD_STRING_PTR(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct document, name, \
                           0, VALUE_BYTES_MAX),
#define FIELD_LIST(name, ...)                                                                      \
    CYAML_FIELD_SEQUENCE(#name, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL, struct document, name,   \
                         &text_schema, PATHS, PATHS),

static const cyaml_schema_field_t document_fields[] = {
    CONFIG_KEYS(CONFIG_GROUP_NOTHING, FIELD_VALUE, FIELD_VALUE, FIELD_LIST) CYAML_FIELD_END};

static const cyaml_schema_value_t document_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, struct document, document_fields)};

// Where a key's text is in a document; NULL where the document does not have it. `i` counts the
// values of a list.
#define TEXT_VALUE(key, ...)                                                                       \
    if (strcmp(name, #key) == 0)                                                                   \
        return document->key;
#define TEXT_LIST(key, ...)                                                                        \
    if (strcmp(name, #key) == 0)                                                                   \
        return document->key ? document->key[i] : NULL;

static const char *document_text(const struct document *document, const char *name, unsigned i) {
    CONFIG_KEYS(CONFIG_GROUP_NOTHING, TEXT_VALUE, TEXT_VALUE, TEXT_LIST)
    return NULL;
}

// What libcyaml says about a failure: its first line, and the innermost key and line of its trace,
// which libcyaml logs before it returns.
struct complaint {
    char first[160];
    char key[64];
    unsigned line;
    bool ignored; // it went on, and left something out
};

static void complaint_hear(cyaml_log_t level, void *context, const char *format, va_list values)
    __attribute__((format(printf, 3, 0)));

static void complaint_hear(cyaml_log_t level, void *context, const char *format, va_list values) {
    struct complaint *complaint = context;
    char text[sizeof complaint->first];
    if (level < CYAML_LOG_ERROR) {
        complaint->ignored = true;
        return;
    }
    if (vsnprintf(text, sizeof text, format, values) < 0)
        return;
    text[strcspn(text, "\n")] = '\0';
    if (complaint->first[0] == '\0') {
        const char *start = strncmp(text, "Load: ", 6) == 0 ? text + 6 : text;
        snprintf(complaint->first, sizeof complaint->first, "%s", start);
        return;
    }
    const char *key = strstr(text, "in mapping field '");
    const char *line = strstr(text, "(line: ");
    if (key && complaint->key[0] == '\0') {
        key += strlen("in mapping field '");
        snprintf(complaint->key, sizeof complaint->key, "%.*s", (int)strcspn(key, "'"), key);
    }
    if (line && complaint->line == 0)
        complaint->line = (unsigned)strtoul(line + strlen("(line: "), NULL, 10);
}

static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The line on which `key` stands as a key for the n-th time, counted from 1; 0 if nowhere. libcyaml
// does not say where values are; in a flat mapping of plain values a key is what a colon follows.
unsigned config_key_line(const char *text, size_t length, const char *key, unsigned n) {
    const size_t key_length = strlen(key);
    unsigned line = 1;
    bool comment = false;
    for (size_t at = 0; at < length; at++) {
        if (text[at] == '\n') {
            line++;
            comment = false;
            continue;
        }
        comment = comment || text[at] == '#';
        if (comment || length - at <= key_length || memcmp(text + at, key, key_length) != 0 ||
            (at > 0 && is_name(text[at - 1])))
            continue;
        size_t end = at + key_length;
        while (end < length && (text[end] == ' ' || text[end] == '"' || text[end] == '\''))
            end++;
        if (end < length && text[end] == ':' && --n == 0)
            return line;
    }
    return 0;
}

static void line_place(struct line *line, const char *name, unsigned number) {
    line_add(line, "%s:", name);
    if (number)
        line_add(line, "%u:", number);
    line_add(line, " ");
}

// libcyaml refused the text: says so in our words where its complaint is one that we know.
static void line_complaint(struct line *line, const char *name, const char *text, size_t length,
                           const struct complaint *complaint, cyaml_err_t reason) {
    static const char unexpected[] = "Unexpected key: ", seen[] = "Mapping field already seen: ";
    if (strncmp(complaint->first, unexpected, sizeof unexpected - 1) == 0) {
        const char *key = complaint->first + sizeof unexpected - 1;
        line_place(line, name, config_key_line(text, length, key, 1));
        line_unknown(line, key, strlen(key));
        return;
    }
    if (strncmp(complaint->first, seen, sizeof seen - 1) == 0) {
        const char *key = complaint->first + sizeof seen - 1;
        line_place(line, name, config_key_line(text, length, key, 2));
        line_add(line, "%s: expected once, found twice", key);
        return;
    }
    const struct key *key = key_find(complaint->key, strlen(complaint->key));
    if (reason == CYAML_ERR_ALIAS) {
        line_place(line, name, complaint->line);
        line_add(line, "%s%sexpected a value, found an alias", key ? key->name : "",
                 key ? ": " : "");
    } else if (key && reason != CYAML_ERR_LIBYAML_PARSER) {
        unsigned found = config_key_line(text, length, key->name, 1);
        line_place(line, name, found ? found : complaint->line);
        line_expect(line, key);
    } else if (reason == CYAML_ERR_LIBYAML_PARSER) {
        line_place(line, name, complaint->line);
        line_add(line, "expected YAML, found what is none: ");
        line_quote(line, complaint->first, strlen(complaint->first));
    } else {
        line_place(line, name, complaint->line ? complaint->line : 1);
        line_add(line, "expected a mapping of keys to values: ");
        line_quote(line, complaint->first, strlen(complaint->first));
    }
}

static bool document_read(const struct document *document, struct config *config, const char *name,
                          const char *text, size_t length, struct line *error) {
    for (unsigned i = 0; i < KEYS; i++)
        for (unsigned j = 0; j < keys[i].count; j++) {
            const char *value = document_text(document, keys[i].name, j);
            if (!value ||
                value_read(&keys[i], value, strlen(value), &key_values(&keys[i], config)[j]))
                continue;
            line_place(error, name, config_key_line(text, length, keys[i].name, 1));
            line_expect(error, &keys[i]);
            line_add(error, ", found ");
            line_quote(error, value, strlen(value));
            return false;
        }
    return true;
}

bool config_parse(struct config *config, const char *name, const char *text, size_t length,
                  struct text_error *error) {
    struct line line = {.text = error->text, .size = sizeof error->text};
    struct complaint complaint = {.line = 0};
    const cyaml_config_t reader = {.log_fn = complaint_hear,
                                   .log_ctx = &complaint,
                                   .mem_fn = cyaml_mem,
                                   .log_level = CYAML_LOG_WARNING,
                                   .flags = CYAML_CFG_NO_ALIAS};
    if (length > FILE_BYTES_MAX) {
        line_add(&line, "%s: expected at most %d bytes", name, FILE_BYTES_MAX);
        return false;
    }
    struct document *document = NULL;
    cyaml_err_t reason = cyaml_load_data((const uint8_t *)text, length, &reader, &document_schema,
                                         (cyaml_data_t **)&document, NULL);
    if (reason != CYAML_OK) {
        line_complaint(&line, name, text, length, &complaint, reason);
        return false;
    }
    if (!document) {
        line_add(&line, "%s:1: expected a mapping of keys to values, found nothing", name);
        return false;
    }
    struct config read = *config;
    bool ok = document_read(document, &read, name, text, length, &line);
    if (ok && complaint.ignored) { // libcyaml reads the first of several documents
        line_add(&line, "%s: expected one document, found several", name);
        ok = false;
    }
    cyaml_free(&reader, &document_schema, document, 0);
    if (ok)
        *config = read;
    return ok;
}

bool config_load(struct config *config, const char *path, struct text_error *error) {
    struct stat status;
    if (stat(path, &status) != 0)
        return text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    if (!S_ISREG(status.st_mode)) { // a device or a pipe might never end
        return text_error_set(error, "%s: expected a file", path);
    }
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(FILE_BYTES_MAX + 1) : NULL;
    bool ok = false;
    if (text) {
        size_t length = fread(text, 1, FILE_BYTES_MAX + 1, file);
        if (ferror(file))
            text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
        else
            ok = config_parse(config, path, text, length, error);
    } else {
        text_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
    }
    free(text);
    if (file)
        fclose(file);
    return ok;
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
    bool ok = true;
    for (unsigned i = 0; i < key->count && ok; i++) {
        size_t length = strcspn(text, ",");
        bool last = i + 1 == key->count;
        ok = value_read(key, text, length, &values[i]) && (text[length] == '\0') == last;
        text += length + !last;
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

// --- listings ---------------------------------------------------------------------------------

static void line_value(struct line *line, const struct key *key, uint64_t value) {
    for (const struct word *word = key->words; word && word->text; word++)
        if (word->value == value) {
            line_add(line, "%s", word->text);
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
    if (!key->words)
        line_add(line, "%s%" PRIu64 " to %" PRIu64 " %s", key->count > 1 ? "each " : "", key->least,
                 key->most, key->unit);
    for (const struct word *word = key->words; word && word->text; word++)
        line_add(line, "%s%s", word == key->words ? "" : "|", word->text);
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
