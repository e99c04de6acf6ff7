// Which planted bugs are in force: those whose names PLANTED_BUG has, with commas between; without
// it none.
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>

// Called by the RTL of build/planted (scripts/block/plant.py) as a model is made: once with the
// name of each bug, and in the end with an empty name. 1 where the bug is in force. A name in
// PLANTED_BUG that is no bug's ends the program.
extern "C" unsigned char sema_planted(const char *name) {
    static unsigned known;
    const char *const chosen = std::getenv("PLANTED_BUG");
    std::istringstream list(chosen ? chosen : "");
    unsigned names = 0, same = 0;
    for (std::string one; std::getline(list, one, ','); names++)
        same += one == name;
    known += same;
    if (*name)
        return same > 0;
    if (known != names) {
        std::fprintf(stderr, "PLANTED_BUG: expected names of rtl/bugs/planted.txt, got '%s'\n",
                     chosen);
        std::exit(2);
    }
    known = 0;
    return 0;
}
