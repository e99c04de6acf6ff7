// The admission path as a block without registers: all but `path` is zero.
#include "csim/golden/path_model.h"
#include "tb/block/step/subject.h"

#include <stdlib.h>
#include <string.h>

const bool subject_has_bus = false;

static void show(void *self, struct block_out *out) {
    const struct path_model *model = self;
    memset(out, 0, sizeof *out);
    model->show(model->self, &out->path);
}

static void clock_edge(void *self, const struct block_in *in) {
    const struct path_model *model = self;
    model->clock(model->self, &in->path);
}

static void close_model(void *self) {
    struct path_model *model = self;
    model->close(model->self);
    free(model);
}

static struct block_model wrapped(struct path_model path) {
    struct path_model *model = path.self ? malloc(sizeof *model) : NULL;
    if (model)
        *model = path;
    return (struct block_model){model, show, clock_edge, close_model};
}

struct block_model subject_rtl(struct path_size *size) {
    return wrapped(path_rtl_open(size));
}

struct block_model subject_golden(const struct path_size *size) {
    return wrapped(path_golden_model(size));
}

bool subject_waves(const struct block_model *rtl, const char *path, uint64_t from, uint64_t to) {
    (void)rtl, (void)path, (void)from, (void)to;
    return false;
}

const char *subject_finding(const struct block_model *rtl) {
    (void)rtl;
    return NULL;
}

void subject_bring_up(struct world *world, struct bus *bus) {
    (void)world, (void)bus;
}
