#include "csim/next/path_model.h"

#include "csim/next/path_golden.h"

static void show(void *self, struct path_out *out) {
    path_golden_show(self, out);
}

static void clock_edge(void *self, const struct path_in *in) {
    path_golden_clock(self, in);
}

static void close_model(void *self) {
    path_golden_close(self);
}

struct path_model path_golden_model(const struct path_size *size) {
    return (struct path_model){path_golden_open(size), show, clock_edge, close_model};
}
