// Comes before tb/dut/shim.cpp where that is compiled over the model of 256 reservations, whose
// classes have other names.
#ifndef SEMA_SHIM_DEEP_H
#define SEMA_SHIM_DEEP_H

#define DEPTH_OF_BUILD 256

#include "Vsemacredit_deep.h"
#include "Vsemacredit_deep___024root.h"
#include "Vsemacredit_deep_sema_pkg.h"

#define Vsemacredit                         Vsemacredit_deep
#define Vsemacredit___024root               Vsemacredit_deep___024root
#define Vsemacredit___024root___eval_settle Vsemacredit_deep___024root___eval_settle
#define Vsemacredit_sema_pkg                Vsemacredit_deep_sema_pkg
#define SHIM_NAMED
#define SHIM_TABLE shim_deep

#endif
