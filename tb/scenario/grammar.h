// How a line of a scenario is read: its words, one ahead; the pieces that statements are made of;
// statements.
#ifndef SEMA_SCENARIO_GRAMMAR_H
#define SEMA_SCENARIO_GRAMMAR_H

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

// --- pieces: numbers, choices, names, lanes, shapes -------------------------------------------

struct piece;

// That of a name (pieces.c), which is one.
const struct piece *piece_named(const char *name, size_t length);

// Reads it into parser->statement. False: the line's failure says what was expected.
bool piece_read(const struct piece *piece, struct parser *parser);

// May it begin with the next word? Of a choice: one of its words; else any.
bool piece_begins(const struct piece *piece, const struct parser *parser);

// --- statements: a line of FORMS (grammar.c) is what a new one takes ---------------------------

// Reads the line's words into parser->statement, which is as of scenario_file.c. False: the line's
// failure says what was expected.
bool grammar_read(struct parser *parser);

// A word that may come right behind `expect`: no name.
bool grammar_reserves(const struct word *word);

#endif
