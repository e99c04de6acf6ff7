// Comes before tb/dut/shim.cpp where that is compiled over a second model of the default depth: the
// one with tracing, whose flops can be set.
#ifndef SEMA_SHIM_PROBE_H
#define SEMA_SHIM_PROBE_H

#include "Vsemacredit_probe.h"
#include "Vsemacredit_probe___024root.h"
#include "Vsemacredit_probe_sema_pkg.h"

#define Vsemacredit                         Vsemacredit_probe
#define Vsemacredit___024root               Vsemacredit_probe___024root
#define Vsemacredit___024root___eval_settle Vsemacredit_probe___024root___eval_settle
#define Vsemacredit_sema_pkg                Vsemacredit_probe_sema_pkg
#define SHIM_NAMED
#define SHIM_TABLE shim_probe

#endif
