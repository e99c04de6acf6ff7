#include "tb/block/dut/rtl_say.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/dut/rtl_base.hpp"
#include "verilated.h"

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
