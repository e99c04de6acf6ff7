// Ports, models, checker and workloads behind the library's names. Ports by name: the fields of
// tb/block/fields.h with the RTL's _i or _o.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/block/block_tape.h"
#include "tb/block/check/check.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/block/environment.h"
#include "tb/block/fields.h"
#include "tb/block/models.h"
#include "tb/library/semacredit.h"

enum { DIFFERENCE_BYTES = FIELD_TEXT + FIELD_VALUES + 2 };

struct semacredit_ports {
    struct path_size size;
    struct block_in in;
    struct block_out out;
    char difference[DIFFERENCE_BYTES];
};

enum { NAME_BYTES = 32 };

static bool library_size(const char *text, struct path_size *size) {
    *size = (struct path_size){8, 1, 1, 32, 128, 40, 32, 8, 16, 24};
    return !text || !text[0] || size_read(text, size);
}

struct semacredit_ports *semacredit_ports_open(const char *size) {
    struct semacredit_ports *ports = memory_there(calloc(1, sizeof *ports));
    if (library_size(size, &ports->size))
        return ports;
    free(ports);
    return NULL;
}

void semacredit_ports_close(struct semacredit_ports *ports) {
    free(ports);
}

// ---- names

// Inputs, then outputs. NULL: there is none.
static const struct field *field_of(int port, bool *output) {
    const struct field *const tables[] = {IN_FIELDS, OUT_FIELDS};
    for (unsigned t = 0; port >= 0 && t < 2; t++)
        for (const struct field *field = tables[t]; field->name; field++) {
            *output = t == 1;
            if (port-- == 0)
                return field;
        }
    return NULL;
}

static bool is_port(const char *name, const struct field *field, bool output) {
    const size_t length = strlen(field->name);
    return strncmp(name, field->name, length) == 0 &&
           strcmp(name + length, strcmp(field->name, "rst_n") == 0 ? "i"
                                 : output                          ? "_o"
                                                                   : "_i") == 0;
}

int semacredit_port(const char *name) {
    const struct field *field;
    bool output;
    for (int port = 0; (field = field_of(port, &output)); port++)
        if (is_port(name, field, output))
            return port;
    return -1;
}

bool semacredit_port_is_output(int port) {
    bool output = false;
    return field_of(port, &output) && output;
}

const char *semacredit_port_name(int port) {
    static _Thread_local char name[NAME_BYTES];
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field)
        return NULL;
    const char *const end = output ? "_o" : "_i";
    snprintf(name, sizeof name, "%s%s", field->name, strcmp(field->name, "rst_n") == 0 ? "i" : end);
    return name;
}

// ---- values

unsigned semacredit_port_elements(const struct semacredit_ports *ports, int port) {
    bool output;
    const struct field *const field = field_of(port, &output);
    return field ? field_elements(field, &ports->size) : 0;
}

// In memory each group of classes has room for the lanes of the largest block.
static struct field_at place_of(const struct semacredit_ports *ports, const struct field *field,
                                unsigned element) {
    const unsigned lanes = path_lanes(&ports->size);
    if (field->count == FIELD_EACH_CLASS)
        element = element / lanes * PATH_LANES + element % lanes;
    return (struct field_at){field, element};
}

uint64_t semacredit_get(const struct semacredit_ports *ports, int port, unsigned element) {
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field || element >= semacredit_port_elements(ports, port))
        return 0;
    const struct field_at at = place_of(ports, field, element);
    return field_get(&at, output ? (const void *)&ports->out : (const void *)&ports->in);
}

void semacredit_set(struct semacredit_ports *ports, int port, unsigned element, uint64_t value) {
    bool output;
    const struct field *const field = field_of(port, &output);
    if (!field || element >= semacredit_port_elements(ports, port))
        return;
    const struct field_at at = place_of(ports, field, element);
    field_set(&at, output ? (void *)&ports->out : (void *)&ports->in, value);
}

static bool library_differ(const struct path_size *size, const struct block_out *dut,
                           const struct block_out *ref, char *text, size_t bytes) {
    struct field_at at = {OUT_FIELDS, 0};
    char name[FIELD_TEXT], values[FIELD_VALUES];
    if (!field_difference(&at, size, dut, ref, name, values))
        return false;
    snprintf(text, bytes, "%s: %s", name, values);
    return true;
}

bool semacredit_differ(struct semacredit_ports *dut, const struct semacredit_ports *ref) {
    return library_differ(&dut->size, &dut->out, &ref->out, dut->difference,
                          sizeof dut->difference);
}

const char *semacredit_difference(const struct semacredit_ports *dut) {
    return dut->difference;
}

void semacredit_drive(struct semacredit_ports *ports, const struct semacredit_ports *from) {
    ports->in = from->in;
}

// ---- all of it

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
    struct semacredit_block *block = memory_there(calloc(1, sizeof *block));
    const struct admitter_kind *const found = admitter_kind_find(kind);
    struct path_size wanted;
    struct text_error why;
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
    struct ref_state ref;
    struct check check;
    struct observer observer;
    uint64_t clock;
};

struct semacredit_checker *semacredit_checker_open(const char *size) {
    struct path_size wanted;
    if (!library_size(size, &wanted))
        return NULL;
    struct semacredit_checker *checker = memory_there(calloc(1, sizeof *checker));
    ref_begin(&checker->ref, &wanted);
    check_begin(&checker->check, NULL);
    ref_add(&checker->ref, check_reader(&checker->check));
    checker->observer = ref_observer(&checker->ref);
    return checker;
}

void semacredit_checker_close(struct semacredit_checker *checker) {
    free(checker);
}

bool semacredit_checker_clock(struct semacredit_checker *checker,
                              const struct semacredit_ports *ports) {
    checker->observer.observe(checker->observer.self, checker->clock, &ports->out, &ports->in);
    checker->clock++;
    return checker->check.findings == 0;
}

bool semacredit_checker_drained(struct semacredit_checker *checker) {
    if (checker->clock == 0)
        return true;
    check_end(&checker->check, &checker->ref);
    return checker->check.findings == 0;
}

const char *semacredit_checker_finding(const struct semacredit_checker *checker) {
    return checker->check.findings > 0 ? checker->check.first : NULL;
}

// ---- inputs

struct semacredit_workload {
    struct block_tape_reader *tape; // NULL: the environment
    struct environment env;
    struct path_size size;
    uint64_t clock;
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
    environment_open(&workload->env, &config, traffic_open(&config, seed), seed, size);
    return true;
}

struct semacredit_workload *semacredit_workload_open(const char *path, uint64_t seed,
                                                     const char *size, char *error,
                                                     size_t error_size) {
    struct semacredit_workload *workload = memory_there(calloc(1, sizeof *workload));
    struct block_tape_header header;
    struct path_size wanted;
    struct text_error why = {"expected a size of ten numbers"};
    bool opened = false;
    if (library_size(size, &wanted) && is_tape(path)) {
        workload->tape = block_tape_open(path, &wanted, &header, &why);
        opened = workload->tape != NULL;
    } else if (library_size(size, &wanted)) {
        opened = open_config(workload, path, seed, &wanted, &why);
    }
    workload->size = wanted;
    return opened ? workload : refuse(workload, why.text, error, error_size);
}

void semacredit_workload_close(struct semacredit_workload *workload) {
    if (workload && workload->tape)
        block_tape_reader_close(workload->tape);
    else if (workload)
        environment_close(&workload->env);
    free(workload);
}

static bool next_inputs(struct semacredit_workload *workload, struct semacredit_ports *ports) {
    struct agents_executed executed;
    if (workload->tape)
        return block_tape_next(workload->tape, &ports->in, &workload->failure) == 1;
    return environment_drive(&workload->env, &ports->out, &ports->in, &executed);
}

bool semacredit_workload_clock(struct semacredit_workload *workload,
                               struct semacredit_ports *ports) {
    const bool goes_on = next_inputs(workload, ports);
    fields_undefine(&workload->size, &ports->in, workload->clock++);
    return goes_on;
}

const char *semacredit_workload_failure(const struct semacredit_workload *workload) {
    if (workload->tape)
        return workload->failure.text[0] ? workload->failure.text : NULL;
    if (workload->env.failure[0])
        return workload->env.failure;
    return traffic_failure(workload->env.traffic);
}
