// What the models of a program share: which of them runs, what is asked of it, and what Verilator
// says of it.
#include "tb/block/dut/rtl_base.hpp"

#include <cstdarg>
#include <cstring>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/dut/rtl_say.h"
#include "verilated.h"

thread_local int rtl_flip;
static thread_local bool flips;

extern "C" bool block_rtl_flips(bool wanted) {
    flips = wanted;
    return !wanted || std::strcmp(block_rtl_folder(), "rtl") == 0;
}

extern "C" int sema_flip() {
    return rtl_flip;
}

static rtl_base *base_of(const block_model *rtl) {
    return static_cast<rtl_base *>(rtl->self);
}

extern "C" block_model block_rtl_open(path_size *size) {
    for (const char *name : {"SEMA_CHECKED", "PLANTED_BUG", "SEMA_INITIAL_STATE"})
        if (std::getenv(name))
            return block_rtl_checked(size);
    return flips ? block_rtl_checked(size) : block_rtl_fast(size);
}

extern "C" void block_rtl_undefined(const block_model *rtl, uint16_t offset) {
    base_of(rtl)->undefined = offset;
}

extern "C" bool block_rtl_waves(const block_model *rtl, const char *path, uint64_t from,
                                uint64_t to) {
    return base_of(rtl)->waves(path, from, to);
}

extern "C" void block_rtl_beside(const block_model *rtl,
                                 void (*fill)(void *self, block_beside *beside), void *self) {
    base_of(rtl)->fill = fill;
    base_of(rtl)->fill_self = self;
}

extern "C" bool block_rtl_asserts(const block_model *rtl) {
    return base_of(rtl)->asserts;
}

extern "C" const char *block_rtl_finding(const block_model *rtl) {
    return base_of(rtl)->finding();
}

extern "C" const char *block_rtl_verilator() {
    return Verilated::productVersion();
}

// ---- what Verilator says

static thread_local char said[300];

// "[0] %Error: sema_path_ids.sv:116: Assertion failed in TOP...", of which the first two words tell
// nothing.
int rtl_say(const char *format, ...) {
    char text[sizeof said];
    va_list arguments;
    va_start(arguments, format);
    const int bytes = std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    const char *const error = std::strstr(text, "%Error: ");
    std::snprintf(said, sizeof said, "%s", error ? error + 8 : text);
    said[std::strcspn(said, "\n")] = '\0';
    return bytes;
}

static bool lost;

extern "C" int rtl_close(FILE *file) {
    const bool failed = std::ferror(file) != 0;
    const int status = std::fclose(file);
    lost = lost || failed || status != 0;
    return status;
}

bool block_rtl_waves_whole() {
    return !lost;
}

const char *rtl_said() {
    return said;
}

// The model goes on: the first failure is a finding.
void vl_stop(const char *, int, const char *) VL_MT_UNSAFE {
    Verilated::threadContextp()->gotError(true);
}
