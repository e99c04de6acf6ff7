// Which of the mutants in a program is alive.
#ifndef SEMA_MUTANT_H
#define SEMA_MUTANT_H

// 0: none. Mutated C looks here.
extern int mutant;

// The same for a mutated model, which asks when it is made.
int mutant_number(void);

#endif
