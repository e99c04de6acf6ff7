// Which workloads a verb runs, and in which order.
#include <stdlib.h>

#include "tb/cli/selection.h"
#include "tb/tests/base/fixture.h"

Test(selection, of_all_has_the_order_of_tables) {
    const struct settings settings = {.sets = 0};
    struct selection *all = selection_make(&settings, NULL);
    cr_assert(all != NULL);
    for (unsigned i = 0; workload_names[i]; i++) {
        cr_assert(lt(uint, i, all->count));
        cr_expect(eq(str, all->of[i].name, (char *)workload_names[i]));
        cr_expect(eq(int, all->of[i].drawn, i >= PAPER_WORKLOADS));
    }
    free(all);
}

Test(selection, of_some_has_it_too_and_takes_files) {
    const struct settings settings = {.set = {"operations=9"}, .sets = 1};
    struct selection *some = selection_make(&settings, "random,sim/moe.yaml,atomic");
    cr_assert(some != NULL);
    cr_assert(eq(uint, some->count, 3));
    cr_expect(eq(str, some->of[0].name, "atomic"));
    cr_expect(eq(str, some->of[1].name, "moe"));
    cr_expect(eq(str, some->of[1].directory, "sim"));
    cr_expect(eq(str, some->of[2].name, "random"));
    cr_expect(eq(u64, some->of[2].config.operations, 9));
    free(some);
}
