#include "tb/block/failure/snapshot.h"

#include "csim/simulator/block_driver.h"
#include "tb/block/dut/block_rtl.h"

// --- a tape -----------------------------------------------------------------------------------

struct feed {
    struct block_tape_reader *reader;
    uint64_t clock, until;
    int more;
    struct text_error *error;
};

static bool next_clock(void *driver, const struct block_out *out, struct block_in *in) {
    struct feed *feed = driver;
    (void)out;
    if (feed->clock++ > feed->until)
        return false;
    feed->more = block_tape_next(feed->reader, in, feed->error);
    return feed->more > 0;
}

bool snapshot_tape(const char *tape, const struct snapshot_run *as,
                   struct block_tape_header *header, struct checked_outcome *outcome,
                   struct text_error *error) {
    struct config config;
    config_init(&config);
    const struct path_size size = block_driver_size(&config);
    struct feed feed = {block_tape_open(tape, &size, header, error), 0, as->until, 0, error};
    const struct checked_run run = {.config = &config,
                                    .kind = as->kind,
                                    .undefined = as->undefined,
                                    .drive = next_clock,
                                    .driver = &feed,
                                    .reader = as->reader,
                                    .sink = as->sink};
    const bool fine = feed.reader && checked_run_do(&run, outcome, error) && feed.more >= 0;
    block_tape_reader_close(feed.reader);
    return fine && (!outcome->interrupted || text_error_set(error, "interrupted"));
}

// --- the clock in which it went wrong ---------------------------------------------------------

static void stand(struct snapshot *snapshot, const struct ref_state *ref) {
    snapshot->differs = snapshot->played.dut != NULL;
    snapshot->ref = *ref;
    snapshot->out = *ref->out;
    snapshot->in = *ref->in;
    snapshot->dut = snapshot->differs ? *snapshot->played.dut : *ref->out;
    snapshot->ref.out = snapshot->ref.out_before = &snapshot->out;
    snapshot->ref.in = snapshot->ref.in_before = &snapshot->in;
    snapshot->cause[0] = '\0';
    if (snapshot->differs && snapshot->played.follows[0])
        snprintf(snapshot->cause, sizeof snapshot->cause,
                 "%s within the clock, and outputs are functions of flops only (ports.md 1.1): ",
                 snapshot->played.follows);
}

// The clock of the failure; and that before it, where a tape may end.
static void take(void *self, const struct ref_state *ref) {
    struct snapshot *snapshot = self;
    const struct checked_outcome *played = &snapshot->played;
    const uint64_t clock = ref->clock, at = snapshot->failure.cycle;
    const bool fails = played->failed && played->cycle == clock && clock <= at;
    if (fails)
        snapshot->failure = *played;
    if (fails || clock == at || clock + 1 == at)
        stand(snapshot, ref);
}

// Whether the tape fails as early as it did with only this payload arbitrary where its valid is
// low.
static bool fails_by(const struct snapshot *snapshot, const char *tape, uint16_t undefined) {
    struct checked_outcome outcome;
    struct block_tape_header header;
    struct text_error ignored;
    const struct snapshot_run as = {
        BLOCK_LOCKSTEP, snapshot->failure.cycle, &undefined, {NULL, NULL}, NULL};
    return snapshot_tape(tape, &as, &header, &outcome, &ignored) && outcome.failed &&
           outcome.cycle <= snapshot->failure.cycle;
}

// Does the RTL use payload that means nothing? Then it is right while that is as the testbench has
// it, and wrong while one field of it is not.
static void find_undefined(struct snapshot *snapshot, const char *tape) {
    if (!snapshot->failure.failed || snapshot->cause[0] || fails_by(snapshot, tape, BLOCK_RTL_NONE))
        return;
    for (const struct field *field = IN_FIELDS; field->name; field++)
        if (field->valid && fails_by(snapshot, tape, field->offset)) {
            snprintf(snapshot->cause, sizeof snapshot->cause,
                     "the RTL samples %s while its valid is low: ", field->name);
            return;
        }
}

bool snapshot_play(struct snapshot *snapshot, const char *tape, const struct checked_outcome *known,
                   struct text_error *error) {
    memset(snapshot, 0, sizeof *snapshot);
    snapshot->failure = known ? *known : (struct checked_outcome){.cycle = UINT64_MAX};
    const struct snapshot_run as = {
        BLOCK_LOCKSTEP, snapshot->failure.cycle, NULL, {snapshot, take}, NULL};
    if (!snapshot_tape(tape, &as, &snapshot->header, &snapshot->played, error))
        return false;
    find_undefined(snapshot, tape);
    return true;
}

// --- what it is about -------------------------------------------------------------------------

bool snapshot_differs(const struct snapshot *snapshot, struct field_at *at) {
    static const uint8_t ORDER[] = {FIELD_TRACE, FIELD_RETURN,  FIELD_DECISION,   FIELD_ANSWER,
                                    FIELD_FREE,  FIELD_OFFER,   FIELD_COMPLETION, FIELD_BUS,
                                    FIELD_IRQ,   FIELD_MESSAGE, FIELD_QUIET};
    const struct path_size *size = &snapshot->ref.size;
    for (unsigned i = 0; snapshot->differs && i < sizeof ORDER; i++)
        for (*at = (struct field_at){OUT_FIELDS, 0};
             field_differs(at, size, &snapshot->out, &snapshot->dut); field_next(at, size))
            if (at->field->group == ORDER[i])
                return true;
    return false;
}

static unsigned add(uint64_t *tag, unsigned count, unsigned most, uint64_t another) {
    for (unsigned i = 0; i < count; i++)
        if (tag[i] == another)
            return count;
    if (count < most)
        tag[count++] = another;
    return count;
}

// The reservation of a handle's id, of whatever generation.
static unsigned add_holder(const struct snapshot *snapshot, uint64_t *tag, unsigned count,
                           unsigned most, uint32_t handle) {
    const struct ref_held *held = &snapshot->ref.held[path_id(&snapshot->ref.size, handle)];
    return held->held ? add(tag, count, most, held->tag) : count;
}

unsigned snapshot_tags(const struct snapshot *snapshot, uint64_t *tag, unsigned most) {
    const struct path_out *side[] = {&snapshot->dut.path, &snapshot->out.path};
    struct field_at at = {OUT_FIELDS, 0};
    unsigned count = 0;
    const bool all = !snapshot_differs(snapshot, &at);
    if (all && snapshot->header.found_tag)
        return add(tag, count, most, snapshot->header.found_tag);
    for (unsigned s = 0; s < 2; s++) {
        const struct path_out *out = side[s];
        if ((all || at.field->group == FIELD_TRACE) && out->trace_kind % PATH_WINDOW)
            count = add(tag, count, most, out->trace_tag);
        if (at.field->group == FIELD_DECISION && out->decision_kind)
            count = add(tag, count, most, out->decision_tag);
        if ((all || at.field->group == FIELD_ANSWER) && out->answer_kind)
            count = add(tag, count, most, out->answer_tag);
        for (unsigned k = 0; k < path_channels(&snapshot->ref.size); k++) {
            if ((all || (at.field->group == FIELD_RETURN && at.element == k)) &&
                out->return_kind[k])
                count = add_holder(snapshot, tag, count, most, out->return_handle[k]);
            if ((all || (at.field->group == FIELD_FREE && at.element == k)) && out->free_valid[k])
                count = add_holder(snapshot, tag, count, most, out->free_handle[k]);
        }
    }
    return count;
}

static uint64_t lanes_of_returns(const struct snapshot *snapshot, unsigned channel) {
    const struct path_out *side[] = {&snapshot->dut.path, &snapshot->out.path};
    uint64_t lanes = 0;
    for (unsigned s = 0; s < 2; s++)
        if (side[s]->return_kind[channel] == RETURN_BACK)
            lanes |= UINT64_C(1) << side[s]->return_lane[channel];
    return lanes;
}

uint64_t snapshot_lanes(const struct snapshot *snapshot) {
    const struct ref_state *ref = &snapshot->ref;
    const unsigned lanes = path_lanes(&ref->size);
    uint64_t tag[4], set = 0;
    struct field_at at;
    for (unsigned i = snapshot_tags(snapshot, tag, 4); i > 0; i--) {
        const struct ref_op *op = ref_waiting(ref, tag[i - 1]);
        set |= op ? op->lanes : 0;
        for (unsigned id = 0; id < ref->size.depth; id++)
            if (ref->held[id].held && ref->held[id].tag == tag[i - 1])
                for (unsigned part = 0; part < 2; part++)
                    set |= ref->held[id].amount[part] ? UINT64_C(1) << ref->held[id].lane[part] : 0;
    }
    if (snapshot_differs(snapshot, &at)) {
        if (at.field->group == FIELD_TRACE)
            set |= snapshot->out.path.trace_mask | snapshot->dut.path.trace_mask;
        if (at.field->group == FIELD_RETURN && at.element + 1 < path_channels(&ref->size))
            set |= lanes_of_returns(snapshot, at.element);
        if (at.field->count == FIELD_EACH_LANE || at.field->count == FIELD_EACH_CLASS)
            set |= UINT64_C(1) << at.element % PATH_LANES;
    }
    return set & ((UINT64_C(1) << lanes) - 1);
}

uint64_t snapshot_guilty(const struct snapshot *snapshot) {
    const struct path_out *dut = &snapshot->dut.path, *golden = &snapshot->out.path;
    const uint64_t one = 1, table = one << path_lanes(&snapshot->ref.size);
    struct field_at at;
    if (!snapshot_differs(snapshot, &at))
        return 0;
    if (at.field->count == FIELD_EACH_LANE || at.field->count == FIELD_EACH_CLASS)
        return one << at.element % PATH_LANES;
    if (at.field->group != FIELD_TRACE)
        return 0;
    if (dut->trace_kind == PATH_WINDOW || golden->trace_kind == PATH_WINDOW)
        return (dut->trace_mask | golden->trace_mask) & (table - 1);
    return ((dut->trace_kind == PATH_DENY ? dut->trace_mask : 0) ^
            (golden->trace_kind == PATH_DENY ? golden->trace_mask : 0)) &
           (table - 1);
}
