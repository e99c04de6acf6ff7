#include "csim/record/commit.h"

#include <string.h>

#include "csim/record/state_at_rest.h"

const char *const commit_kind_name[COMMIT_KINDS] = {
    [COMMIT_WINDOW] = "window", [COMMIT_GRANT] = "grant",   [COMMIT_DENY] = "deny",
    [COMMIT_REJECT] = "reject", [COMMIT_RETURN] = "return", [COMMIT_COMPLETE] = "complete",
    [COMMIT_STRAY] = "stray",   [COMMIT_REPEAT] = "repeat", [COMMIT_CALIBRATE] = "calibrate",
    [COMMIT_RESET] = "reset",
};

static void windows_reset(uint32_t window[LANES]) {
    for (unsigned lane = 0; lane < HBM_LANES; lane++)
        window[lane] = WINDOW_HBM_RESET;
    window[ATOMIC_LANE] = WINDOW_ATOMIC_RESET;
    window[RESPONSE_LANE] = WINDOW_RESPONSE_RESET;
}

void commit_spread_init(struct commit_spread *spread) {
    *spread = (struct commit_spread){.next = 0};
    windows_reset(spread->window);
}

void commit_spread_begin(struct commit_spread *spread, const struct block_state *state) {
    struct block_derived derived;

    block_derive(state, &derived);
    memcpy(spread->window, state->registers.window, sizeof spread->window);
    for (unsigned id = 0; id < DEPTH_MAX; id++)
        spread->op_of[id] = state->reservation[id].held ? state->reservation[id].op.tag : 0;
    memcpy(spread->debt, derived.debt, sizeof spread->debt);
    spread->block_next = state->order;
    spread->order_base = 1 - state->order;
    spread->next = 1;
    spread->opened = spread->begins = true;
}

// What a broken block shows may be out of range. It must not break the listeners, one of which
// will report it.
static unsigned lane_shown(unsigned lane) {
    return lane < LANES ? lane : 0;
}
static uint32_t *op_of(struct commit_spread *spread, uint16_t id) {
    return &spread->op_of[id % DEPTH_MAX];
}

static unsigned return_lane(const struct edge_out *out, enum resource_class resource) {
    return resource == CLASS_HBM ? lane_shown(out->hbm_lane) : HBM_LANES + resource - CLASS_ATOMIC;
}
_Static_assert(ATOMIC_LANE == HBM_LANES && RESPONSE_LANE == HBM_LANES + 1, "lanes by class");

// The commits of one clock while they are being written.
struct sheet {
    struct commit_spread *spread;
    const struct edge_out *out;
    struct commit *commits;
    uint64_t cycle;
    uint64_t time_ps;
    uint64_t number;          // the block's order number of the next commit
    bool granting;            // a grant is still to be written,
    uint32_t amount[CLASSES]; // and returns of so much
    unsigned count;
};

// Every field; d is zero. The debt is reckoned back, by what is still to be written, from the one
// that the block shows after the clock. (Lanes are corrected one by one after a copy of all: the
// other way round, a wide copy would have to wait for narrow writes.)
static struct commit *sheet_add(struct sheet *sheet, enum commit_kind kind, uint32_t op,
                                uint16_t reservation, lane_set mask) {
    const struct edge_out *const out = sheet->out;
    struct commit *const commit = &sheet->commits[sheet->count++];

    commit->order = sheet->spread->order_base + sheet->number++;
    commit->cycle = sheet->cycle;
    commit->time_ps = sheet->time_ps;
    commit->op = op;
    commit->reservation = reservation;
    commit->mask = mask;
    commit->kind = kind;
    memset(commit->d, 0, sizeof commit->d);
    memcpy(commit->debt, out->debt, sizeof commit->debt);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (sheet->amount[resource])
            commit->debt[return_lane(out, (enum resource_class)resource)] +=
                sheet->amount[resource];
    if (sheet->granting) {
        commit->debt[lane_shown(out->lane)] -= out->demand[CLASS_HBM];
        commit->debt[ATOMIC_LANE] -= out->demand[CLASS_ATOMIC];
        commit->debt[RESPONSE_LANE] -= out->demand[CLASS_RESPONSE];
    }
    return commit;
}

static void add_reset(struct sheet *sheet) {
    struct commit_spread *const spread = sheet->spread;

    windows_reset(spread->window);
    memset(spread->op_of, 0, sizeof spread->op_of);
    if (spread->opened) {
        spread->order_base = spread->next - sheet->number;
        sheet_add(sheet, COMMIT_RESET, 0, 0, 0);
    } else { // the block counts the opening reset, a run does not
        sheet->number++;
        spread->order_base = spread->next - sheet->number;
        spread->opened = true;
    }
}

static void add_window(struct sheet *sheet) {
    const struct edge_out *const out = sheet->out;
    uint32_t *const window = sheet->spread->window;

    if (!out->reset)
        window[lane_shown(out->window_lane)] = out->window_value;
    memcpy(sheet_add(sheet, COMMIT_WINDOW, 0, 0, 0)->d, window, LANES * sizeof *window);
}

// The windows in which a run begins.
static void add_beginning(struct sheet *sheet) {
    struct commit_spread *const spread = sheet->spread;
    struct commit *const commit = &sheet->commits[sheet->count++];

    *commit =
        (struct commit){.cycle = sheet->cycle, .time_ps = sheet->time_ps, .kind = COMMIT_WINDOW};
    memcpy(commit->d, spread->window, sizeof commit->d);
    memcpy(commit->debt, spread->debt, sizeof commit->debt);
    spread->begins = false;
}

static void add_calibrate(struct sheet *sheet) {
    const struct edge_out *const out = sheet->out;
    struct commit *const commit = sheet_add(sheet, COMMIT_CALIBRATE, 0, 0, out->calibrate);

    for (unsigned lane = 0; lane < LANES; lane++)
        commit->d[lane] = out->multiplier[lane];
}

static void add_decision(struct sheet *sheet) {
    static const enum commit_kind kind[] = {[DECISION_GRANT] = COMMIT_GRANT,
                                            [DECISION_DENY] = COMMIT_DENY,
                                            [DECISION_REJECT] = COMMIT_REJECT,
                                            [DECISION_REPEAT] = COMMIT_REPEAT};
    const struct edge_out *const out = sheet->out;
    const unsigned shown = out->kind <= DECISION_REPEAT ? out->kind : DECISION_DENY;

    sheet->granting = false;
    if (out->kind == DECISION_GRANT)
        *op_of(sheet->spread, out->id) = out->tag;
    struct commit *const commit = sheet_add(sheet, kind[shown], out->tag, out->id, out->mask);
    commit->d[lane_shown(out->lane)] = out->demand[CLASS_HBM];
    commit->d[ATOMIC_LANE] = out->demand[CLASS_ATOMIC];
    commit->d[RESPONSE_LANE] = out->demand[CLASS_RESPONSE];
}

static void add_return(struct sheet *sheet, enum resource_class resource) {
    const struct edge_out *const out = sheet->out;
    const unsigned lane = return_lane(out, resource);
    const uint16_t id = out->return_id[resource];
    const bool stray = out->return_kind[resource] == CHANNEL_STRAY;

    sheet->amount[resource] = 0;
    struct commit *const commit = sheet_add(sheet, stray ? COMMIT_STRAY : COMMIT_RETURN,
                                            *op_of(sheet->spread, id), id, LANE_BIT(lane));
    commit->d[lane] = out->amount[resource];
}

static void add_complete(struct sheet *sheet, uint16_t id) {
    sheet_add(sheet, COMMIT_COMPLETE, *op_of(sheet->spread, id), id, 0);
    *op_of(sheet->spread, id) = 0;
}

static void check_order(struct commit_spread *spread, const struct edge_out *out, bool commits) {
    if (out->reset || (out->order == 0 && !commits))
        spread->block_next = 0;
    // Number 0 is a reset's, and a reset's is number 0.
    spread->gaps += out->order != spread->block_next || (commits && !out->order != !!out->reset);
}

unsigned commit_spread(struct commit_spread *spread, const struct edge_out *out, uint64_t cycle,
                       uint64_t time_ps, struct commit commits[COMMITS_PER_EDGE]) {
    struct sheet sheet = {
        .spread = spread,
        .out = out,
        .commits = commits,
        .cycle = cycle,
        .time_ps = time_ps,
        .number = out->order,
        .granting = out->kind == DECISION_GRANT,
        .amount = {out->amount[CLASS_HBM], out->amount[CLASS_ATOMIC], out->amount[CLASS_RESPONSE]}};
    const bool any = out->window || out->calibrate || out->kind || out->done_kind || out->retire ||
                     out->return_kind[CLASS_HBM] || out->return_kind[CLASS_ATOMIC] ||
                     out->return_kind[CLASS_RESPONSE];

    check_order(spread, out, any);
    if (spread->begins)
        add_beginning(&sheet);
    if (!any)
        return sheet.count;
    if (out->reset)
        add_reset(&sheet);
    if (out->window)
        add_window(&sheet);
    if (out->calibrate)
        add_calibrate(&sheet);
    if (out->kind)
        add_decision(&sheet);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (out->return_kind[resource])
            add_return(&sheet, (enum resource_class)resource);
    for (unsigned resource = 0; resource < CLASSES; resource++)
        if (out->retire >> resource & 1)
            add_complete(&sheet, out->return_id[resource]);
    if (out->done_kind == CHANNEL_COMPLETE)
        add_complete(&sheet, out->done_id);
    else if (out->done_kind == CHANNEL_STRAY)
        sheet_add(&sheet, COMMIT_STRAY, *op_of(spread, out->done_id), out->done_id, 0);
    spread->block_next = sheet.number;
    spread->next = spread->order_base + sheet.number;
    return sheet.count;
}

// Longest line: 24 numbers of at most 20 digits, a kind, a mask, commas.
enum { LINE_MAX_BYTES = 160 + 2 * LANES * 11 };

static char *put_number(char *at, uint64_t number) {
    char digits[20];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + number % 10);
        number /= 10;
    } while (number);
    while (count)
        *at++ = digits[--count];
    return at;
}

static char *put_field(char *at, uint64_t number) {
    at = put_number(at, number);
    *at++ = ',';
    return at;
}

static char *put_text(char *at, const char *text) {
    while (*text)
        *at++ = *text++;
    return at;
}

static char *put_mask(char *at, lane_set mask) {
    unsigned shift = 8 * sizeof mask - 4;

    at = put_text(at, "0x");
    while (shift && mask >> shift == 0)
        shift -= 4;
    for (;; shift -= 4) {
        *at++ = "0123456789abcdef"[mask >> shift & 15];
        if (!shift)
            return at;
    }
}

void commit_csv_header(FILE *file) {
    fputs("order,cycle,time_ps,kind,op,reservation,mask", file);
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(file, ",d%u", lane);
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(file, ",debt%u", lane);
    fputc('\n', file);
}

void commit_csv(FILE *file, const struct commit *commit) {
    char line[LINE_MAX_BYTES];
    char *at = line;

    at = put_field(at, commit->order);
    at = put_field(at, commit->cycle);
    at = put_field(at, commit->time_ps);
    at = put_text(at, commit_kind_name[commit->kind]);
    *at++ = ',';
    at = put_field(at, commit->op);
    at = put_field(at, commit->reservation);
    at = put_mask(at, commit->mask);
    *at++ = ',';
    for (unsigned lane = 0; lane < LANES; lane++)
        at = put_field(at, commit->d[lane]);
    for (unsigned lane = 0; lane < LANES; lane++)
        at = put_field(at, commit->debt[lane]);
    at[-1] = '\n';
    fwrite(line, 1, (size_t)(at - line), file);
}

static uint64_t fold(uint64_t hash, uint64_t word) {
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

uint64_t commit_hash(uint64_t hash, const struct commit *commit) {
    hash = fold(hash, commit->order);
    hash = fold(hash, commit->cycle);
    hash = fold(hash, commit->time_ps);
    hash =
        fold(hash, commit->op | (uint64_t)commit->reservation << 32 | (uint64_t)commit->mask << 48);
    hash = fold(hash, (uint64_t)commit->kind);
    for (unsigned lane = 0; lane < LANES; lane++)
        hash = fold(hash, commit->d[lane] | (uint64_t)commit->debt[lane] << 32);
    return hash;
}
