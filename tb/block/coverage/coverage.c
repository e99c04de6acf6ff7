#include "tb/block/coverage/coverage.h"

#include <string.h>

#include "tb/block/view/map.h"

// --- words of the points ------------------------------------------------------------------------

static const struct view_op NOBODY;

// What `out` shows.
static const struct path_out *path(const struct view *view) {
    return &view->out->path;
}

static bool kind(const struct view *view, enum path_kind of) {
    return path(view)->trace_kind == of;
}

static const struct view_op *decided(const struct view *view) {
    return view->named ? view_named(view) : &NOBODY;
}

// What is decided was fit to be chosen when it was.
static bool stood(const struct view *view) {
    return view->named && slots_have(&view->stands[2], view->named - 1u);
}

static const struct view_op *granted(const struct view *view) {
    return kind(view, PATH_GRANT) ? decided(view) : &NOBODY;
}

// A grant enters a lane: its stage's, or its response engine's.
static bool enters(const struct view *view, unsigned i) {
    return granted(view)->taken && (i == 0 || granted(view)->responds);
}

static unsigned entered(const struct view *view, unsigned i) {
    return granted(view)->lane[i];
}

// A grant is more than its lane's window.
static bool empty_admits(const struct view *view, unsigned i) {
    return enters(view, i) && granted(view)->demand[i] > view->window[entered(view, i)];
}

static bool fills(const struct view *view, unsigned i) {
    return enters(view, i) && view->debt[entered(view, i)] > 0 &&
           view->debt[entered(view, i)] + granted(view)->demand[i] ==
               view->window[entered(view, i)];
}

// What is decided or moves names one of the lanes from `first` to the one before `end`.
static bool on(const struct view *view, unsigned first, unsigned end) {
    return path(view)->trace_mask & ((UINT64_C(1) << end) - (UINT64_C(1) << first));
}

static unsigned atomics(const struct view *view) {
    return view->size.hbm;
}

static unsigned engines(const struct view *view) {
    return (unsigned)view->size.hbm + view->size.atomic;
}

static unsigned lanes(const struct view *view) {
    return path_lanes(&view->size);
}

// A lane that refuses is so.
static bool refuses(const struct view *view, bool closed) {
    for (unsigned lane = 0; lane < lanes(view); lane++)
        if (on(view, lane, lane + 1) &&
            (closed ? view->window[lane] == 0 : view->debt[lane] > view->window[lane]))
            return true;
    return false;
}

// The offer of this clock, once its edge is known: it was taken in the clock before.
static const struct view_op *taken(const struct view *view) {
    return view_newest(view) ? view_newest(view) : &NOBODY;
}

static bool takes(const struct view *view, unsigned first, unsigned last) {
    const struct view_op *op = taken(view);
    return op->taken && !op->rejects && op->is.opcode >= first && op->is.opcode <= last;
}

static bool takes_group(const struct view *view, unsigned group) {
    return taken(view)->taken && taken(view)->group == group;
}

static bool taken_ago(const struct view *view, unsigned ago) {
    return view_past(view, ago)->taken;
}

static bool rejects_for(const struct view *view, bool opcode, bool stage) {
    const struct path_in *in = &view->in_before->path;
    const bool atomic = in->op_opcode >= 8, unknown = in->op_opcode > 2 && !atomic;
    const bool missing = in->op_stage >= (atomic ? view->size.atomic : view->size.hbm);
    return taken(view)->taken && taken(view)->rejects && unknown == opcode &&
           (opcode || missing == stage);
}

static uint32_t all_ones(const struct view *view) {
    return (uint32_t)((UINT64_C(1) << view->size.cnt_w) - 1);
}

static bool ready(const struct view *view, unsigned group, unsigned lane) {
    return path(view)->op_ready[group][lane];
}

// A lane of group g is shut, and another one is open.
static bool shares(const struct view *view) {
    for (unsigned g = 0; g < PATH_GROUPS; g++)
        if (memchr(path(view)->op_ready[g], !ready(view, g, 0), lanes(view)))
            return true;
    return false;
}

static bool group_full(const struct view *view, unsigned g) {
    return view->in_group[g] >= view->share[g];
}

// Operations that lack their stage leave their response engine's class to others.
static bool spares_engine(const struct view *view) {
    SLOTS_EACH (slot, &view->short_stage[2])
        if (view->op[slot].responds && ready(view, view->op[slot].group, view->op[slot].lane[1]))
            return true;
    return false;
}

// What is decided had others to be better than.
static bool rivals(const struct view *view) {
    struct slots others = view->with[VIEW_CANDIDATE];
    if (view->named)
        slots_put(&others, view->named - 1u, false);
    return view->named && slots_any(&others);
}

// It was by this of 2.4.
static inline bool wins(const struct view *view, unsigned by) {
    const struct view_op *op = decided(view);
    SLOTS_EACH (slot, &view->with[VIEW_CANDIDATE]) {
        const struct view_op *other = &view->op[slot];
        const bool urgent = op->is.urgent != other->is.urgent;
        const bool wire = !urgent && op->is.wire_bytes != other->is.wire_bytes;
        if (other != op && by == (urgent ? 0 : wire ? 1 : 2))
            return true;
    }
    return false;
}

static bool anybody(const struct view *view, enum view_why why) {
    return slots_any(&view->with[why]);
}

static const struct view_op *aged(const struct view *view) {
    return view->aged ? &view->op[view->aged - 1] : &NOBODY;
}

static bool returns(const struct view *view, unsigned first, unsigned last, unsigned of) {
    for (unsigned k = first; k <= last; k++)
        if (path(view)->return_kind[k] == of)
            return true;
    return false;
}

static unsigned done(const struct view *view) {
    return path_channels(&view->size) - 1;
}

// The channel of what software sent; above all of them if nothing.
static unsigned sent(const struct view *view, unsigned ago) {
    const struct view_past *past = view_past(view, ago);
    return past->send ? past->send_channel : PATH_CHANNELS;
}

static bool sent_is(const struct view *view, unsigned of) {
    return sent(view, 4) <= done(view) && path(view)->return_kind[sent(view, 4)] == of;
}

// Why a stray is one.
enum stray { STRAY_EPOCH, STRAY_GENERATION, STRAY_FREE, STRAY_SECOND, STRAY_EARLY, STRAY_ANY };
static bool strays(const struct view *view, enum stray why) {
    CHANNELS_EACH (k, view->tells) {
        if (path(view)->return_kind[k] < RETURN_STRAY)
            continue;
        const unsigned top = path_id_w(&view->size) + view->size.gen_w;
        const uint32_t handle = path(view)->return_handle[k];
        const struct view_held *held = &view->held[path_id(&view->size, handle)];
        const bool early = held->held && held->clock + 3 > view->clock;
        const enum stray is = handle >> top != view->epoch   ? STRAY_EPOCH
                              : !held->held                  ? STRAY_FREE
                              : held->handle != handle       ? STRAY_GENERATION
                              : held->owes >> k & 1 && early ? STRAY_EARLY
                                                             : STRAY_SECOND;
        if (is == why || why == STRAY_ANY)
            return true;
    }
    return false;
}

static unsigned count_returns(const struct view *view) {
    unsigned count = 0;
    CHANNELS_EACH (k, view->tells)
        count += path(view)->return_kind[k] == RETURN_BACK;
    return count;
}

static bool collector(const struct view *view, unsigned places, unsigned partitions) {
    unsigned count = 0;
    for (unsigned p = 0; p < view->size.hbm; p++)
        count += view->places[p] >= places;
    return count >= partitions;
}

static bool moves_lane(const struct view *view) {
    return view_moved(view) < lanes(view);
}

// A write is answered so.
static bool answers(const struct view *view, bool well, unsigned first, unsigned last) {
    return (view->out->axi_bresp == 0) == well && view->bus.address >= first &&
           view->bus.address <= last;
}

static const struct reg *written(const struct view *view) {
    return map_find(&view->size, view->bus.address);
}

static bool refused_access(const struct view *view, bool there) {
    const struct reg *reg = written(view);
    return answers(view, false, 0, 4095) && (there ? reg && reg->access == READ_ONLY : !reg);
}

static bool refused_bits(const struct view *view) {
    const struct reg *reg = written(view);
    return answers(view, false, 0, 4095) && reg && reg->access != READ_ONLY &&
           view->bus.data & ~reg->bits;
}

// A value that is right by itself is refused for what else is in force.
static bool refused_value(const struct view *view, unsigned first, unsigned last) {
    return answers(view, false, first, last) && view->bus.strobes == 15 && !refused_bits(view) &&
           view->bus.address % 4 == 0;
}

static bool reads(const struct view *view, unsigned first, unsigned last) {
    return view->out->axi_rvalid && !view->out_before->axi_rvalid &&
           view->bus.read_address >= first && view->bus.read_address <= last;
}

static bool message_is(const struct view *view, bool as_last) {
    return (memcmp(view->out->message_credit, view->told, lanes(view) * sizeof view->told[0]) ==
            0) == as_last;
}

static bool credit_wraps(const struct view *view) {
    for (unsigned lane = 0; lane < lanes(view); lane++)
        if (view->out->message_credit[lane] < view->told[lane])
            return true;
    return false;
}

static bool beats_in(const struct view *view) {
    return view->in->path.op_valid || view->in->axi_awvalid || view->in->axi_arvalid;
}

// --- near misses: numbers one bit apart ---------------------------------------------------------

enum { NEAR_NONE = 64, LOW_BITS = 7 };

// The bit in which the tag of what was just taken differs from one that waits: of those with its
// low bits, which the view keeps together; of the others one bit is tried in a clock.
static unsigned near_tag(const struct view *view) {
    const struct view_op *op = taken(view);
    const unsigned low = (unsigned)(view->clock % LOW_BITS);
    for (unsigned at = op->next; at; at = view->op[at - 1].next) {
        const uint64_t bits = op->tag ^ view->op[at - 1].tag;
        if (bits && !(bits & (bits - 1)))
            return (unsigned)__builtin_ctzll(bits);
    }
    return op->taken && view_waiting(view, op->tag ^ UINT64_C(1) << low) ? low : NEAR_NONE;
}

static bool near_domain(const struct view *view, unsigned bit) {
    return view->in_domain[taken(view)->is.domain ^ 1u << bit] > 0;
}

static unsigned epoch_at(const struct view *view) {
    return path_id_w(&view->size) + view->size.gen_w;
}

// A stray differs in that bit from a handle that owes its channel, if the bit is below `end`.
static bool near_handle(const struct view *view, unsigned bit, unsigned end) {
    CHANNELS_EACH (k, view->tells) {
        const uint32_t other = path(view)->return_handle[k] ^ UINT32_C(1) << bit;
        const struct view_held *held = bit < end ? view_holding(view, other) : NULL;
        if (path(view)->return_kind[k] >= RETURN_STRAY && held && held->owes >> k & 1)
            return true;
    }
    return false;
}

// Bits of a number below `count`.
static unsigned index_w(unsigned count) {
    return count > 1 ? 32 - (unsigned)__builtin_clz(count - 1) : 0;
}

// What is refused by a lane, of those from `first` to the one before `end`, would enter the other.
static bool near_lane(const struct view *view, unsigned first, unsigned end, unsigned bit) {
    for (unsigned lane = first; lane < end; lane++) {
        const unsigned other = first + ((lane - first) ^ 1u << bit);
        if (on(view, lane, lane + 1) && other < end && view->window[other] != 0 &&
            view->debt[other] + decided(view)->demand[first >= engines(view)] <=
                view->window[other])
            return true;
    }
    return false;
}

// Software moves a window, and the other lane has another one.
static bool near_write(const struct view *view, unsigned bit) {
    const unsigned other = view_moved(view) ^ 1u << bit;
    return view->bus.performed && other < lanes(view) &&
           view->window[other] != path(view)->trace_stage;
}

// The block moves a window, of a lane that the register enables, and not the other.
static bool near_enabled(const struct view *view, unsigned address, unsigned bit) {
    const unsigned lane = view_moved(view), other = lane ^ 1u << bit;
    const uint32_t *const enable = &view->registers[address / 4];
    return !view->bus.performed && other < lanes(view) && enable[lane / 32] >> lane % 32 & 1 &&
           !(enable[other / 32] >> other % 32 & 1);
}

// Software reads of a lane what it could not read of the other.
static bool near_read(const struct view *view, unsigned bit) {
    const unsigned address = view->bus.read_address, other = address ^ 4u << bit;
    if (!reads(view, SEMACREDIT_WINDOW, SEMACREDIT_DENIALS + 0xfc) || view->out->axi_rresp ||
        other % 256 / 4 >= lanes(view))
        return false;
    const struct view_value value = view_register(view, other);
    return view->out->axi_rdata < value.low || view->out->axi_rdata > value.high;
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
static void meet(void *restrict self, const struct view *restrict view) {
    struct coverage *const coverage = self;
    uint64_t *const restrict hits = coverage->hits;
    const struct path_size *const size = &view->size;
    const unsigned tag_bit = near_tag(view);
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

struct view_reader coverage_reader(struct coverage *coverage) {
    return (struct view_reader){coverage, meet};
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
