// The workloads that tests run: the paper's six, then those of co-simulation. Ends with NULL.
#ifndef SEMA_TEST_WORKLOAD_NAMES_H
#define SEMA_TEST_WORKLOAD_NAMES_H

extern const char *const workload_names[];

#endif
