#include "tb/shrink/shrink_steps.h"

#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/interface/numbers.h"
#include "register_map.h"

// A trial changes several things, and may for a moment have some deeds too many.
enum { ROOM = MUTATE_DEEDS + 2 * MUTATE_SPARE, CHANGES = 4 };

// Clocks from a register write until it is in force, and some.
enum { WRITE_CLOCKS = 8 };

struct trial {
    struct rng rng;
    uint32_t count;
    struct deed deeds[ROOM];
    bool left_out[ROOM]; // none, but while one is dropped
    uint32_t moved[ROOM];
};

static uint32_t draw(struct trial *trial, uint32_t below) {
    return (uint32_t)rng_below(&trial->rng, below);
}

// The place of one deed of a kind; DEED_NOBODY: there is none.
static uint32_t pick(struct trial *trial, enum deed_kind kind) {
    uint32_t found = 0;
    for (uint32_t place = 0; place < trial->count; place++)
        found += trial->deeds[place].kind == kind;
    uint32_t skip = found ? draw(trial, found) : 0;
    for (uint32_t place = 0; place < trial->count; place++)
        if (trial->deeds[place].kind == kind && skip-- == 0)
            return place;
    return DEED_NOBODY;
}

// Takes a deed away, and the beats of an offer with it.
static void drop(struct trial *trial, uint32_t at) {
    trial->left_out[at] = true;
    trial->count = deeds_keep(trial->deeds, trial->count, trial->left_out, trial->moved);
    trial->left_out[at] = false;
}

static void insert(struct trial *trial, uint32_t at, const struct deed *deed) {
    if (trial->count == ROOM)
        return;
    memmove(&trial->deeds[at + 1], &trial->deeds[at],
            (trial->count++ - at) * sizeof trial->deeds[0]);
    trial->deeds[at] = *deed;
    for (uint32_t place = 0; place < trial->count; place++)
        if (place != at && trial->deeds[place].of != DEED_NOBODY && trial->deeds[place].of >= at)
            trial->deeds[place].of++;
}

// What is tied to a clock from `at` on comes so many clocks later.
static void delay(struct trial *trial, uint32_t at, uint64_t clocks) {
    for (uint32_t place = at; place < trial->count; place++)
        if (!deed_is_tied(&trial->deeds[place]))
            trial->deeds[place].clock += clocks;
}

// The same sooner, as far as what comes before allows.
static void hurry(struct trial *trial, uint32_t at, uint64_t clocks) {
    uint64_t before = 0, least = UINT64_MAX;
    for (uint32_t place = 0; place < trial->count; place++) {
        if (deed_is_tied(&trial->deeds[place]))
            continue;
        if (place < at)
            before = trial->deeds[place].clock;
        else if (least == UINT64_MAX)
            least = trial->deeds[place].clock - before;
    }
    if (clocks > least)
        clocks = least;
    for (uint32_t place = at; place < trial->count; place++)
        if (!deed_is_tied(&trial->deeds[place]))
            trial->deeds[place].clock -= clocks;
}

// Completions come so many clocks sooner: of somebody, or of all.
static void hurry_beats(struct trial *trial, uint64_t clocks) {
    for (uint32_t place = 0; place < trial->count; place++) {
        struct deed *const deed = &trial->deeds[place];
        if (deed_is_tied(deed))
            deed->clock -= deed->clock > clocks ? clocks : deed->clock;
    }
}

// ---- changes ------------------------------------------------------------------------------------

// Some operations fewer; what waited for them comes sooner.
static void fewer(struct trial *trial) {
    const uint32_t many = 1 + draw(trial, 1 + draw(trial, 6));
    uint32_t at = pick(trial, DEED_OFFER);
    for (uint32_t i = 0; i < many && at < trial->count; i++) {
        if (trial->deeds[at].kind == DEED_OFFER)
            drop(trial, at);
        else
            at++;
    }
    if (draw(trial, 2))
        hurry_beats(trial, many);
    if (draw(trial, 2) && at < trial->count)
        hurry(trial, at, many);
}

// One operation does for several: it is as long as they are together.
static void merge(struct trial *trial) {
    const uint32_t to = pick(trial, DEED_OFFER);
    const uint32_t many = 1 + draw(trial, 1 + draw(trial, 16));
    if (to == DEED_NOBODY)
        return;
    uint32_t merged = 0;
    for (uint32_t at = to + 1; at < trial->count && merged < many;) {
        const struct deed *const from = &trial->deeds[at];
        if (from->kind != DEED_OFFER) {
            at++;
            continue;
        }
        trial->deeds[to].length += from->length;
        trial->deeds[to].response_length += from->response_length;
        drop(trial, at);
        merged++;
    }
    if (draw(trial, 2))
        hurry_beats(trial, merged);
}

static void imitate(struct trial *trial) {
    const uint32_t from = pick(trial, DEED_OFFER), to = pick(trial, DEED_OFFER);
    if (from == DEED_NOBODY)
        return;
    const struct deed was = trial->deeds[to];
    trial->deeds[to] = trial->deeds[from];
    trial->deeds[to].tag = was.tag;
    trial->deeds[to].clock = was.clock;
}

static void change_offer(struct trial *trial) {
    static const uint32_t lengths[] = {0,     1,     64,      4096,    16384,
                                       32768, 61440, 1 << 16, 1 << 24, UINT32_MAX};
    const uint32_t at = pick(trial, DEED_OFFER);
    if (at == DEED_NOBODY)
        return;
    struct deed *const deed = &trial->deeds[at];
    switch (draw(trial, 6)) {
    case 0:
        deed->length = lengths[draw(trial, sizeof lengths / sizeof lengths[0])];
        break;
    case 1:
        deed->urgent = !deed->urgent;
        break;
    case 2:
        deed->address = (uint64_t)draw(trial, HBM_LANES) << 12;
        break;
    case 3:
        deed->wire_bytes = draw(trial, 3);
        break;
    case 4:
        deed->opcode = draw(trial, 2) ? OP_FETCH_ADD : OP_WRITE;
        break;
    default:
        deed->domain = (uint8_t)draw(trial, 2);
        break;
    }
}

// A completion at another time, or one more of somebody.
static void change_beat(struct trial *trial) {
    const uint32_t at = pick(trial, DEED_BEAT), offer = pick(trial, DEED_OFFER);
    if (draw(trial, 4) == 0 && offer != DEED_NOBODY) {
        struct deed beat = {.kind = DEED_BEAT,
                            .of = offer,
                            .length = 1,
                            .clock = 1 + draw(trial, 24),
                            .service = SERVICE_UNKNOWN,
                            .port = (uint8_t)draw(trial, PORT_DONE + 1)};
        if (at != DEED_NOBODY && trial->deeds[at].of != DEED_NOBODY && draw(trial, 2)) {
            beat.port = trial->deeds[at].port;
            beat.service = trial->deeds[at].service;
        }
        insert(trial, trial->count, &beat);
    } else if (at != DEED_NOBODY && trial->deeds[at].of != DEED_NOBODY) {
        struct deed *const deed = &trial->deeds[at];
        deed->clock = draw(trial, 2) ? 1 + draw(trial, 24) : deed->clock + 1 - 2 * draw(trial, 2);
    }
}

static void change_clock(struct trial *trial) {
    const uint32_t at = draw(trial, trial->count);
    const uint64_t clocks = 1 + draw(trial, 1 + draw(trial, 16));
    if (draw(trial, 2))
        delay(trial, at, clocks);
    else
        hurry(trial, at, clocks);
}

// Windows and the command limit as low as some operations fill; the others wait for the write.
static void change_register(struct trial *trial) {
    static const uint32_t values[] = {1, 2, 3, 4, 80, 340, 1600, 3200, 4800, 4112, 8224, 12336};
    const uint32_t value = values[draw(trial, sizeof values / sizeof values[0])];
    const uint32_t at = pick(trial, DEED_WRITE);
    if (at != DEED_NOBODY && draw(trial, 2)) {
        trial->deeds[at].data = draw(trial, 2) ? value : draw(trial, trial->deeds[at].data + 1);
        return;
    }
    const struct deed write = deed_write(
        draw(trial, 3) ? REGISTER_WINDOW + draw(trial, LANES) : REGISTER_COMMAND_LIMIT, value);
    delay(trial, 0, WRITE_CLOCKS);
    insert(trial, 0, &write);
}

// A pause or a stall, or another length of one.
static void change_level(struct trial *trial) {
    const uint32_t at = draw(trial, trial->count);
    const struct deed level = {.kind = draw(trial, 2) ? DEED_PAUSE : DEED_STALL,
                               .of = DEED_NOBODY,
                               .clock = trial->deeds[at].clock,
                               .port = (uint8_t)draw(trial, STALL_PORTS),
                               .length = 1 + draw(trial, 1 + draw(trial, 64))};
    const uint32_t old = pick(trial, level.kind);
    if (old != DEED_NOBODY && draw(trial, 2))
        trial->deeds[old].length = level.length;
    else if (!deed_is_tied(&trial->deeds[at]))
        insert(trial, at, &level);
}

static void change(struct trial *trial) {
    static void (*const changes[])(struct trial *) = {
        fewer,       fewer,       fewer,        merge,           merge,        imitate,
        change_beat, change_beat, change_clock, change_register, change_offer, change_level};
    if (trial->count > 0)
        changes[draw(trial, sizeof changes / sizeof changes[0])](trial);
}

static void drop_one(struct trial *trial) {
    const uint32_t at = draw(trial, trial->count);
    if (trial->deeds[at].kind != DEED_OFFER)
        drop(trial, at);
}

// ---- the search ---------------------------------------------------------------------------------

// Takes the trial's deeds over as the script's. False: out of memory, the script is as it was.
static bool take(struct script *script, const struct trial *trial) {
    if (trial->count > script->capacity) {
        struct deed *const deeds = realloc(script->deeds, ROOM * sizeof *deeds);
        if (!deeds)
            return false;
        script->deeds = deeds;
        script->capacity = ROOM;
    }
    memcpy(script->deeds, trial->deeds, trial->count * sizeof trial->deeds[0]);
    script->count = trial->count;
    return true;
}

void script_mutate_random(struct script *script, struct rng *rng, unsigned changes) {
    struct trial *const trial = calloc(1, sizeof *trial);
    if (!trial)
        return; // as it is, it is as good
    const uint32_t most = script->count + MUTATE_SPARE;
    trial->rng = *rng;
    trial->count = script->count;
    memcpy(trial->deeds, script->deeds, script->count * sizeof trial->deeds[0]);
    while (changes-- > 0)
        change(trial);
    *rng = trial->rng;
    if (trial->count <= most) {
        script->count = trial->count;
        memcpy(script->deeds, trial->deeds, trial->count * sizeof trial->deeds[0]);
    }
    free(trial);
}

bool script_mutate(struct script *script, const struct script_mutate *how) {
    const uint32_t first = script_offers(script), deeds = script->count;
    struct trial *const trial = deeds <= MUTATE_DEEDS ? calloc(1, sizeof *trial) : NULL;
    if (!trial)
        return false;
    trial->rng = (struct rng){rng_mix(deeds)};
    uint32_t offers = first;
    for (uint64_t i = 0; i < how->trials && offers > how->enough && how->time_left(how->context);
         i++) {
        trial->count = script->count;
        memcpy(trial->deeds, script->deeds, script->count * sizeof trial->deeds[0]);
        for (uint32_t changes = 1 + draw(trial, CHANGES); changes > 0; changes--)
            change(trial);
        while (trial->count > deeds + MUTATE_SPARE && draw(trial, 8))
            drop_one(trial);
        const struct script tried = {.deeds = trial->deeds,
                                     .count = trial->count,
                                     .capacity = ROOM,
                                     .depth = script->depth,
                                     .begins = script->begins};
        const uint32_t left = script_offers(&tried);
        if (left > offers || trial->count > deeds + MUTATE_SPARE || left == 0 ||
            !how->fails(how->context, &tried))
            continue;
        if (!take(script, trial))
            break;
        offers = left;
    }
    free(trial);
    return offers < first;
}
