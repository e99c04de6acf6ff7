// The event queue against what it promises: order of time, order of posting, near and far alike.
#include <signal.h>

#include "csim/base/event.h"
#include "csim/base/rng.h"
#include "tb/tests/base/fixture.h"

Test(event, leaves_in_order_of_time) {
    static const struct event posted[] = {{30, 7, 1}, {10, 8, 2}, {20, 9, 3}};
    static const unsigned order[] = {1, 2, 0};
    struct event_queue *queue = event_queue_open(3);
    struct event event;
    for (unsigned i = 0; i < COUNT(posted); i++)
        event_post(queue, posted[i].time_ps, posted[i].kind, posted[i].subject);
    for (unsigned i = 0; i < COUNT(order); i++) {
        const struct event *next = &posted[order[i]];
        cr_expect(eq(u64, event_next_ps(queue), next->time_ps));
        cr_expect(not(event_take(queue, next->time_ps - 1, &event)), "before its time");
        cr_assert(event_take(queue, UINT64_MAX, &event));
        cr_expect(event.time_ps == next->time_ps && event.kind == next->kind &&
                      event.subject == next->subject,
                  "%u", i);
    }
    cr_expect(not(event_take(queue, UINT64_MAX, &event)));
    cr_expect(eq(u64, event_next_ps(queue), UINT64_MAX));
    event_queue_close(queue);
}

Test(event, equal_times_leave_in_order_of_posting_even_when_one_was_far) {
    const uint64_t time = UINT64_C(1) << 30; // far beyond the ring, seen from time 0
    struct event_queue *queue = event_queue_open(8);
    struct event event;
    event_post(queue, time, 0, 0);
    event_post(queue, time - 1000, 0, 9);
    cr_assert(event_take(queue, UINT64_MAX, &event)); // now the instant is near
    cr_expect(eq(u32, event.subject, 9));
    for (uint32_t i = 1; i < 6; i++)
        event_post(queue, time, 0, i);
    for (uint32_t i = 0; i < 6; i++) {
        cr_assert(event_take(queue, time, &event));
        cr_expect(eq(u32, event.subject, i));
    }
    event_queue_close(queue);
}

Test(event, cleared_queue_is_empty_and_takes_as_many_again) {
    struct event_queue *queue = event_queue_open(100);
    struct event event;
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 100; i++)
            event_post(queue, (uint64_t)i * 100000, 0, i);
        cr_expect(eq(u32, event_count(queue), 100));
        event_clear(queue);
        cr_expect(eq(u32, event_count(queue), 0));
        cr_expect(not(event_take(queue, UINT64_MAX, &event)));
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

// Weights, and how often each of four is to be drawn in 4,000 times: within a tenth or so.
static const struct {
    uint64_t weight[4];
    unsigned expected[4];
} weights[] = {{{0, 10, 0, 30}, {0, 1000, 0, 3000}}, {{0, 0, 0, 0}, {1000, 1000, 1000, 1000}}};

EACH(rng, choices_follow_their_weights, weights) {
    const struct rng_choice choice = rng_choice(row->weight, 4);
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    unsigned seen[4] = {0};
    for (unsigned i = 0; i < 4000; i++)
        seen[rng_choose(&rng, &choice)]++;
    for (unsigned i = 0; i < 4; i++)
        cr_expect(seen[i] * 8 >= row->expected[i] * 7 && seen[i] * 8 <= row->expected[i] * 9,
                  "%u: %u times", i, seen[i]);
}

Test(rng, draws_stay_in_range_and_reach_its_ends) {
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    unsigned seen[5] = {0};
    for (unsigned i = 0; i < 5000; i++)
        seen[rng_between(&rng, 3, 7) - 3]++;
    for (unsigned i = 0; i < 5; i++)
        cr_expect(seen[i] > 800 && seen[i] < 1200, "%u: %u times", i + 3, seen[i]);
}

Test(rng, streams_and_seeds_differ) {
    struct rng a = rng_stream(1, RNG_TRAFFIC), b = rng_stream(1, RNG_DELAY);
    struct rng c = rng_stream(2, RNG_TRAFFIC), again = rng_stream(1, RNG_TRAFFIC);
    const uint64_t drawn = rng_next(&a);
    cr_expect(ne(u64, drawn, rng_next(&b)));
    cr_expect(ne(u64, drawn, rng_next(&c)));
    cr_expect(eq(u64, drawn, rng_next(&again)));
    cr_expect(eq(u64, drawn, rng_at(1, RNG_TRAFFIC, 0)));
    cr_expect(eq(u64, rng_next(&a), rng_at(1, RNG_TRAFFIC, 1)));
}
