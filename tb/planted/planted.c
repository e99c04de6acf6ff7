// Which planted bugs are in force: those whose names PLANTED_BUG has, with commas between; without
// it none.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Called by the RTL of build/planted (scripts/planted/plant.py) as a model is made: once with the
// name of each bug, and in the end with an empty name. 1 where the bug is in force. A name in
// PLANTED_BUG that is no bug's ends the program.
unsigned char sema_planted(const char *name);

// The number of names in a list, and of those that are `name`.
static unsigned count(const char *list, const char *name, unsigned *same) {
    unsigned names = 0;
    while (*list) {
        const size_t length = strcspn(list, ",");
        names++;
        *same += length == strlen(name) && memcmp(list, name, length) == 0;
        list += length + (list[length] == ',');
    }
    return names;
}

unsigned char sema_planted(const char *name) {
    static unsigned known;
    const char *const chosen = getenv("PLANTED_BUG");
    unsigned same = 0;
    const unsigned names = chosen ? count(chosen, name, &same) : 0;
    known += same;
    if (*name)
        return same > 0;
    if (known != names) {
        fprintf(stderr, "PLANTED_BUG: expected names of rtl/bugs/planted.txt, got '%s'\n", chosen);
        exit(2);
    }
    known = 0;
    return 0;
}
