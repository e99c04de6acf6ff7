// A yardstick for the event simulator: a textbook binary heap that models nothing.
#ifndef SEMA_BENCH_HEAP_H
#define SEMA_BENCH_HEAP_H

#include <stdint.h>

#include "tb/bench/bench_load.h"

// Keeps as many events as the load's depth and, `events` times, takes the earliest and posts
// another one, as far ahead as the load says, over and over. Returns the seconds it took; 0 when
// out of memory.
double bench_heap(const struct bench_load *load, uint64_t events);

#endif
