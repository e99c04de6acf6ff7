// What every GTKWave save file is made of.
#ifndef SEMA_SAVEFILE_PARTS_H
#define SEMA_SAVEFILE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

// GTKWave's flags of a trace.
enum {
    FLAG_HEX = 0x2,
    FLAG_DECIMAL = 0x4,
    FLAG_BINARY = 0x8,
    FLAG_RIGHT = 0x20,
    FLAG_BLANK = 0x200,
    FLAG_SIGNED = 0x400,
    FLAG_COLLAPSED = 0x1000,
    FLAG_NAMES = 0x2000,
    FLAG_STEPS = 0x8000,
    FLAG_STRETCH = 0x20000,
    FLAG_WHOLE_FILE = 0x80000,
    FLAG_CLOSED = 0x400000,
    FLAG_BEGIN = 0x800000,
    FLAG_END = 0x1000000,
    FLAG_COUNT = 0x20000000,
};

// GTKWave's numbers for colours of traces.
enum colour { NORMAL, RED, ORANGE, YELLOW, GREEN, BLUE, INDIGO, VIOLET };

// What is in sight when the file is opened.
struct savefile_sight {
    const char *waves;       // name of the file of waves, in the save file's folder
    const char *marker;      // what the marker marks
    uint64_t marker_ps;      // where it is: two fifths from the left edge
    uint64_t ps;             // so many are in sight, or up to twice as many
    unsigned signals_pixels; // width of the names and values
};

void savefile_head(FILE *file, const struct savefile_sight *sight);

// A group; groups do not nest.
void savefile_group_begin(FILE *file, const char *title, bool open);
void savefile_group_end(FILE *file, bool open);

// A signal; its path is that of its scope, which ends with a dot, and its name.
struct savefile_signal {
    unsigned flags; // beside FLAG_RIGHT
    enum colour colour;
    unsigned names;         // number of the file of names, and the file; 0: there is none
    const char *names_file; // names/FILE.txt
    const char *before, *label;
    const char *scope, *signal;
    unsigned bits; // up to 1: without a range
    bool tall;     // an analogue trace
};
void savefile_signal(FILE *file, const struct savefile_signal *signal);

// The save file's path beside the file of waves: NAME.gtkw for NAME.fst, NAME.x.gtkw for NAME.x.
// Returns the name of the waves without folders. A path that is too long is cut off.
const char *savefile_path_beside(const char *waves, char *path, size_t size);

#endif
