#include "tb/wave/savefile_parts.h"

#include <inttypes.h>
#include <string.h>

enum { STRETCH_ROWS = 3, PANE_PIXELS = 1000, FRAME_PIXELS = 200, NAMED_MARKERS = 26 };

void savefile_head(FILE *file, const struct savefile_sight *sight) {
    // GTKWave's zoom is minus the logarithm to base 2 of the time that FRAME_PIXELS take.
    unsigned zoom = 0;
    const uint64_t frames = PANE_PIXELS / FRAME_PIXELS;
    while (frames << zoom < sight->ps)
        zoom++;
    const uint64_t before = (frames << zoom) * 2 / 5;
    // GTKWave looks for files by how they lay to the save file when that was written, by full
    // paths. So any folder will do as the one of then: the root has the shortest name.
    fprintf(file, "[dumpfile] \"/%s\"\n[savefile] \"/view.gtkw\"\n", sight->waves);
    fprintf(file, "[timestart] %" PRIu64 "\n",
            sight->marker_ps > before ? sight->marker_ps - before : 0);
    fprintf(file, "[size] 1400 900\n[pos] -1 -1\n");
    fprintf(file, "*-%u.000000 %" PRIu64 " %" PRIu64, zoom, sight->marker_ps, sight->marker_ps);
    for (unsigned named = 1; named < NAMED_MARKERS; named++)
        fprintf(file, " -1");
    fprintf(file, "\n[markername] A%s\n", sight->marker);
    fprintf(file, "[signals_width] %u\n[sst_expanded] 0\n", sight->signals_pixels);
}

void savefile_group_begin(FILE *file, const char *title, bool open) {
    fprintf(file, "@%x\n-%s\n", FLAG_BEGIN | FLAG_BLANK | (open ? 0 : FLAG_CLOSED), title);
}

void savefile_group_end(FILE *file, bool open) {
    fprintf(file, "@%x\n-\n", FLAG_END | FLAG_BLANK | (open ? 0 : FLAG_CLOSED | FLAG_COLLAPSED));
}

void savefile_signal(FILE *file, const struct savefile_signal *signal) {
    fprintf(file, "@%x\n", FLAG_RIGHT | signal->flags);
    if (signal->colour)
        fprintf(file, "[color] %u\n", signal->colour);
    if (signal->names)
        fprintf(file, "^%u /names/%s.txt\n", signal->names, signal->names_file);
    fprintf(file, "+{%s%s} %s%s", signal->before, signal->label, signal->scope, signal->signal);
    if (signal->bits > 1)
        fprintf(file, "[%u:0]", signal->bits - 1);
    fputc('\n', file);
    if (signal->tall)
        fprintf(file, "@%x\n", FLAG_STRETCH);
    for (unsigned i = 0; signal->tall && i < STRETCH_ROWS; i++)
        fprintf(file, "-\n");
}

const char *savefile_path_beside(const char *waves, char *path, size_t size) {
    static const char ending[] = ".fst";
    const char *slash = strrchr(waves, '/');
    const char *name = slash ? slash + 1 : waves;
    size_t length = strlen(waves);
    if (strlen(name) > strlen(ending) && strcmp(waves + length - strlen(ending), ending) == 0)
        length -= strlen(ending);
    snprintf(path, size, "%.*s.gtkw", length < size ? (int)length : (int)size, waves);
    return name;
}
