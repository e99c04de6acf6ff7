#include "tb/shrink/shrink_steps.h"

#include <stdlib.h>
#include <string.h>

#include "csim/interface/numbers.h"
#include "register_map.h"

// A write takes some clocks, and the next one begins as it comes into force; completions of an
// operation are looked for among so many deeds after it; one of so many last writes is done, undone
// and done again, with every so-manyth deed; at the end so many reads, after a while.
enum {
    WRITE_CLOCKS = CONFIG_TO_USE,
    SETTLE_CLOCKS = 8,
    AHEAD = 2000,
    LAST_WRITES = 4,
    AGAIN = 6,
    READS = 2,
    READ_AFTER = 100,
    NEARER = 8,
    RESET_LATER = 16,
    WORDS = 1024
};

// Adds a deed, in another clock, if there is room for it.
static void section_add(struct script *section, const struct deed *deed, uint64_t clock) {
    if (section->count == SECTION_DEEDS)
        return;
    struct deed *const added = &section->deeds[section->count++];
    *added = *deed;
    added->clock = clock;
}

// Places of the writes that are done: most deeds of a long script are none, and it is drawn from
// often.
struct section_writes {
    uint32_t count;
    uint32_t places[];
};

static bool is_write(const struct deed *deed) {
    return deed->kind == DEED_WRITE && deed->address_after != DEED_NEVER &&
           deed->data_after != DEED_NEVER;
}

struct section_writes *section_writes_open(const struct script *script) {
    uint32_t count = 0;
    for (uint32_t place = 0; place < script->count; place++)
        count += is_write(&script->deeds[place]);
    struct section_writes *const writes = malloc(sizeof *writes + count * sizeof writes->places[0]);
    if (!writes)
        return NULL;
    writes->count = 0;
    for (uint32_t place = 0; place < script->count; place++)
        if (is_write(&script->deeds[place]))
            writes->places[writes->count++] = place;
    return writes;
}

void section_writes_close(struct section_writes *writes) {
    free(writes);
}

// Each register as it was written last before `end`. Returns the clock from which on all are.
static uint64_t add_registers(const struct script *script, const struct section_writes *writes,
                              uint32_t end, struct script *section) {
    uint32_t last[WORDS];
    uint64_t clock = 0;
    memset(last, 0, sizeof last);
    for (uint32_t i = 0; i < writes->count && writes->places[i] < end; i++)
        last[script->deeds[writes->places[i]].address / 4 % WORDS] = writes->places[i] + 1;
    for (unsigned word = 0; word < WORDS; word++)
        if (last[word]) {
            struct deed deed = script->deeds[last[word] - 1];
            deed.address_after = deed.data_after = 0;
            section_add(section, &deed, clock);
            clock += WRITE_CLOCKS;
        }
    return clock + SETTLE_CLOCKS;
}

// One of the last writes, which may have had its part in the failure, and the one before it to the
// same register, or itself; done in turn.
struct toggle {
    struct rng *rng;              // says when
    uint32_t place;               // of the write; the script's count: none is drawn
    const struct deed *writes[2]; // NULL: none
    unsigned done;
};

static struct toggle draw_toggle(const struct script *script, struct rng *rng) {
    struct toggle toggle = {.rng = rng, .place = script->count};
    uint64_t back = rng_below(rng, 2 * LAST_WRITES);
    if (back >= LAST_WRITES)
        return toggle;
    for (uint32_t place = script->count; place > 0 && !toggle.writes[1]; place--) {
        const struct deed *const deed = &script->deeds[place - 1];
        if (deed->kind != DEED_WRITE)
            continue;
        if (toggle.writes[0] && deed->address == toggle.writes[0]->address) {
            toggle.writes[1] = deed;
        } else if (!toggle.writes[0] && back-- == 0) {
            toggle.writes[0] = deed;
            toggle.place = place - 1;
        }
    }
    if (!toggle.writes[1])
        toggle.writes[1] = toggle.writes[0];
    return toggle;
}

// The deeds from `first` on, until there are so many offers; and the completions of those. Between
// them the writes of `toggle`, if any: what only shows if it meets something in one clock gets its
// chance.
static uint64_t add_deeds(const struct script *script, uint32_t first, uint32_t offers,
                          struct toggle *toggle, uint64_t clock, struct script *section) {
    const uint64_t from = script->deeds[first].clock;
    uint32_t moved[AHEAD], place = first;
    uint64_t now = clock;
    for (; place < script->count && place - first < AHEAD; place++) {
        const struct deed *const deed = &script->deeds[place];
        moved[place - first] = DEED_NOBODY;
        if (deed_is_tied(deed)) {
            if (deed->of < first || moved[deed->of - first] == DEED_NOBODY)
                continue;
            struct deed beat = *deed;
            beat.of = moved[deed->of - first];
            section_add(section, &beat, deed->clock);
        } else if (offers > 0) {
            offers -= deed->kind == DEED_OFFER;
            if (deed->kind == DEED_RESET) // to meet what it must on its way
                clock += rng_below(toggle->rng, RESET_LATER);
            now = clock + deed->clock - from;
            moved[place - first] = section->count;
            section_add(section, deed, now);
            if (toggle->writes[0] && rng_chance(toggle->rng, 1, AGAIN))
                section_add(section, toggle->writes[toggle->done++ % 2], now);
        }
    }
    return now;
}

void section_draw(const struct script *script, const struct section_writes *writes, struct rng *rng,
                  struct script *section) {
    // Where the cause is nobody knows; near the end it is likelier.
    const uint64_t back = rng_below(rng, script->count) >> rng_below(rng, NEARER);
    uint32_t first = script->count - 1 - (uint32_t)back;
    while (first > 0 && script->deeds[first].kind != DEED_OFFER)
        first--;
    const uint32_t offers = (uint32_t)rng_between(rng, 4, SECTION_OFFERS);
    section->count = 0;
    section->depth = script->depth;
    struct toggle toggle = draw_toggle(script, rng);
    const uint32_t end = rng_chance(rng, 1, 4) ? first : toggle.place;
    uint64_t clock = add_registers(script, writes, end, section);
    clock = add_deeds(script, first, offers, &toggle, clock, section);
    clock += rng_below(rng, READ_AFTER);
    uint32_t reads = READS;
    for (uint32_t place = script->count; place > 0 && reads > 0; place--)
        if (script->deeds[place - 1].kind == DEED_READ) {
            section_add(section, &script->deeds[place - 1], clock);
            clock += WRITE_CLOCKS;
            reads--;
        }
}
