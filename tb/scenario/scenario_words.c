#include <inttypes.h>
#include <stdio.h>

#include "tb/scenario/grammar.h"

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
