#include "tb/block/shrink/shrink.h"

#include "tb/block/ref_state/map.h"

enum { SETTLED = 16 }; // clocks that a scenario goes on after its last statement

// A statement: a transaction, or the end of one that lasts.
struct event {
    uint64_t clock;
    uint32_t txn;
    bool ends;
};

struct writer {
    const struct stimulus *stimulus;
    uint32_t *number;                  // of what is offered or asked, in that order
    uint16_t observed[PATH_LANES + 1]; // that the stages report now
    struct event *events;
    uint32_t count;
    FILE *file;
};

// --- words ------------------------------------------------------------------------------------

static void print_name(const struct writer *writer, uint32_t offer) {
    const struct txn *txn = &writer->stimulus->txn[offer];
    const char *const letters = "wrnxxxxxaaaaaaaa";
    fprintf(writer->file, "%c%" PRIu32, letters[txn->op.opcode], writer->number[offer]);
}

static void print_port(const struct writer *writer, unsigned port) {
    const struct path_size *size = &writer->stimulus->size;
    const unsigned engines = path_stages(size);
    if (port < size->hbm)
        fprintf(writer->file, "partition %u", port);
    else if (port < engines)
        fprintf(writer->file, "engine %u", port - size->hbm);
    else if (port < path_lanes(size))
        fprintf(writer->file, "response %u", port - engines);
    else
        fprintf(writer->file, "done");
}

// NAME [ELEMENT], or an address.
static void print_register(const struct writer *writer, unsigned address) {
    const struct path_size *size = &writer->stimulus->size;
    const struct reg *reg = map_find(size, address);
    const unsigned element = reg ? address / 4 - reg->first : 0;
    if (!reg) {
        fprintf(writer->file, "0x%03x", address);
        return;
    }
    fprintf(writer->file, "%s", reg->name);
    if (reg->first >= R_atomic_service) {
        if (reg->elements > 1)
            fprintf(writer->file, " %u", element);
        return;
    }
    fputc(' ', writer->file);
    if (element == path_lanes(size))
        fprintf(writer->file, "table");
    else
        print_port(writer, element);
}

static void print_offer(const struct writer *writer, uint32_t at, const char *verb) {
    const struct offered *op = &writer->stimulus->txn[at].op;
    static const char *const kinds[] = {"write", "read", "notify"};
    const bool is_read = op->opcode == 1;
    FILE *file = writer->file;
    fprintf(file, "%s ", verb);
    print_name(writer, at);
    if (op->opcode < 3 || op->opcode == 8)
        fprintf(file, " %s", op->opcode == 8 ? "fetch_add" : kinds[op->opcode]);
    else
        fprintf(file, " opcode %u", op->opcode);
    fprintf(file, " %s %u", op->opcode >= 8 ? "engine" : "partition", op->stage);
    if (op->length)
        fprintf(file, " %s %" PRIu32, is_read ? "request_bytes" : "bytes", op->length);
    if (op->response_length)
        fprintf(file, " %s %" PRIu32, is_read ? "bytes" : "response_bytes", op->response_length);
    if (op->reply)
        fprintf(file, " reply");
    if (op->engine)
        fprintf(file, " response %u", op->engine);
    if (op->wire_bytes != offered_wire(&writer->stimulus->size, op))
        fprintf(file, " wire %" PRIu32, op->wire_bytes);
    if (op->urgent)
        fprintf(file, " urgent");
    if (op->domain)
        fprintf(file, " domain %u", op->domain);
}

static void print_later(const struct writer *writer, const struct txn *txn) {
    if (txn->later)
        fprintf(writer->file, " %s after %d", txn->later > 0 ? "data" : "address",
                txn->later > 0 ? txn->later : -txn->later);
}

static void print_write(const struct writer *writer, const struct txn *txn) {
    fprintf(writer->file, "bus write ");
    print_register(writer, txn->address);
    fprintf(writer->file, " %" PRIu64, txn->number);
    if (txn->part != 0xf)
        fprintf(writer->file, " strobes %u", txn->part);
    print_later(writer, txn);
}

static void print_lasting(const struct writer *writer, const struct txn *txn, bool ends) {
    static const char *const begin[] = {"messages wait", "bus stalls writes", "bus stalls reads"};
    if (txn->kind == TXN_PAUSE)
        fprintf(writer->file, "%s", ends ? "resume" : "pause");
    else if (ends)
        fprintf(writer->file, "%s", txn->port ? "bus goes on" : "messages heard");
    else
        fprintf(writer->file, "%s", begin[txn->port]);
}

static void print_txn(const struct writer *writer, uint32_t at, bool ends) {
    static const char *const parts[] = {"executed", "responded", "done"};
    const struct txn *txn = &writer->stimulus->txn[at];
    FILE *file = writer->file;
    switch (txn->kind) {
    case TXN_OFFER:
        print_offer(writer, at, "offer");
        break;
    case TXN_ASK:
        print_offer(writer, at, "ask");
        break;
    case TXN_AGAIN:
        fprintf(file, "again ");
        print_name(writer, txn->of);
        break;
    case TXN_COMPLETE:
        fprintf(file, "%s ", parts[txn->part]);
        print_name(writer, txn->of);
        break;
    case TXN_BEAT:
        fprintf(file, "stray ");
        print_port(writer, txn->port);
        fprintf(file, " handle %" PRIu64, txn->number);
        break;
    case TXN_WRITE:
        print_write(writer, txn);
        break;
    case TXN_SEND:
        fprintf(file, "bus send ");
        print_name(writer, txn->of);
        fprintf(file, " %s", parts[txn->part]);
        print_later(writer, txn);
        break;
    case TXN_READ:
        fprintf(file, "bus read ");
        print_register(writer, txn->address);
        break;
    case TXN_RESET:
    case TXN_LEAP:
        fprintf(file, "%s %" PRIu64, txn->kind == TXN_LEAP ? "leap" : "reset", txn->number);
        break;
    default:
        print_lasting(writer, txn, ends);
    }
}

// --- clocks -----------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const struct event *x = a, *y = b;
    if (x->clock != y->clock)
        return x->clock < y->clock ? -1 : 1;
    if (x->ends != y->ends)
        return x->ends ? -1 : 1;
    return x->txn < y->txn ? -1 : x->txn > y->txn;
}

static bool lasts(const struct txn *txn) {
    return txn->kind == TXN_PAUSE || txn->kind == TXN_STALL;
}

static void begin(struct writer *writer, const struct stimulus *stimulus, const uint64_t *done,
                  FILE *file) {
    *writer = (struct writer){
        .stimulus = stimulus,
        .number = memory_there(calloc(stimulus->count + 1, sizeof *writer->number)),
        .events = memory_there(calloc(2 * stimulus->count + 1, sizeof *writer->events)),
        .file = file};
    for (unsigned port = 0; port <= path_lanes(&stimulus->size); port++)
        writer->observed[port] = PATH_UNKNOWN;
    for (uint32_t i = 0; i < stimulus->count; i++) {
        writer->events[writer->count++] = (struct event){done[i], i, false};
        if (lasts(&stimulus->txn[i]))
            writer->events[writer->count++] =
                (struct event){done[i] + stimulus->txn[i].number, i, true};
    }
    qsort(writer->events, writer->count, sizeof *writer->events, compare);
    uint32_t operations = 0;
    for (uint32_t i = 0; i < writer->count; i++) {
        const uint32_t txn = writer->events[i].txn;
        if (stimulus->txn[txn].kind == TXN_OFFER || stimulus->txn[txn].kind == TXN_ASK)
            writer->number[txn] = ++operations;
    }
}

static void end(struct writer *writer) {
    free(writer->number);
    free(writer->events);
}

static void wait_for(const struct writer *writer, uint64_t *now, uint64_t clock) {
    if (clock > *now) {
        fprintf(writer->file, "wait %" PRIu64 "\n", clock - *now);
        *now = clock;
    }
}

// What a completion's stage has observed, where it is not as before.
static void print_observed(struct writer *writer, const struct txn *txn) {
    const struct path_size *size = &writer->stimulus->size;
    if (txn->kind != TXN_COMPLETE && txn->kind != TXN_BEAT)
        return;
    const unsigned port = txn->kind == TXN_BEAT
                              ? txn->port
                              : offered_port(size, &writer->stimulus->txn[txn->of].op, txn->part);
    if (port == path_lanes(size) || writer->observed[port] == txn->observed)
        return;
    writer->observed[port] = txn->observed;
    fprintf(writer->file, "stage ");
    print_port(writer, port);
    fprintf(writer->file, " by hand observes %u\n", txn->observed);
}

void shrink_write(const struct stimulus *stimulus, const struct shrink_result *result,
                  const struct checked_run *run, FILE *file) {
    struct writer writer;
    uint64_t now = TXN_EARLIEST;
    fprintf(file,
            "shrunk: Golden model and RTL show the same, and no rule is broken.\n"
            "# %s, seed %" PRIu64 ": %s in clock %" PRIu64 "\n# %s\n",
            run->workload, run->seed, result->caught, result->cycle, result->reason);
    begin(&writer, stimulus, result->done, file);
    for (uint32_t i = 0; i < writer.count; i++) {
        const struct event *event = &writer.events[i];
        const struct txn *txn = &stimulus->txn[event->txn];
        const bool resets = txn->kind == TXN_RESET;
        if (event->clock > result->cycle)
            continue;                                   // the end of what lasts longer
        wait_for(&writer, &now, event->clock - resets); // it begins a clock later
        print_observed(&writer, txn);
        print_txn(&writer, event->txn, event->ends);
        fputc('\n', file);
        now += resets ? txn->number + 1 : 0;
    }
    if (result->cycle > now + SETTLED)
        wait_for(&writer, &now, result->cycle);
    fprintf(file, "expect alike\n");
    end(&writer);
}
