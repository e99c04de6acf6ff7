#include "tb/queues/queues_scoreboard.h"

enum { DOMAIN_KEYS = 768, URGENT_WAIT = 64, LONGEST_WAIT = 1024, STREAM_MOST = 3, PIPELINE = 4 };

enum { OPCODE_READ = 1, OPCODE_NOTIFY = 2, OPCODE_ATOMIC = 8 };

// The classes of an operation: its lanes, of one without a response its stage twice. One that will
// be rejected has those of lane 0. And the queue, or the domain, in whose order it is.
struct classes {
    unsigned group, stage, response, key;
};

static struct classes classes_of(const struct queues_size *size, const struct path_in *op) {
    const unsigned hbm = size->block.hbm, stages = path_stages(&size->block);
    struct classes classes = {.group = op->op_wire_bytes > op->small_limit ? 2 : 1};
    bool exists = op->op_opcode <= OPCODE_NOTIFY && op->op_stage < hbm;
    unsigned way = 0;
    if (op->op_opcode >= OPCODE_ATOMIC)
        exists = op->op_stage < stages - hbm;
    if (op->op_opcode == OPCODE_READ || op->op_reply || op->op_response_length)
        way = 1u + op->op_engine;
    if (op->op_urgent)
        classes.group = 0;
    if (!exists || way > size->block.response)
        way = 0;
    else
        classes.stage = op->op_stage + (op->op_opcode >= OPCODE_ATOMIC ? hbm : 0);
    classes.response = way ? stages + way - 1 : classes.stage;
    classes.key = op->op_domain ? (unsigned)DOMAIN_KEYS + op->op_domain
                                : (classes.group * 36u + classes.stage) * 5 + way;
    return classes;
}

void scoreboard_init(struct scoreboard *board, const struct queues_size *size, bool lone) {
    *board = (struct scoreboard){.size = *size, .lone = lone};
}

static struct scoreboard_op *op_of(struct scoreboard *board, uint64_t tag) {
    return &board->op[tag % SCOREBOARD_TAGS];
}

static const char *place(struct scoreboard *board, const struct queues_out *out) {
    const unsigned key = classes_of(&board->size, &board->arrived).key;
    struct scoreboard_op *const own = op_of(board, board->arrived.op_tag);
    if (out->full && out->full_tag != board->arrived.op_tag)
        return "operation refused that did not arrive";
    if (out->full)
        return key < DOMAIN_KEYS && !board->arrived.op_again && !board->in_queue[key] &&
                       out->used < board->size.entries
                   ? "operation refused whose queue is empty, though a place is free"
                   : NULL;
    if (own->waits)
        return "operation waits longer than tags last";
    *own = (struct scoreboard_op){board->arrived, board->placed[key]++, true};
    board->in_queue[key]++;
    board->waits++;
    return NULL;
}

static bool same_payload(const struct path_in *a, const struct path_in *b) {
    return a->op_opcode == b->op_opcode && a->op_stage == b->op_stage &&
           a->op_engine == b->op_engine && a->op_length == b->op_length &&
           a->op_response_length == b->op_response_length && a->op_reply == b->op_reply &&
           a->op_wire_bytes == b->op_wire_bytes && a->op_urgent == b->op_urgent &&
           a->op_domain == b->op_domain && a->op_again == b->op_again;
}

static const char *take(struct scoreboard *board, const struct queues_in *in,
                        const struct path_in *offer) {
    const uint64_t tag = offer->op_tag & ((UINT64_C(1) << board->size.block.tag_w) - 1);
    struct scoreboard_op *const own = op_of(board, tag);
    const struct classes op = classes_of(&board->size, &own->op);
    const unsigned key = op.key, stream = own->op.op_domain % board->size.streams;
    if (!own->waits || own->op.op_tag != tag)
        return "operation offered that was taken or refused before, or never came";
    if (!same_payload(offer, &own->op) ||
        offer->op_tag >> board->size.block.tag_w != offer->op_domain)
        return "operation offered not as it arrived";
    if (own->number != board->taken[key]++)
        return "operation overtakes another one of its class or domain";
    if (!in->ready[op.group][op.stage] || !in->ready[op.group][op.response])
        return "operation offered whose classes are not ready";
    if (own->op.op_domain && ++board->in_block[stream] > STREAM_MOST)
        return "operation is the fourth of its stream in the block";
    if (key < DOMAIN_KEYS && !op.group && board->first_for[key] + 1 > board->longest) {
        board->longest = board->first_for[key] + 1;
        board->behind = board->waits;
    }
    own->waits = false;
    board->in_queue[key]--;
    board->waits--;
    board->first_for[key] = 0;
    return NULL;
}

// How long the first of each class could have gone.
static const char *wait(struct scoreboard *board, const struct queues_in *in, bool takes) {
    for (unsigned key = 0; key < DOMAIN_KEYS; key++) {
        const unsigned group = key / 180, stage = key / 5 % 36, way = key % 5;
        const unsigned lane = way ? path_stages(&board->size.block) + way - 1 : stage;
        if (!board->in_queue[key] || !in->ready[group][stage] || !in->ready[group][lane])
            board->first_for[key] = 0;
        else if (board->first_for[key]++ > (group ? LONGEST_WAIT : URGENT_WAIT))
            return "operation is not taken, the first of a class that is ready";
        else if (board->lone && board->in_queue[key] >= PIPELINE && !takes)
            return "operation of a lone queue is not offered in every clock";
    }
    return NULL;
}

static void leave(struct scoreboard *board, bool leaves, uint8_t domain) {
    if (leaves && domain)
        board->in_block[domain % board->size.streams]--;
}

const char *scoreboard_step(struct scoreboard *board, const struct queues_in *in,
                            const struct queues_out *out) {
    const char *wrong = NULL;
    if (!in->op.rst_n) {
        const struct queues_size size = board->size;
        scoreboard_init(board, &size, board->lone);
        return NULL;
    }
    if (board->arrives)
        wrong = place(board, out);
    else if (out->full)
        wrong = "operation refused that did not arrive";
    if (!wrong && out->offer.op_valid)
        wrong = take(board, in, &out->offer);
    if (!wrong)
        wrong = wait(board, in, out->offer.op_valid);
    leave(board, in->decision, in->decision_domain);
    leave(board, in->answer, in->answer_domain);
    board->arrives = in->op.op_valid && out->in_ready;
    board->arrived = in->op;
    return wrong;
}

const char *scoreboard_end(const struct queues_out *last, const struct scoreboard *board) {
    return board->waits ? "operation lost: it was never offered"
           : last->used ? "operation left, and its place is not free"
                        : NULL;
}
