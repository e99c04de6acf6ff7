// Models, checker and workloads behind the library's names.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/block_tape.h"
#include "tb/block/blocks.h"
#include "tb/block/check/check.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/surroundings.h"
#include "tb/library/library_ports.h"

int semacredit_abi(void) {
    return SEMACREDIT_ABI;
}

static void *refuse(void *object, const char *reason, char *error, size_t size) {
    snprintf(error, size, "%s", reason);
    free(object);
    return NULL;
}

// ---- the block

struct semacredit_block {
    struct block inner;
    char wrong[DIFFERENCE_BYTES + 40];
};

struct semacredit_block *semacredit_block_open(const char *kind, const char *size, char *error,
                                               size_t error_size) {
    struct semacredit_block *block = calloc(1, sizeof *block);
    const struct admitter_kind *const found = admitter_kind_find(kind);
    struct path_size wanted;
    struct text_error why;
    if (!block)
        return refuse(block, "out of memory", error, error_size);
    if (!found)
        return refuse(block, "expected golden, rtl or lockstep", error, error_size);
    if (!library_size(size, &wanted))
        return refuse(block, "expected a size of ten numbers", error, error_size);
    if (!block_open(&block->inner, found->kind, &wanted, &why))
        return refuse(block, why.text, error, error_size);
    return block;
}

void semacredit_block_close(struct semacredit_block *block) {
    if (block)
        block->inner.model.close(block->inner.model.self);
    free(block);
}

void semacredit_block_clock(struct semacredit_block *block, struct semacredit_ports *ports) {
    const struct block_model *const model = &block->inner.model;
    model->clock(model->self, &ports->in);
    model->show(model->self, &ports->out);
}

const char *semacredit_block_wrong(struct semacredit_block *block) {
    const struct pair *const pair = &block->inner.pair;
    const struct block_model *const rtl = &block->inner.rtl;
    char text[DIFFERENCE_BYTES];
    if (block->inner.has_pair && pair->differs) {
        library_differ(&block->inner.size, &pair->dut_out, &pair->golden_out, text, sizeof text);
        snprintf(block->wrong, sizeof block->wrong, "clock %" PRIu64 ": %s", pair->differs_clock,
                 text);
        return block->wrong;
    }
    return rtl->self ? block_rtl_finding(rtl) : NULL;
}

// ---- the checker

struct semacredit_checker {
    struct view view;
    struct check check;
    struct listener listener;
    uint64_t clock;
};

struct semacredit_checker *semacredit_checker_open(const char *size) {
    struct semacredit_checker *checker = calloc(1, sizeof *checker);
    struct path_size wanted;
    if (!checker || !library_size(size, &wanted)) {
        free(checker);
        return NULL;
    }
    view_begin(&checker->view, &wanted);
    check_begin(&checker->check, NULL);
    view_add(&checker->view, check_reader(&checker->check));
    checker->listener = view_listener(&checker->view);
    return checker;
}

void semacredit_checker_close(struct semacredit_checker *checker) {
    free(checker);
}

bool semacredit_checker_clock(struct semacredit_checker *checker,
                              const struct semacredit_ports *ports) {
    checker->listener.hear(checker->listener.self, checker->clock, &ports->out, &ports->in);
    checker->clock++;
    return checker->check.findings == 0;
}

bool semacredit_checker_drained(struct semacredit_checker *checker) {
    if (checker->clock == 0)
        return true;
    check_end(&checker->check, &checker->view);
    return checker->check.findings == 0;
}

const char *semacredit_checker_finding(const struct semacredit_checker *checker) {
    return checker->check.findings > 0 ? checker->check.first : NULL;
}

// ---- inputs

struct semacredit_workload {
    struct block_tape_reader *tape; // NULL: surroundings
    struct surroundings surroundings;
    struct text_error failure;
};

static bool is_tape(const char *path) {
    const size_t length = strlen(path);
    return (length >= 5 && strcmp(path + length - 5, ".tape") == 0) ||
           (length >= 8 && strcmp(path + length - 8, ".tape.gz") == 0);
}

static bool open_config(struct semacredit_workload *workload, const char *path, uint64_t seed,
                        const struct path_size *size, struct text_error *error) {
    struct config config;
    config_init(&config);
    if (!config_load(&config, path, error))
        return false;
    text_error_set(error, "out of memory");
    return surroundings_open(&workload->surroundings, &config, traffic_open(&config, seed), seed,
                             size);
}

struct semacredit_workload *semacredit_workload_open(const char *path, uint64_t seed,
                                                     const char *size, char *error,
                                                     size_t error_size) {
    struct semacredit_workload *workload = calloc(1, sizeof *workload);
    struct block_tape_header header;
    struct path_size wanted;
    struct text_error why = {"expected a size of ten numbers"};
    bool opened = false;
    if (!workload)
        return refuse(workload, "out of memory", error, error_size);
    if (library_size(size, &wanted) && is_tape(path)) {
        workload->tape = block_tape_open(path, &wanted, &header, &why);
        opened = workload->tape != NULL;
    } else if (library_size(size, &wanted)) {
        opened = open_config(workload, path, seed, &wanted, &why);
    }
    return opened ? workload : refuse(workload, why.text, error, error_size);
}

void semacredit_workload_close(struct semacredit_workload *workload) {
    if (workload && workload->tape)
        block_tape_reader_close(workload->tape);
    else if (workload)
        surroundings_close(&workload->surroundings);
    free(workload);
}

bool semacredit_workload_clock(struct semacredit_workload *workload,
                               struct semacredit_ports *ports) {
    struct world_truth truth;
    if (workload->tape)
        return block_tape_next(workload->tape, &ports->in, &workload->failure) == 1;
    return surroundings_drive(&workload->surroundings, &ports->out, &ports->in, &truth);
}

const char *semacredit_workload_failure(const struct semacredit_workload *workload) {
    if (workload->tape)
        return workload->failure.text[0] ? workload->failure.text : NULL;
    if (workload->surroundings.failure[0])
        return workload->surroundings.failure;
    return traffic_failure(workload->surroundings.traffic);
}
