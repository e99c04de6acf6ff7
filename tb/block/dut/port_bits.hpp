// Ports of a Verilated block as fields of struct block_in and block_out: whoever includes it says
// the size by -DNHBM=... and so on, and includes ports.h as it needs.
#pragma once

#include "csim/golden/block.h"
#include "verilated.h"

namespace {

// The size is that of the build: the parameters are -G of Verilator and -D of the file.
const path_size SIZE = {NHBM, NATOMIC, NRESPONSE, CNTW, DEPTH, SLOTS, TAGW, GENW, AGEW, WIREW};

// A port is an integer, or where it is wide, words of 32 bits. A field has at most 64 bits; in a
// wide port at most 32, so that it lies in two words.
constexpr uint64_t ones(unsigned width) {
    return UINT64_MAX >> (64 - width);
}

template <typename Port> uint64_t bits(const Port &port, unsigned at, unsigned width) {
    return static_cast<uint64_t>(port) >> at & ones(width);
}

template <typename Port> void put(Port &port, unsigned at, unsigned width, uint64_t value) {
    const uint64_t mask = ones(width);
    port = static_cast<Port>((port & ~(mask << at)) | (value & mask) << at);
}

template <std::size_t Words> uint64_t two_words(const VlWide<Words> &port, unsigned word) {
    const uint64_t high = word + 1 < Words ? port[word + 1] : 0;
    return high << 32 | port[word];
}

template <std::size_t Words> uint64_t bits(const VlWide<Words> &port, unsigned at, unsigned width) {
    return bits(two_words(port, at / 32), at % 32, width);
}

template <std::size_t Words>
void put(VlWide<Words> &port, unsigned at, unsigned width, uint64_t value) {
    uint64_t both = two_words(port, at / 32);
    put(both, at % 32, width, value);
    port[at / 32] = static_cast<uint32_t>(both);
    if (at / 32 + 1 < Words)
        port[at / 32 + 1] = static_cast<uint32_t>(both >> 32);
}

// The words of ports.h.
constexpr unsigned id_bits(unsigned depth) {
    return depth > 1 ? 1 + id_bits(depth / 2) : 0;
}
constexpr unsigned LANES = NHBM + NATOMIC + NRESPONSE;
constexpr unsigned FIELD_ONE = 1, FIELD_EACH_HBM = NHBM, FIELD_EACH_ATOMIC = NATOMIC,
                   FIELD_EACH_RESPONSE = NRESPONSE, FIELD_EACH_LANE = LANES,
                   FIELD_EACH_CHANNEL = NATOMIC + NRESPONSE + 2, FIELD_EACH_CLASS = 1000;
constexpr unsigned BITS_TAG = TAGW, BITS_CNT = CNTW, BITS_WIRE = WIREW, BITS_SET = LANES + 1,
                   BITS_HANDLE = 2 + GENW + id_bits(DEPTH);
#define NUMBER(bits)      bits
#define FLAG              1
#define HEX(bits)         bits
#define HANDLE            BITS_HANDLE
#define SET               BITS_SET
#define KIND(names, bits) bits

// A field of each class is a row of lanes for each group; every other one is a single row.
constexpr unsigned rows(unsigned count) {
    return count == FIELD_EACH_CLASS ? PATH_GROUPS : 1;
}

constexpr unsigned row(unsigned count) {
    return count == FIELD_EACH_CLASS ? LANES : count;
}

// Count and width are constants, so that the compiler sees each shift.
template <unsigned Count, unsigned Width, typename Port, typename Value>
void from_port(const Port &port, Value *first) {
    for (unsigned r = 0; r < rows(Count); r++)
        for (unsigned i = 0; i < row(Count); i++)
            first[r * PATH_LANES + i] =
                static_cast<Value>(bits(port, (r * row(Count) + i) * Width, Width));
}

// What is put together is local: no field overlaps it.
template <unsigned Count, unsigned Width, typename Port, typename Value>
void to_port(Port &driven, const Value *first) {
    Port port{};
    for (unsigned r = 0; r < rows(Count); r++)
        for (unsigned i = 0; i < row(Count); i++)
            put(port, (r * row(Count) + i) * Width, Width, first[r * PATH_LANES + i]);
    driven = port;
}

// The same of payload: where its valid is low it is arbitrary, and not what the testbench has
// there.
template <unsigned Count, unsigned Width, typename Port, typename Value>
void payload_to_port(Port &driven, const Value *first, const bool *valid, uint64_t arbitrary) {
    Port port{};
    for (unsigned i = 0; i < Count; i++, arbitrary = arbitrary << 11 | arbitrary >> 53)
        put(port, i * Width, Width, valid[i] ? first[i] : arbitrary);
    driven = port;
}

} // namespace
