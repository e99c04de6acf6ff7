// What a regression consists of: which program, which configurations, which seeds, cut into chunks
// of seeds that are run by one process each. Text, so that it can be carried to other hosts:
//
//   semacredit regress 1
//   program 0x8c5e1a...                       hash of the program's own file
//   workload random 0x51f0... sim operations=5000
//   chunk random 1 2500                       seeds, both ends included
//
// A workload has the hash of its configuration, its folder, and what is changed in it. Whoever
// reads a manifest is held to it: another program, or another configuration, is refused.
#ifndef SEMA_MANIFEST_H
#define SEMA_MANIFEST_H

#include <stdint.h>
#include <stdio.h>

#include "csim/base/text_reader.h"
#include "csim/config/config.h"
#include "csim/config/workloads.h"
#include "tb/cli/settings.h"

enum { MANIFEST_WORKLOADS = WORKLOADS_MAX, MANIFEST_CHUNKS = 1 << 20, MANIFEST_RUNS = 1 << 24 };

struct manifest_workload {
    char name[WORKLOAD_NAME_SIZE];
    uint64_t hash; // of `config`
    struct settings settings;
    struct config config;
    char text[LINE_BYTES_MAX + 1]; // what `settings` points to
};

struct manifest_chunk {
    unsigned workload;    // index
    uint64_t first, last; // seeds
};

struct manifest {
    uint64_t program;
    unsigned workload_count;
    unsigned chunk_count;
    uint64_t runs;
    struct manifest_chunk *chunks; // sorted: workloads in the order of tables, then seeds
    struct manifest_workload workloads[MANIFEST_WORKLOADS];
};

struct manifest_plan {
    const char *workloads;    // as for selection_make
    uint64_t first, last;     // seeds
    uint64_t seeds;           // of a chunk
    const char *operations;   // "operations=N", for random and adversarial
    struct settings settings; // for all workloads; win over `operations`
};

// Both return NULL with the reason printed, in one line. The caller closes it.
struct manifest *manifest_make(const struct manifest_plan *plan);
struct manifest *manifest_read(const char *path);
void manifest_close(struct manifest *manifest); // takes NULL

void manifest_write(const struct manifest *manifest, FILE *file);

// Of the program's own file; false: the reason has been printed. And of a configuration.
bool manifest_hash_program(uint64_t *hash);
uint64_t manifest_hash_config(const struct config *config);

// What results of a chunk are results of: program, configuration and seeds in one number.
uint64_t manifest_key(const struct manifest *manifest, unsigned number);

#endif
