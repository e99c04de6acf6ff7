// How a line of a scenario is read: its words, one ahead; the pieces that statements are made of;
// statements.
#pragma once

#include "csim/base/text_reader.h"
#include "tb/scenario/scenario_file.h"

struct parser {
    struct text_reader *reader;
    const struct path_size *size;
    struct scenario *scenario;
    struct statement *statement;
    unsigned more;    // statements like it, of the lanes that follow its own
    struct word word; // the next one; empty at the end of the line
    struct missed {   // the furthest word that no form of a statement could take
        struct word word;
        char what[400]; // was expected, a list
        size_t last;    // where its last part begins, with the comma before it
    } missed;
};

void words_begin(struct parser *parser, const char *text);
void words_advance(struct parser *parser);
bool words_end(const struct parser *parser);
bool words_over(struct parser *parser); // the end must come

// Goes over the next word if it is this one.
bool words_accept(struct parser *parser, const char *text);
bool words_need(struct parser *parser, const char *text);

// What could have been instead of the next word. Always false.
bool words_expected(struct parser *parser, const char *what);

// "expected WHAT, WHAT or WHAT, found WORD" is the failure of the line. Always false.
bool words_fail(struct parser *parser);

// A number; `what` it is of is what the failure says.
bool words_number(struct parser *parser, const char *what, uint64_t least, uint64_t most,
                  uint64_t *value);

// The place of the next word in a list that NULL ends, or -1.
int words_find(const struct parser *parser, const char *const *list);

// --- pieces: numbers, choices, names, lanes, shapes -------------------------------------------

// Reads that of a name (pieces.c), which is one, into parser->statement.
bool piece_read(const char *name, size_t length, struct parser *parser);

// --- statements: a line of FORMS (grammar.c) is what a new one takes ---------------------------

// Reads the line's words into parser->statement, which is as of scenario_file.c.
bool grammar_read(struct parser *parser);

// A word that may come right behind `expect`: no name.
bool grammar_reserves(const struct word *word);
