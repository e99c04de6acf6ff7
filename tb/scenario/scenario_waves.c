#include "tb/scenario/scenario_waves.h"

#include <stdio.h>

#include "csim/base/atomic_file.h"
#include "tb/block/wave/tape_waves.h"

enum { TAPE, FST, VIEW, IN_SIGHT = 64 };

static void note(void *self, uint64_t clock, const struct block_out *out,
                 const struct block_in *in) {
    struct scenario_waves *waves = self;
    const struct path_out *path = &out->path;
    waves->clock = clock;
    if (!in->path.rst_n || path->trace_kind > PATH_WINDOW || waves->first[path->trace_kind])
        return;
    waves->first[path->trace_kind] = clock;
    if (path->trace_kind == PATH_DENY || (path->trace_kind == PATH_GRANT && !waves->lanes))
        waves->lanes = path->trace_mask;
}

bool scenario_waves_begin(struct scenario_waves *waves, const char *folder, const char *name,
                          const struct path_size *size, struct text_error *error) {
    static const char *const END[] = {".tape.gz", ".fst", ".gtkw"};
    struct block_tape_header header = {.size = *size};
    *waves = (struct scenario_waves){0};
    snprintf(header.name, sizeof header.name, "%.63s", name);
    for (unsigned i = 0; i <= VIEW; i++)
        if ((size_t)snprintf(waves->path[i], sizeof *waves->path, "%s/%s%s", folder, name,
                             END[i]) >= sizeof *waves->path)
            return text_error_set(error, "%s: the path is too long", folder);
    if (!atomic_file_folders(folder, error))
        return false;
    waves->tape = block_tape_create(waves->path[TAPE], &header, error);
    return waves->tape != NULL;
}

struct block_model scenario_waves_model(struct scenario_waves *waves, struct block_model model) {
    waves->observers[0] = block_tape_recorder(waves->tape);
    waves->observers[1] = (struct observer){waves, note};
    return observed_model(&waves->observed, model, waves->observers, 2);
}

bool scenario_waves_end(struct scenario_waves *waves, bool passed, struct text_error *error) {
    const uint64_t grant = waves->first[PATH_GRANT], deny = waves->first[PATH_DENY];
    struct tape_sight sight = {.to = UINT64_MAX,
                               .in_sight = passed ? IN_SIGHT : 0,
                               .first = FIELD_GROUPS,
                               .lanes = waves->lanes ? waves->lanes : 1};
    unsigned marks = 0;
    if (!passed)
        sight.mark[marks++] = (struct tape_mark){waves->clock, "failed"};
    if (deny)
        sight.mark[marks++] = (struct tape_mark){deny, "first refusal"};
    if (grant)
        sight.mark[marks++] = (struct tape_mark){grant, "first grant"};
    if (!marks)
        sight.mark[0] = (struct tape_mark){waves->clock / 2, "the middle"};
    const bool fine =
        block_tape_close(waves->tape, error) &&
        tape_waves(waves->path[TAPE], waves->path[FST], waves->path[VIEW], &sight, error);
    remove(waves->path[TAPE]);
    return fine;
}
