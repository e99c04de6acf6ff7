#include "tb/tests/base/fixture.h"

struct config config_of(const char *workload, const char *const *sets) {
    struct config config;
    struct text_error error;
    config_init(&config);
    if (workload)
        cr_assert(config_load_workload(&config, "sim", workload, &error), "%s", error.text);
    for (; sets && *sets; sets++)
        cr_assert(config_set(&config, *sets, &error), "%s", error.text);
    return config;
}

void expect_part(const char *text, const char *part) {
    cr_expect(strstr(text, part) != NULL, "expected '%s' in:\n%s", part, text);
}

FILE *text_open(char **text) {
    static size_t size;
    FILE *const file = open_memstream(text, &size);
    cr_assert(file != NULL);
    return file;
}

// --- files -------------------------------------------------------------------------------------

enum { PATH_BYTES = 120, PATHS_KEPT = 4 };

static char folder[] = "/tmp/semacredit-test-XXXXXX";

void folder_make(void) {
    cr_assert(mkdtemp(folder) != NULL);
}

void folder_remove(void) {
    char command[PATH_BYTES];
    snprintf(command, sizeof command, "rm -r %s", folder);
    cr_expect(eq(int, system(command), 0));
}

const char *folder_path(const char *name) {
    static char paths[PATHS_KEPT][PATH_BYTES];
    static unsigned next;
    char *const path = paths[next++ % PATHS_KEPT];
    snprintf(path, PATH_BYTES, "%s/%s", folder, name);
    return path;
}

void file_write(const char *path, const void *bytes, size_t count) {
    FILE *const file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, count, file) == count && fclose(file) == 0, "%s", path);
}

size_t file_read(const char *path, void *bytes, size_t size) {
    FILE *const file = fopen(path, "rb");
    cr_assert(file != NULL, "%s", path);
    const size_t count = fread(bytes, 1, size, file);
    cr_assert(count < size, "%s is longer", path);
    ((char *)bytes)[count] = '\0';
    fclose(file);
    return count;
}
