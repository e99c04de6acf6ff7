// Comes before tb/shim.cpp where that is compiled once more, over the model of 256 reservations:
// the model has other names, and so have the functions of the boundary (tb/shim.h).
#ifndef SEMA_SHIM_DEEP_H
#define SEMA_SHIM_DEEP_H

#define DEPTH_OF_BUILD 256

#include "Vsemacredit_deep.h"
#include "Vsemacredit_deep___024root.h"
#include "Vsemacredit_deep_sema_pkg.h"

#define Vsemacredit           Vsemacredit_deep
#define Vsemacredit___024root Vsemacredit_deep___024root
#define Vsemacredit_sema_pkg  Vsemacredit_deep_sema_pkg

#define shim            shim_deep
#define shim_depth      shim_deep_depth
#define shim_open       shim_deep_open
#define shim_close      shim_deep_close
#define shim_edge       shim_deep_edge
#define shim_edge_bare  shim_deep_edge_bare
#define shim_lines      shim_deep_lines
#define shim_wave_start shim_deep_wave_start
#define shim_wave_stop  shim_deep_wave_stop

#endif
