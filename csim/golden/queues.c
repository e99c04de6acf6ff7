#include "csim/golden/queues.h"

#include <assert.h>

enum { STREAM_MOST = 3, FOLLOWERS = 5, EIGHTH = 7 };

static unsigned class_queues(const struct queues_size *size) {
    return 3 * path_stages(&size->block) * (1u + size->block.response);
}

void queues_init(struct queues *queues, const struct queues_size *size) {
    *queues = (struct queues){.size = *size, .left = size->entries, .read = -1};
    for (unsigned q = 0; q < class_queues(size) + size->streams; q++)
        queues->order[q] = (uint16_t)q;
}

// 11.2
struct queued queues_place(const struct queues_size *size, const struct path_in *op) {
    const bool atomic = op->op_opcode >= 8;
    const bool responds = op->op_opcode == 1 || op->op_reply || op->op_response_length > 0;
    const bool known = atomic ? op->op_stage < size->block.atomic
                              : op->op_opcode < 3 && op->op_stage < size->block.hbm;
    const bool legal = known && (!responds || op->op_engine < size->block.response);
    struct queued placed = {.op = *op};
    assert(size->streams > 0);
    placed.group = (uint8_t)(op->op_urgent ? 0 : op->op_wire_bytes <= op->small_limit ? 1 : 2);
    placed.stage = (uint8_t)(!legal ? 0 : atomic ? size->block.hbm + op->op_stage : op->op_stage);
    placed.response =
        legal && responds ? (uint8_t)(path_stages(&size->block) + op->op_engine) : placed.stage;
    const unsigned stage = placed.group * path_stages(&size->block) + placed.stage;
    const unsigned engine = legal && responds ? 1u + op->op_engine : 0;
    placed.queue =
        (uint16_t)(op->op_domain != 0 ? class_queues(size) + op->op_domain % size->streams
                                      : stage * (1u + size->block.response) + engine);
    return placed;
}

// The first, or the one after it, that waits in a queue.
static struct queued *first_of(struct queues *queues, unsigned queue, unsigned after) {
    for (unsigned i = 0; i < queues->waits; i++)
        if (queues->waiting[i].queue == queue && after-- == 0)
            return &queues->waiting[i];
    return NULL;
}

static bool is_ready(const bool ready[PATH_GROUPS][PATH_LANES], const struct queued *op) {
    return ready[op->group][op->stage] && ready[op->group][op->response];
}

// 11.3: the row of the table in which a queue is a candidate, -1: it is none.
static int row_of(struct queues *queues, unsigned queue) {
    const unsigned streams = class_queues(&queues->size);
    const unsigned offered = queues->offers && queues->offered.queue == queue;
    const unsigned on_way = offered + (queues->read == (int)queue);
    const struct queued *const head = first_of(queues, queue, 0);
    if (queues->count[queue] <= on_way || !is_ready(queues->ready_before, head))
        return -1;
    if (queue >= streams) {
        const unsigned there = queues->in_block[queue - streams];
        if (on_way || queues->known_from[queue - streams] > queues->now ||
            (there > 0 && (there >= STREAM_MOST || !queues->few_before)))
            return -1;
    }
    const bool late = queues->now % 8 == EIGHTH ? head->group == 0 : head->group != 0;
    return 2 * late + (on_way > 0);
}

static int choose(struct queues *queues) {
    int best = 4, chosen = -1;
    for (unsigned i = 0; i < class_queues(&queues->size) + queues->size.streams; i++) {
        const unsigned queue = queues->order[i];
        const int row = queues->count[queue] ? row_of(queues, queue) : -1;
        if (row >= 0 && row < best) {
            best = row;
            chosen = (int)queue;
        }
    }
    return chosen;
}

// 11.4: the block takes what is offered.
static void take(struct queues *queues) {
    const unsigned queue = queues->offered.queue, streams = class_queues(&queues->size);
    struct queued *const first = first_of(queues, queue, 0);
    const size_t behind = (size_t)(&queues->waiting[queues->waits--] - first) - 1;
    unsigned last = 0;
    memmove(first, first + 1, behind * sizeof *first);
    queues->count[queue]--;
    for (unsigned i = 0; i < streams + queues->size.streams; i++)
        if (queues->order[i] != queue)
            queues->order[last++] = queues->order[i];
    queues->order[last] = (uint16_t)queue;
    if (queue >= streams) {
        queues->known_from[queue - streams] = queues->now + 2;
        queues->in_block[queue - streams]++;
    }
}

static void place(struct queues *queues) {
    const unsigned queue = queues->arrived.queue, streams = class_queues(&queues->size);
    if (queue >= streams && queues->count[queue] == 0)
        queues->known_from[queue - streams] = queues->now + 1;
    queues->waiting[queues->waits++] = queues->arrived;
    queues->count[queue]++;
}

// 11.5
static void leave_block(struct queues *queues, bool leaves, uint8_t domain) {
    assert(queues->size.streams > 0);
    if (leaves && domain != 0)
        queues->in_block[domain % queues->size.streams]--;
}

void queues_step(struct queues *queues, const struct queues_in *in, struct queues_out *out) {
    const struct queued arrived = queues->arrived;
    const uint32_t left = queues->left;
    const bool places = queues->arrives && left > 0 && queues->count[arrived.queue] <= left &&
                        (!arrived.op.op_again || left >= queues->size.entries / 2u);
    const bool takes = queues->offers && is_ready(in->ready, &queues->offered);
    const int chosen = choose(queues);
    *out = (struct queues_out){.in_ready = queues->up,
                               .full = queues->arrives && !places,
                               .full_tag = arrived.op.op_tag,
                               .offer = queues->offered.op,
                               .used = (uint16_t)(queues->size.entries - left)};
    out->offer.op_valid = takes;
    if (!in->op.rst_n) {
        const struct queues_size size = queues->size;
        queues_init(queues, &size);
        return;
    }
    unsigned followers = 0;
    for (unsigned s = 0; s < queues->size.streams; s++)
        followers += queues->in_block[s] > 1 ? queues->in_block[s] - 1u : 0;
    queues->few_before = followers < FOLLOWERS;
    memcpy(queues->ready_before, in->ready, sizeof in->ready);
    const bool same = queues->offers && queues->read == (int)queues->offered.queue;
    const bool reads = queues->read >= 0 && !(same && !takes);
    struct queued next = queues->offered;
    if (reads)
        next = *first_of(queues, (unsigned)queues->read, same);
    queues->left = left - places + queues->frees;
    queues->frees = takes;
    if (takes)
        take(queues);
    if (places)
        place(queues);
    leave_block(queues, in->decision, in->decision_domain);
    leave_block(queues, in->answer, in->answer_domain);
    queues->offers = reads;
    queues->offered = next;
    queues->read = chosen;
    queues->arrives = in->op.op_valid && queues->up;
    queues->arrived = queues_place(&queues->size, &in->op);
    queues->up = true;
    queues->now++;
}
