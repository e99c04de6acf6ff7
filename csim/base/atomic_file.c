#include "csim/base/atomic_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/interrupt.h"

static void atomic_file_free(struct atomic_file *output) {
    free(output->path);
    free(output->part);
    *output = (struct atomic_file){0};
}

// A part is locked as long as it is written.
static bool part_lock(int file) {
    return flock(file, LOCK_EX | LOCK_NB) == 0;
}

// Removes the parts of `path` of runs that were killed.
static void part_sweep(const char *path) {
    const char *const slash = strrchr(path, '/'), *const name = slash ? slash + 1 : path;
    char *const folder = memory_there(slash ? strndup(path, (size_t)(name - path)) : strdup("."));
    DIR *const all = opendir(folder);
    const size_t length = strlen(name);
    for (const struct dirent *entry; all && (entry = readdir(all)) != NULL;) {
        int end = 0;
        if (strncmp(entry->d_name, name, length) == 0)
            sscanf(entry->d_name + length, ".%*[0-9]-%*[0-9].part%n", &end);
        if (end == 0 || entry->d_name[length + (size_t)end] != '\0')
            continue;
        const int file = openat(dirfd(all), entry->d_name, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
        if (file >= 0 && part_lock(file))
            unlinkat(dirfd(all), entry->d_name, 0);
        if (file >= 0)
            close(file);
    }
    if (all)
        closedir(all);
    free(folder);
}

// A new part, locked. -1: errno says why; EEXIST: another one is there, or swept this one.
static int part_create(const char *part) {
    struct stat status;
    const int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 || ((part_lock(file) || errno != EWOULDBLOCK) && fstat(file, &status) == 0 &&
                     status.st_nlink > 0))
        return file;
    close(file);
    errno = EEXIST;
    return -1;
}

// Opens a file beside `path` that nothing else writes; its name goes to `part`. NULL: errno says
// why.
static FILE *part_open(const char *path, char *part, size_t size) {
    int file = -1;
    part_sweep(path);
    for (unsigned try = 0; file < 0 && (try == 0 || errno == EEXIST); try++) {
        snprintf(part, size, "%s.%ld-%u.part", path, (long)getpid(), try);
        file = part_create(part);
    }
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    if (file >= 0 && !stream)
        close(file);
    return stream;
}

bool atomic_file_open(struct atomic_file *output, const char *path, struct text_error *error) {
    enum { SUFFIX_BYTES = 48 };
    size_t length = strlen(path) + 1;
    *output = (struct atomic_file){.path = memory_there(strdup(path)),
                                   .part = memory_there(malloc(length + SUFFIX_BYTES))};
    // A device or a pipe is written as it is: there is nothing to move into its place.
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        free(output->part);
        output->part = NULL;
        output->file = fopen(path, "w");
    } else {
        output->file = part_open(path, output->part, length + SUFFIX_BYTES);
    }
    if (!output->file) {
        text_error_set(error, "%s: cannot write: %s", path, strerror(errno));
        atomic_file_free(output);
        return false;
    }
    return true;
}

void atomic_file_discard(struct atomic_file *output) {
    if (!output->file)
        return;
    fclose(output->file);
    if (output->part)
        remove(output->part);
    atomic_file_free(output);
}

bool atomic_file_finish(struct atomic_file *output, struct text_error *error) {
    if (interrupted()) {
        text_error_set(error, "%s: interrupted", output->path);
        atomic_file_discard(output);
        return false;
    }
    bool written = fflush(output->file) == 0 && !ferror(output->file);
    int reason = errno;
    const int locked = dup(fileno(output->file)); // until it is in its place
    if (fclose(output->file) != 0 && written) {
        written = false;
        reason = errno;
    }
    if (written && output->part && rename(output->part, output->path) != 0) {
        written = false;
        reason = errno;
    }
    if (locked >= 0)
        close(locked);
    if (!written) {
        text_error_set(error, "%s: cannot write: %s", output->path, strerror(reason));
        if (output->part)
            remove(output->part);
    }
    atomic_file_free(output);
    return written;
}

bool atomic_file_folders(const char *folder, struct text_error *error) {
    char path[512];
    for (size_t length = 1; length <= strlen(folder); length++) {
        if (folder[length] != '/' && folder[length] != '\0')
            continue;
        snprintf(path, sizeof path, "%.*s", (int)length, folder);
        if (mkdir(path, 0777) != 0 && errno != EEXIST)
            return text_error_set(error, "%s: cannot make the folder: %s", path, strerror(errno));
    }
    return true;
}

// --- text -------------------------------------------------------------------------------------

bool text_writer_open(struct text_writer *writer, const char *path, struct text_error *error) {
    if (!atomic_file_open(&writer->output, path, error))
        return false;
    const size_t length = strlen(path);
    const bool compress = length > 3 && strcmp(path + length - 3, ".gz") == 0;
    const int descriptor = dup(fileno(writer->output.file));
    writer->gz = descriptor < 0 ? NULL : gzdopen(descriptor, compress ? "w3" : "wT");
    if (writer->gz) {
        gzbuffer(writer->gz, 1 << 17);
        return true;
    }
    text_error_set(error, "%s: cannot write: out of memory or file descriptors", path);
    if (descriptor >= 0)
        close(descriptor);
    atomic_file_discard(&writer->output);
    return false;
}

bool text_writer_close(struct text_writer *writer, struct text_error *error) {
    if (gzclose(writer->gz) == Z_OK)
        return atomic_file_finish(&writer->output, error);
    text_error_set(error, "%s: cannot write: %s", writer->output.path, strerror(errno));
    atomic_file_discard(&writer->output);
    return false;
}

void text_writer_discard(struct text_writer *writer) {
    gzclose(writer->gz);
    atomic_file_discard(&writer->output);
}
