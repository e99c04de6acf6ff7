// Golden model of the admission path of rtl: the specification, clock by clock.
#ifndef SEMA_BLOCK_PATH_GOLDEN_H
#define SEMA_BLOCK_PATH_GOLDEN_H

#include "csim/golden/path.h"

struct path_golden;

// ports.md, 1.2.
bool path_size_is_legal(const struct path_size *size);

// A block of that size before its first reset, or NULL: the size is out of range or memory is
// short. The caller closes it.
struct path_golden *path_golden_open(const struct path_size *size);
void path_golden_close(struct path_golden *golden);

// What the outputs show in this clock: a function of the clocks before. `out` is written whole.
void path_golden_show(const struct path_golden *golden, struct path_out *out);

// The same of what it tells the parts beside it.
void path_golden_facts(const struct path_golden *golden, struct path_facts *facts);

// The edge that ends this clock samples `in`. Allocates nothing.
void path_golden_clock(struct path_golden *golden, const struct path_in *in);

#endif
