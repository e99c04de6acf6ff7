#include "tb/shrink/shrink.h"

#include <stdlib.h>
#include <string.h>

#include "csim/base/interrupt.h"
#include "csim/base/progress.h"
#include "csim/golden/golden.h"
#include "csim/interface/lockstep.h"
#include "register_map.h"
#include "tb/checkers/checker.h"
#include "tb/cosim/cosim_loop.h"
#include "tb/dut/rtl.h"
#include "tb/shrink/shrink_steps.h"

// ---- one trial ----------------------------------------------------------------------------------

static bool judge(struct admitter *lockstep, const struct checker *checker,
                  char caught[CAUGHT_SIZE], uint64_t *cycle) {
    const struct divergence *const divergence = lockstep_divergence(lockstep);
    const struct checker_finding *const finding = checker_finding(checker);
    if (divergence->found) {
        snprintf(caught, CAUGHT_SIZE, "lockstep: %s", divergence_first(divergence));
        *cycle = divergence->cycle;
    } else if (finding->check) {
        snprintf(caught, CAUGHT_SIZE, "checker: %s", finding->check);
        *cycle = finding->commit.cycle;
    }
    return divergence->found || finding->check;
}

bool script_fails(const struct script *script, const bool *left_out, char caught[CAUGHT_SIZE],
                  uint64_t *cycle) {
    struct stimulus *const play = script_play_open(script, left_out);
    struct admitter *const lockstep =
        lockstep_open(rtl_open(script->depth), golden_open(script->depth), false);
    struct checker *const checker = checker_open(script->depth);
    bool fails = false;
    if (play && lockstep && checker) {
        const struct cosim_loop_listeners listeners = {.checker = checker};
        const struct cosim_loop_limits limits = {0};
        cosim_loop(play, lockstep, lockstep, 1, &listeners, &limits);
        fails = judge(lockstep, checker, caught, cycle);
    }
    checker_close(checker);
    admitter_close(lockstep);
    stimulus_close(play);
    return fails;
}

// ---- the search ---------------------------------------------------------------------------------

struct search {
    struct script *script;
    script_judge *fails;
    bool *left_out;           // of the deeds
    char caught[CAUGHT_SIZE]; // what catches it now
    double end;
    uint64_t trials;
    uint64_t cycle;
    bool progress; // something became smaller in this round
};

static bool time_left(const void *context) {
    const struct search *const search = context;
    return cpu_seconds_now() < search->end && !interrupted();
}

// Any mismatch will do for a mismatch, and any check for a check: which field is the first to
// differ depends on what else happens in that clock, and what fails differently has failed.
static bool still_fails(struct search *search) {
    char caught[CAUGHT_SIZE];
    uint64_t cycle;
    search->trials++;
    if (!search->fails(search->script, search->left_out, caught, &cycle) ||
        caught[0] != search->caught[0])
        return false;
    memcpy(search->caught, caught, sizeof caught);
    search->cycle = cycle;
    search->progress = true;
    return true;
}

// What is left out, and the beats of operations that are, go for good.
static void compact(struct search *search) {
    struct script *const script = search->script;
    uint32_t *const moved = malloc((script->count + 1) * sizeof *moved);
    if (!moved)
        return; // they stay left out
    const uint32_t count = deeds_keep(script->deeds, script->count, search->left_out, moved);
    memset(search->left_out, 0, script->count * sizeof search->left_out[0]); // it may grow again
    script->count = count;
    free(moved);
}

// The last operations alone: as few as fail, by powers of four.
static void keep_last_offers(struct search *search) {
    const uint32_t offers = script_offers(search->script);
    for (uint32_t keep = 4; keep < offers && time_left(search); keep *= 4) {
        uint32_t seen = 0;
        for (uint32_t place = 0; place < search->script->count; place++)
            if (search->script->deeds[place].kind == DEED_OFFER)
                search->left_out[place] = seen++ < offers - keep;
        if (still_fails(search))
            break;
        memset(search->left_out, 0, search->script->count * sizeof search->left_out[0]);
    }
    compact(search);
}

// The clock of the first deed from `place` on that is tied to one; 0: there is none.
static uint64_t clock_from(const struct script *script, uint32_t place) {
    while (place < script->count && deed_is_tied(&script->deeds[place]))
        place++;
    return place < script->count ? script->deeds[place].clock : 0;
}

// What happens from the clock `from` on happens so many clocks sooner: deeds from `place` on, and
// beats of operations offered before, as far as they seem to come after it.
static void hurry(struct script *script, uint32_t place, uint64_t from, uint64_t clocks) {
    for (uint32_t i = 0; i < script->count; i++) {
        struct deed *const deed = &script->deeds[i];
        if (!deed_is_tied(deed)) {
            if (i >= place)
                deed->clock -= clocks;
        } else if (deed->of < place && deed->clock > clocks &&
                   script->deeds[deed->of].clock + deed->clock > from) {
            deed->clock -= clocks;
        }
    }
}

// Without the clocks that the deeds from `start` up to `end`, which are left out, took.
static bool try_sooner(struct search *search, uint32_t start, uint32_t end) {
    struct script *const script = search->script;
    const uint64_t from = clock_from(script, start), to = clock_from(script, end);
    struct deed *const before = to > from ? malloc(script->count * sizeof *before) : NULL;
    if (!before)
        return false;
    memcpy(before, script->deeds, script->count * sizeof *before);
    hurry(script, end, to, to - from);
    const bool fails = still_fails(search);
    if (!fails)
        memcpy(script->deeds, before, script->count * sizeof *before);
    free(before);
    return fails;
}

// With a register that counts lowered by as many as there are operations left out.
static bool try_lower(struct search *search, uint32_t start, uint32_t end) {
    struct script *const script = search->script;
    uint32_t offers = 0;
    for (uint32_t place = start; place < end; place++)
        offers += script->deeds[place].kind == DEED_OFFER;
    for (uint32_t place = 0; offers > 0 && place < script->count && time_left(search); place++) {
        struct deed *const deed = &script->deeds[place];
        if (deed->kind != DEED_WRITE || search->left_out[place] || deed->data < offers)
            continue;
        deed->data -= offers;
        if (still_fails(search))
            return true;
        deed->data += offers;
    }
    return false;
}

// Without the deeds from `start` up to `end`, if it fails without them, or once something that may
// have been made for them is made to fit. The latter only while runs are short.
static void try_without(struct search *search, uint32_t start, uint32_t end) {
    enum { SHORT_SCRIPT = 200 };
    memset(&search->left_out[start], true, (end - start) * sizeof search->left_out[0]);
    if (still_fails(search) || try_sooner(search, start, end) ||
        (search->script->count <= SHORT_SCRIPT && try_lower(search, start, end)))
        return;
    memset(&search->left_out[start], false, (end - start) * sizeof search->left_out[0]);
}

// Groups of deeds left out: halves, quarters, ..., single ones. From the end: what came last before
// the failure is most likely needed, and is tried least often that way once the rest has gone.
static void leave_out(struct search *search) {
    for (uint32_t group = (search->script->count + 1) / 2; group > 0 && time_left(search);
         group = group == 1 ? 0 : (group + 1) / 2) {
        for (uint32_t end = search->script->count; end > 0 && time_left(search);) {
            const uint32_t start = end > group ? end - group : 0;
            try_without(search, start, end);
            end = start;
        }
        compact(search);
    }
}

// No two deeds further apart than so many clocks.
static void shorten_waits(struct search *search) {
    static const uint64_t waits[] = {0, 1, 2, 4, 8, 16, 64, 256, 1024, 8192};
    struct script *const script = search->script;
    uint64_t *const clocks = calloc(script->count + 1, sizeof *clocks);
    for (unsigned w = 0; clocks && w < sizeof waits / sizeof waits[0] && time_left(search); w++) {
        uint64_t before = 0, now = 0;
        bool shorter = false;
        for (uint32_t place = 0; place < script->count; place++) {
            struct deed *const deed = &script->deeds[place];
            clocks[place] = deed->clock;
            if (deed_is_tied(deed))
                continue;
            const uint64_t wait = deed->clock - before;
            shorter |= wait > waits[w];
            before = deed->clock;
            now += wait < waits[w] ? wait : waits[w];
            deed->clock = now;
        }
        if (shorter && still_fails(search))
            break;
        for (uint32_t place = 0; place < script->count; place++)
            script->deeds[place].clock = clocks[place];
    }
    free(clocks);
}

// Tries a field of a deed with a smaller value.
#define TRY(field, value)                                                                          \
    do {                                                                                           \
        const struct deed was = *deed;                                                             \
        if (deed->field > (value) && time_left(search)) {                                          \
            deed->field = (value);                                                                 \
            if (!still_fails(search))                                                              \
                *deed = was;                                                                       \
        }                                                                                          \
    } while (0)
#define TRY_SMALLER(field)                                                                         \
    do {                                                                                           \
        TRY(field, 0);                                                                             \
        TRY(field, 1);                                                                             \
        for (unsigned halves = 0; halves < 8; halves++)                                            \
            TRY(field, deed->field / 2);                                                           \
    } while (0)

static void simplify_offer(struct search *search, struct deed *deed) {
    TRY(opcode, OP_WRITE);
    TRY(opcode, OP_FETCH_ADD);
    TRY(urgent, 0);
    TRY(domain, 0);
    TRY_SMALLER(wire_bytes);
    TRY_SMALLER(response_length);
    TRY_SMALLER(length);
    TRY(address, deed->address & 0x7000);
    TRY(address, 0);
}

static void simplify_values(struct search *search) {
    for (uint32_t place = 0; place < search->script->count && time_left(search); place++) {
        struct deed *const deed = &search->script->deeds[place];
        switch (deed->kind) {
        case DEED_OFFER:
            simplify_offer(search, deed);
            break;
        case DEED_BEAT:
            if (deed->of != DEED_NOBODY) {
                TRY(clock, 1);
                for (unsigned halves = 0; halves < 8; halves++)
                    TRY(clock, deed->clock / 2);
            }
            if (deed->port != PORT_DONE)
                TRY_SMALLER(service);
            break;
        case DEED_WRITE:
            TRY_SMALLER(data);
            TRY(address_after, 0);
            TRY(data_after, 0);
            break;
        case DEED_READ:
            break;
        default:
            TRY(address, 0);
            TRY(length, 1);
            for (unsigned halves = 0; halves < 8; halves++)
                TRY(length, deed->length / 2);
            break;
        }
    }
}

// Many operations may only be needed to fill something up, which a lower bound does with few: every
// write to that register writes `value`, and one more at the start, where the run fails with it
// too.
static bool bound(struct search *search, unsigned word, uint32_t value) {
    struct script *const script = search->script;
    struct deed *const deeds = malloc((script->count + 1) * sizeof *deeds);
    if (!deeds)
        return false;
    deeds[0] = deed_write(word, value);
    for (uint32_t place = 0; place < script->count; place++) {
        struct deed *const deed = &deeds[place + 1];
        *deed = script->deeds[place];
        if (deed->of != DEED_NOBODY)
            deed->of++;
        if (deed->kind == DEED_WRITE && deed->address == deeds[0].address)
            deed->data = value;
    }
    const struct script before = *script;
    *script = (struct script){.deeds = deeds,
                              .count = before.count + 1,
                              .capacity = before.count + 1,
                              .depth = before.depth,
                              .begins = before.begins};
    const bool fails = still_fails(search);
    free(fails ? before.deeds : deeds);
    if (!fails)
        *script = before;
    return fails;
}

enum {
    FEW_OFFERS = 4,
    BOUNDED_ROUNDS = 3,
    BOUNDS = LANES + 1,
    SECTIONS = 20000,
    SECTIONS_OF_SHORT = 1000,
};

// The lowest of some values with which it still fails, of the command limit and of each window.
static void bound_low(struct search *search) {
    static const uint32_t limits[] = {1, 2, 3, 4, 8};
    static const uint32_t windows[] = {1, ATOMIC_SERVICE_RESET, 2 * ATOMIC_SERVICE_RESET, 4096,
                                       8192};
    for (unsigned i = 0; i < sizeof limits / sizeof limits[0] && time_left(search); i++)
        if (bound(search, REGISTER_COMMAND_LIMIT, limits[i]))
            break;
    for (unsigned lane = 0; lane < LANES; lane++)
        for (unsigned i = 0; i < sizeof windows / sizeof windows[0] && time_left(search); i++)
            if (bound(search, REGISTER_WINDOW + lane, windows[i]))
                break;
}

// The script becomes the section, if that fails.
static bool take_section(struct search *search, const struct script *section) {
    struct script *const script = search->script;
    char caught[CAUGHT_SIZE];
    uint64_t cycle;
    if (section->count == 0 || section->count > script->count)
        return false;
    search->trials++;
    if (!search->fails(section, NULL, caught, &cycle) || caught[0] != search->caught[0])
        return false;
    memcpy(script->deeds, section->deeds, section->count * sizeof *section->deeds);
    script->count = section->count;
    still_fails(search); // which tells by what, and when
    return true;
}

// One of the script's sections instead, if any of those that are tried fails: many where the script
// is so long that hardly anything else can be tried.
static void try_sections(struct search *search) {
    struct script *const script = search->script;
    const uint64_t most = script->count > SECTION_DEEDS ? SECTIONS : SECTIONS_OF_SHORT;
    struct rng rng = {rng_mix(script->count)};
    struct script section = {.deeds = malloc(SECTION_DEEDS * sizeof *section.deeds),
                             .begins = script->begins};
    struct section_writes *const writes = section_writes_open(script);
    for (uint64_t i = 0; i < most && section.deeds && writes && time_left(search); i++) {
        section_draw(script, writes, &rng, &section);
        if (take_section(search, &section))
            break;
    }
    section_writes_close(writes);
    free(section.deeds);
}

static bool state_fails(void *context) {
    struct search *const search = context;
    return time_left(search) && still_fails(search);
}

// Until nothing helps.
static void settle(struct search *search) {
    int bounded_rounds = BOUNDED_ROUNDS;
    do {
        search->progress = false;
        if (script_offers(search->script) > FEW_OFFERS && bounded_rounds-- > 0)
            bound_low(search);
        leave_out(search);
        shrink_state(search->script, state_fails, search);
        shorten_waits(search);
        simplify_values(search);
    } while (search->progress && time_left(search));
}

bool shrink(struct script *script, script_judge *fails, const char *caught, double seconds,
            struct shrink_result *result) {
    const double start = cpu_seconds_now();
    const uint32_t operations = script_offers(script);
    // Room for the writes that bounds put in front.
    bool *const left_out = calloc(script->count + BOUNDED_ROUNDS * BOUNDS + 1, sizeof *left_out);
    struct search search = {
        .script = script, .fails = fails, .left_out = left_out, .end = start + seconds};
    snprintf(search.caught, sizeof search.caught, "%s", caught);
    const bool failed = left_out && still_fails(&search);
    if (failed) {
        keep_last_offers(&search);
        if (script_offers(script) > SECTION_OFFERS)
            try_sections(&search);
        settle(&search);
    }
    free(left_out);
    *result = (struct shrink_result){.operations_before = operations,
                                     .operations = script_offers(script),
                                     .deeds = script->count,
                                     .cycle = search.cycle,
                                     .trials = search.trials,
                                     .seconds = cpu_seconds_now() - start};
    memcpy(result->caught, search.caught, sizeof result->caught);
    return failed;
}
