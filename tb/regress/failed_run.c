#include "tb/regress/failed_run.h"

bool failed_run_explain(const struct checked_run *run, const char *path,
                        const struct checked_outcome *outcome, const char *replay, FILE *file,
                        struct text_error *error) {
    (void)run, (void)path, (void)outcome, (void)error;
    fprintf(file, "replay: %s\n", replay);
    return true;
}
