// The Verilated semacredit of this program, behind struct block_model.
//
//   fast      what runs: no assertions, no waves
//   checked   waves; assertions where SEMA_CHECKED is set; every planted bug, of which PLANTED_BUG
//             chooses; what nothing resets starts with SEMA_INITIAL_STATE
//
// A program of another size, or of an own RTL folder, has one model, which stands for both: without
// planted bugs.
#pragma once

#include "csim/golden/block.h"

#ifdef __cplusplus
extern "C" {
#endif

// Before its first reset, and its size. The caller closes it. Assertions hold from the first reset.
struct block_model block_rtl_fast(struct path_size *size);
struct block_model block_rtl_checked(struct path_size *size);

// Checked where SEMA_CHECKED, PLANTED_BUG or SEMA_INITIAL_STATE is set, else fast.
struct block_model block_rtl_open(struct path_size *size);

// Whether this thread's models are to have flips (struct block_in): from now on the checked one is
// opened. False: an own RTL folder's has none.
bool block_rtl_flips(bool wanted);

// Payload whose valid is low means nothing (ports.md 1.1): the pins have arbitrary values there.
// From now on only that field of struct block_in has, by its offset; or all, as at first, or none.
enum { BLOCK_RTL_NONE = 0, BLOCK_RTL_ALL = UINT16_MAX };
void block_rtl_undefined(const struct block_model *rtl, uint16_t offset);

// An FST file of the clocks `from` to `to`, counted from 0 as the model is opened: clock n rises at
// n nanoseconds. Comes before clock `from`; one file at a time, whole once clock `to` has passed or
// the model is closed. False: the file cannot be written, or this model has no waves.
bool block_rtl_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to);

// What stands beside the block in the waves (sema_golden.sv), in the same clock.
struct block_beside {
    struct block_out golden;
    uint8_t differs;
    // By the commits of the golden model, and of the block.
    uint32_t debt[2][PATH_LANES], window[2][PATH_LANES];
};

// From now on, where waves are written, `fill` is asked what that is as soon as the block shows its
// outputs of a clock.
void block_rtl_beside(const struct block_model *rtl,
                      void (*fill)(void *self, struct block_beside *beside), void *self);

// Whether all that this process has written to wave files since it began is in them: a full disk is
// reported here only.
bool block_rtl_waves_whole(void);

// Whether its assertions are asked for (SEMA_CHECKED).
bool block_rtl_asserts(const struct block_model *rtl);

// The first assertion that failed: "clock 17: sema_path_ids.sv:116: Assertion failed in ...". NULL:
// none has. The model goes on.
const char *block_rtl_finding(const struct block_model *rtl);

// The Verilator that made the model, and the folder of its RTL as given to make.
const char *block_rtl_verilator(void);
const char *block_rtl_folder(void);

#ifdef __cplusplus
}
#endif
