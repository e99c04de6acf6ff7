// The configuration registers as the checkers keep them: a word each, as a read shows it, from the
// table of rtl/spec/registers.md. Shares no code with the golden model.
#ifndef SEMA_REGISTER_IMAGE_H
#define SEMA_REGISTER_IMAGE_H

#include <stdint.h>

#include "csim/interface/register_values.h"
#include "register_map.h"

enum { IMAGE_WORDS = REGISTER_GRANTS }; // status registers begin there

// A family of registers: words, their bits, enum register_access.
struct register_row {
    uint16_t first, count;
    uint8_t bits, access;
};

// That of a word; NULL: it is no register.
const struct register_row *register_row(unsigned word);

// Open value: initialise with register_image_reset or register_image_begin.
struct register_image {
    unsigned depth;             // reservations of the block
    uint32_t word[IMAGE_WORDS]; // by number: a quarter of the byte address; 0 where is no register
};

void register_image_reset(struct register_image *image, unsigned depth);

// In a state at rest.
void register_image_begin(struct register_image *image, unsigned depth,
                          const struct registers *registers);

// A write of a whole word that the block answers with OKAY. Words of no register, and of status
// registers, are ignored.
void register_image_write(struct register_image *image, unsigned word, uint32_t data);

static inline uint32_t register_image_window(const struct register_image *image, unsigned lane) {
    return image->word[REGISTER_WINDOW + lane];
}

// Lanes whose window is tuned, a bit each.
static inline uint32_t register_image_tuned(const struct register_image *image) {
    return image->word[REGISTER_AUTOTUNE_ENABLE] & ALL_LANES;
}

#endif
