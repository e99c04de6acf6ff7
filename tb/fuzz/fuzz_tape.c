// Fuzz target: the tape reader takes any bytes, plain or gzip, and either reads clocks, which the
// golden model takes, or gives one line. Plain ones get the checksum that they should have as their
// last four bytes: behind a wrong one nothing is read.
#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>
#include <zlib.h>

#include "tb/block/block_tape.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void sum_up(int memory, const uint8_t *data, size_t size) {
    if (size < 4 || data[0] == 0x1f)
        return;
    const uLong sum = crc32(0, data, (uInt)size - 4);
    const uint8_t bytes[4] = {(uint8_t)sum, (uint8_t)(sum >> 8), (uint8_t)(sum >> 16),
                              (uint8_t)(sum >> 24)};
    assert(pwrite(memory, bytes, sizeof bytes, (off_t)size - 4) == sizeof bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int memory = memfd_create("tape", 0);
    assert(memory >= 0 && write(memory, data, size) == (ssize_t)size);
    sum_up(memory, data, size);
    char path[32];
    struct text_error error = {""};
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);

    struct block_tape_header header;
    struct block_tape_reader *tape = block_tape_open(path, NULL, &header, &error);
    int got = -1;
    if (tape) {
        static struct block block;
        struct text_error ignored;
        assert(memchr(header.name, '\0', sizeof header.name) && !strchr(header.name, '\n'));
        assert(block_open(&block, BLOCK_GOLDEN, &header.size, &ignored));
        got = block_tape_play(tape, &block.model, &error);
        block.model.close(block.model.self);
        block_tape_reader_close(tape);
    }
    // A file that was refused says where and why, in one line.
    assert(got == 0 || (strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n')));
    close(memory);
    return 0;
}
