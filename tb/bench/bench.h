// `semacredit bench`, what scripts/bench/bench.py measures in this program: rows of numbers on
// standard output, a heading first; of one of its kinds, as the options say. Returns an exit
// status; the reason of a failure has been printed.
#pragma once

#include "tb/cli/command.h"

int verb_bench(struct options *options);
