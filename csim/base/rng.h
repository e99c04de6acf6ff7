// Random numbers: small, deterministic, the same on every machine and from every compiler, as long
// as no expression draws twice. One stream for each purpose, so that a draw more in one place
// changes nothing in another.
#pragma once

#include "csim/base/std.h"

struct rng {
    uint64_t state;
};

// What a stream is for.
enum rng_purpose {
    RNG_TRAFFIC = 1,      // fields of operations
    RNG_ISSUE,            // jitter of submission times
    RNG_BANK,             // redrawn banks
    RNG_SERIALISE,        // jitter of forward serialisations
    RNG_FAULT_RANDOM = 6, // disturbances
    RNG_MAPPING,          // wrong predictions of partitions
    RNG_SERVICE,          // variability of response service
    RNG_ARRIVAL,          // gaps between submissions
    RNG_ORDERING,         // ordering domains and fences
    RNG_LOSS = 13,        // answers that are lost
    RNG_AXI,              // clocks in which the register bus stalls
    RNG_DUPLICATE,        // completions that come again
    RNG_SELDOM,           // what an operator asks for, and what stages tell
    RNG_ROW,              // operations that go on where another one ended
};

// A bijection of 64-bit words in which every input bit reaches every output bit (the finaliser of
// splitmix64).
static inline uint64_t rng_mix(uint64_t word) {
    word = (word ^ (word >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    word = (word ^ (word >> 27)) * UINT64_C(0x94d049bb133111eb);
    return word ^ (word >> 31);
}

static inline struct rng rng_stream(uint64_t seed, enum rng_purpose purpose) {
    return (struct rng){rng_mix(seed + rng_mix((uint64_t)purpose))};
}

// Leaves so many draws out.
static inline uint64_t rng_skip(struct rng *rng, uint64_t draws) {
    return rng->state += draws * UINT64_C(0x9e3779b97f4a7c15);
}

static inline uint64_t rng_next(struct rng *rng) {
    return rng_mix(rng_skip(rng, 1));
}

// Draw number `index` of a stream, whatever was drawn before: for values that belong to an
// operation and must not depend on the order in which operations come by.
static inline uint64_t rng_at(uint64_t seed, enum rng_purpose purpose, uint64_t index) {
    struct rng rng = rng_stream(seed, purpose);
    rng_skip(&rng, index);
    return rng_next(&rng);
}

// Folds a word to 0 .. below-1; `below` is 1 to 2^32. The bias is less than below / 2^32.
static inline uint64_t rng_fold(uint64_t word, uint64_t below) {
    return ((word >> 32) * below) >> 32;
}

// 0 .. below-1; `below` is 1 to 2^32.
static inline uint64_t rng_below(struct rng *rng, uint64_t below) {
    return rng_fold(rng_next(rng), below);
}

// Of up to so many bits, every length alike.
static inline uint32_t rng_scaled(struct rng *rng, unsigned bits) {
    return (uint32_t)rng_below(rng, UINT64_C(1) << rng_below(rng, bits + UINT64_C(1)));
}

// low .. high, both included; high - low is below 2^32.
static inline uint64_t rng_between(struct rng *rng, uint64_t low, uint64_t high) {
    return low + rng_below(rng, high - low + 1);
}

// True `times` times out of `of` (1 to 2^32).
static inline bool rng_chance(struct rng *rng, uint64_t times, uint64_t of) {
    return rng_below(rng, of) < times;
}

// An exponential variable of mean `mean` (below 2^32), rounded down: by comparisons of uniform
// draws alone (J. von Neumann, 1951), so that there is no logarithm to differ between machines. Of
// draws that fall one below the other, an odd number of them accepts the first; else the whole part
// grows by one.
static inline uint64_t rng_exponential(struct rng *rng, uint64_t mean) {
    for (uint64_t whole = 0;; whole++) {
        const uint64_t first = rng_next(rng);
        uint64_t last = first;
        bool odd = false;
        for (bool falls = true; falls; odd = !odd) {
            const uint64_t draw = rng_next(rng);
            falls = draw < last;
            last = draw;
        }
        if (odd)
            return whole * mean + ((first >> 32) * mean >> 32);
    }
}

enum { RNG_WEIGHTS = 8 };

// A choice among up to RNG_WEIGHTS things in proportion to weights.
struct rng_choice {
    uint64_t total;
    uint64_t upto[RNG_WEIGHTS]; // sums of the weights up to and with each
};

// Each weight is below 2^24. Weights of zero everywhere count as equal.
static inline struct rng_choice rng_choice(const uint64_t *weight, unsigned count) {
    struct rng_choice choice = {.total = 0};
    for (unsigned i = 0; i < count; i++)
        choice.total += weight[i];
    const bool equal = choice.total == 0;
    uint64_t sum = 0;
    for (unsigned i = 0; i < RNG_WEIGHTS; i++) {
        if (i < count)
            sum += equal ? 1 : weight[i];
        choice.upto[i] = sum;
    }
    choice.total = sum;
    return choice;
}

// The index of the thing drawn.
static inline unsigned rng_choose(struct rng *rng, const struct rng_choice *choice) {
    const uint64_t drawn = rng_below(rng, choice->total);
    unsigned index = 0;
    for (unsigned i = 0; i < RNG_WEIGHTS; i++) // no branch: which way it goes is random
        index += drawn >= choice->upto[i];
    return index;
}
