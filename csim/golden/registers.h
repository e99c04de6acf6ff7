// The configuration registers of the golden model (rtl/spec/registers.md): reset, write and read.
#ifndef SEMA_REGISTERS_H
#define SEMA_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "csim/interface/register_values.h"

// The registers' reset values for a block of `depth` reservations.
void registers_reset(struct registers *registers, unsigned depth);

// One register write, of a whole word. Returns false, and changes nothing, where no such register
// exists. command_limit has as many bits as `depth` needs.
bool registers_write(struct registers *registers, unsigned depth, unsigned word, uint32_t data);

// One register read. Returns false, and leaves *value, where no such register is kept here.
bool registers_read(const struct registers *registers, unsigned word, uint32_t *value);

#endif
