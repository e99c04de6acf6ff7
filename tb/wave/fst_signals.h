// Which signals a wave file has, by name: a view of a block with other internals names only those.
#ifndef SEMA_FST_SIGNALS_H
#define SEMA_FST_SIGNALS_H

#include <stdbool.h>

struct fst_signals;

// Reads the hierarchy of a closed FST file. NULL: there is none that can be read. The caller closes
// it.
struct fst_signals *fst_signals_open(const char *path);
void fst_signals_close(struct fst_signals *signals);

// Is there a signal of this path, scopes with dots between, without its range?
bool fst_signals_has(const struct fst_signals *signals, const char *name);

#endif
