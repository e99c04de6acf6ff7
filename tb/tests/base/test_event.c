// The event queue against what it promises: order of time, order of posting, near and far alike.
#include <signal.h>

#include "csim/base/event.h"
#include "csim/base/rng.h"
#include "tb/tests/base/fixture.h"

Test(event, cleared_queue_is_empty_and_takes_as_many_again) {
    struct event_queue *queue = event_queue_open(100);
    struct event event;
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 100; i++)
            event_post(queue, (uint64_t)i * 100000, 0, i);
        cr_expect(eq(u32, event_count(queue), 100));
        event_clear(queue);
        cr_expect(not(event_take(queue, UINT64_MAX, &event)));
        cr_expect(eq(u64, event_next_ps(queue), UINT64_MAX));
    }
    event_queue_close(queue);
}

// A queue that cannot be wrong: every event in an array, the next one by looking at all.
enum { MODEL_EVENTS = 64 };

struct model {
    uint64_t time_ps[MODEL_EVENTS]; // by posting
    uint32_t posted[MODEL_EVENTS];
    unsigned count;
};

static uint32_t model_take(struct model *model, uint64_t *time_ps) {
    unsigned least = 0;
    for (unsigned i = 1; i < model->count; i++)
        if (model->time_ps[i] < model->time_ps[least]) // earlier posted come first in the array
            least = i;
    *time_ps = model->time_ps[least];
    const uint32_t posted = model->posted[least];
    model->count--;
    for (unsigned i = least; i < model->count; i++) {
        model->time_ps[i] = model->time_ps[i + 1];
        model->posted[i] = model->posted[i + 1];
    }
    return posted;
}

// Random posts and takes over spans that stay in the ring, go beyond it, and collide in one
// instant.
static void compare(uint64_t seed, uint64_t span_ps) {
    struct rng rng = rng_stream(seed, RNG_DELAY);
    struct event_queue *queue = event_queue_open(MODEL_EVENTS);
    struct model model = {.count = 0};
    uint64_t now = 0;
    for (uint32_t i = 0; i < 20000; i++) {
        if (model.count < MODEL_EVENTS && (model.count == 0 || rng_chance(&rng, 1, 2))) {
            const uint64_t time = now + rng_below(&rng, span_ps) / 16 * 16;
            model.time_ps[model.count] = time;
            model.posted[model.count++] = i;
            event_post(queue, time, i % EVENT_KINDS_MAX, i);
        } else {
            struct event event;
            uint64_t time;
            const uint32_t expected = model_take(&model, &time);
            cr_assert(eq(u64, event_next_ps(queue), time));
            cr_assert(time == 0 || !event_take(queue, time - 1, &event), "before its time");
            cr_assert(event_take(queue, time, &event));
            cr_assert(eq(u32, event.subject, expected));
            cr_assert(eq(u64, event.time_ps, time));
            cr_assert(eq(u8, event.kind, expected % EVENT_KINDS_MAX));
            now = time;
        }
        cr_assert(eq(u32, event_count(queue), model.count));
    }
    event_queue_close(queue);
}

static const uint64_t spans[] = {1, 64, 5000, 1000000, 2097152, 4000000, 100000000, UINT32_MAX};

EACH(event, equals_a_plain_list_over_all_spans, spans) {
    for (uint64_t seed = 1; seed <= 3; seed++)
        compare(seed, *row);
}

Test(event, asserts_an_event_in_the_past, .signal = SIGABRT) {
    struct event_queue *queue = event_queue_open(2);
    struct event event;
    event_post(queue, 100, 0, 0);
    event_take(queue, 100, &event);
    event_post(queue, 99, 0, 0);
}

Test(event, asserts_a_full_queue, .signal = SIGABRT) {
    struct event_queue *queue = event_queue_open(1);
    event_post(queue, 1, 0, 0);
    event_post(queue, 1, 0, 0);
}

// Of weights that are all zero the choices are equal.
Test(rng, choices_are_equal_without_weights) {
    const struct rng_choice choice = rng_choice((const uint64_t[4]){0}, 4);
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    unsigned seen[4] = {0};
    for (unsigned i = 0; i < 4000; i++)
        seen[rng_choose(&rng, &choice)]++;
    for (unsigned i = 0; i < 4; i++)
        cr_expect(seen[i] > 875 && seen[i] < 1125, "%u: %u times", i, seen[i]);
}
