#include "tb/scenario/grammar.h"

// --- words --------------------------------------------------------------------------------------

void words_begin(struct parser *parser, const char *text) {
    text += strspn(text, " \t");
    parser->word = (struct word){text, *text == '#' ? 0 : strcspn(text, " \t")};
}

void words_advance(struct parser *parser) {
    words_begin(parser, parser->word.text + parser->word.length);
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
    struct missed *missed = &parser->missed;
    if (parser->word.text > missed->word.text)
        *missed = (struct missed){.word = parser->word};
    const char *const before = missed->what + missed->last + (missed->last ? 2 : 0);
    if (parser->word.text == missed->word.text && strcmp(before, what) != 0) {
        missed->last = strlen(missed->what);
        snprintf(missed->what + missed->last, sizeof missed->what - missed->last, "%s%s",
                 missed->last ? ", " : "", what);
    }
    return false;
}

bool words_fail(struct parser *parser) {
    const struct missed *missed = &parser->missed;
    char shown[WORD_SHOWN];
    return text_reader_fail(
        parser->reader, "expected %.*s%s%s, found %s", (int)missed->last, missed->what,
        missed->last ? " or " : "", missed->what + missed->last + (missed->last ? 2 : 0),
        missed->word.length ? word_show(&missed->word, shown) : "the end of the line");
}

bool words_need(struct parser *parser, const char *text) {
    return words_accept(parser, text) || words_expected(parser, text);
}

bool words_over(struct parser *parser) {
    return words_end(parser) || words_expected(parser, "the end of the line");
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
#define EXPECT(words, is)                                                                          \
    { .text = "expect " words " <when>", .verb = VERB_EXPECT, .subject = SUBJECT_##is }
#define EVENT(words, of)                                                                           \
    { .text = "expect " words " <when>", .verb = VERB_EXPECT, .event = EVENT_##of }
#define COUNT(word, of)                                                                            \
    {                                                                                              \
        .text = "expect " word " [of <either>] <relation> <when>", .verb = VERB_EXPECT,            \
        .subject = SUBJECT_COUNT, .event = EVENT_##of                                              \
    }

// The first that a line is counts. What [brackets] hold may be left out.
static const struct form {
    const char *text;
    enum verb verb;
    enum subject subject;
    enum event event;
} FORMS[] = {
    DO("register <register> <value> [<refused>]", REGISTER),
    DO("bus write <register> <value> [strobes <strobes>] [address after <address_after>] "
       "[data after <data_after>]",
       BUS_WRITE),
    DO("bus send <operation> <part> [address after <address_after>] [data after <data_after>]",
       BUS_SEND),
    DO("bus read <register>", BUS_READ),
    DO("bus stalls writes", BUS_STALLS_WRITES),
    DO("bus stalls reads", BUS_STALLS_READS),
    DO("bus goes on", BUS_GOES_ON),
    DO("messages <hearing>", MESSAGES),
    DO("stage <lanes_or_done> takes <to_million> [observes <quanta>]", STAGE),
    DO("stage <lanes_or_done> by hand [observes <quanta>]", STAGE),
    DO("offer <new> <shape> [tag of <tag_of>]", OFFER),
    DO("ask <new> <shape>", ASK),
    DO("again <operation>", AGAIN),
    DO("flood <new_flood> <shapes> [every <to_million> clocks|clock] [count <limit>]", FLOOD),
    DO("repeat <operation> [every <to_million> clocks|clock]", REPEAT),
    DO("stop <either>", STOP),
    DO("<part> <operation>", COMPLETE),
    DO("stray <lane_or_done> handle <handle>", STRAY),
    DO("send <operation> <part>", SEND),
    DO("write window <lanes> <value>", WRITE),
    DO("write command_limit <value>", WRITE),
    DO("pause", PAUSE),
    DO("resume", RESUME),
    DO("reset [<to_1000>]", RESET),
    DO("wait <clocks>", WAIT),
    DO("leap <leap>", LEAP),
    DO("flip <lanes> bit <bit>", FLIP),
    DO("flip <lanes> each bit", FLIP_EACH),
    DO("measure", MEASURE),
    EXPECT("ready <group> <lanes>", READY),
    EXPECT("not ready <group> <lanes>", READY),
    EXPECT("not quiet", QUIET),
    EXPECT("quiet", QUIET),
    EXPECT("no irq", IRQ),
    EXPECT("irq", IRQ),
    EXPECT("share of <flood> <relation> percent", SHARE),
    EXPECT("longest wait of <either> <relation>", LONGEST_WAIT),
    EXPECT("overtakes of <either> <relation>", OVERTAKES),
    EXPECT("demand of <operation> <relation>", DEMAND),
    EXPECT("response demand of <operation> <relation>", RESPONSE_DEMAND),
    EXPECT("debt <lanes> <relation>", DEBT),
    EXPECT("waiting <relation>", WAITING),
    EXPECT("held <relation>", HELD),
    EXPECT("handle of <operation> differs from <other>", HANDLE_DIFFERS),
    EXPECT("handle of <operation> <relation>", HANDLE),
    EXPECT("register <register> <relation>", REGISTER),
    EXPECT("told <lanes> <relation>", TOLD),
    EXPECT("messages <relation>", MESSAGES),
    EXPECT("alike", ALIKE),
    COUNT("takes", TAKEN),
    COUNT("asks", ASKED),
    COUNT("grants", GRANTED),
    COUNT("rejects", REJECTED),
    COUNT("flushes", FLUSHED),
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
    return text + strspn(text, " ");
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

static bool read_token(const char *text, struct parser *parser) {
    char word[SCENARIO_NAME_BYTES];
    if (text[0] == '<')
        return piece_read(text + 1, token_length(text) - 2, parser);
    if (token_is(text, &parser->word)) {
        words_advance(parser);
        return true;
    }
    snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "| ]"), text);
    return words_expected(parser, word);
}

// What brackets hold is read whole, or nothing of it.
static bool read_tokens(const char *text, const char *end, struct parser *parser) {
    while (text < end) {
        const char *const option = *text == '[' ? strchr(text, ']') : NULL;
        const char *const begin = parser->word.text;
        if (option ? !read_tokens(text + 1, option, parser) && parser->word.text > begin
                   : !read_token(text, parser))
            return false;
        text = option ? option + 1 + strspn(option + 1, " ") : token_next(text);
    }
    return true;
}

bool grammar_read(struct parser *parser) {
    const struct statement blank = *parser->statement;
    const char *const begin = parser->word.text;
    for (const struct form *form = FORMS; form < FORMS + FORM_COUNT; form++) {
        *parser->statement = blank;
        parser->statement->verb = form->verb;
        parser->statement->subject = form->subject;
        parser->statement->event = form->event;
        parser->statement->is_not = strncmp(form->text, "expect no", 9) == 0;
        words_begin(parser, begin);
        if (read_tokens(form->text, form->text + strlen(form->text), parser) && words_over(parser))
            return true;
    }
    return false;
}

bool grammar_reserves(const struct word *word) {
    for (unsigned i = 0; i < FORM_COUNT; i++)
        if (FORMS[i].verb == VERB_EXPECT && token_is(token_next(FORMS[i].text), word))
            return true;
    return false;
}
