// Samples and draws.

#include "csim/base/rng.h"
#include "csim/base/sample.h"
#include "tb/tests/base/fixture.h"

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
