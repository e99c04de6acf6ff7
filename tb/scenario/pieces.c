#include <assert.h>
#include <ctype.h>

#include "tb/block/ref_state/map.h"
#include "tb/scenario/grammar.h"

struct piece {
    const char *name;
    bool (*read)(const struct piece *piece, struct parser *parser);
    size_t offset, bytes;     // of the field that is set
    const char *what;         // of a number, or beside lanes
    uint64_t least, most;     // of a number
    const char *const *words; // the place of one, from `least` on, is its value
    unsigned whose;           // of a name
    bool range;               // of lanes: N to M
};

// --- names --------------------------------------------------------------------------------------

// Whose name it is: that of an operation, of a flood, or either.
enum whose { OPERATION, FLOOD, EITHER };

static int find_name(const struct parser *parser) {
    for (unsigned i = 0; i < parser->scenario->names; i++)
        if (word_is(&parser->word, parser->scenario->name[i]))
            return (int)i;
    return -1;
}

static bool known_name(struct parser *parser, unsigned whose, uint16_t *name) {
    static const char *const what[] = {"the name of an operation that was offered",
                                       "the name of a flood",
                                       "the name of an operation or a flood"};
    const int i = find_name(parser);
    if (i < 0 || (whose != EITHER && parser->scenario->is_flood[i] != (whose == FLOOD)))
        return words_expected(parser, what[whose]);
    *name = (uint16_t)i;
    words_advance(parser);
    return true;
}

static bool read_name(const struct piece *piece, struct parser *parser) {
    return known_name(parser, piece->whose, (void *)((char *)parser->statement + piece->offset));
}

static bool is_name(const struct word *word) {
    if (word->length == 0 || word->length >= SCENARIO_NAME_BYTES ||
        !isalpha((unsigned char)word->text[0]) || grammar_reserves(word))
        return false;
    for (size_t i = 0; i < word->length; i++)
        if (!isalnum((unsigned char)word->text[i]) && word->text[i] != '_')
            return false;
    return true;
}

// Floods may share a name: they are one stream of several lanes.
static bool read_new(const struct piece *piece, struct parser *parser) {
    struct scenario *scenario = parser->scenario;
    const bool is_flood = piece->whose == FLOOD;
    const int old = find_name(parser);
    if (old >= 0 && is_flood && scenario->is_flood[old])
        return read_name(piece, parser);
    if (old >= 0 || !is_name(&parser->word))
        return words_expected(parser, "a new name: letters, digits and _, no word of the language");
    if (scenario->names == SCENARIO_NAMES)
        return words_expected(parser, "at most 128 names");
    memcpy(scenario->name[scenario->names], parser->word.text, parser->word.length);
    scenario->is_flood[scenario->names] = is_flood;
    parser->statement->name = (uint16_t)scenario->names++;
    words_advance(parser);
    return true;
}

// --- lanes and registers ------------------------------------------------------------------------

// N, or N to M, which is as many statements.
static bool read_range(struct parser *parser, uint64_t most, bool range, uint64_t *n) {
    uint64_t last;
    if (!words_number(parser, "a number", 0, most, n))
        return false;
    if (!range || !words_accept(parser, "to"))
        return true;
    if (!words_number(parser, "a number", *n, most, &last))
        return false;
    parser->more = (unsigned)(last - *n);
    return true;
}

static bool any_lane(struct parser *parser, const char *also, bool range, uint8_t *lane) {
    const struct path_size *size = parser->size;
    const struct {
        const char *word;
        unsigned count, first;
    } kinds[] = {{"partition", size->hbm, 0},
                 {"engine", size->atomic, size->hbm},
                 {"response", size->response, path_stages(size)}};
    for (unsigned i = 0; i < 3; i++) {
        uint64_t n;
        if (!words_accept(parser, kinds[i].word))
            continue;
        if (!read_range(parser, kinds[i].count - 1, range, &n))
            return false;
        *lane = (uint8_t)(kinds[i].first + n);
        return true;
    }
    *lane = (uint8_t)path_lanes(size);
    if (also && words_accept(parser, also))
        return true;
    char text[80];
    snprintf(text, sizeof text, "partition, engine%s%s or response", also ? ", " : "",
             also ? also : "");
    return words_expected(parser, text);
}

static bool read_lane(const struct piece *piece, struct parser *parser) {
    return any_lane(parser, piece->what, piece->range, &parser->statement->lane);
}

// NAME [ELEMENT], the element where the register has several; or an address.
static bool read_register(const struct piece *piece, struct parser *parser) {
    (void)piece;
    char name[SCENARIO_NAME_BYTES];
    uint64_t address, n = 0;
    if (word_number(&parser->word, 0xfff, &address)) {
        parser->statement->address = (uint16_t)address;
        words_advance(parser);
        return true;
    }
    snprintf(name, sizeof name, "%.*s", (int)parser->word.length, parser->word.text);
    const struct reg *const reg = words_end(parser) ? NULL : map_named(parser->size, name);
    if (!reg)
        return words_expected(parser, "the name of a register, or an address");
    words_advance(parser);
    const unsigned count = reg->elements;
    if (map_of_lanes(reg)) {
        uint8_t lane;
        if (!any_lane(parser, count > path_lanes(parser->size) ? "table" : NULL, true, &lane))
            return false;
        n = lane;
    } else if (count > 1 && !words_number(parser, "an element", 0, count - 1, &n)) {
        return false;
    }
    parser->statement->address = (uint16_t)(4 * (reg->first + n));
    return true;
}

// --- operations ---------------------------------------------------------------------------------

static bool read_piece(struct parser *parser, const char *name) {
    return piece_read(name, strlen(name), parser);
}

// The next word as an attribute. `*more`: it was one; `*wire`: it tells of wire bytes.
static bool attribute(struct parser *parser, bool *more, bool *wire) {
    static const char *const words[] = {"request_bytes", "response_bytes", "response",
                                        "domain",        "wire",           NULL};
    static const char *const pieces[] = {"length", "response_length", "engine", "domain", "wire"};
    struct offered *shape = &parser->statement->shape;
    *more = true;
    if (words_accept(parser, "urgent"))
        return shape->urgent = true;
    if (words_accept(parser, "reply"))
        return shape->reply = true;
    if (words_accept(parser, "bytes"))
        return read_piece(parser, shape->opcode == 1 ? "response_length" : "length");
    const int i = words_find(parser, words);
    *more = i >= 0;
    if (i < 0)
        return true;
    *wire = *wire || word_is(&parser->word, "wire");
    words_advance(parser);
    return read_piece(parser, pieces[i]);
}

// KIND partition|engine N [ATTRIBUTE...]: stages that the block has not are legal here.
static bool read_shape(const struct piece *piece, struct parser *parser) {
    static const char *const kinds[] = {"write", "read", "notify", "fetch_add", NULL};
    static const uint8_t opcodes[] = {0, 1, 2, 8};
    struct offered *shape = &parser->statement->shape;
    const int kind = words_find(parser, kinds);
    uint64_t stage;
    bool more = true, wire = false;
    if (kind >= 0) {
        shape->opcode = opcodes[kind];
        words_advance(parser);
    } else if (words_accept(parser, "opcode") ? !read_piece(parser, "opcode")
                                              : !words_expected(parser, "write, read, notify, "
                                                                        "fetch_add or opcode")) {
        return false;
    }
    if (!words_need(parser, shape->opcode >= 8 ? "engine" : "partition") ||
        !read_range(parser, 31, piece->range, &stage))
        return false;
    shape->stage = (uint8_t)stage;
    while (more)
        if (!attribute(parser, &more, &wire))
            return false;
    shape->wire_bytes = wire ? port_within(shape->wire_bytes, parser->size->wire_w)
                             : offered_wire(parser->size, shape);
    return true;
}

// --- expectations -------------------------------------------------------------------------------

static const char *const EVENT_WORDS[] = {"taken",  "asked",     "granted",  "rejected", "flushed",
                                          "denied", "answered",  "returned", "stray",    "late",
                                          "free",   "completed", NULL};
static const char *const OWN_EVENT_WORDS[] = {"write", "written", "pause", "resume",
                                              "reset", "measure", NULL};

static bool read_relation(const struct piece *piece, struct parser *parser) {
    struct statement *statement = parser->statement;
    (void)piece;
    if (words_accept(parser, "exactly"))
        statement->relation = EXACTLY;
    else if (!words_accept(parser, "at"))
        return words_expected(parser, "at least, at most or exactly");
    else if (words_accept(parser, "least"))
        statement->relation = AT_LEAST;
    else if (words_accept(parser, "most"))
        statement->relation = AT_MOST;
    else
        return words_expected(parser, "least or most");
    return words_number(parser, "a number", 0, UINT32_MAX, &statement->number);
}

// What clocks are counted from: [NAME] EVENT.
static bool read_origin(struct parser *parser) {
    struct statement *statement = parser->statement;
    int event = words_find(parser, OWN_EVENT_WORDS);
    if (event >= 0) {
        event += OPERATION_EVENTS;
    } else {
        if (!known_name(parser, OPERATION, &statement->origin_name))
            return false;
        event = words_find(parser, EVENT_WORDS);
        if (event < 0)
            return words_expected(parser, "taken, granted, returned, completed or another event");
    }
    statement->origin = (enum event)event;
    words_advance(parser);
    return true;
}

// at +N [after [NAME] EVENT] | within N | for N | nothing
static bool read_when(const struct piece *piece, struct parser *parser) {
    static const char *const words[] = {"at", "within", "for", NULL};
    struct statement *statement = parser->statement;
    const int i = words_find(parser, words);
    (void)piece;
    if (words_end(parser))
        return true;
    if (i < 0)
        return words_expected(parser, "at, within, for or the end of the line");
    words_advance(parser);
    statement->when = (enum when)(WHEN_AT + i);
    if (statement->when != WHEN_AT)
        return read_piece(parser, "in_clocks");
    if (words_end(parser) || parser->word.text[0] != '+')
        return words_expected(parser, "clocks as +N");
    parser->word.text++;
    parser->word.length--;
    if (!read_piece(parser, "at_clocks"))
        return false;
    return !words_accept(parser, "after") || read_origin(parser);
}

// --- numbers and choices ------------------------------------------------------------------------

static void set(struct statement *statement, const struct piece *piece, uint64_t value) {
    void *const field = (char *)statement + piece->offset;
    if (piece->bytes == 1)
        *(uint8_t *)field = (uint8_t)value;
    else if (piece->bytes == 2)
        *(uint16_t *)field = (uint16_t)value;
    else if (piece->bytes == 4)
        *(uint32_t *)field = (uint32_t)value;
    else
        *(uint64_t *)field = value;
}

static bool read_choice(const struct piece *piece, struct parser *parser) {
    const int place = words_find(parser, piece->words);
    for (int i = 0; place < 0 && piece->words[i]; i++)
        words_expected(parser, piece->words[i]);
    if (place < 0)
        return false;
    set(parser->statement, piece, piece->least + (unsigned)place);
    words_advance(parser);
    return true;
}

static bool read_number(const struct piece *piece, struct parser *parser) {
    uint64_t value;
    if (!words_number(parser, piece->what, piece->least, piece->most, &value))
        return false;
    set(parser->statement, piece, value);
    return true;
}

// --- all of them --------------------------------------------------------------------------------

#define FIELD(field)                                                                               \
    .offset = offsetof(struct statement, field), .bytes = sizeof(((struct statement *)0)->field)
#define NUMBER(name, of, low, high, field)                                                         \
    { name, read_number, FIELD(field), .what = of, .least = low, .most = high }
#define CHOICE(name, list, low, field)                                                             \
    { name, read_choice, FIELD(field), .least = low, .words = list }
#define NAME(name, reads, of, field)                                                               \
    { name, reads, FIELD(field), .whose = of }
#define LANE(name, also, several)                                                                  \
    { name, read_lane, .what = also, .range = several }
#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

static const struct piece PIECES[] = {
    NUMBER("value", "a value", 0, UINT32_MAX, number),
    NUMBER("handle", "a handle", 0, UINT32_MAX, number),
    NUMBER("quanta", "quanta", 0, UINT32_MAX, observed),
    NUMBER("strobes", "strobes", 0, 15, strobes),
    NUMBER("address_after", "clocks", 1, 1000, address_after),
    NUMBER("data_after", "clocks", 1, 1000, data_after),
    NUMBER("to_1000", "clocks", 1, 1000, number),
    NUMBER("to_million", "clocks", 1, 1000000, number),
    NUMBER("clocks", "clocks", 1, 10000000, number),
    NUMBER("leap", "clocks", 1, (UINT64_C(1) << 48) - 1, number),
    NUMBER("bit", "a bit", 0, 32, number),
    NUMBER("limit", "operations", 1, 1000000, limit),
    NUMBER("in_clocks", "clocks", 1, 10000000, clocks),
    NUMBER("at_clocks", "clocks", 0, 10000000, clocks),
    NUMBER("opcode", "an opcode", 0, 15, shape.opcode),
    NUMBER("length", "bytes", 0, UINT32_MAX, shape.length),
    NUMBER("response_length", "bytes", 0, UINT32_MAX, shape.response_length),
    NUMBER("engine", "an engine", 0, 3, shape.engine),
    NUMBER("domain", "a domain", 0, 255, shape.domain),
    NUMBER("wire", "bytes", 0, UINT32_MAX, shape.wire_bytes),
    CHOICE("part", WORDS("executed", "responded", "done"), 0, part),
    CHOICE("hearing", WORDS("heard", "lost", "wait"), 0, hearing),
    CHOICE("group", WORDS("urgent", "small", "large"), 0, group),
    CHOICE("answer", WORDS("held", "waits", "unknown"), 1, answer),
    CHOICE("refused", WORDS("refused"), 1, refused),
    CHOICE("event", EVENT_WORDS, 0, event),
    NAME("operation", read_name, OPERATION, name),
    NAME("other", read_name, OPERATION, other),
    NAME("tag_of", read_name, OPERATION, tag_of),
    NAME("flood", read_name, FLOOD, name),
    NAME("either", read_name, EITHER, name),
    NAME("new", read_new, OPERATION, name),
    NAME("new_flood", read_new, FLOOD, name),
    LANE("lanes", NULL, true),
    LANE("lanes_or_done", "done", true),
    LANE("lane_or_done", "done", false),
    LANE("lane_or_table", "table", false),
    {"register", .read = read_register},
    {"shape", .read = read_shape},
    {"shapes", .read = read_shape, .range = true},
    {"relation", .read = read_relation},
    {"when", .read = read_when},
};

bool piece_read(const char *name, size_t length, struct parser *parser) {
    unsigned i = 0;
    while (strlen(PIECES[i].name) != length || memcmp(PIECES[i].name, name, length) != 0) {
        i++;
        assert(i < sizeof PIECES / sizeof *PIECES); // FORMS names only these
    }
    return PIECES[i].read(&PIECES[i], parser);
}
