#define _GNU_SOURCE
#include "tb/regress/chunk.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/base/workers.h"

enum { PATH_BYTES = 512 };

static const char heading[] = "semacredit runs 1";

// Its name says what is in it, so that other manifests with this chunk find it, too.
static bool chunk_path(char path[PATH_BYTES], const char *folder, const struct manifest *manifest,
                       unsigned number, const char *suffix) {
    const struct manifest_chunk *chunk = &manifest->chunks[number];
    const int length =
        snprintf(path, PATH_BYTES, "%s/%s-%" PRIu64 "-%" PRIu64 ".runs%s", folder,
                 manifest->workloads[chunk->workload].name, chunk->first, chunk->last, suffix);
    return length > 0 && length < PATH_BYTES;
}

// ---- rows

struct checked_run chunk_seed(const struct manifest *manifest, unsigned chunk, uint64_t seed) {
    const struct manifest_workload *workload =
        &manifest->workloads[manifest->chunks[chunk].workload];
    return (struct checked_run){.workload = workload->name,
                                .config = &workload->config,
                                .seed = seed,
                                .kind = BLOCK_LOCKSTEP,
                                .hash = true};
}

// Copies a text with "#" for every number.
static void copy_without_numbers(char *to, size_t size, const char *from) {
    size_t at = 0;
    while (*from && at + 1 < size) {
        if (!isdigit((unsigned char)*from)) {
            to[at++] = *from++;
            continue;
        }
        to[at++] = '#';
        if (from[0] == '0' && from[1] == 'x')
            from += 2 + strspn(from + 2, "0123456789abcdef");
        else
            from += strspn(from, "0123456789");
    }
    to[at] = '\0';
}

void chunk_row_make(struct chunk_row *row, uint64_t seed, const struct checked_outcome *outcome) {
    *row = (struct chunk_row){.seed = seed,
                              .operations = outcome->operations,
                              .cycles = outcome->cycles,
                              .hash = outcome->hash,
                              .mismatches = outcome->mismatches};
    const char *const empty = checked_run_empty(outcome);
    if (!outcome->failed && !empty)
        return;
    char text[SIGNATURE_BYTES];
    snprintf(text, sizeof text, "%s: %s", outcome->failed ? outcome->caught : "empty run",
             outcome->failed ? outcome->reason : empty);
    copy_without_numbers(row->signature, sizeof row->signature, text);
}

static int row_write(const struct chunk_row *row, char *line, size_t size) {
    return snprintf(line, size,
                    "%" PRIu64 " %" PRIu64 " %" PRIu64 " 0x%016" PRIx64 " %" PRIu64 "%s%s\n",
                    row->seed, row->operations, row->cycles, row->hash, row->mismatches,
                    row->signature[0] ? " " : "", row->signature);
}

static bool row_read(struct text_reader *reader, struct chunk_row *row) {
    uint64_t *const numbers[] = {&row->seed, &row->operations, &row->cycles, &row->hash,
                                 &row->mismatches};
    struct word word;
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!text_reader_word(reader, &word) || !word_number(&word, UINT64_MAX, numbers[i]))
            return false;
    row->signature[0] = '\0';
    if (text_reader_word(reader, &word)) // and all that follows it
        snprintf(row->signature, sizeof row->signature, "%s", word.text);
    return true;
}

// ---- reading

// What is known of a file: how many rows of its chunk it has, and where the last of them ends.
struct extent {
    uint64_t rows;
    off_t bytes;
};

static bool heading_read(struct text_reader *reader, uint64_t key) {
    char expected[64];
    snprintf(expected, sizeof expected, "%s 0x%016" PRIx64, heading, key);
    return text_reader_next(reader) && !text_reader_cut_short(reader) &&
           strcmp(text_reader_text(reader), expected) == 0;
}

static struct extent file_read(const struct manifest *manifest, unsigned number, const char *path,
                               void (*each)(void *context, const struct chunk_row *row),
                               void *context) {
    const struct manifest_chunk *chunk = &manifest->chunks[number];
    struct extent extent = {0};
    struct text_error error;
    struct text_reader *reader = text_reader_open(path, &error);
    if (!reader)
        return extent;
    if (heading_read(reader, manifest_key(manifest, number))) {
        struct chunk_row row;
        extent.bytes = (off_t)strlen(text_reader_text(reader)) + 1;
        while (extent.rows <= chunk->last - chunk->first && text_reader_next(reader) &&
               !text_reader_cut_short(reader) && row_read(reader, &row) &&
               row.seed == chunk->first + extent.rows) {
            extent.rows++;
            extent.bytes += (off_t)strlen(text_reader_text(reader)) + 1;
            if (each)
                each(context, &row);
        }
    }
    text_reader_close(reader);
    return extent;
}

struct chunk_rows chunk_read(const struct manifest *manifest, unsigned chunk, const char *folder,
                             void (*each)(void *context, const struct chunk_row *row),
                             void *context) {
    const uint64_t runs = manifest->chunks[chunk].last - manifest->chunks[chunk].first + 1;
    char path[PATH_BYTES];
    struct chunk_rows rows = {0};
    if (chunk_path(path, folder, manifest, chunk, ""))
        rows.count = file_read(manifest, chunk, path, each, context).rows;
    rows.whole = rows.count == runs;
    if (rows.count == 0 && chunk_path(path, folder, manifest, chunk, ".part"))
        rows.count = file_read(manifest, chunk, path, each, context).rows;
    return rows;
}

// ---- running

// A chunk that this process has to itself.
struct work {
    const struct manifest *manifest;
    unsigned chunk;
    const char *path;
    int part; // locked; where its rows go until they are all there
    void (*ran)(void *context);
    void *context;
};

// Always returns false.
static bool refuse_write(const char *path) {
    return refuse("%s: cannot be written: %s", path, strerror(errno));
}

// Is the open file still the one of this name?
static bool is_at(int file, const char *path) {
    struct stat open, named;
    return fstat(file, &open) == 0 && stat(path, &named) == 0 && open.st_ino == named.st_ino &&
           open.st_dev == named.st_dev;
}

// Opens what is written beside the place of the chunk's file, and waits until nobody else works on
// it. Negative: the reason has been printed.
static int part_open(const char *path) {
    for (;;) {
        const int part = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
        if (part < 0)
            return refuse_write(path), -1;
        while (flock(part, LOCK_EX) != 0)
            if (errno != EINTR) {
                refuse_write(path);
                close(part);
                return -1;
            }
        if (is_at(part, path))
            return part;
        close(part); // whoever had it has moved it into place
    }
}

static bool part_add(const struct work *work, const char *line, int length) {
    return write(work->part, line, (size_t)length) == length || refuse_write(work->path);
}

static bool row_add(const struct work *work, const struct chunk_row *row) {
    char line[LINE_BYTES_MAX + 1];
    return part_add(work, line, row_write(row, line, sizeof line));
}

static bool seeds_run(const struct work *work, uint64_t first, uint64_t last) {
    for (uint64_t seed = first;; seed++) {
        struct checked_run run = chunk_seed(work->manifest, work->chunk, seed);
        struct checked_outcome outcome;
        struct text_error error;
        struct chunk_row row;
        run.traffic = checked_run_traffic(NULL, run.config, seed, &error);
        if (!run.traffic || !checked_run_do(&run, &outcome, &error))
            return verb_refuse("%s, seed %" PRIu64 ": %s", run.workload, seed, error.text) == 0;
        chunk_row_make(&row, seed, &outcome);
        if (outcome.interrupted || !row_add(work, &row))
            return false;
        if (work->ran)
            work->ran(work->context);
        if (seed == last)
            return true;
    }
}

// The same in a process of its own, which ends with this one. False: it could not be done; or it
// was killed by `*signal`, which is 0 otherwise.
static bool seeds_run_apart(const struct work *work, uint64_t first, uint64_t last, int *signal) {
    *signal = 0;
    const pid_t parent = getpid();
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        _exit(getppid() == parent && seeds_run(work, first, last) ? 0 : 1);
    }
    int status = 0;
    if (child > 0)
        workers_wait(child, NULL, NULL, &status);
    if (child < 0)
        verb_refuse("%s: no process could be started: %s", work->path, strerror(errno));
    else if (WIFSIGNALED(status))
        *signal = WTERMSIG(status);
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// Is it the work's own doing, and not somebody's who wants it to end?
static bool is_crash(int signal) {
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP;
}

static bool heading_add(const struct work *work) {
    char line[64];
    return part_add(work, line,
                    snprintf(line, sizeof line, "%s 0x%016" PRIx64 "\n", heading,
                             manifest_key(work->manifest, work->chunk)));
}

// Cuts off what is no row, and returns how many there are.
static bool rows_trim(const struct work *work, uint64_t *rows) {
    const struct extent extent = file_read(work->manifest, work->chunk, work->path, NULL, NULL);
    *rows = extent.rows;
    if (ftruncate(work->part, extent.bytes) != 0 || lseek(work->part, extent.bytes, SEEK_SET) < 0)
        return refuse_write(work->path);
    return extent.bytes > 0 || heading_add(work);
}

// What came of the seed whose run killed its process.
static bool crash_add(const struct work *work, uint64_t seed, int signal) {
    struct chunk_row row = {.seed = seed};
    snprintf(row.signature, sizeof row.signature, "crash: %s", strsignal(signal));
    if (work->ran)
        work->ran(work->context);
    return row_add(work, &row);
}

// Goes on after the rows that are there, until all are.
static bool rows_complete(const struct work *work) {
    const struct manifest_chunk *chunk = &work->manifest->chunks[work->chunk];
    const uint64_t runs = chunk->last - chunk->first + 1;
    uint64_t rows;
    while (rows_trim(work, &rows) && rows < runs) {
        int signal;
        const bool ended = seeds_run_apart(work, chunk->first + rows, chunk->last, &signal);
        if (!ended && !is_crash(signal)) {
            if (signal)
                verb_refuse("%s: killed by signal %d", work->path, signal);
            return false;
        }
        if (!rows_trim(work, &rows))
            return false;
        if (rows < runs && (ended || !crash_add(work, chunk->first + rows, signal)))
            return false;
    }
    return rows == runs;
}

static void note_failure(void *context, const struct chunk_row *row) {
    bool *failed = context;
    *failed = *failed || row->signature[0] != '\0';
}

// What the file says, if it is whole.
static bool chunk_there(const struct manifest *manifest, unsigned chunk, const char *folder,
                        enum chunk_status *status) {
    bool failed = false;
    const struct chunk_rows rows = chunk_read(manifest, chunk, folder, note_failure, &failed);
    *status = failed ? CHUNK_FAILED : CHUNK_FINE;
    return rows.whole;
}

enum chunk_status chunk_run(const struct manifest *manifest, unsigned chunk, const char *folder,
                            void (*ran)(void *context), void *context) {
    enum chunk_status status;
    if (chunk_there(manifest, chunk, folder, &status))
        return status;
    char path[PATH_BYTES], part[PATH_BYTES];
    struct text_error error;
    if (!chunk_path(path, folder, manifest, chunk, "") ||
        !chunk_path(part, folder, manifest, chunk, ".part"))
        return verb_refuse("%s: expected a shorter name", folder), CHUNK_BROKEN;
    if (!atomic_file_folders(folder, &error))
        return verb_refuse("%s", error.text), CHUNK_BROKEN;
    const struct work work = {.manifest = manifest,
                              .chunk = chunk,
                              .path = part,
                              .part = part_open(part),
                              .ran = ran,
                              .context = context};
    if (work.part < 0)
        return CHUNK_BROKEN;
    // Whoever had it before may have finished it.
    bool fine = true;
    if (chunk_there(manifest, chunk, folder, &status))
        remove(part);
    else
        fine = rows_complete(&work) && (rename(part, path) == 0 || refuse_write(path));
    close(work.part);
    return fine && chunk_there(manifest, chunk, folder, &status) ? status : CHUNK_BROKEN;
}
