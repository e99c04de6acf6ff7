#include "tb/failure/failure_about.h"

#include <inttypes.h>

#include "csim/interface/edge_fields.h"
#include "csim/interface/register_names.h"
#include "tb/failure/failure_sides.h"

// ---- operations and reservations

// A reservation that the operation holds already.
static void write_holder(const struct sides *sides, uint32_t tag) {
    for (unsigned id = 0; id < DEPTH_MAX; id++) {
        const struct witness_hold *const hold = &sides->witness->hold[id];
        if (hold->ever && !hold->freed && hold->offer.in.tag == tag)
            fprintf(sides->file, "  its tag holds reservation %u, granted in clock %" PRIu64 "\n",
                    id, hold->granted);
    }
}

static void write_operation(const struct sides *sides, uint32_t tag) {
    const struct witness_offer *const offer = witness_waiting(sides->witness, tag);
    if (!offer)
        return;
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    const bool dut_decides = dut->kind && dut->kind != DECISION_REPEAT && dut->tag == tag;
    const bool ref_decides = ref->kind && ref->kind != DECISION_REPEAT && ref->tag == tag;
    demand_write_offer(offer, sides->file);
    if (dut_decides || ref_decides)
        demand_write(sides->witness, offer, dut_decides ? dut : NULL, ref_decides ? ref : NULL,
                     sides->file);
    write_holder(sides, tag);
}

// Whose a reservation is, what it froze, and what has come back.
static void write_reservation(const struct sides *sides, unsigned id) {
    const struct witness *const witness = sides->witness;
    FILE *const file = sides->file;
    const struct witness_hold *const hold = &witness->hold[id % DEPTH_MAX];
    if (!hold->ever) {
        fprintf(file, "  reservation %u was never granted since the last reset\n", id);
        return;
    }
    fprintf(file, "  reservation %u: operation %" PRIu32 ", granted in clock %" PRIu64, id,
            hold->offer.in.tag, hold->granted);
    if (hold->freed)
        fprintf(file, ", freed in clock %" PRIu64, hold->freed);
    fputc('\n', file);
    for (unsigned k = 0; k < CLASSES; k++) {
        if (!hold->amount[k])
            continue;
        fprintf(file, "    froze %" PRIu32 " on %s", hold->amount[k],
                lane_name(lane_of_class(k, hold->lane)));
        if (hold->returned[k])
            fprintf(file, ", returned in clock %" PRIu64 "\n", hold->returned[k]);
        else
            fprintf(file, ", not returned yet\n");
    }
}

// Those of the two sides, once if they are one.
static void write_reservations(const struct sides *sides, bool dut_has, unsigned dut_id,
                               bool ref_has, unsigned ref_id) {
    if (ref_has)
        write_reservation(sides, ref_id);
    if (dut_has && !(ref_has && dut_id == ref_id))
        write_reservation(sides, dut_id);
}

// ---- by what differs

static void write_decision_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    if (dut->kind)
        write_operation(sides, dut->tag);
    if (ref->kind && (!dut->kind || ref->tag != dut->tag))
        write_operation(sides, ref->tag);
    if (dut->id != ref->id)
        write_reservations(sides, dut->kind == DECISION_GRANT || dut->kind == DECISION_REPEAT,
                           dut->id, ref->kind == DECISION_GRANT || ref->kind == DECISION_REPEAT,
                           ref->id);
}

static void write_returns_part(const struct sides *sides) {
    const struct edge_out *const dut = sides->dut, *const ref = sides->ref;
    for (unsigned k = 0; k < CLASSES; k++)
        if (dut->return_kind[k] != ref->return_kind[k] || dut->return_id[k] != ref->return_id[k] ||
            dut->amount[k] != ref->amount[k] || ((dut->retire ^ ref->retire) >> k & 1) ||
            (k == CLASS_HBM && dut->hbm_lane != ref->hbm_lane))
            write_reservations(sides, dut->return_kind[k], dut->return_id[k], ref->return_kind[k],
                               ref->return_id[k]);
    if (dut->done_kind != ref->done_kind || dut->done_id != ref->done_id)
        write_reservations(sides, dut->done_kind, dut->done_id, ref->done_kind, ref->done_id);
}

static const struct {
    enum edge_subject subject;
    const char *what;
    void (*write)(const struct sides *sides); // NULL: the fields say it
} parts[] = {
    {EDGE_DECISION, "the decision", write_decision_part},
    {EDGE_RETURN, "returns", write_returns_part},
    {EDGE_DEBT, "the debt", NULL},
    {EDGE_WINDOW, "windows", NULL},
    {EDGE_MULTIPLIER, "multipliers", NULL},
    {EDGE_MESSAGE, "the grant message", NULL},
    {EDGE_ACCESS, "a register access", write_access_part},
    {EDGE_READY, "ready, quiet, or the order number", NULL},
};
enum { PARTS = sizeof parts / sizeof *parts };

const char *about_what(const struct divergence *divergence) {
    for (unsigned i = 0; i < PARTS; i++)
        if (edge_out_differs(&divergence->dut, &divergence->ref, parts[i].subject))
            return parts[i].what;
    return "nothing";
}

bool about_decision(const struct divergence *divergence) {
    return edge_out_differs(&divergence->dut, &divergence->ref, EDGE_DECISION);
}

void about_write_fields(const struct divergence *divergence, const struct witness *witness,
                        FILE *file) {
    for (const struct edge_field *field = edge_out_fields; field->name; field++)
        for (unsigned e = 0; e < field->count; e++) {
            const uint64_t dut = edge_field_get(&divergence->dut, field, e);
            const uint64_t ref = edge_field_get(&divergence->ref, field, e);
            if (dut == ref)
                continue;
            fprintf(file, "  %s: dut %s, ref %s", EDGE_FIELD_NAME(field, e),
                    EDGE_FIELD_VALUE(field, dut), EDGE_FIELD_VALUE(field, ref));
            if (field->sticky)
                fprintf(file, "; the clock before %s",
                        EDGE_FIELD_VALUE(field, edge_field_get(&witness->last, field, e)));
            fputc('\n', file);
        }
}

void about_write(const struct divergence *divergence, const struct witness *witness, FILE *file) {
    const struct sides sides = {.in = &divergence->in,
                                .dut = &divergence->dut,
                                .ref = &divergence->ref,
                                .witness = witness,
                                .file = file};
    for (unsigned i = 0; i < PARTS; i++)
        if (parts[i].write && edge_out_differs(sides.dut, sides.ref, parts[i].subject))
            parts[i].write(&sides);
    fprintf(file, "  waiting: %u operations; held: %u reservations; command_limit %u\n",
            witness->waitings, witness->held, witness->registers.command_limit);
}
