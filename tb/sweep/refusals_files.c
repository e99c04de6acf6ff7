#include "tb/sweep/refusals_files.h"

#include "tb/wave/refusals_view.h"

bool refusals_files_open(struct refusals_files *files, const char *csv, const char *waves,
                         uint64_t operations, bool one_window, struct text_error *error) {
    *files = (struct refusals_files){.path = waves, .one_window = one_window};
    if (!csv && !waves)
        return true;
    bool open = (!csv || atomic_file_open(&files->table, csv, error)) &&
                (!waves || atomic_file_open(&files->waves, waves, error));
    if (open) {
        files->refusals = refusals_open(operations, files->table.file);
        files->wave = waves ? refusals_wave_open(files->waves.file, one_window) : NULL;
        open = files->refusals && (files->wave || !waves);
        if (!open)
            text_error_set(error, "out of memory");
    }
    if (open && files->wave) {
        const struct refusals_watch watch = refusals_wave_watch(files->wave);
        refusals_watched(files->refusals, &watch);
    }
    if (!open)
        refusals_files_close(files);
    return open;
}

bool refusals_files_finish(struct refusals_files *files, struct text_error *error) {
    return (!files->table.file || atomic_file_finish(&files->table, error)) &&
           (!files->waves.file ||
            (atomic_file_finish(&files->waves, error) &&
             refusals_view_write(files->path, refusals_wave_facts(files->wave), files->one_window,
                                 error)));
}

void refusals_files_close(struct refusals_files *files) {
    atomic_file_discard(&files->table);
    atomic_file_discard(&files->waves);
    refusals_close(files->refusals);
    refusals_wave_close(files->wave);
    *files = (struct refusals_files){0};
}
