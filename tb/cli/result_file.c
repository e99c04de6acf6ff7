#include "tb/cli/result_file.h"

#include <string.h>

#include "csim/base/atomic_file.h"
#include "csim/interface/numbers.h"
#include "tb/cli/settings.h"
#include "tb/cli/version.h"

bool whole_file(const char *path, result_write *write, const void *context) {
    char folder[256];
    struct text_error error;
    struct atomic_file output;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    if (!atomic_file_folders(folder, &error) || !atomic_file_open(&output, path, &error))
        return refuse("%s", error.text);
    write(context, output.file);
    return atomic_file_finish(&output, &error) || refuse("%s", error.text);
}

bool result_file(const char *name, result_write *write, const void *context) {
    char path[256];
    snprintf(path, sizeof path, "build/results/%s", name);
    return whole_file(path, write, context);
}

bool report_file(const char *name, result_write *write, const void *context) {
    char path[256];
    struct text_error error;
    snprintf(path, sizeof path, BUILD_FOLDER "/reports/%s", name);
    return whole_file(path, write, context) &&
           (version_note(path, &error) || refuse("%s", error.text));
}
