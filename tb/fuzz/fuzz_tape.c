// Fuzz target: the tape reader takes any bytes, plain or gzip, and either reads clocks or gives one
// line.
#define _GNU_SOURCE
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "csim/record/tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int memory = memfd_create("tape", 0);
    assert(memory >= 0 && write(memory, data, size) == (ssize_t)size);
    char path[32];
    struct text_error error = {""};
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);

    struct tape_header header;
    struct tape_reader *tape = tape_reader_open(path, &header, &error);
    int got = -1;
    if (tape) {
        assert(header.depth >= 2 && header.depth <= DEPTH_MAX && header.clock_ps > 0);
        struct edge_in in;
        struct edge_out out;
        while ((got = tape_read(tape, &in, &out, &error)) == 1)
            assert(in.done_id < header.depth && in.opcode < OPCODES && in.op_valid <= 1);
        tape_reader_close(tape);
    }
    // A file that was refused says where and why, in one line.
    assert(got == 0 || (strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n')));
    close(memory);
    return 0;
}
