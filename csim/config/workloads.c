#include "csim/config/workloads.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/text_reader.h"
#include "csim/base/word.h"

static const char *const endings[] = {".yaml", ".yml"};
enum { ENDINGS = sizeof endings / sizeof *endings };

int workload_stem(const char *text) {
    for (unsigned i = 0; i < ENDINGS; i++) {
        const size_t length = strlen(text), end = strlen(endings[i]);
        if (length > end && strcmp(text + length - end, endings[i]) == 0)
            return (int)(length - end);
    }
    return (int)strlen(text);
}

bool workload_is_yaml(const char *text) {
    return text[workload_stem(text)] != '\0';
}

bool workload_name_fits(const char *name) {
    static const char legal[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.";
    const size_t length = strspn(name, legal);
    return length > 0 && *name != '.' && length < WORKLOAD_NAME_SIZE && name[length] == '\0';
}

// False: no room.
static bool name_add(struct workloads *workloads, const char *file, bool *fits) {
    char name[WORKLOAD_NAME_SIZE];
    const int length = workload_stem(file);
    snprintf(name, sizeof name, "%.*s", length < WORKLOAD_NAME_SIZE ? length : 0, file);
    *fits = !workload_is_yaml(file) || workload_name_fits(name);
    if (!workload_is_yaml(file) || !*fits)
        return true;
    if (workloads->count == WORKLOADS_MAX)
        return false;
    memcpy(workloads->name[workloads->count++], name, sizeof name);
    return true;
}

static int by_name(const void *a, const void *b) {
    return strcmp(a, b);
}

bool workloads_list(struct workloads *workloads, const char *directory,
                    void (*left_out)(const char *directory, const char *file),
                    struct text_error *error) {
    workloads->count = 0;
    DIR *folder = opendir(directory);
    if (!folder)
        return text_error_set(error, "%s: cannot be read: %s", directory, strerror(errno));
    bool room = true, fits;
    for (const struct dirent *entry; room && (entry = readdir(folder));) {
        room = name_add(workloads, entry->d_name, &fits);
        if (!fits && left_out)
            left_out(directory, entry->d_name);
    }
    closedir(folder);
    qsort(workloads->name, workloads->count, sizeof workloads->name[0], by_name);
    if (!room)
        text_error_set(error, "%s: expected at most %d workloads", directory, WORKLOADS_MAX);
    return room;
}

unsigned workload_place(const char *directory, const char *name) {
    char path[WORKLOAD_PATH_SIZE];
    struct text_error error;
    struct word word;
    snprintf(path, sizeof path, "%s/order.txt", directory);
    struct text_reader *lines = access(path, R_OK) == 0 ? text_reader_open(path, &error) : NULL;
    unsigned place = UINT_MAX;
    for (unsigned number = 0; lines && place == UINT_MAX && text_reader_next(lines); number++)
        if (text_reader_word(lines, &word) && word_is(&word, name))
            place = number;
    text_reader_close(lines);
    return place;
}

// What it could have been: the nearest, and all.
static void name_unknown(const char *directory, const char *name, struct text_error *error) {
    enum { SHOWN = 40 };
    struct workloads workloads;
    if (!workloads_list(&workloads, directory, NULL, error))
        return;
    struct nearest nearest = nearest_start(name, strlen(name));
    for (unsigned i = 0; i < workloads.count; i++)
        nearest_try(&nearest, workloads.name[i]);
    char meant[NEAREST_TEXT_SIZE];
    text_error_set(error, "unknown workload '%.*s%s'%s; expected one of", SHOWN, name,
                   strlen(name) > SHOWN ? "..." : "", nearest_text(&nearest, meant));
    const size_t size = sizeof error->text;
    size_t at = strlen(error->text);
    for (unsigned i = 0; i < workloads.count && at < size; i++)
        at +=
            (size_t)snprintf(error->text + at, size - at, "%s %s", i ? "," : "", workloads.name[i]);
    if (at < size)
        snprintf(error->text + at, size - at, ", or FILE.yaml");
    for (char *c = error->text; *c; c++) // foreign text may hold anything
        if (*c < ' ' || *c > '~')
            *c = '?';
}

bool workload_path(const char *directory, const char *name, char path[WORKLOAD_PATH_SIZE],
                   struct text_error *error) {
    struct stat status;
    unsigned found = 0;
    for (unsigned i = ENDINGS; workload_name_fits(name) && i-- > 0;) {
        char file[WORKLOAD_PATH_SIZE];
        const int length = snprintf(file, sizeof file, "%s/%s%s", directory, name, endings[i]);
        if (length < 0 || length >= WORKLOAD_PATH_SIZE)
            return text_error_set(error, "the name of the directory is too long");
        if (lstat(file, &status) != 0)
            continue;
        memcpy(path, file, sizeof file);
        found++;
    }
    if (found > 1)
        return text_error_set(error, "%s: expected one file of this workload, found .yml, too",
                              path);
    if (found == 1 && stat(path, &status) != 0)
        return text_error_set(error, "%s: cannot be read: it is a link to nothing", path);
    if (found == 0)
        name_unknown(directory, name, error);
    return found == 1;
}

bool config_load_workload(struct config *config, const char *directory, const char *workload,
                          struct text_error *error) {
    char path[WORKLOAD_PATH_SIZE];
    return workload_path(directory, workload, path, error) && config_load(config, path, error);
}
