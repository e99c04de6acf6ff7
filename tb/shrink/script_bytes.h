// A script as bytes, for fuzzing: a record of SCRIPT_RECORD bytes for each deed, in which any bytes
// mean something, so that whatever a fuzzer makes of them is a script again.
#ifndef SEMA_SCRIPT_BYTES_H
#define SEMA_SCRIPT_BYTES_H

#include <stddef.h>
#include <stdint.h>

#include "tb/shrink/script.h"

// Clocks between two deeds, of a stall, or from a grant to its completion, are below SCRIPT_WAIT:
// inputs must be short to be many.
enum { SCRIPT_RECORD = 20, SCRIPT_WAIT = 128 };

// Reads size / SCRIPT_RECORD deeds, but at most `capacity`, into the array `deeds`, which stays the
// caller's. Returns how many. A rest shorter than a record is ignored.
uint32_t script_from_bytes(const uint8_t *bytes, size_t size, struct deed *deeds,
                           uint32_t capacity);

// Writes deeds while there is room; returns the bytes written. Waits that are too long become
// shorter, and fields that are wider than a record's lose their upper bits: deeds that came of
// script_from_bytes are written as they were read, but for bytes that mean nothing.
size_t script_to_bytes(const struct script *script, uint8_t *bytes, size_t room);

#endif
