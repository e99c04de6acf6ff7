// The pieces that statements of a scenario are made of: numbers, choices, names, lanes, shapes.
#ifndef SEMA_SCENARIO_PIECES_H
#define SEMA_SCENARIO_PIECES_H

#include "tb/scenario/scenario_words.h"

struct piece;

// That of a name (pieces.c), which is one.
const struct piece *piece_named(const char *name, size_t length);

// Reads it into parser->statement. False: the line's failure says what was expected.
bool piece_read(const struct piece *piece, struct parser *parser);

// May it begin with the next word? Of a choice: one of its words; else any.
bool piece_begins(const struct piece *piece, const struct parser *parser);

#endif
