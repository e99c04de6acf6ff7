// What the models of a program have in common, whatever class Verilator made of each.
#pragma once

#include <cstdint>
#include <cstdlib>

struct block_beside;

struct rtl_base {
    uint16_t undefined = UINT16_MAX; // block_rtl_undefined
    bool asserts = std::getenv("SEMA_CHECKED") != nullptr;
    void (*fill)(void *self, block_beside *beside) = nullptr;
    void *fill_self = nullptr;
    virtual bool waves(const char *path, uint64_t from, uint64_t to) = 0;
    virtual const char *finding() const = 0;
    virtual ~rtl_base() = default;
};

// What flips within this clock, for the RTL that asks (SEMA_FLIPS): block_in's.
extern thread_local int rtl_flip;

// What Verilator said last on this thread: of a failed assertion, where and which.
const char *rtl_said();
