#include "tb/jobs/plan.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio_ext.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/interrupt.h"
#include "tb/cli/settings.h"
#include "tb/jobs/jobs.h"

// A row is written atomically, and none is longer.
enum { PATH_BYTES = 600, ID_DIGITS = 16, ROW_BYTES = 1 << 20 };

struct plan_id {
    uint64_t id;
    unsigned job;
};

// ---- names

// FNV-1a.
static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t plan_hash_config(const struct config *config) {
    uint64_t hash = hash_start;
    char setting[CONFIG_SETTING_SIZE];
    for (unsigned key = 0; config_next_change(config, &key, setting, sizeof setting);)
        hash = hash_bytes(hash, setting, strlen(setting) + 1);
    return hash;
}

// Of the program's own file, and of the planted bug that is in force (tb/block/dut/planted.cpp).
static bool hash_program(uint64_t *hash) {
    static const char self[] = "/proc/self/exe";
    FILE *file = fopen(self, "rb");
    unsigned char buffer[1 << 14];
    size_t got = 0;
    *hash = hash_start;
    while (file && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        *hash = hash_bytes(*hash, buffer, got);
    const bool fine = file && !ferror(file);
    if (file)
        fclose(file);
    const char *const bug = getenv("PLANTED_BUG");
    if (bug)
        *hash = hash_bytes(*hash, bug, strlen(bug));
    return fine || refuse("%s: cannot be read, so that the program cannot be named", self);
}

static int by_id(const void *left, const void *right) {
    const struct plan_id *a = left, *b = right;
    return (a->id > b->id) - (a->id < b->id);
}

static bool name_jobs(struct plan_rows *rows) {
    const struct plan *plan = rows->plan;
    uint64_t program;
    if (!hash_program(&program))
        return false;
    for (unsigned job = 0; job < plan->count; job++) {
        char key[PLAN_KEY_BYTES];
        uint64_t parts[2] = {program};
        if (!plan->configuration(plan->self, job, &parts[1]))
            return false;
        plan->key(plan->self, job, key);
        rows->id[job] = hash_bytes(hash_bytes(hash_start, parts, sizeof parts), key, strlen(key));
        rows->ids[job] = (struct plan_id){rows->id[job], job};
    }
    qsort(rows->ids, plan->count, sizeof *rows->ids, by_id);
    return true;
}

// ---- reading

static void read_line(struct plan_rows *rows, const char *line, size_t length) {
    char digits[ID_DIGITS + 1], key[PLAN_KEY_BYTES], *end;
    const char *comma = memrchr(line, ',', length);
    if (!comma || line + length - comma != ID_DIGITS + 1)
        return;
    snprintf(digits, sizeof digits, "%.*s", ID_DIGITS, comma + 1);
    const struct plan_id wanted = {.id = strtoull(digits, &end, 16)};
    const struct plan_id *found =
        *end ? NULL : bsearch(&wanted, rows->ids, rows->plan->count, sizeof wanted, by_id);
    if (!found)
        return;
    rows->plan->key(rows->plan->self, found->job, key);
    const size_t bytes = strlen(key);
    if (bytes < (size_t)(comma - line) && memcmp(line, key, bytes) == 0 && line[bytes] == ',')
        rows->row[found->job] = (struct plan_row){line, (int)(comma - line)};
}

// Its bytes stay where they are until the program ends. What others write at its end meanwhile is
// not seen.
static bool read_file(struct plan_rows *rows, const char *path) {
    struct stat status;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    const bool there = file >= 0 && fstat(file, &status) == 0;
    const size_t size = there ? (size_t)status.st_size : 0;
    const char *text = size ? mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0) : "";
    const bool fine = there && text != MAP_FAILED;
    if (!fine)
        refuse("%s: cannot be read: %s", path, strerror(errno));
    if (file >= 0)
        close(file);
    const char *end, *stop = text + size;
    for (const char *at = text;
         fine && at < stop && (end = memchr(at, '\n', (size_t)(stop - at))) != NULL; at = end + 1)
        read_line(rows, at, (size_t)(end - at));
    return fine;
}

// Also which jobs have none.
static bool read_all(struct plan_rows *rows) {
    char pattern[PATH_BYTES];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*-of-*.csv", rows->folder);
    bool fine = true;
    if (glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; fine && i < found.gl_pathc; i++)
            fine = read_file(rows, found.gl_pathv[i]);
        globfree(&found);
    }
    rows->pending_count = 0;
    for (unsigned job = rows->share.share - 1; job < rows->plan->count; job += rows->share.of)
        if (!rows->row[job].text)
            rows->pending[rows->pending_count++] = job;
    return fine;
}

// ---- the file of the share

// A line that its writer was killed in the middle of is ended, so that the next one is whole.
static bool begin_file(const struct plan_rows *rows, int file) {
    const off_t size = lseek(file, 0, SEEK_END);
    char last = '\n';
    if (size == 0)
        fprintf(rows->file, "%s,of\n", rows->plan->heading);
    else if (pread(file, &last, 1, size - 1) != 1)
        return false;
    else if (last != '\n')
        fputc('\n', rows->file);
    return fflush(rows->file) == 0;
}

static bool lock(int file) {
    while (flock(file, LOCK_EX) != 0)
        if (errno != EINTR || interrupted())
            return false;
    return true;
}

static bool open_file(struct plan_rows *rows) {
    static char buffer[ROW_BYTES];
    char path[PATH_BYTES];
    struct text_error error;
    if (!atomic_file_folders(rows->folder, &error))
        return refuse("%s", error.text);
    snprintf(path, sizeof path, "%s/%u-of-%u.csv", rows->folder, rows->share.share, rows->share.of);
    const int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    rows->file = file >= 0 && lock(file) ? fdopen(file, "a") : NULL;
    if (rows->file)
        setvbuf(rows->file, buffer, _IOFBF, sizeof buffer);
    return (rows->file && begin_file(rows, file)) ||
           refuse("%s: cannot be written: %s", path, strerror(errno));
}

// ---- running

// Ends a row, which the file gets whole.
static int end_row(const struct plan_rows *rows, unsigned job, int status,
                   struct text_error *error) {
    fprintf(rows->file, ",%0*" PRIx64 "\n", ID_DIGITS, rows->id[job]);
    if (fflush(rows->file) == 0)
        return status;
    text_error_set(error, "its row cannot be written: %s", strerror(errno));
    return STATUS_USAGE;
}

static void begin_row(const struct plan_rows *rows, unsigned job) {
    char key[PLAN_KEY_BYTES];
    rows->plan->key(rows->plan->self, job, key);
    fprintf(rows->file, "%s,", key);
}

static int run_pending(void *self, unsigned number, struct text_error *error) {
    const struct plan_rows *rows = self;
    const unsigned job = rows->pending[number];
    begin_row(rows, job);
    const int status = rows->plan->run(rows->plan->self, job, rows->file, error);
    if ((status == STATUS_FINE || !error->text[0]) && !interrupted())
        return end_row(rows, job, status, error);
    __fpurge(rows->file);
    return status;
}

static int write_crash(void *self, unsigned number, int signal, struct text_error *error) {
    const struct plan_rows *rows = self;
    begin_row(rows, rows->pending[number]);
    rows->plan->crashed(signal, rows->file);
    return end_row(rows, rows->pending[number], STATUS_FAILED, error);
}

static void describe(const void *self, unsigned number, char *text, size_t size) {
    const struct plan_rows *rows = self;
    char key[PLAN_KEY_BYTES];
    rows->plan->key(rows->plan->self, rows->pending[number], key);
    snprintf(text, size, "%s", key);
}

int plan_run(struct plan_rows *rows, unsigned processes) {
    const struct plan *plan = rows->plan;
    const unsigned of = (plan->count + rows->share.of - rows->share.share) / rows->share.of;
    struct jobs jobs = {.name = plan->name,
                        .unit = plan->unit,
                        .count = rows->pending_count,
                        .self = rows,
                        .run = run_pending,
                        .patient = true,
                        .crashed = plan->crashed ? write_crash : NULL,
                        .describe = describe};
    printf("%u of %u %s were still to be done\n", jobs.count, of, plan->unit);
    const int status = jobs_run(&jobs, processes);
    if (!read_all(rows))
        return STATUS_USAGE;
    if (rows->pending_count == 0)
        return STATUS_FINE;
    if (!interrupted())
        printf("FAILED: %u of %u %s have no row in %s\n", rows->pending_count, of, plan->unit,
               rows->folder);
    return status == STATUS_FINE ? STATUS_FAILED : status;
}

// ---- all together

bool plan_share_read(const char *text, struct plan_share *share) {
    char *slash, *end = NULL;
    *share = (struct plan_share){1, 1};
    if (!text)
        return true;
    const unsigned long long part = strtoull(text, &slash, 10);
    const unsigned long long of = *slash == '/' ? strtoull(slash + 1, &end, 10) : 0;
    if (!end || *end || part < 1 || part > of || of > PLAN_JOBS_MAX)
        return refuse("--share: expected I/N, the I-th of N shares, found '%s'", text);
    *share = (struct plan_share){(unsigned)part, (unsigned)of};
    return true;
}

bool plan_open(struct plan_rows *rows, const struct plan *plan, const char *folder,
               const struct plan_share *share) {
    *rows = (struct plan_rows){.plan = plan, .folder = folder, .share = *share};
    rows->ids = memory_there(calloc(plan->count + 1, sizeof *rows->ids));
    rows->id = memory_there(calloc(plan->count + 1, sizeof *rows->id));
    rows->row = memory_there(calloc(plan->count + 1, sizeof *rows->row));
    rows->pending = memory_there(calloc(plan->count + 1, sizeof *rows->pending));
    return name_jobs(rows) && open_file(rows) && read_all(rows);
}

void plan_close(struct plan_rows *rows) {
    if (rows->file)
        fclose(rows->file);
    free(rows->ids);
    free(rows->id);
    free(rows->row);
    free(rows->pending);
    *rows = (struct plan_rows){.plan = NULL};
}
