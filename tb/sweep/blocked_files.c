#include "tb/sweep/blocked_files.h"

#include "tb/wave/blocked_view.h"

bool blocked_files_open(struct blocked_files *files, const char *csv, const char *waves,
                        uint64_t operations, bool one_window, struct text_error *error) {
    *files = (struct blocked_files){.path = waves, .one_window = one_window};
    if (!csv && !waves)
        return true;
    bool open = (!csv || output_open(&files->refusals, csv, error)) &&
                (!waves || output_open(&files->waves, waves, error));
    if (open) {
        files->blocked = blocked_open(operations, files->refusals.file);
        files->wave = waves ? blocked_wave_open(files->waves.file, one_window) : NULL;
        open = files->blocked && (files->wave || !waves);
        if (!open)
            text_error_set(error, "out of memory");
    }
    if (open && files->wave) {
        const struct blocked_watch watch = blocked_wave_watch(files->wave);
        blocked_watched(files->blocked, &watch);
    }
    if (!open)
        blocked_files_close(files);
    return open;
}

bool blocked_files_finish(struct blocked_files *files, struct text_error *error) {
    return (!files->refusals.file || output_finish(&files->refusals, error)) &&
           (!files->waves.file || (output_finish(&files->waves, error) &&
                                   blocked_view_write(files->path, blocked_wave_facts(files->wave),
                                                      files->one_window, error)));
}

void blocked_files_close(struct blocked_files *files) {
    output_discard(&files->refusals);
    output_discard(&files->waves);
    blocked_close(files->blocked);
    blocked_wave_close(files->wave);
    *files = (struct blocked_files){0};
}
