// Samples and draws.

#include "csim/base/atomic_file.h"
#include "csim/base/event.h"
#include "csim/base/rng.h"

#include "csim/base/sample.h"
#include "csim/base/text_reader.h"
#include "csim/config/key.h"
#include "tb/tests/base/fixture.h"
#include <math.h>

// --- sample -------------------------------------------------------------------------------

// Samples of durations: exact while they are few, within the stated error when they are many.

static const unsigned points[] = {0, 1, 5000, 9000, 9900, 9990, 9999, 10000};
enum { POINTS = COUNT(points), MANY = 300000 };

// Durations of very different sizes: a long tail over some decades.
static uint64_t draw(struct rng *rng) {
    const uint64_t range = UINT64_C(1) << (8 + rng_below(rng, 24));
    return rng_below(rng, range);
}

static double relative_error(double measured, double exact) {
    const double error = measured > exact ? measured - exact : exact - measured;
    return exact > 0 ? error / exact : error;
}

Test(sample, keeps_its_error_bound_beyond) {
    uint64_t *values = malloc(MANY * sizeof *values);
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct rng rng = rng_stream(seed, RNG_TRAFFIC);
        struct sample sample;
        sample_open(&sample, MANY);
        for (size_t i = 0; i < MANY; i++)
            sample_add(&sample, values[i] = draw(&rng));
        double worst = 0;
        for (unsigned i = 0; i < POINTS; i++) {
            const double exact = percentile(values, MANY, points[i]);
            const double error = relative_error(sample_percentile(&sample, points[i]), exact);
            worst = error > worst ? error : worst;
        }
        cr_expect(worst <= 1.0 / SAMPLE_SLICES, "seed %lu: off by %g", (unsigned long)seed, worst);
        cr_expect(worst > 0, "counted in buckets, it cannot be exact everywhere");
        sample_close(&sample);
    }
    free(values);
}

// The greatest values, and what is too great for a bucket.
Test(sample, has_a_bucket_for_every_value) {
    struct sample sample;
    sample_open(&sample, MANY);
    const uint64_t most = (UINT64_C(1) << SAMPLE_BITS) - 1;
    for (size_t i = 0; i < MANY; i++)
        sample_add(&sample, i % 2 ? UINT64_MAX : most - most / SAMPLE_SLICES * (i % 7));
    const double high = sample_percentile(&sample, 9900);
    cr_expect(relative_error(high, (double)most) <= 1.0 / SAMPLE_SLICES);
    cr_expect(eq(u64, sample.greatest, UINT64_MAX));
    sample_close(&sample);
}

Test(sample, of_nothing_is_zero) {
    struct sample sample;
    sample_open(&sample, 0);
    cr_expect(eq(dbl, sample_percentile(&sample, 9900), 0));
    cr_expect(eq(dbl, sample_mean(&sample), 0));
    sample_close(&sample);
}

// --- rng ----------------------------------------------------------------------------------

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

// --- properties -------------------------------------------------------------------------------

// Properties of functions on random data, each against the plainest other way to have the same:
// what fails begins with the name of the function.

TestSuite(property, .init = folder_make, .fini = folder_remove);

enum { TRIES = 60, EVENTS = 300, VALUES = 400, LINES = 60, WORDS = 6 };

// --- event queue: a sorted array ---------------------------------------------------------------

static struct event waiting[EVENTS]; // by time, then as they were posted
static unsigned count;

static void insert(struct event event) {
    unsigned at = count++;
    for (; at > 0 && waiting[at - 1].time_ps > event.time_ps; at--)
        waiting[at] = waiting[at - 1];
    waiting[at] = event;
}

static void is_first(const struct event *taken, bool found, const char *function) {
    cr_assert(found == (count > 0), "%s: says %d with %u events", function, found, count);
    const struct event *const first = &waiting[0];
    cr_assert(count == 0 || (taken->time_ps == first->time_ps && taken->kind == first->kind &&
                             taken->subject == first->subject),
              "%s: of %" PRIu64 " ps, before one of %" PRIu64, function, taken->time_ps,
              first->time_ps);
}

static void events_leave_sorted(struct rng *rng) {
    struct event_queue *const queue = event_queue_open(EVENTS, 1 + rng_scaled(rng, 11));
    struct event event = {0};
    count = 0;
    for (unsigned step = 0; step < 10 * EVENTS; step++) {
        const uint64_t now = event.time_ps;
        if (count < EVENTS && rng_chance(rng, 1 + step / EVENTS % 2, 3)) {
            // Anywhere in ring or heap; or at one of a few instants, which many share.
            event.time_ps = rng_chance(rng, 1, 2) ? now + rng_scaled(rng, 30)
                                                  : ((now >> 22) + rng_between(rng, 1, 8)) << 22;
            event.kind = (uint8_t)rng_below(rng, EVENT_KINDS_MAX);
            event.subject = (uint32_t)rng_below(rng, EVENT_SUBJECTS_MAX);
            event_post(queue, event.time_ps, event.kind, event.subject);
            insert(event);
            event.time_ps = now;
        } else {
            struct event peeked;
            is_first(&peeked, event_peek(queue, &peeked), "event_peek");
            cr_assert(event_next_ps(queue) == (count ? waiting[0].time_ps : UINT64_MAX),
                      "event_next_ps");
            is_first(&event, event_take(queue, &event), "event_take");
            if (count > 0)
                memmove(waiting, waiting + 1, --count * sizeof *waiting);
        }
        cr_assert(event_count(queue) == count, "event_count: %u of %u", event_count(queue), count);
    }
    event_queue_close(queue);
}

// --- percentiles: qsort ------------------------------------------------------------------------

static int by_value(const void *a, const void *b) {
    const uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
    return (one > other) - (one < other);
}

static void percentiles_are_of_ranks(struct rng *rng) {
    const size_t number = 1 + rng_below(rng, VALUES);
    const unsigned bits = 1 + (unsigned)rng_below(rng, 32), at = (unsigned)rng_below(rng, 10001);
    uint64_t values[VALUES], sorted[VALUES];
    struct sample sample;
    sample_open(&sample, VALUES);
    for (size_t i = 0; i < number; i++) {
        values[i] = sorted[i] = rng_scaled(rng, bits);
        sample_add(&sample, values[i]);
    }
    qsort(sorted, number, sizeof *sorted, by_value);
    const double rank = at / 10000.0 * (double)(number - 1);
    const size_t low = (size_t)(rank + 1e-9), high = low + (low + 1 < number);
    const double expected =
        (double)sorted[low] + (rank - (double)low) * ((double)sorted[high] - (double)sorted[low]);
    const double close = 1e-9 * (1 + (double)sorted[high]) * (double)VALUES;
    const double ours = percentile(values, number, at), kept = sample_percentile(&sample, at);
    cr_assert(fabs(ours - expected) < close, "percentile: %u of %zu: %g, not %g", at, number, ours,
              expected);
    cr_assert(kept == ours, "sample_percentile: %g, not %g", kept, ours);
    sample_close(&sample);
}

// --- configuration: what was written is read ---------------------------------------------------

static void settings_come_back(struct rng *rng) {
    const char *const path = folder_path("a.yaml");
    struct config config = config_of(NULL, NULL), listed = config, set = config;
    struct text_error error;
    char setting[CONFIG_SETTING_SIZE];
    for (const struct key *key = keys; key < keys + KEYS; key++) {
        if (key->group || rng_chance(rng, 1, 2))
            continue;
        const char *const words = key->words, *const last = strrchr(words, ' ');
        int length = snprintf(setting, sizeof setting, "%s=%s", key->name, last ? last + 1 : words);
        for (unsigned n = 0; n < key->count && !*words; n++)
            length += snprintf(setting + length, sizeof setting - (size_t)length, "%s%" PRIu64,
                               n ? "," : "", rng_between(rng, key->least, key->most));
        cr_assert(config_set(&config, setting, &error), "config_set: %s", error.text);
    }
    FILE *const file = fopen(path, "w");
    config_list(&config, NULL, file);
    fclose(file);
    cr_assert(config_load(&listed, path, &error), "config_list: %s", error.text);
    for (unsigned key = 0; config_next_change(&config, &key, setting, sizeof setting);)
        cr_assert(config_set(&set, setting, &error), "config_next_change: %s", error.text);
    for (unsigned i = 0; i < KEYS; i++) {
        const char *const name = keys[i].name;
        if (!name)
            continue;
        cr_assert(config_same(&config, &listed, name), "config_list or config_load: %s", name);
        cr_assert(config_same(&config, &set, name), "config_next_change or config_set: %s", name);
    }
}

// --- text reader: the words that were written --------------------------------------------------

static void words_are_read(struct rng *rng) {
    static const char *const NAMES[] = {"a.txt", "a.gz"};
    static const char SIGNS[] = "az09#-=,.|", BLANKS[] = " \t";
    const char *const path = folder_path(NAMES[rng_below(rng, 2)]);
    struct text_writer writer;
    struct text_error error;
    uint64_t words[LINES];
    char text[LINES][WORDS][8];
    bool ended = true;
    cr_assert(text_writer_open(&writer, path, &error), "%s", error.text);
    for (unsigned i = 0; i < LINES; i++) {
        words[i] = rng_below(rng, WORDS + 1);
        for (unsigned n = 0; n < words[i]; n++) {
            char *const word = text[i][n];
            const uint64_t length = 1 + rng_below(rng, 7);
            for (uint64_t at = 0; at < length; at++)
                word[at] = SIGNS[rng_below(rng, sizeof SIGNS - 1)];
            word[length] = '\0';
            for (uint64_t blanks = rng_below(rng, 3) + (n > 0); blanks > 0; blanks--)
                gzputc(writer.gz, BLANKS[rng_below(rng, 2)]);
            gzputs(writer.gz, word);
        }
        ended = i < LINES - 1 || words[i] == 0 || rng_chance(rng, 1, 2);
        gzputs(writer.gz, !ended ? "" : rng_chance(rng, 1, 2) ? "\n" : "\r\n");
    }
    cr_assert(text_writer_close(&writer, &error), "text_writer_close: %s", error.text);

    struct text_reader *const reader = text_reader_open(path, &error);
    cr_assert(reader != NULL, "text_reader_open: %s", error.text);
    for (unsigned i = 0; i < LINES; i++) {
        struct word word;
        if (words[i] == 0 || text[i][0][0] == '#')
            continue;
        cr_assert(text_reader_next(reader), "text_reader_next: no line %u", i + 1);
        cr_assert(text_reader_number(reader) == i + 1, "text_reader_number: line %u", i + 1);
        for (unsigned n = 0; n < words[i]; n++)
            cr_assert(text_reader_word(reader, &word) && word_is(&word, text[i][n]),
                      "text_reader_word: %s in line %u", text[i][n], i + 1);
        cr_assert(text_reader_word(reader, &word) == false, "text_reader_word: one more in %u",
                  i + 1);
    }
    cr_assert(text_reader_next(reader) == false && !text_reader_failure(reader),
              "text_reader_next: more");
    cr_assert(text_reader_cut_short(reader) == !ended, "text_reader_cut_short");
    text_reader_close(reader);
}

// -----------------------------------------------------------------------------------------------

static void (*const PROPERTIES[])(struct rng *) = {events_leave_sorted, percentiles_are_of_ranks,
                                                   settings_come_back, words_are_read};

EACH(property, holds, PROPERTIES) {
    for (uint64_t seed = 1; seed <= TRIES; seed++) {
        struct rng rng = rng_stream(seed, RNG_TRAFFIC);
        (*row)(&rng);
    }
}
