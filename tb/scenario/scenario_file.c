// The language of scenarios: tb/README.md. Its statements are a table: grammar.c.
#include <ctype.h>

#include "tb/block/ref_state/map.h"
#include "tb/scenario/grammar.h"

enum { ROOM_MAX = 1000 }; // statements

// ROW [NAME]: SENTENCE
static bool read_heading(struct parser *parser) {
    struct scenario *scenario = parser->scenario;
    const char *const text = text_reader_text(parser->reader);
    const size_t row = strcspn(text, ": "), blank = text[row] == ' ',
                 name = strcspn(text + row + blank, ": ");
    const char *const colon = text + row + blank + name;
    if (row == 0 || row >= sizeof scenario->row || name >= sizeof scenario->title ||
        *colon != ':' || strlen(colon) < 10)
        return text_reader_fail(parser->reader,
                                "expected ROW: what must hold, as in 'A1: An urgent "
                                "operation is not passed forever.'");
    memcpy(scenario->row, text, row);
    memcpy(scenario->title, text + row + blank, name);
    return true;
}

// Statements begin with a small letter.
static bool is_heading(const struct parser *parser) {
    const char first = text_reader_text(parser->reader)[0];
    return isupper((unsigned char)first) || isdigit((unsigned char)first);
}

// needs [exactly] N engines|...
static bool read_needs(struct parser *parser) {
    const struct path_size *const size = parser->size;
    const struct {
        const char *word;
        unsigned has;
    } NUMBER[] = {{"partitions", size->hbm},     {"engines", size->atomic},
                  {"responses", size->response}, {"counter_bits", size->cnt_w},
                  {"reservations", size->depth}, {"slots", size->slots}};
    enum { NUMBERS = sizeof NUMBER / sizeof *NUMBER };
    const bool exactly = words_accept(parser, "exactly");
    uint64_t count;
    unsigned i = 0;
    if (!words_number(parser, "a number", 0, PATH_DEPTH, &count))
        return false;
    while (i < NUMBERS && !words_need(parser, NUMBER[i].word))
        i++;
    if (i == NUMBERS)
        return false;
    if (NUMBER[i].has < count || (exactly && NUMBER[i].has > count))
        parser->scenario->unmet = true;
    return words_over(parser);
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

// What is wider than its register is reported as the most, unless it must be refused.
static void clamp(const struct path_size *size, struct statement *statement) {
    const struct reg *const reg = map_find(size, statement->address);
    uint64_t most = reg ? reg->bits : UINT32_MAX;
    if (statement->verb == VERB_WRITE && statement->address == SEMACREDIT_COMMAND_LIMIT)
        most = size->depth;
    if (statement->number > most && !statement->refused)
        statement->number = most;
}

// What a statement means that its words leave out.
static void settle(struct parser *parser) {
    struct statement *statement = parser->statement;
    if (statement->verb == VERB_WRITE)
        statement->address = statement->lane == NO_LANE
                                 ? SEMACREDIT_COMMAND_LIMIT
                                 : (uint16_t)(SEMACREDIT_WINDOW + 4 * statement->lane);
    if (statement->verb == VERB_REGISTER || statement->verb == VERB_WRITE)
        clamp(parser->size, statement);
    if (statement->number == 0) {
        if (statement->verb == VERB_RESET)
            statement->number = 2;
        if (statement->verb == VERB_FLOOD || statement->verb == VERB_REPEAT)
            statement->number = 1;
    }
}

static bool read_line(struct parser *parser) {
    struct scenario *scenario = parser->scenario;
    words_begin(parser, text_reader_text(parser->reader));
    parser->missed = (struct missed){.last = 0};
    parser->more = 0;
    if (words_accept(parser, "needs"))
        return read_needs(parser) || words_fail(parser);
    if (scenario->unmet)
        return true;
    if (scenario->statements >= ROOM_MAX)
        return text_reader_fail(parser->reader, "expected at most %d statements", ROOM_MAX);
    struct statement *statement = &scenario->statement[scenario->statements++];
    parser->statement = statement;
    *statement = (struct statement){.line = text_reader_number(parser->reader),
                                    .name = NO_NAME,
                                    .other = NO_NAME,
                                    .tag_of = NO_NAME,
                                    .lane = NO_LANE,
                                    .strobes = 15,
                                    .observed = PATH_UNKNOWN,
                                    .origin = EVENTS,
                                    .origin_name = NO_NAME};
    keep_text(text_reader_text(parser->reader), statement->text);
    if (!grammar_read(parser))
        return words_fail(parser);
    settle(parser);
    for (; parser->more > 0; parser->more--, scenario->statements++) {
        struct statement *const next = &scenario->statement[scenario->statements];
        *next = next[-1];
        next->lane = (uint8_t)(next->lane + (next->lane != NO_LANE));
        next->shape.stage++;
        next->address = (uint16_t)(next->address + 4);
    }
    return true;
}

static bool expects_something(const struct scenario *scenario) {
    for (unsigned i = 0; i < scenario->statements; i++)
        if (scenario->statement[i].verb == VERB_EXPECT)
            return true;
    return scenario->unmet;
}

// From the heading that the reader is at up to the next one, which is in *more then.
static bool read_scenario(struct parser *parser, bool *more) {
    *more = false;
    if (!read_heading(parser))
        return false;
    while (!*more && text_reader_next(parser->reader)) {
        *more = is_heading(parser);
        if (!*more && !read_line(parser))
            return false;
    }
    return text_reader_failure(parser->reader) == NULL &&
           (expects_something(parser->scenario) ||
            text_reader_fail(parser->reader, "expected at least one 'expect', found none"));
}

static struct scenario *scenario_new(void) {
    struct scenario *scenario = memory_there(calloc(1, sizeof *scenario));
    scenario->statement = memory_there(calloc(ROOM_MAX + PATH_LANES, sizeof *scenario->statement));
    return scenario;
}

struct scenario *scenario_read(const char *path, const struct path_size *size,
                               struct text_error *error) {
    struct parser parser = {.reader = text_reader_open(path, error), .size = size};
    struct scenario *first = NULL, **last = &first;
    bool more = parser.reader && text_reader_next(parser.reader);
    bool good = more || (parser.reader && text_reader_fail(parser.reader, "expected a scenario, "
                                                                          "found nothing"));
    while (good && more) {
        parser.scenario = *last = scenario_new();
        good = read_scenario(&parser, &more);
        last = &(*last)->next;
    }
    if (parser.reader && !good)
        text_error_set(error, "%s", text_reader_failure(parser.reader));
    if (parser.reader)
        text_reader_close(parser.reader);
    if (good)
        return first;
    scenario_free(first);
    return NULL;
}

void scenario_free(struct scenario *scenario) {
    while (scenario) {
        struct scenario *const next = scenario->next;
        free(scenario->statement);
        free(scenario);
        scenario = next;
    }
}
