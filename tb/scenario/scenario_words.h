// The words of a scenario's line, one ahead, and what is said of a word that was not expected.
#ifndef SEMA_SCENARIO_WORDS_H
#define SEMA_SCENARIO_WORDS_H

#include "csim/base/text_reader.h"
#include "tb/scenario/scenario_file.h"

struct parser {
    struct text_reader *reader;
    const struct path_size *size;
    struct scenario *scenario;
    struct statement *statement;
    struct word word; // the next one; empty at the end of the line
};

void words_advance(struct parser *parser);
bool words_end(const struct parser *parser);

// Goes over the next word if it is this one.
bool words_accept(struct parser *parser, const char *text);
bool words_need(struct parser *parser, const char *text);

// "expected WHAT, found WORD" is the failure of the line. Always false.
bool words_expected(struct parser *parser, const char *what);

// A number; `what` it is of is what the failure says.
bool words_number(struct parser *parser, const char *what, uint64_t least, uint64_t most,
                  uint64_t *value);

// The place of the next word in a list that NULL ends, or -1.
int words_find(const struct parser *parser, const char *const *list);

#endif
