#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/scenario/grammar.h"

// --- words --------------------------------------------------------------------------------------

void words_advance(struct parser *parser) {
    if (!text_reader_word(parser->reader, &parser->word) || parser->word.text[0] == '#')
        parser->word.length = 0;
}

bool words_end(const struct parser *parser) {
    return parser->word.length == 0;
}

bool words_accept(struct parser *parser, const char *text) {
    if (!word_is(&parser->word, text))
        return false;
    words_advance(parser);
    return true;
}

bool words_expected(struct parser *parser, const char *what) {
    char shown[WORD_SHOWN];
    return text_reader_fail(parser->reader, "expected %s, found %s", what,
                            words_end(parser) ? "the end of the line"
                                              : word_show(&parser->word, shown));
}

bool words_need(struct parser *parser, const char *text) {
    return words_accept(parser, text) || words_expected(parser, text);
}

bool words_number(struct parser *parser, const char *what, uint64_t least, uint64_t most,
                  uint64_t *value) {
    char text[80];
    if (word_number(&parser->word, most, value) && *value >= least) {
        words_advance(parser);
        return true;
    }
    snprintf(text, sizeof text, "%s from %" PRIu64 " to %" PRIu64, what, least, most);
    return words_expected(parser, text);
}

int words_find(const struct parser *parser, const char *const *list) {
    for (int i = 0; list[i]; i++)
        if (word_is(&parser->word, list[i]))
            return i;
    return -1;
}

// --- statements ---------------------------------------------------------------------------------

// What is done; what is expected, now or at another time; how often something came about.
#define DO(words, is)                                                                              \
    { .text = words, .verb = VERB_##is }
#define BUS(words, is)                                                                             \
    { .text = "bus " words, .verb = VERB_BUS, .bus = BUS_##is }
#define EXPECT(words, is)                                                                          \
    { .text = "expect " words " <when>", .verb = VERB_EXPECT, .subject = SUBJECT_##is }
#define EVENT(words, of)                                                                           \
    { .text = "expect " words " <when>", .verb = VERB_EXPECT, .event = EVENT_##of }
#define COUNT(word, of)                                                                            \
    {                                                                                              \
        .text = "expect " word " [of <either>] <relation> <when>", .verb = VERB_EXPECT,            \
        .subject = SUBJECT_COUNT, .event = EVENT_##of                                              \
    }

// Forms that begin alike stand together; where they part, plain words come first, a <piece> last.
// What [brackets] hold may be left out.
static const struct form {
    const char *text;
    enum verb verb;
    enum subject subject;
    enum event event;
    enum bus_deed bus;
} FORMS[] = {
    DO("register <register> <value> [<refused>]", REGISTER),
    BUS("write <register> <value> [strobes <strobes>] [address after <address_after>] "
        "[data after <data_after>]",
        WRITE),
    BUS("send <operation> <part> [address after <address_after>] [data after <data_after>]", SEND),
    BUS("read <register>", READ),
    BUS("stalls writes", STALLS_WRITES),
    BUS("stalls reads", STALLS_READS),
    BUS("goes on", GOES_ON),
    DO("messages <hearing>", MESSAGES),
    DO("stage <lane_or_done> takes <to_million> [observes <quanta>]", STAGE),
    DO("stage <lane_or_done> by hand [observes <quanta>]", STAGE),
    DO("offer <new> <shape> [tag of <tag_of>]", OFFER),
    DO("ask <new> <shape>", ASK),
    DO("again <operation>", AGAIN),
    DO("flood <new_flood> <shape> [every <to_million> clocks|clock] [count <limit>]", FLOOD),
    DO("repeat <operation> [every <to_million> clocks|clock]", REPEAT),
    DO("stop <either>", STOP),
    DO("executed <operation>", EXECUTED),
    DO("responded <operation>", RESPONDED),
    DO("done <operation>", DONE),
    DO("stray <lane_or_done> handle <handle>", STRAY),
    DO("send <operation> <part>", SEND),
    DO("write window <lane> <value>", WRITE),
    DO("write command_limit <value>", WRITE),
    DO("pause", PAUSE),
    DO("resume", RESUME),
    DO("reset [<to_1000>]", RESET),
    DO("wait <clocks>", WAIT),
    DO("leap <leap>", LEAP),
    DO("measure", MEASURE),
    EXPECT("ready <group> <lane>", READY),
    EXPECT("not ready <group> <lane>", READY),
    EXPECT("not quiet", QUIET),
    EXPECT("quiet", QUIET),
    EXPECT("share of <flood> <relation> percent", SHARE),
    EXPECT("longest wait of <either> <relation>", LONGEST_WAIT),
    EXPECT("overtakes of <either> <relation>", OVERTAKES),
    EXPECT("demand of <operation> <relation>", DEMAND),
    EXPECT("response demand of <operation> <relation>", RESPONSE_DEMAND),
    EXPECT("debt <lane> <relation>", DEBT),
    EXPECT("waiting <relation>", WAITING),
    EXPECT("held <relation>", HELD),
    EXPECT("handle of <operation> differs from <other>", HANDLE_DIFFERS),
    EXPECT("handle of <operation> <relation>", HANDLE),
    EXPECT("register <register> <relation>", REGISTER),
    EXPECT("told <lane> <relation>", TOLD),
    EXPECT("messages <relation>", MESSAGES),
    EXPECT("alike", ALIKE),
    COUNT("takes", TAKEN),
    COUNT("asks", ASKED),
    COUNT("grants", GRANTED),
    COUNT("rejects", REJECTED),
    COUNT("denies", DENIED),
    COUNT("answers", ANSWERED),
    COUNT("returns", RETURNED),
    COUNT("strays", STRAY),
    COUNT("lates", LATE),
    COUNT("frees", FREE),
    EVENT("written", WRITTEN),
    EXPECT("<operation> before <other>", BEFORE),
    EXPECT("<operation> waits", WAITS),
    EXPECT("<operation> lost", LOST),
    EVENT("<operation> denied [by <lane_or_table>]", DENIED),
    EVENT("<operation> answered [<answer>]", ANSWERED),
    EXPECT("<operation> <event>", EVENT),
};

enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

static size_t token_length(const char *text) {
    return strcspn(text, " ]");
}

static const char *token_next(const char *text) {
    text += token_length(text);
    return text + strspn(text, " ]");
}

// A token is a word, or several of which one is said: "clocks|clock".
static bool token_is(const char *text, const struct word *word) {
    const char *const end = text + token_length(text);
    for (size_t length; text < end; text += length + 1) {
        length = strcspn(text, "| ]");
        if (length == word->length && memcmp(text, word->text, length) == 0)
            return true;
    }
    return false;
}

static bool token_same(const char *a, const char *b) {
    const size_t length = token_length(a);
    return length == token_length(b) && memcmp(a, b, length) == 0;
}

static const struct piece *token_piece(const char *text) {
    return text[0] == '<' ? piece_named(text + 1, token_length(text) - 2) : NULL;
}

static bool token_begins(const char *text, const struct parser *parser) {
    const struct piece *const piece = token_piece(text);
    return piece ? piece_begins(piece, parser) : token_is(text, &parser->word);
}

static bool read_token(const char *text, struct parser *parser) {
    const struct piece *const piece = token_piece(text);
    char word[SCENARIO_NAME_BYTES];
    if (piece)
        return piece_read(piece, parser);
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "| ]"), text);
    if (!token_is(text, &parser->word))
        return words_expected(parser, word);
    words_advance(parser);
    return true;
}

// The words that may stand here, of forms that are alike up to `done`.
static bool expected_one(struct parser *parser, const struct form *form, const struct form *end,
                         size_t done) {
    char text[400] = "";
    size_t last = 0; // where the last one begins, with what parts it from those before
    for (const char *before = ""; form < end; form++) {
        const char *const token = form->text + done;
        if (token_same(token, before))
            continue;
        last = strlen(text);
        snprintf(text + last, sizeof text - last, "%s%.*s", last ? ", " : "",
                 (int)token_length(token), token);
        before = token;
    }
    char words[sizeof text + 4];
    snprintf(words, sizeof words, "%.*s or %s", (int)last, text, text + last + 2);
    return words_expected(parser, words);
}

// Reads what the forms of the line's beginning share until one is left, and how much of its text
// that is. NULL: there is none.
static const struct form *choose(struct parser *parser, size_t *done) {
    const struct form *form = FORMS, *end = FORMS + FORM_COUNT;
    *done = 0;
    while (end - form > 1) {
        const struct form *at = form;
        while (at < end && !token_is(at->text + *done, &parser->word))
            at++;
        if (at == end && !token_piece(end[-1].text + *done)) {
            expected_one(parser, form, end, *done);
            return NULL;
        }
        const char *const token = (at == end ? end[-1] : *at).text + *done;
        while (!token_same(form->text + *done, token))
            form++;
        while (!token_same(end[-1].text + *done, token))
            end--;
        if (end - form == 1)
            break;
        if (!read_token(token, parser))
            return NULL;
        *done += (size_t)(token_next(token) - token);
    }
    return form;
}

// What brackets hold, or nothing; what was not there is said where the line does not end then.
static bool read_option(const char **text, struct parser *parser, char *missed, size_t size) {
    const char *const end = strchr(*text, ']');
    const char *token = *text + 1;
    *text = end + 1 + strspn(end + 1, " ");
    if (!token_begins(token, parser)) {
        if (token[0] != '<')
            snprintf(missed + strlen(missed), size - strlen(missed), "%.*s, ",
                     (int)token_length(token), token);
        return true;
    }
    missed[0] = '\0';
    for (; token < end; token = token_next(token))
        if (!read_token(token, parser))
            return false;
    return true;
}

static bool read_rest(const char *text, struct parser *parser) {
    char missed[80] = "";
    while (*text) {
        if (text[0] == '[') {
            if (!read_option(&text, parser, missed, sizeof missed))
                return false;
            continue;
        }
        if (!read_token(text, parser))
            return false;
        text = token_next(text);
        missed[0] = '\0';
    }
    if (missed[0])
        snprintf(missed + strlen(missed) - 2, sizeof missed - strlen(missed), " or ");
    snprintf(missed + strlen(missed), sizeof missed - strlen(missed), "the end of the line");
    return words_end(parser) || words_expected(parser, missed);
}

bool grammar_read(struct parser *parser) {
    size_t done;
    const struct form *const form = choose(parser, &done);
    if (!form)
        return false;
    parser->statement->verb = form->verb;
    parser->statement->subject = form->subject;
    parser->statement->event = form->event;
    parser->statement->bus = form->bus;
    parser->statement->is_not = strncmp(form->text, "expect not ", 11) == 0;
    return read_rest(form->text + done, parser);
}

bool grammar_reserves(const struct word *word) {
    for (unsigned i = 0; i < FORM_COUNT; i++)
        if (FORMS[i].verb == VERB_EXPECT && token_is(token_next(FORMS[i].text), word))
            return true;
    return false;
}
