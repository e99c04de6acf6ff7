// Policies by their names, and percentiles. What policies charge, refuse and learn is compared in
// whole runs, by `make reference` and `make determinism`.
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/base/sample.h"
#include "csim/policy/policy_windows.h"
#include "tb/tests/base/fixture.h"

Test(policy, is_found_by_its_name_and_by_no_other) {
    unsigned count = 0;
    for (; policies[count]; count++) // two of one name would find the first one twice
        cr_expect(policy_find(policies[count]->name) == policies[count], "%s",
                  policies[count]->name);
    cr_expect(eq(u32, count, 11));
    cr_expect(policy_find("") == NULL);
    cr_expect(policy_find("semacredit2") == NULL);
}

Test(policy, estimates_that_fit_no_register_are_an_error) {
    const struct config config = config_of(NULL, SETS("atomic_ns=4095", "estimate_percent=200"));
    struct policy_state state;
    struct text_error error = {""};
    cr_expect(not(policy_open(&policy_semacredit, &state, &config, &error)));
    expect_part(error.text, "estimate_percent");
}

// --- percentiles --------------------------------------------------------------------------------

static int compare(const void *a, const void *b) {
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

Test(percentile, is_that_of_a_sorted_sample) {
    struct rng rng = rng_stream(7, RNG_TRAFFIC);
    uint64_t values[257], sorted[257];
    for (unsigned round = 0; round < 2000; round++) {
        const size_t count = 1 + rng_below(&rng, 257);
        const uint64_t range =
            1 + rng_below(&rng, round % 2 ? 5 : 1000000); // with and without ties
        for (size_t i = 0; i < count; i++)
            values[i] = sorted[i] = rng_below(&rng, range);
        qsort(sorted, count, sizeof sorted[0], compare);
        const unsigned per_myriad = (unsigned)rng_below(&rng, 10001);
        const uint64_t at = (count - 1) * per_myriad;
        const size_t rank = at / 10000;
        const double part = (double)(at % 10000) / 10000;
        const double expected =
            part > 0
                ? (double)sorted[rank] + part * ((double)sorted[rank + 1] - (double)sorted[rank])
                : (double)sorted[rank];
        cr_assert(epsilon_eq(dbl, percentile(values, count, per_myriad), expected, 1e-6));
    }
}
