// The language of scenarios: tb/README.md. A row of VERBS or SUBJECTS is what a new word takes.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/text_reader.h"
#include "tb/block/view/map.h"
#include "tb/scenario/scenario_file.h"

enum { ROOM_MAX = 1000 }; // statements

struct parser {
    struct text_reader *reader;
    const struct path_size *size;
    struct scenario *scenario;
    struct statement *statement;
    struct word word; // the next one; empty at the end of the line
};

// --- words --------------------------------------------------------------------------------------

static void advance(struct parser *parser) {
    if (!text_reader_word(parser->reader, &parser->word) || parser->word.text[0] == '#')
        parser->word.length = 0;
}

static bool at_end(const struct parser *parser) {
    return parser->word.length == 0;
}

static bool accept(struct parser *parser, const char *text) {
    if (!word_is(&parser->word, text))
        return false;
    advance(parser);
    return true;
}

static bool expected(struct parser *parser, const char *what) {
    char shown[WORD_SHOWN];
    return text_reader_fail(parser->reader, "expected %s, found %s", what,
                            at_end(parser) ? "the end of the line"
                                           : word_show(&parser->word, shown));
}

static bool need(struct parser *parser, const char *text) {
    return accept(parser, text) || expected(parser, text);
}

static bool number(struct parser *parser, const char *what, uint64_t least, uint64_t most,
                   uint64_t *value) {
    char text[80];
    if (word_number(&parser->word, most, value) && *value >= least) {
        advance(parser);
        return true;
    }
    snprintf(text, sizeof text, "%s from %" PRIu64 " to %" PRIu64, what, least, most);
    return expected(parser, text);
}

static bool number_8(struct parser *parser, const char *what, uint8_t most, uint8_t *value) {
    uint64_t wide = 0;
    const bool good = number(parser, what, 0, most, &wide);
    *value = (uint8_t)wide;
    return good;
}

static bool number_32(struct parser *parser, const char *what, uint32_t *value) {
    uint64_t wide = 0;
    const bool good = number(parser, what, 0, UINT32_MAX, &wide);
    *value = (uint32_t)wide;
    return good;
}

// The place of the word in a list that NULL ends, or -1.
static int find_word(const struct parser *parser, const char *const *list) {
    for (int i = 0; list[i]; i++)
        if (word_is(&parser->word, list[i]))
            return i;
    return -1;
}

// --- names --------------------------------------------------------------------------------------

static const char *const EVENT_WORDS[] = {"taken",  "asked",    "granted",   "rejected",
                                          "denied", "answered", "returned",  "stray",
                                          "late",   "free",     "completed", NULL};
static const char *const OWN_EVENT_WORDS[] = {"write", "written", "pause", "resume",
                                              "reset", "measure", NULL};
// Counts of events, in the order of these.
static const char *const COUNT_WORDS[] = {"takes",  "asks",    "grants",  "rejects",
                                          "denies", "answers", "returns", "strays",
                                          "lates",  "frees",   NULL};
static const char *const RESERVED[] = {
    "not",       "ready",  "share",    "longest",   "demand",   "response", "debt", "waiting",
    "held",      "handle", "alike",    "overtakes", "stage",    "written",  "of",   "all",
    "partition", "engine", "register", "told",      "messages", NULL};

static int find_name(const struct parser *parser) {
    for (unsigned i = 0; i < parser->scenario->names; i++)
        if (word_is(&parser->word, parser->scenario->name[i]))
            return (int)i;
    return -1;
}

// Whose name it is: that of an operation, of a flood, or either.
enum whose { OPERATION, FLOOD, EITHER };

static bool known_name(struct parser *parser, enum whose whose, uint16_t *name) {
    static const char *const what[] = {"the name of an operation that was offered",
                                       "the name of a flood",
                                       "the name of an operation or a flood"};
    const int i = find_name(parser);
    if (i < 0 || (whose != EITHER && parser->scenario->is_flood[i] != (whose == FLOOD)))
        return expected(parser, what[whose]);
    *name = (uint16_t)i;
    advance(parser);
    return true;
}

static bool is_name(const struct parser *parser) {
    if (at_end(parser) || parser->word.length >= SCENARIO_NAME_BYTES ||
        !isalpha((unsigned char)parser->word.text[0]) || find_word(parser, RESERVED) >= 0 ||
        find_word(parser, COUNT_WORDS) >= 0)
        return false;
    for (size_t i = 0; i < parser->word.length; i++)
        if (!isalnum((unsigned char)parser->word.text[i]) && parser->word.text[i] != '_')
            return false;
    return true;
}

// Floods may share a name: they are one stream of several lanes.
static bool new_name(struct parser *parser, bool is_flood, uint16_t *name) {
    struct scenario *scenario = parser->scenario;
    const int old = find_name(parser);
    if (old >= 0 && is_flood && scenario->is_flood[old])
        return known_name(parser, FLOOD, name);
    if (old >= 0 || !is_name(parser))
        return expected(parser, "a new name: letters, digits and _, no word of the language");
    if (scenario->names == SCENARIO_NAMES)
        return expected(parser, "at most 128 names");
    memcpy(scenario->name[scenario->names], parser->word.text, parser->word.length);
    scenario->is_flood[scenario->names] = is_flood;
    *name = (uint16_t)scenario->names++;
    advance(parser);
    return true;
}

// --- lanes and operations -----------------------------------------------------------------------

static bool lane(struct parser *parser, const char *also, uint8_t *lane) {
    const struct path_size *size = parser->size;
    const struct {
        const char *word;
        unsigned count, first;
    } kinds[] = {{"partition", size->hbm, 0},
                 {"engine", size->atomic, size->hbm},
                 {"response", size->response, (unsigned)size->hbm + size->atomic}};
    for (unsigned i = 0; i < 3; i++) {
        uint8_t n;
        if (!accept(parser, kinds[i].word))
            continue;
        if (!number_8(parser, "a number", (uint8_t)(kinds[i].count - 1), &n))
            return false;
        *lane = (uint8_t)(kinds[i].first + n);
        return true;
    }
    *lane = (uint8_t)path_lanes(size);
    if (also && accept(parser, also))
        return true;
    char text[80];
    snprintf(text, sizeof text, "partition, engine%s%s or response", also ? ", " : "",
             also ? also : "");
    return expected(parser, text);
}

static bool group(struct parser *parser, uint8_t *group) {
    static const char *const words[] = {"urgent", "small", "large", NULL};
    const int i = find_word(parser, words);
    if (i < 0)
        return expected(parser, "urgent, small or large");
    *group = (uint8_t)i;
    advance(parser);
    return true;
}

static bool kind(struct parser *parser, struct offered *shape) {
    static const char *const words[] = {"write", "read", "notify", "fetch_add", NULL};
    static const uint8_t opcodes[] = {0, 1, 2, 8};
    const int i = find_word(parser, words);
    if (i < 0)
        return accept(parser, "opcode")
                   ? number_8(parser, "an opcode", 15, &shape->opcode)
                   : expected(parser, "write, read, notify, fetch_add or opcode");
    shape->opcode = opcodes[i];
    advance(parser);
    return true;
}

// An attribute; what it is not is left. `wire` is given where *wire becomes true.
static bool attribute(struct parser *parser, struct offered *shape, bool *wire, bool *known) {
    *known = true;
    if (accept(parser, "urgent"))
        return shape->urgent = true;
    if (accept(parser, "reply"))
        return shape->reply = true;
    if (accept(parser, "bytes"))
        return number_32(parser, "bytes",
                         shape->opcode == 1 ? &shape->response_length : &shape->length);
    if (accept(parser, "request_bytes"))
        return number_32(parser, "bytes", &shape->length);
    if (accept(parser, "response_bytes"))
        return number_32(parser, "bytes", &shape->response_length);
    if (accept(parser, "response"))
        return number_8(parser, "an engine", 3, &shape->engine);
    if (accept(parser, "domain"))
        return number_8(parser, "a domain", 255, &shape->domain);
    if (accept(parser, "wire")) {
        *wire = true;
        return number_32(parser, "bytes", &shape->wire_bytes);
    }
    *known = false;
    return true;
}

// KIND partition|engine N [ATTRIBUTE...]: stages that the block has not are legal here.
static bool shape(struct parser *parser, struct offered *shape) {
    bool wire = false, known = true;
    *shape = (struct offered){.opcode = 0};
    if (!kind(parser, shape))
        return false;
    if (!accept(parser, shape->opcode >= 8 ? "engine" : "partition"))
        return expected(parser, shape->opcode >= 8 ? "engine" : "partition");
    if (!number_8(parser, "a number", 31, &shape->stage))
        return false;
    while (known)
        if (!attribute(parser, shape, &wire, &known))
            return false;
    shape->wire_bytes = wire ? scenario_within(shape->wire_bytes, parser->size->wire_w)
                             : offered_wire(parser->size, shape);
    return true;
}

// --- deeds --------------------------------------------------------------------------------------

// What follows a register's name: the element, where it has several.
static bool element(struct parser *parser, const struct map_register *reg) {
    const unsigned count = map_count(parser->size, reg);
    const bool of_lanes = reg->address < MAP_ATOMIC_SERVICE;
    uint8_t n = 0;
    if (of_lanes && !lane(parser, count > path_lanes(parser->size) ? "table" : NULL, &n))
        return false;
    if (!of_lanes && count > 1 && !number_8(parser, "an element", (uint8_t)(count - 1), &n))
        return false;
    parser->statement->address = (uint16_t)(reg->address + 4 * n);
    return true;
}

// NAME [ELEMENT], or an address.
static bool read_address(struct parser *parser) {
    char name[SCENARIO_NAME_BYTES];
    uint64_t address;
    if (word_number(&parser->word, 0xfff, &address)) {
        parser->statement->address = (uint16_t)address;
        advance(parser);
        return true;
    }
    snprintf(name, sizeof name, "%.*s", (int)parser->word.length, parser->word.text);
    const struct map_register *const reg = at_end(parser) ? NULL : map_named(name);
    if (!reg)
        return expected(parser, "the name of a register, or an address");
    advance(parser);
    return element(parser, reg);
}

// What is wider than the register is told as the most.
static void clamp(struct parser *parser) {
    struct statement *statement = parser->statement;
    unsigned n;
    const struct map_register *const reg = map_find(parser->size, statement->address, &n);
    const uint64_t most = reg ? map_bits(parser->size, reg, n) : UINT32_MAX;
    if (statement->number > most)
        statement->number = most;
}

// register NAME [ELEMENT] N [refused]
static bool read_register(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->count = 1;
    if (!read_address(parser) || !number(parser, "a value", 0, UINT32_MAX, &statement->number))
        return false;
    statement->refused = accept(parser, "refused");
    if (!statement->refused)
        clamp(parser);
    return true;
}

static bool read_operation(struct parser *parser) {
    return known_name(parser, OPERATION, &parser->statement->name);
}

static bool read_send(struct parser *parser) {
    static const char *const words[] = {"executed", "responded", "done", NULL};
    if (!read_operation(parser))
        return false;
    const int i = find_word(parser, words);
    if (i < 0)
        return expected(parser, "executed, responded or done");
    parser->statement->part = (uint8_t)i;
    advance(parser);
    return true;
}

// [address|data after N]
static bool read_after(struct parser *parser) {
    struct statement *statement = parser->statement;
    uint64_t clocks = 0;
    if (at_end(parser))
        return true;
    uint16_t *const after =
        accept(parser, "address") ? &statement->address_after : &statement->data_after;
    if (after == &statement->data_after && !accept(parser, "data"))
        return expected(parser, "strobes, address or data");
    if (!need(parser, "after") || !number(parser, "clocks", 1, 1000, &clocks))
        return false;
    *after = (uint16_t)clocks;
    return true;
}

static bool read_bus_write(struct parser *parser) {
    struct statement *statement = parser->statement;
    return read_address(parser) && number(parser, "a value", 0, UINT32_MAX, &statement->number) &&
           (!accept(parser, "strobes") || number_8(parser, "strobes", 15, &statement->strobes)) &&
           read_after(parser);
}

// bus write NAME [ELEMENT] N [strobes N] [address|data after N] | bus send NAME PART |
// bus read NAME [ELEMENT] | bus stalls writes|reads | bus goes on
static bool read_bus(struct parser *parser) {
    static const char *const words[] = {"write", "send", "read", "stalls", "goes", NULL};
    static const char *const stalled[] = {"writes", "reads", NULL};
    struct statement *statement = parser->statement;
    const int i = find_word(parser, words);
    if (i < 0)
        return expected(parser, "write, send, read, stalls or goes");
    advance(parser);
    statement->strobes = 15;
    statement->bus = i < 4 ? (enum bus_deed)i : BUS_GOES_ON;
    if (statement->bus == BUS_WRITE)
        return read_bus_write(parser);
    if (statement->bus == BUS_SEND)
        return read_send(parser) && read_after(parser);
    if (statement->bus == BUS_READ)
        return read_address(parser);
    if (statement->bus == BUS_GOES_ON)
        return need(parser, "on");
    const int of = find_word(parser, stalled);
    if (of < 0)
        return expected(parser, "writes or reads");
    statement->bus = of ? BUS_STALLS_READS : BUS_STALLS_WRITES;
    advance(parser);
    return true;
}

// stray LANE|done handle N
static bool read_stray(struct parser *parser) {
    return lane(parser, "done", &parser->statement->lane) && need(parser, "handle") &&
           number(parser, "a handle", 0, UINT32_MAX, &parser->statement->number);
}

static bool read_leap(struct parser *parser) {
    return number(parser, "clocks", 1, UINT64_C(1) << 40, &parser->statement->number);
}

// Registers that the path reads, by short names, and one service for all Atomics.
static bool read_set(struct parser *parser) {
    static const char *const words[] = {"small_limit",    "quantum_hbm",    "quantum_time",
                                        "atomic_service", "response_fixed", "response_reciprocal",
                                        "hold",           "bound",          NULL};
    static const uint16_t address[] = {
        MAP_SMALL_LIMIT,    MAP_QUANTUM_HBM,         MAP_QUANTUM_TIME, MAP_ATOMIC_SERVICE,
        MAP_RESPONSE_FIXED, MAP_RESPONSE_RECIPROCAL, MAP_HOLD,         MAP_BOUND};
    const int i = find_word(parser, words);
    if (i < 0)
        return expected(parser, "small_limit, quantum_hbm, quantum_time, atomic_service, "
                                "response_fixed, response_reciprocal, hold or bound");
    parser->statement->address = address[i];
    parser->statement->count = address[i] == MAP_ATOMIC_SERVICE ? 8 : 1;
    advance(parser);
    if (!number(parser, "a number", 0, UINT32_MAX, &parser->statement->number))
        return false;
    clamp(parser);
    return true;
}

// messages heard | lost | wait
static bool read_messages(struct parser *parser) {
    static const char *const words[] = {"heard", "lost", "wait", NULL};
    const int i = find_word(parser, words);
    if (i < 0)
        return expected(parser, "heard, lost or wait");
    parser->statement->hearing = (enum hearing)i;
    advance(parser);
    return true;
}

// stage LANE takes N [observes N] | stage LANE by hand [observes N]
static bool read_stage(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->observed = PATH_UNKNOWN;
    if (!lane(parser, "done", &statement->lane))
        return false;
    if (accept(parser, "by")
            ? !need(parser, "hand")
            : !need(parser, "takes") || !number(parser, "clocks", 1, 1000000, &statement->number))
        return false;
    return !accept(parser, "observes") || number_32(parser, "quanta", &statement->observed);
}

static bool read_offer(struct parser *parser) {
    struct statement *statement = parser->statement;
    return new_name(parser, false, &statement->name) && shape(parser, &statement->shape) &&
           (!accept(parser, "tag") ||
            (need(parser, "of") && known_name(parser, OPERATION, &statement->tag_of)));
}

// every N clocks
static bool read_every(struct parser *parser) {
    parser->statement->number = 1;
    return !accept(parser, "every") ||
           (number(parser, "clocks", 1, 1000000, &parser->statement->number) &&
            (accept(parser, "clocks") || need(parser, "clock")));
}

static bool read_flood(struct parser *parser) {
    struct statement *statement = parser->statement;
    return new_name(parser, true, &statement->name) && shape(parser, &statement->shape) &&
           read_every(parser) &&
           (!accept(parser, "count") ||
            number(parser, "operations", 1, 1000000, &statement->limit));
}

static bool read_repeat(struct parser *parser) {
    return read_operation(parser) && read_every(parser);
}

static bool read_stop(struct parser *parser) {
    return known_name(parser, EITHER, &parser->statement->name);
}

// write window LANE N | write command_limit N
static bool read_write(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->lane = (uint8_t)path_lanes(parser->size);
    if (!accept(parser, "command_limit") &&
        (!(accept(parser, "window") || expected(parser, "window or command_limit")) ||
         !lane(parser, NULL, &statement->lane)))
        return false;
    if (!number(parser, "a value", 0, UINT32_MAX, &statement->number))
        return false;
    const bool is_limit = statement->lane == path_lanes(parser->size);
    statement->address =
        is_limit ? MAP_COMMAND_LIMIT : (uint16_t)(MAP_WINDOW + 4 * statement->lane);
    clamp(parser);
    if (is_limit && statement->number > parser->size->depth)
        statement->number = parser->size->depth;
    return true;
}

static bool read_nothing(struct parser *parser) {
    (void)parser;
    return true;
}

static bool read_reset(struct parser *parser) {
    parser->statement->number = 2;
    return at_end(parser) || number(parser, "clocks", 1, 1000, &parser->statement->number);
}

static bool read_wait(struct parser *parser) {
    return number(parser, "clocks", 1, 10000000, &parser->statement->number);
}

// --- expectations -------------------------------------------------------------------------------

static bool relation(struct parser *parser) {
    struct statement *statement = parser->statement;
    if (accept(parser, "exactly"))
        statement->relation = EXACTLY;
    else if (!accept(parser, "at"))
        return expected(parser, "at least, at most or exactly");
    else if (accept(parser, "least"))
        statement->relation = AT_LEAST;
    else if (accept(parser, "most"))
        statement->relation = AT_MOST;
    else
        return expected(parser, "least or most");
    return number(parser, "a number", 0, UINT32_MAX, &statement->number);
}

static bool of_name(struct parser *parser, enum whose whose) {
    return need(parser, "of") && known_name(parser, whose, &parser->statement->name);
}

static bool read_ready(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->subject = SUBJECT_READY;
    return group(parser, &statement->group) && lane(parser, NULL, &statement->lane);
}

static bool read_quiet(struct parser *parser) {
    parser->statement->subject = SUBJECT_QUIET;
    return true;
}

static bool read_not(struct parser *parser) {
    parser->statement->is_not = true;
    if (accept(parser, "quiet"))
        return read_quiet(parser);
    return need(parser, "ready") && read_ready(parser);
}

static bool read_share(struct parser *parser) {
    parser->statement->subject = SUBJECT_SHARE;
    return of_name(parser, FLOOD) && relation(parser) && need(parser, "percent");
}

static bool read_longest(struct parser *parser) {
    parser->statement->subject = SUBJECT_LONGEST_WAIT;
    return need(parser, "wait") && of_name(parser, EITHER) && relation(parser);
}

static bool read_overtakes(struct parser *parser) {
    parser->statement->subject = SUBJECT_OVERTAKES;
    return of_name(parser, EITHER) && relation(parser);
}

static bool read_demand(struct parser *parser) {
    parser->statement->subject = SUBJECT_DEMAND;
    return of_name(parser, OPERATION) && relation(parser);
}

static bool read_response(struct parser *parser) {
    parser->statement->subject = SUBJECT_RESPONSE_DEMAND;
    return need(parser, "demand") && of_name(parser, OPERATION) && relation(parser);
}

static bool read_debt(struct parser *parser) {
    parser->statement->subject = SUBJECT_DEBT;
    return lane(parser, NULL, &parser->statement->lane) && relation(parser);
}

static bool read_told(struct parser *parser) {
    parser->statement->subject = SUBJECT_TOLD;
    return lane(parser, NULL, &parser->statement->lane) && relation(parser);
}

static bool read_message_count(struct parser *parser) {
    parser->statement->subject = SUBJECT_MESSAGES;
    return relation(parser);
}

static bool read_value(struct parser *parser) {
    parser->statement->subject = SUBJECT_REGISTER;
    return read_address(parser) && relation(parser);
}

static bool read_alike(struct parser *parser) {
    parser->statement->subject = SUBJECT_ALIKE;
    return true;
}

static bool read_waiting(struct parser *parser) {
    parser->statement->subject = SUBJECT_WAITING;
    return relation(parser);
}

static bool read_held(struct parser *parser) {
    parser->statement->subject = SUBJECT_HELD;
    return relation(parser);
}

static bool read_handle(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->subject = SUBJECT_HANDLE;
    if (!of_name(parser, OPERATION))
        return false;
    if (!accept(parser, "differs"))
        return relation(parser);
    statement->subject = SUBJECT_HANDLE_DIFFERS;
    return need(parser, "from") && known_name(parser, OPERATION, &statement->other);
}

static bool read_written(struct parser *parser) {
    parser->statement->subject = SUBJECT_EVENT;
    parser->statement->event = EVENT_WRITTEN;
    return true;
}

static bool read_count(struct parser *parser, int event) {
    struct statement *statement = parser->statement;
    statement->subject = SUBJECT_COUNT;
    statement->event = (enum event)event;
    advance(parser);
    return (!word_is(&parser->word, "of") || of_name(parser, EITHER)) && relation(parser);
}

// answered [held|waits|unknown]; denied [by LANE|table]
static bool read_event_detail(struct parser *parser) {
    static const char *const answers[] = {"held", "waits", "unknown", NULL};
    struct statement *statement = parser->statement;
    statement->lane = NO_LANE;
    if (statement->event == EVENT_DENIED && accept(parser, "by"))
        return lane(parser, "table", &statement->lane);
    const int i = statement->event == EVENT_ANSWERED ? find_word(parser, answers) : -1;
    if (i < 0)
        return true;
    statement->answer = (enum answer_kind)(i + 1);
    advance(parser);
    return true;
}

static bool read_of_operation(struct parser *parser) {
    struct statement *statement = parser->statement;
    if (!known_name(parser, OPERATION, &statement->name))
        return false;
    if (accept(parser, "before")) {
        statement->subject = SUBJECT_BEFORE;
        return known_name(parser, OPERATION, &statement->other);
    }
    statement->subject = word_is(&parser->word, "waits") ? SUBJECT_WAITS : SUBJECT_LOST;
    if (accept(parser, "waits") || accept(parser, "lost"))
        return true;
    const int event = find_word(parser, EVENT_WORDS);
    if (event < 0)
        return expected(parser, "granted, rejected, denied, answered, returned, stray, late, free, "
                                "waits, lost or before");
    statement->subject = SUBJECT_EVENT;
    statement->event = (enum event)event;
    advance(parser);
    return read_event_detail(parser);
}

// at +N [after [NAME] EVENT] | within N | for N
static bool read_when(struct parser *parser) {
    struct statement *statement = parser->statement;
    statement->origin = EVENTS;
    statement->origin_name = NO_NAME;
    if (at_end(parser))
        return true;
    if (accept(parser, "within") || word_is(&parser->word, "for")) {
        statement->when = accept(parser, "for") ? WHEN_FOR : WHEN_WITHIN;
        return number(parser, "clocks", 1, 10000000, &statement->clocks);
    }
    if (!accept(parser, "at"))
        return expected(parser, "at, within, for or the end of the line");
    statement->when = WHEN_AT;
    if (at_end(parser) || parser->word.text[0] != '+')
        return expected(parser, "clocks as +N");
    parser->word.text++;
    parser->word.length--;
    if (!number(parser, "clocks", 0, 10000000, &statement->clocks))
        return false;
    if (!accept(parser, "after"))
        return statement->subject == SUBJECT_EVENT || expected(parser, "after");
    int event = find_word(parser, OWN_EVENT_WORDS);
    if (event >= 0) {
        event += OPERATION_EVENTS;
    } else {
        if (!known_name(parser, OPERATION, &statement->origin_name))
            return false;
        event = find_word(parser, EVENT_WORDS);
        if (event < 0)
            return expected(parser, "taken, granted, returned, completed or another event");
    }
    statement->origin = (enum event)event;
    advance(parser);
    return true;
}

static bool read_expect(struct parser *parser) {
    static const struct {
        const char *word;
        bool (*read)(struct parser *parser);
    } subjects[] = {
        {"ready", read_ready},     {"not", read_not},
        {"quiet", read_quiet},     {"share", read_share},
        {"longest", read_longest}, {"overtakes", read_overtakes},
        {"demand", read_demand},   {"response", read_response},
        {"debt", read_debt},       {"waiting", read_waiting},
        {"held", read_held},       {"handle", read_handle},
        {"written", read_written}, {"register", read_value},
        {"told", read_told},       {"messages", read_message_count},
        {"alike", read_alike},
    };
    const int count = find_word(parser, COUNT_WORDS);
    if (count >= 0)
        return read_count(parser, count) && read_when(parser);
    for (unsigned i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (accept(parser, subjects[i].word))
            return subjects[i].read(parser) && read_when(parser);
    return read_of_operation(parser) && read_when(parser);
}

// --- lines --------------------------------------------------------------------------------------

static const struct {
    const char *word;
    enum verb verb;
    bool (*read)(struct parser *parser);
} VERBS[] = {
    {"set", VERB_REGISTER, read_set},
    {"register", VERB_REGISTER, read_register},
    {"messages", VERB_MESSAGES, read_messages},
    {"bus", VERB_BUS, read_bus},
    {"stray", VERB_STRAY, read_stray},
    {"leap", VERB_LEAP, read_leap},
    {"stage", VERB_STAGE, read_stage},
    {"offer", VERB_OFFER, read_offer},
    {"again", VERB_AGAIN, read_operation},
    {"flood", VERB_FLOOD, read_flood},
    {"repeat", VERB_REPEAT, read_repeat},
    {"stop", VERB_STOP, read_stop},
    {"executed", VERB_EXECUTED, read_operation},
    {"responded", VERB_RESPONDED, read_operation},
    {"done", VERB_DONE, read_operation},
    {"send", VERB_SEND, read_send},
    {"write", VERB_WRITE, read_write},
    {"pause", VERB_PAUSE, read_nothing},
    {"resume", VERB_RESUME, read_nothing},
    {"reset", VERB_RESET, read_reset},
    {"wait", VERB_WAIT, read_wait},
    {"measure", VERB_MEASURE, read_nothing},
    {"expect", VERB_EXPECT, read_expect},
};

static bool read_verb(struct parser *parser) {
    for (unsigned i = 0; i < sizeof VERBS / sizeof *VERBS; i++) {
        if (!accept(parser, VERBS[i].word))
            continue;
        parser->statement->verb = VERBS[i].verb;
        return VERBS[i].read(parser) && (at_end(parser) || expected(parser, "the end of the line"));
    }
    return expected(parser,
                    "set, register, bus, messages, stage, offer, again, flood, repeat, stop, "
                    "executed, responded, done, stray, send, write, pause, resume, reset, "
                    "wait, leap, measure or expect");
}

// ROW: SENTENCE
static bool read_first(struct parser *parser) {
    struct scenario *scenario = parser->scenario;
    const char *const text = text_reader_text(parser->reader);
    const char *const colon = strchr(text, ':');
    const size_t length = colon ? (size_t)(colon - text) : 0;
    if (length == 0 || length >= sizeof scenario->row || memchr(text, ' ', length) ||
        strlen(colon) < 10 || strlen(colon) >= sizeof scenario->sentence)
        return text_reader_fail(parser->reader,
                                "expected ROW: what must hold, as in 'A1: An urgent "
                                "operation is not passed for ever.'");
    memcpy(scenario->row, text, length);
    snprintf(scenario->sentence, sizeof scenario->sentence, "%s",
             colon + 1 + strspn(colon + 1, " "));
    return true;
}

// needs N engines|responses
static bool read_needs(struct parser *parser) {
    uint8_t count;
    if (!number_8(parser, "a number", 4, &count))
        return false;
    unsigned has = parser->size->atomic;
    if (accept(parser, "responses"))
        has = parser->size->response;
    else if (!need(parser, "engines"))
        return false;
    parser->scenario->unmet = parser->scenario->unmet || has < count;
    return at_end(parser) || expected(parser, "the end of the line");
}

// The words of a line, one blank apart, without its comment.
static void keep_text(const char *line, char text[SCENARIO_TEXT_BYTES]) {
    size_t used = 0;
    for (; *line && *line != '#'; line++) {
        const bool blank = *line == ' ' || *line == '\t';
        if (used < SCENARIO_TEXT_BYTES - 1 && !(blank && (used == 0 || text[used - 1] == ' ')))
            text[used++] = blank ? ' ' : *line;
    }
    text[used > 0 && text[used - 1] == ' ' ? used - 1 : used] = '\0';
}

static bool read_line(struct parser *parser) {
    struct scenario *scenario = parser->scenario;
    advance(parser);
    if (accept(parser, "needs"))
        return read_needs(parser);
    if (accept(parser, "open")) {
        scenario->open = true;
        return !at_end(parser) || expected(parser, "what is open");
    }
    if (scenario->unmet)
        return true;
    if (scenario->statements == ROOM_MAX)
        return text_reader_fail(parser->reader, "expected at most %d statements", ROOM_MAX);
    struct statement *statement = &scenario->statement[scenario->statements++];
    parser->statement = statement;
    *statement = (struct statement){.line = text_reader_number(parser->reader),
                                    .name = NO_NAME,
                                    .other = NO_NAME,
                                    .tag_of = NO_NAME,
                                    .lane = NO_LANE};
    keep_text(text_reader_text(parser->reader), statement->text);
    return read_verb(parser);
}

static bool expects_something(const struct scenario *scenario) {
    for (unsigned i = 0; i < scenario->statements; i++)
        if (scenario->statement[i].verb == VERB_EXPECT)
            return true;
    return scenario->unmet;
}

static bool read_lines(struct parser *parser) {
    if (!text_reader_next(parser->reader))
        return text_reader_fail(parser->reader, "expected a scenario, found nothing");
    if (!read_first(parser))
        return false;
    while (text_reader_next(parser->reader))
        if (!read_line(parser))
            return false;
    return text_reader_failure(parser->reader) == NULL &&
           (expects_something(parser->scenario) ||
            text_reader_fail(parser->reader, "expected at least one 'expect', found none"));
}

struct scenario *scenario_read(const char *path, const struct path_size *size,
                               struct text_error *error) {
    struct scenario *scenario = calloc(1, sizeof *scenario);
    struct parser parser = {
        .reader = text_reader_open(path, error), .size = size, .scenario = scenario};
    if (scenario)
        scenario->statement = calloc(ROOM_MAX, sizeof *scenario->statement);
    if (parser.reader && (!scenario || !scenario->statement))
        text_error_set(error, "not enough memory");
    bool good = parser.reader && scenario && scenario->statement;
    if (good && !read_lines(&parser)) {
        text_error_set(error, "%s", text_reader_failure(parser.reader));
        good = false;
    }
    if (parser.reader)
        text_reader_close(parser.reader);
    if (good)
        return scenario;
    scenario_free(scenario);
    return NULL;
}

void scenario_free(struct scenario *scenario) {
    if (scenario)
        free(scenario->statement);
    free(scenario);
}
