// Every statement of a scenario, and what each of its words sets. A line of FORMS (grammar.c) is
// what a new statement takes.
#ifndef SEMA_SCENARIO_GRAMMAR_H
#define SEMA_SCENARIO_GRAMMAR_H

#include "tb/scenario/scenario_words.h"

// Reads the line's words into parser->statement, which is as of scenario_file.c. False: the line's
// failure says what was expected.
bool grammar_read(struct parser *parser);

// A word that may come right behind `expect`: no name.
bool grammar_reserves(const struct word *word);

#endif
