#define _POSIX_C_SOURCE 200809L
// semacredit replay: a tape's inputs through golden model and RTL in lockstep.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/app/verbs.h"
#include "tb/cosim/blocks.h"
#include "tb/next/block_tape.h"

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// A failure's folder holds its tape.
static int refuse_folder(const char *path) {
    char tape[600];
    const size_t length = strlen(path);
    snprintf(tape, sizeof tape, "%.500s%stape.gz", path,
             length > 0 && path[length - 1] == '/' ? "" : "/");
    return access(tape, R_OK) == 0
               ? verb_refuse("%s: is a folder; expected a tape: its own is %s", path, tape)
               : verb_refuse("%s: is a folder without a tape.gz; expected a tape, as run --tape "
                             "writes it and as it is in " BUILD_FOLDER "/failures/NAME",
                             path);
}

static int replay(const char *path, struct block_tape_reader *tape,
                  const struct block_tape_header *header) {
    static struct block block;
    struct text_error error;
    if (!block_open(&block, BLOCK_LOCKSTEP, &header->size, &error))
        return verb_refuse("%s: %s", path, error.text);
    int status = STATUS_FINE;
    if (block_tape_play(tape, &block.model, &error) < 0) {
        status = verb_refuse("%s", error.text);
    } else {
        printf("%s: %" PRIu64 " clocks of '%s', seed %" PRIu64 "\n", path, block.pair.clock,
               header->name, header->seed);
        if (block_is_wrong(&block, &error)) {
            printf("  FAILED: %s\n", error.text);
            status = STATUS_FAILED;
        } else {
            printf("  RTL and golden model agree\n");
        }
    }
    block.model.close(block.model.self);
    return status;
}

int verb_replay(struct options *options) {
    const char *path = options->argument;
    struct text_error error;
    struct block_tape_header header;
    if (is_folder(path))
        return refuse_folder(path);
    struct block_tape_reader *tape = block_tape_open(path, NULL, &header, &error);
    const int status = tape ? replay(path, tape, &header) : verb_refuse("%s", error.text);
    block_tape_reader_close(tape);
    return status;
}
