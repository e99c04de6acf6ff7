#include "tb/block/coverage/coverage.h"

#include "tb/block/ref_state/map.h"

// --- words of the points ------------------------------------------------------------------------

static const struct ref_op NO_OP;

// What `out` shows.
static const struct path_out *path(const struct ref_state *ref) {
    return &ref->out->path;
}

static bool kind(const struct ref_state *ref, enum path_kind of) {
    return path(ref)->trace_kind == of;
}

static const struct ref_op *decided(const struct ref_state *ref) {
    return ref->named ? ref_named(ref) : &NO_OP;
}

// What is decided was fit to be chosen when it was.
static bool stood(const struct ref_state *ref) {
    return ref->named && slots_have(&ref->stands[2], ref->named - 1u);
}

static const struct ref_op *granted(const struct ref_state *ref) {
    return kind(ref, PATH_GRANT) ? decided(ref) : &NO_OP;
}

// A grant enters a lane: its stage's, or its response engine's.
static bool enters(const struct ref_state *ref, unsigned i) {
    return granted(ref)->taken && (i == 0 || granted(ref)->responds);
}

static unsigned entered(const struct ref_state *ref, unsigned i) {
    return granted(ref)->lane[i];
}

// A grant is more than its lane's window.
static bool empty_admits(const struct ref_state *ref, unsigned i) {
    return enters(ref, i) && granted(ref)->demand[i] > ref->window[entered(ref, i)];
}

static bool fills(const struct ref_state *ref, unsigned i) {
    return enters(ref, i) && ref->debt[entered(ref, i)] > 0 &&
           ref->debt[entered(ref, i)] + granted(ref)->demand[i] == ref->window[entered(ref, i)];
}

// What is decided or moves names one of the lanes from `first` to the one before `end`.
static bool on(const struct ref_state *ref, unsigned first, unsigned end) {
    return path(ref)->trace_mask & ((UINT64_C(1) << end) - (UINT64_C(1) << first));
}

static unsigned atomics(const struct ref_state *ref) {
    return ref->size.hbm;
}

static unsigned engines(const struct ref_state *ref) {
    return path_stages(&ref->size);
}

static unsigned lanes(const struct ref_state *ref) {
    return path_lanes(&ref->size);
}

// A lane that refuses is so.
static bool refuses(const struct ref_state *ref, bool closed) {
    for (unsigned lane = 0; lane < lanes(ref); lane++)
        if (on(ref, lane, lane + 1) &&
            (closed ? ref->window[lane] == 0 : ref->debt[lane] > ref->window[lane]))
            return true;
    return false;
}

// The offer of this clock, once its edge is known: it was taken in the clock before.
static const struct ref_op *taken(const struct ref_state *ref) {
    return ref_newest(ref) ? ref_newest(ref) : &NO_OP;
}

static bool takes(const struct ref_state *ref, unsigned first, unsigned last) {
    const struct ref_op *op = taken(ref);
    return op->taken && !op->rejects && op->is.opcode >= first && op->is.opcode <= last;
}

static bool takes_group(const struct ref_state *ref, unsigned group) {
    return taken(ref)->taken && taken(ref)->group == group;
}

static bool taken_ago(const struct ref_state *ref, unsigned ago) {
    return ref_past(ref, ago)->taken;
}

static bool rejects_for(const struct ref_state *ref, bool opcode, bool stage) {
    const struct path_in *in = &ref->in_before->path;
    const bool atomic = in->op_opcode >= 8, unknown = in->op_opcode > 2 && !atomic;
    const bool missing = in->op_stage >= (atomic ? ref->size.atomic : ref->size.hbm);
    return taken(ref)->taken && taken(ref)->rejects && unknown == opcode &&
           (opcode || missing == stage);
}

static uint32_t all_ones(const struct ref_state *ref) {
    return (uint32_t)((UINT64_C(1) << ref->size.cnt_w) - 1);
}

static bool ready(const struct ref_state *ref, unsigned group, unsigned lane) {
    return path(ref)->op_ready[group][lane];
}

// A lane of group g is shut, and another one is open.
static bool shares(const struct ref_state *ref) {
    for (unsigned g = 0; g < PATH_GROUPS; g++)
        if (memchr(path(ref)->op_ready[g], !ready(ref, g, 0), lanes(ref)))
            return true;
    return false;
}

// A class that is ready, or not, and has so many operations, where no more is in the pool.
static bool without_pool(const struct ref_state *ref, bool is_ready, unsigned in_class,
                         bool idle_lane) {
    if (ref->pool > 0 || ref->taken == ref->size.slots)
        return false;
    for (unsigned g = 0; g < PATH_GROUPS; g++)
        for (unsigned lane = 0; lane < engines(ref); lane++)
            if (ready(ref, g, lane) == is_ready && ref->in_class[g][lane] == in_class &&
                (ref->in_lane[lane] == 0) == idle_lane)
                return true;
    return false;
}

// A short class has so many operations, while there is a pool.
static bool short_class(const struct ref_state *ref, unsigned in_class) {
    for (unsigned g = 0; ref->pool > 0 && g < PATH_GROUPS; g++)
        for (uint64_t left = ref_short(ref, g); left; left &= left - 1)
            if (ref->in_class[g][__builtin_ctzll(left)] == in_class)
                return true;
    return false;
}

// What lacks one of its lanes leaves the class of the other to others.
static bool spares(const struct ref_state *ref, unsigned lacks) {
    SLOTS_EACH (slot, &ref->counts_as[lacks][2])
        if (ref->op[slot].responds && ready(ref, ref->op[slot].group, ref->op[slot].lane[!lacks]))
            return true;
    return false;
}

// A lane refuses, though the window has room: it has too many holders, or the table too few left.
static bool crowded(const struct ref_state *ref, bool by_floor) {
    for (unsigned lane = 0; lane < lanes(ref); lane++)
        if (on(ref, lane, lane + 1) && ref_crowded(ref, lane) &&
            (ref->reservations[lane] >= ref->limits.holders[lane_kind(&ref->size, lane)]) !=
                by_floor)
            return true;
    return false;
}

// A stage that has room refuses what responds: what waits for it holds its part of the engine.
static bool through(const struct ref_state *ref) {
    const struct ref_op *op = decided(ref);
    return op->responds && on(ref, op->lane[0], op->lane[0] + 1u) &&
           ref_split(ref, op->lane[0], op->lane[1]) && !ref_crowded(ref, op->lane[0]) &&
           ref->debt[op->lane[0]] + op->demand[0] <= ref->window[op->lane[0]];
}

// A lane refuses for the floor, which parked ids have brought near, not what is held.
static bool reaches_floor(const struct ref_state *ref) {
    return kind(ref, PATH_DENY) && crowded(ref, true) &&
           ref->held_count + ref->limits.floor < ref->limit;
}

static bool enables(const struct ref_state *ref, uint32_t bit) {
    return ref->registers[SEMACREDIT_ENABLE / 4] & bit;
}

// What is decided had others to be better than.
static bool rivals(const struct ref_state *ref) {
    struct slots others = ref->with[REF_CANDIDATE];
    if (ref->named)
        slots_put(&others, ref->named - 1u, false);
    return ref->named && slots_any(&others);
}

// It was by this of 2.4.
static inline bool wins(const struct ref_state *ref, unsigned by) {
    const struct ref_op *op = decided(ref);
    SLOTS_EACH (slot, &ref->with[REF_CANDIDATE]) {
        const struct ref_op *other = &ref->op[slot];
        const unsigned is = ref_first(ref, op) != ref_first(ref, other) ? 0
                            : op->is.urgent != other->is.urgent         ? 1
                            : op->is.wire_bytes != other->is.wire_bytes ? 2
                                                                        : 3;
        if (other != op && by == is)
            return true;
    }
    return false;
}

static bool any_slot(const struct ref_state *ref, enum ref_why why) {
    return slots_any(&ref->with[why]);
}

// What the clock before visited and found due.
static const struct ref_op *visited(const struct ref_state *ref) {
    const unsigned slot = ref_past(ref, 1)->visited;
    return slot ? &ref->op[slot - 1] : &NO_OP;
}

static bool visit_is(const struct ref_state *ref, enum ref_row row) {
    return ref_past(ref, 1)->row == row;
}

static bool owns_two(const struct ref_op *op) {
    return op->owns & (op->owns - 1);
}

static bool owned_by_others(const struct ref_state *ref) {
    return visited(ref)->lacks & (ref->spots.owned | ref->spots.left);
}

// The visit took from what is due what it owned.
static bool loses(const struct ref_state *ref) {
    const struct ref_op *op = visited(ref);
    return visit_is(ref, REF_OWNS_NOTHING) && op->owns_since == ref->clock && op->owned_before;
}

static bool is_closed(const struct ref_state *ref, const struct ref_op *op) {
    return ref->window[op->lane[0]] == 0 || ref->window[op->lane[1]] == 0;
}

static bool returns(const struct ref_state *ref, unsigned first, unsigned last, unsigned of) {
    for (unsigned k = first; k <= last; k++)
        if (path(ref)->return_kind[k] == of)
            return true;
    return false;
}

static unsigned done(const struct ref_state *ref) {
    return path_channels(&ref->size) - 1;
}

// The channel of what software sent; above all of them if nothing.
static unsigned sent(const struct ref_state *ref, unsigned ago) {
    const struct ref_past *past = ref_past(ref, ago);
    return past->send ? past->send_channel : PATH_CHANNELS;
}

static bool sent_is(const struct ref_state *ref, unsigned of) {
    return sent(ref, 4) <= done(ref) && path(ref)->return_kind[sent(ref, 4)] == of;
}

// Why a stray is one.
enum stray {
    STRAY_EPOCH,
    STRAY_GENERATION,
    STRAY_FREE,
    STRAY_PARKED,
    LATE_PARKED,
    STRAY_SECOND,
    STRAY_EARLY,
    STRAY_PORT,
    STRAY_ANY
};
static bool strays(const struct ref_state *ref, enum stray why) {
    CHANNELS_EACH (k, ref->reports) {
        if (path(ref)->return_kind[k] < RETURN_STRAY)
            continue;
        const unsigned top = path_id_w(&ref->size) + ref->size.gen_w;
        const uint32_t handle = path(ref)->return_handle[k];
        const struct ref_held *held = &ref->held[path_id(&ref->size, handle)];
        const bool early = held->held && held->clock + 3 > ref->clock;
        const bool parked = ref_is_parked(ref, path_id(&ref->size, handle));
        const bool late = path(ref)->return_kind[k] == RETURN_LATE;
        const enum stray is = handle >> top != ref->epoch    ? STRAY_EPOCH
                              : parked && late               ? LATE_PARKED
                              : parked                       ? STRAY_PARKED
                              : !held->held                  ? STRAY_FREE
                              : held->handle != handle       ? STRAY_GENERATION
                              : held->owes >> k & 1 && early ? STRAY_EARLY
                              : held->owes >> k & 1          ? STRAY_PORT
                                                             : STRAY_SECOND;
        if (is == why || why == STRAY_ANY)
            return true;
    }
    return false;
}

static unsigned count_returns(const struct ref_state *ref) {
    unsigned count = 0;
    CHANNELS_EACH (k, ref->reports)
        count += path(ref)->return_kind[k] == RETURN_BACK;
    return count;
}

static bool collector(const struct ref_state *ref, unsigned places, unsigned partitions) {
    unsigned count = 0;
    for (unsigned p = 0; p < ref->size.hbm; p++)
        count += ref->places[p] >= places;
    return count >= partitions;
}

static bool moves_lane(const struct ref_state *ref) {
    return ref_moved(ref) < lanes(ref);
}

// A write is answered so.
static bool answers(const struct ref_state *ref, bool well, unsigned first, unsigned last) {
    return (ref->out->axi_bresp == 0) == well && ref->bus.address >= first &&
           ref->bus.address <= last;
}

static const struct reg *written(const struct ref_state *ref) {
    return map_find(&ref->size, ref->bus.address);
}

static bool refused_access(const struct ref_state *ref, bool there) {
    const struct reg *reg = written(ref);
    return answers(ref, false, 0, 4095) && (there ? reg && reg->access == READ_ONLY : !reg);
}

static bool refused_bits(const struct ref_state *ref) {
    const struct reg *reg = written(ref);
    return answers(ref, false, 0, 4095) && reg && reg->access != READ_ONLY &&
           ref->bus.data & ~reg->bits;
}

// A value that is right by itself is refused for what else is in force.
static bool refused_value(const struct ref_state *ref, unsigned first, unsigned last) {
    return answers(ref, false, first, last) && ref->bus.strobes == 15 && !refused_bits(ref) &&
           ref->bus.address % 4 == 0;
}

static bool refuses_static(const struct ref_state *ref) {
    return refused_value(ref, SEMACREDIT_QUANTUM_HBM, SEMACREDIT_SMALL_LIMIT);
}

static bool is_in_use(const struct ref_state *ref) {
    return ref->taken > 0 || ref->held_count > 0;
}

// Bit 0 of `enable` was 0 in the clocks up to that of the write, the one before this.
static bool closed_for_long(const struct ref_state *ref) {
    bool closed = true;
    for (unsigned ago = 1; ago <= 9; ago++)
        closed &= ref_past(ref, ago)->closed;
    return closed;
}

static bool clears_errors(const struct ref_state *ref) {
    return answers(ref, true, SEMACREDIT_ERRORS, SEMACREDIT_ERRORS) && ref->bus.data;
}

static bool reads(const struct ref_state *ref, unsigned first, unsigned last) {
    return ref->out->axi_rvalid && !ref->out_before->axi_rvalid && ref->bus.read_address >= first &&
           ref->bus.read_address <= last;
}

// An info is read, while so many errors at least are described.
static bool reads_info(const struct ref_state *ref, int errors) {
    enum { DESCRIBED = 0x1f };
    return reads(ref, SEMACREDIT_ERROR_INFO, SEMACREDIT_ERROR_INFO + 4 * (REF_INFOS - 1)) &&
           ref->out->axi_rdata && __builtin_popcount(ref->errors & DESCRIBED) >= errors;
}

static uint32_t error_mask(const struct ref_state *ref) {
    return ref->registers[SEMACREDIT_ERROR_MASK / 4];
}

static const struct ref_held *held_of(const struct ref_state *ref, uint32_t handle) {
    return &ref->held[path_id(&ref->size, handle)];
}

// The age of what is held is checked in this clock (9.4), and above the limit.
static bool checks_age(const struct ref_state *ref) {
    const struct ref_held *held = &ref->held[ref->age_turn];
    return held->held &&
           ref_since(held->now, ref->in->now) / 1024 > ref->registers[SEMACREDIT_AGE_LIMIT / 4];
}

static bool holder_wraps(const struct ref_state *ref) {
    const struct ref_held *held = &ref->held[ref->registers[SEMACREDIT_HOLDER / 4]];
    return held->held && held->now > ref->in->now && ref->out->axi_rdata;
}

static bool message_is(const struct ref_state *ref, bool as_last) {
    return (memcmp(ref->out->message_credit, ref->reported, lanes(ref) * sizeof ref->reported[0]) ==
            0) == as_last;
}

// A lane is reported less than before, by a window that fell.
static bool credit_falls(const struct ref_state *ref) {
    const uint32_t most = UINT32_MAX >> (32 - ref->size.cnt_w);
    for (unsigned lane = 0; lane < lanes(ref); lane++)
        if (((ref->out->message_credit[lane] - ref->reported[lane]) & most) > most / 2)
            return true;
    return false;
}

static bool credit_wraps(const struct ref_state *ref) {
    for (unsigned lane = 0; lane < lanes(ref); lane++)
        if (ref->out->message_credit[lane] < ref->reported[lane])
            return true;
    return false;
}

static bool beats_in(const struct ref_state *ref) {
    return ref->in->path.op_valid || ref->in->axi_awvalid || ref->in->axi_arvalid;
}

// --- near misses: numbers one bit apart ---------------------------------------------------------

enum { NEAR_NONE = 64, LOW_BITS = 7 };

// The bit in which the tag of what was just taken differs from one that waits: of those with its
// low bits, which the reference state keeps together; of the others one bit is tried in a clock.
static unsigned near_tag(const struct ref_state *ref) {
    const struct ref_op *op = taken(ref);
    const unsigned low = (unsigned)(ref->clock % LOW_BITS);
    for (unsigned at = op->next; at; at = ref->op[at - 1].next) {
        const uint64_t bits = op->tag ^ ref->op[at - 1].tag;
        if (bits && !(bits & (bits - 1)))
            return (unsigned)__builtin_ctzll(bits);
    }
    return op->taken && ref_waiting(ref, op->tag ^ UINT64_C(1) << low) ? low : NEAR_NONE;
}

static bool near_domain(const struct ref_state *ref, unsigned bit) {
    return ref->in_domain[taken(ref)->is.domain ^ 1u << bit] > 0;
}

static unsigned epoch_at(const struct ref_state *ref) {
    return path_id_w(&ref->size) + ref->size.gen_w;
}

// A stray differs in that bit from a handle that owes its channel, if the bit is below `end`.
static bool near_handle(const struct ref_state *ref, unsigned bit, unsigned end) {
    CHANNELS_EACH (k, ref->reports) {
        const uint32_t other = path(ref)->return_handle[k] ^ UINT32_C(1) << bit;
        const struct ref_held *held = bit < end ? ref_holding(ref, other) : NULL;
        if (path(ref)->return_kind[k] >= RETURN_STRAY && held && held->owes >> k & 1)
            return true;
    }
    return false;
}

// Bits of a number below `count`.
static unsigned index_w(unsigned count) {
    return count > 1 ? 32 - (unsigned)__builtin_clz(count - 1) : 0;
}

// What is refused by a lane, of those from `first` to the one before `end`, would enter the other.
static bool near_lane(const struct ref_state *ref, unsigned first, unsigned end, unsigned bit) {
    for (unsigned lane = first; lane < end; lane++) {
        const unsigned other = first + ((lane - first) ^ 1u << bit);
        if (on(ref, lane, lane + 1) && other < end && ref->window[other] != 0 &&
            ref->debt[other] + decided(ref)->demand[first >= engines(ref)] <= ref->window[other])
            return true;
    }
    return false;
}

// Software moves a window, and the other lane has another one.
static bool near_write(const struct ref_state *ref, unsigned bit) {
    const unsigned other = ref_moved(ref) ^ 1u << bit;
    return ref->bus.performed && other < lanes(ref) && ref->window[other] != path(ref)->trace_stage;
}

// The block moves a window, of a lane that the register enables, and not the other.
static bool near_enabled(const struct ref_state *ref, unsigned address, unsigned bit) {
    const unsigned lane = ref_moved(ref), other = lane ^ 1u << bit;
    const uint32_t *const enable = &ref->registers[address / 4];
    return !ref->bus.performed && other < lanes(ref) && enable[lane / 32] >> lane % 32 & 1 &&
           !(enable[other / 32] >> other % 32 & 1);
}

// Software reads of a lane what it could not read of the other.
static bool near_read(const struct ref_state *ref, unsigned bit) {
    const unsigned address = ref->bus.read_address, other = address ^ 4u << bit;
    if (!reads(ref, SEMACREDIT_WINDOW, SEMACREDIT_DENIALS + 0xfc) || ref->out->axi_rresp ||
        other % 256 / 4 >= lanes(ref))
        return false;
    const struct ref_value value = ref_register(ref, other);
    return ref->out->axi_rdata < value.low || ref->out->axi_rdata > value.high;
}

// --- the table ----------------------------------------------------------------------------------

#define BIT(number, bit, bits, condition) POINT(near, number##_bit_##bit, condition)
#define WHEN(condition)
#define POINT(kind, name, condition) POINT_##kind##_##name,
enum {
#include "tb/block/coverage/points.h"
};
#undef POINT
#define POINT(kind, name, condition) {#kind, #name},
const struct coverage_point COVERAGE_POINT[] = {
#include "tb/block/coverage/points.h"
};
#undef POINT
#undef WHEN
const unsigned COVERAGE_POINT_COUNT = sizeof COVERAGE_POINT / sizeof *COVERAGE_POINT;
_Static_assert(sizeof COVERAGE_POINT / sizeof *COVERAGE_POINT <= COVERAGE_MOST, "hits by point");

// All of them in one function: what several ask is found once.
static void meet(void *restrict self, const struct ref_state *restrict ref) {
    struct coverage *const coverage = self;
    uint64_t *const restrict hits = coverage->hits;
    const struct path_size *const size = &ref->size;
    const unsigned tag_bit = near_tag(ref);
    coverage->size = *size;
#define WHEN(condition)                                                                            \
    }                                                                                              \
    if (condition) {
#define POINT(kind, name, condition) hits[POINT_##kind##_##name] += (condition);
    {
#include "tb/block/coverage/points.h"
    }
#undef POINT
#undef WHEN
#undef BIT
}

bool coverage_has(const struct coverage *coverage, unsigned point) {
    const struct path_size *const size = &coverage->size;
    switch (point) {
#define WHEN(condition)
#define POINT(kind, name, condition)
#define BIT(number, bit, bits, condition)                                                          \
    case POINT_near_##number##_bit_##bit:                                                          \
        return bit < (bits);
#include "tb/block/coverage/points.h"
    default:
        return true;
    }
}

struct coverage_count coverage_count(const struct coverage *coverage) {
    struct coverage_count count = {0};
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++) {
        count.points += coverage_has(coverage, i);
        count.covered += coverage->hits[i] > 0;
    }
    return count;
}

struct ref_reader coverage_reader(struct coverage *coverage) {
    return (struct ref_reader){coverage, meet};
}

static void print_line(FILE *file, const char *kind, unsigned covered, unsigned total) {
    fprintf(file, "%s,%u,%u,%.1f\n", kind, covered, total, 100.0 * covered / total);
}

void coverage_print(const struct coverage *coverage, FILE *file) {
    unsigned covered = 0, total = 0, all_covered = 0, all = 0;
    fprintf(file, "kind,covered,total,percent\n");
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++) {
        covered += coverage->hits[i] > 0;
        total++;
        if (i + 1 < COVERAGE_POINT_COUNT &&
            strcmp(COVERAGE_POINT[i].kind, COVERAGE_POINT[i + 1].kind) == 0)
            continue;
        print_line(file, COVERAGE_POINT[i].kind, covered, total);
        all_covered += covered;
        all += total;
        covered = total = 0;
    }
    print_line(file, "all", all_covered, all);
}

void coverage_missed(const struct coverage *coverage, FILE *file) {
    for (unsigned i = 0; i < COVERAGE_POINT_COUNT; i++)
        if (coverage->hits[i] == 0)
            fprintf(file, "%s: %s\n", COVERAGE_POINT[i].kind, COVERAGE_POINT[i].name);
}
