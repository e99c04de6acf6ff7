#include "csim/config/config.h"

#include "csim/base/word.h"
#include "csim/config/key.h"

// --- the table of keys ------------------------------------------------------------------------

// Words of choices: a number is itself, another word the number of its place, as in the enum.
#if BUILD_DEPTH > 256
#define MORE_DEPTHS " 512 1024"
#else
#define MORE_DEPTHS
#endif
static const char depth_words[] = "2 4 8 16 32 64 128 256" MORE_DEPTHS;
static const char stages_words[] = "model random";
static const char urgency_words[] = "time bytes";
static const char banks_words[] = "none first_ready litedram";
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

const struct key keys[] = {CONFIG_KEYS(KEY_GROUP, KEY_NUMBER, KEY_CHOICE, KEY_LIST)};

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

const struct key *key_find(const char *name, size_t length) {
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

void line_add(struct line *line, const char *format, ...) {
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
    if (length > 9 && strncmp(name, "autotune_", 9) == 0) {
        line_add(line, ": a block leaves its windows to software; set window_hbm and its like");
        return;
    }
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
    const struct key *const key = key_find(assignment, strcspn(assignment, "="));
    return key ? key->when : "";
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
