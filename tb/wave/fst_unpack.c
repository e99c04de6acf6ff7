#include "tb/wave/fst_unpack.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// No byte of a packed stream stands for more.
enum { PACKED_RATIO = 1032 };

// A length that does not fit its four bits goes on in bytes, up to one that is not full.
static bool lz4_length(const unsigned char **from, const unsigned char *end, size_t *length) {
    if (*length < 15)
        return true;
    unsigned char byte = UINT8_MAX;
    while (byte == UINT8_MAX) {
        if (*from == end)
            return false;
        byte = *(*from)++;
        *length += byte;
    }
    return true;
}

// One block of LZ4: literals, then a match that is copied from what was unpacked, over and over.
static bool lz4_unpack(const unsigned char *from, size_t packed, unsigned char *to, size_t count) {
    const unsigned char *const end = from + packed;
    size_t at = 0;
    bool ended = false; // by literals that no match follows
    while (from < end) {
        const unsigned token = *from++;
        size_t literals = token >> 4, match = token & 15;
        if (!lz4_length(&from, end, &literals) || literals > (size_t)(end - from) ||
            literals > count - at)
            return false;
        memcpy(to + at, from, literals);
        at += literals;
        from += literals;
        ended = from == end;
        if (ended)
            break;
        if (end - from < 2)
            return false;
        const size_t back = from[0] | (size_t)from[1] << 8;
        from += 2;
        if (!lz4_length(&from, end, &match) || back == 0 || back > at || match + 4 > count - at)
            return false;
        for (match += 4; match > 0; match--, at++)
            to[at] = to[at - back];
    }
    return ended && at == count;
}

static bool gzip_unpack(unsigned char *from, size_t packed, unsigned char *to, size_t count) {
    z_stream stream = {
        .next_in = from, .avail_in = (uInt)packed, .next_out = to, .avail_out = (uInt)count};
    if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK)
        return false;
    const int status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return status == Z_STREAM_END && stream.avail_out == 0;
}

unsigned char *fst_unpack(bool lz4, unsigned char *from, size_t packed, size_t count) {
    unsigned char *const bytes = count / PACKED_RATIO <= packed ? malloc(count + 1) : NULL;
    if (bytes &&
        (lz4 ? lz4_unpack(from, packed, bytes, count) : gzip_unpack(from, packed, bytes, count)))
        return bytes;
    free(bytes);
    return NULL;
}
