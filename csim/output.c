#define _POSIX_C_SOURCE 200809L
#include "output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void output_free(struct output *output) {
    free(output->path);
    free(output->part);
    *output = (struct output){0};
}

bool output_open(struct output *output, const char *path, char *error, size_t size) {
    const char suffix[] = ".part";
    size_t length = strlen(path);
    *output = (struct output){.path = malloc(length + 1), .part = malloc(length + sizeof suffix)};
    if (!output->path || !output->part) {
        snprintf(error, size, "%s: out of memory", path);
        output_free(output);
        return false;
    }
    memcpy(output->path, path, length + 1);
    memcpy(output->part, path, length);
    memcpy(output->part + length, suffix, sizeof suffix);
    // A device or a pipe is written as it is: there is nothing to move into its place.
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        free(output->part);
        output->part = NULL;
    }
    output->file = fopen(output->part ? output->part : path, "w");
    if (!output->file) {
        snprintf(error, size, "%s: cannot write: %s", path, strerror(errno));
        output_free(output);
        return false;
    }
    return true;
}

bool output_finish(struct output *output, char *error, size_t size) {
    bool written = fflush(output->file) == 0 && !ferror(output->file);
    int reason = errno;
    if (fclose(output->file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && output->part && rename(output->part, output->path) != 0) {
        written = false;
        reason = errno;
    }
    if (!written) {
        snprintf(error, size, "%s: cannot write: %s", output->path, strerror(reason));
        if (output->part)
            remove(output->part);
    }
    output_free(output);
    return written;
}

void output_discard(struct output *output) {
    if (!output->file)
        return;
    fclose(output->file);
    if (output->part)
        remove(output->part);
    output_free(output);
}

bool output_folders(const char *folder, char *error, size_t size) {
    char path[512];
    for (size_t length = 1; length <= strlen(folder); length++) {
        if (folder[length] != '/' && folder[length] != '\0')
            continue;
        snprintf(path, sizeof path, "%.*s", (int)length, folder);
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            snprintf(error, size, "%s: cannot make the folder: %s", path, strerror(errno));
            return false;
        }
    }
    return true;
}
