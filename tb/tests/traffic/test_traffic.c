// Traffic: the six workloads as described, perturbed as described, and generators that reach what
// they promise.
#include <string.h>

#include "csim/base/rng.h"
#include "csim/golden/demand.h"
#include "csim/golden/registers.h"
#include "csim/traffic/adversarial_scenario.h"
#include "csim/traffic/bottleneck.h"
#include "tb/tests/base/fixture.h"

enum { OPS_MAX = 1200 };
static struct op ops[OPS_MAX], plain[OPS_MAX]; // of a test

// All operations of a workload, checked for what holds of every one.
static unsigned collect_config(const char *name, const struct config *config, uint64_t seed,
                               struct op into[OPS_MAX]) {
    struct traffic *traffic = traffic_open(config, seed);
    unsigned count = 0;
    struct op op = {.index = 0};
    uint64_t submit_ps = 0;
    while (traffic_next(traffic, &op)) {
        cr_assert(count < OPS_MAX);
        cr_expect(eq(u32, op.index, count));
        cr_expect(op.submit_ps >= submit_ps, "%s: operation %u goes back in time", name, count);
        submit_ps = op.submit_ps;
        into[count++] = op;
    }
    cr_expect(not(traffic_next(traffic, &op)));
    traffic_close(traffic);
    return count;
}

static unsigned collect(const char *name, uint64_t seed, struct op into[OPS_MAX]) {
    const struct config config = config_of(name, NULL);
    return collect_config(name, &config, seed, into);
}

static unsigned partition(const struct op *op) {
    struct registers registers;
    registers_reset(&registers, DEPTH);
    cr_expect(eq(uint, address_partition(op->address), demand_partition(&registers, op->address)));
    return demand_partition(&registers, op->address);
}

Test(traffic, addresses_fall_into_the_partition_asked_for) {
    struct registers registers;
    registers_reset(&registers, DEPTH);
    struct rng rng = rng_stream(1, RNG_TRAFFIC);
    uint64_t ones = 0, zeros = 0;
    for (unsigned i = 0; i < 8000; i++) {
        const uint64_t address = address_in_partition(i % HBM_LANES, rng_next(&rng));
        cr_assert(eq(uint, demand_partition(&registers, address), i % HBM_LANES));
        cr_assert(eq(uint, address_partition(address), i % HBM_LANES));
        ones |= address;
        zeros |= ~address;
    }
    cr_expect(eq(u64, ones, UINT64_MAX));
    cr_expect(eq(u64, zeros, UINT64_MAX));
}

static const struct op atomic = {.opcode = OP_FETCH_ADD, .response_length = 80, .wire_bytes = 80};
static const struct op write = {.opcode = OP_WRITE, .length = 4112, .wire_bytes = 4112};
static const struct op read = {.opcode = OP_READ, .response_length = 4112, .wire_bytes = 80};
static const struct op small_read = {.opcode = OP_READ, .response_length = 272, .wire_bytes = 80};

// The paper's workloads.
static const struct {
    const char *name;
    unsigned count, spacing_ps;
    unsigned period, phase;               // urgent are those of number phase, phase + period, ...
    const struct op *bulk[2], *urgent[2]; // of even and of odd number
    unsigned in_partition[HBM_LANES];     // bulk operations
} shapes[] = {
    {"atomic", 280, 400, 8, 3, {&atomic, &atomic}, {&atomic, &atomic}, {0}},
    {"response",
     200,
     400,
     8,
     3,
     {&read, &read},
     {&atomic, &atomic},
     {22, 22, 22, 22, 22, 22, 22, 21}},
    {"hbm_hotspot", 1200, 400, 8, 3, {&write, &write}, {&atomic, &atomic}, {1050}},
    {"allreduce",
     400,
     4000,
     16,
     0,
     {&atomic, &write},
     {&atomic, &atomic},
     {25, 25, 25, 25, 25, 25, 25, 25}},
    // 256 writes: 179 in turn over three, 77 over eight.
    {"moe",
     280,
     2000,
     12,
     0,
     {&write, &write},
     {&small_read, &small_read},
     {70, 70, 69, 10, 10, 9, 9, 9}},
    // 216 large reads: 151 hot, 65 in turn.
    {"remote_read",
     240,
     1000,
     10,
     0,
     {&read, &read},
     {&small_read, &small_read},
     {151 + 9, 8, 8, 8, 8, 8, 8, 8}},
};

EACH(traffic, workload_has_the_papers_shape, shapes) {
    unsigned in_partition[HBM_LANES] = {0};
    cr_assert(eq(uint, collect(row->name, 0, ops), row->count));
    for (unsigned i = 0; i < row->count; i++) {
        const bool urgent = i % row->period == row->phase;
        const struct op *expected = urgent ? row->urgent[i % 2] : row->bulk[i % 2];
        cr_expect(eq(u64, ops[i].submit_ps, (uint64_t)i * row->spacing_ps));
        cr_expect(eq(int, ops[i].urgent, urgent), "%u", i);
        cr_expect(eq(u8, ops[i].opcode, expected->opcode), "%u", i);
        cr_expect(eq(u32, ops[i].length, expected->length), "%u", i);
        cr_expect(eq(u32, ops[i].response_length, expected->response_length), "%u", i);
        cr_expect(eq(u32, ops[i].wire_bytes, expected->wire_bytes), "%u", i);
        if (op_uses_hbm(&ops[i]) && !urgent)
            in_partition[partition(&ops[i])]++;
    }
    for (unsigned p = 0; p < HBM_LANES; p++)
        cr_expect(eq(uint, in_partition[p], row->in_partition[p]), "partition %u", p);
}

Test(traffic, reads_of_a_size_take_turns_over_the_partitions) {
    const struct config config = config_of("response", SETS("urgent_odd=small_read"));
    const unsigned count = collect_config("response", &config, 0, ops);
    unsigned reads[2] = {0}; // bulk, urgent
    for (unsigned i = 0; i < count; i++)
        if (op_is_read(&ops[i]))
            cr_expect(eq(uint, partition(&ops[i]), reads[ops[i].urgent]++ % HBM_LANES));
    cr_expect(eq(uint, reads[0], 175));
    cr_expect(eq(uint, reads[1], 25));
}

// Which unperturbed operation an operation is: its address bits above the partition's are unique.
static unsigned origin(const struct op *op, const struct op *unperturbed, unsigned count) {
    unsigned i = 0;
    while (i < count && unperturbed[i].address >> 15 != op->address >> 15)
        i++;
    cr_assert(i < count);
    return i;
}

Test(traffic, seeds_delay_each_submission_by_two_to_four_ns_and_keep_the_operations) {
    for (unsigned w = 0; w < PAPER_WORKLOADS; w++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            bool seen[OPS_MAX] = {false};
            const unsigned count = collect(workload_names[w], 0, plain);
            cr_assert(eq(uint, collect(workload_names[w], seed, ops), count));
            for (unsigned i = 0; i < count; i++) {
                const unsigned from = origin(&ops[i], plain, count);
                const uint64_t late = ops[i].submit_ps - plain[from].submit_ps;
                cr_expect(late >= 2000 && late <= 4000, "%lu ps", (unsigned long)late);
                cr_expect(not(seen[from]));
                seen[from] = true;
                cr_expect(eq(u8, ops[i].opcode, plain[from].opcode));
                cr_expect(eq(int, ops[i].urgent, plain[from].urgent));
            }
        }
}

Test(traffic, seeds_redraw_a_tenth_of_the_banks) {
    unsigned moved = 0, all = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        const unsigned count = collect("response", 0, plain);
        collect("response", seed, ops);
        for (unsigned i = 0; i < count; i++)
            if (op_uses_hbm(&ops[i])) {
                all++;
                moved += partition(&ops[i]) != partition(&plain[origin(&ops[i], plain, count)]);
            }
    }
    // A redrawn bank is the old one in one of eight: 8.75 % of 2,300.
    cr_expect(moved > all * 7 / 100 && moved < all * 11 / 100, "%u of %u", moved, all);
}

// The last submission of all of a configuration's, of which none is before the one ahead.
static uint64_t last_submit_ps(const struct config *config, uint64_t seed) {
    struct traffic *traffic = traffic_open(config, seed);
    struct op op = {.index = 0};
    uint64_t last_ps = 0, count = 0;
    for (; traffic_next(traffic, &op); count++) {
        cr_assert(op.submit_ps >= last_ps);
        last_ps = op.submit_ps;
    }
    cr_expect(eq(u64, count, config->operations));
    traffic_close(traffic);
    return last_ps;
}

// All at once: only the jitter orders them.
Test(traffic, jitter_reorders_over_its_whole_spread) {
    const struct config config = config_of("atomic", SETS("spacing_ps=0", "operations=1000"));
    last_submit_ps(&config, 1);
}

Test(traffic, one_seed_gives_one_trace) {
    static const char *const names[] = {"moe", "random", "adversarial"};
    for (unsigned n = 0; n < 3; n++) {
        struct config config = config_of(names[n], NULL);
        struct traffic *a = traffic_open(&config, 3), *b = traffic_open(&config, 3);
        struct traffic *other = traffic_open(&config, 4);
        bool differ = false;
        struct op x, y, z;
        for (unsigned i = 0; i < 280; i++) {
            cr_assert(traffic_next(a, &x) && traffic_next(b, &y) && traffic_next(other, &z));
            cr_assert(x.address == y.address && x.submit_ps == y.submit_ps &&
                      x.length == y.length && x.response_length == y.response_length &&
                      x.opcode == y.opcode);
            differ = differ || x.address != z.address || x.submit_ps != z.submit_ps;
        }
        cr_expect(differ, "%s", names[n]);
        traffic_close(a);
        traffic_close(b);
        traffic_close(other);
    }
}

Test(traffic, random_reaches_every_opcode_length_class_and_partition) {
    struct config config = config_of("random", NULL);
    config.operations = 100000;
    struct traffic *traffic = traffic_open(&config, 1);
    unsigned opcode[OP_FENCE + 1] = {0}, bank[HBM_LANES] = {0};
    unsigned zero = 0, tiny = 0, above = 0, exact = 0, huge = 0, pauses = 0;
    struct op op = {.index = 0};
    uint64_t last_ps = 0;
    while (traffic_next(traffic, &op)) {
        const uint32_t length = op_hbm_bytes(&op);
        opcode[op.opcode]++;
        if (op_uses_hbm(&op)) {
            bank[partition(&op)]++;
            zero += length == 0;
            tiny += length > 0 && length <= 16;
            exact += length == config.window_hbm;
            above += length == config.window_hbm + 1;
            huge += length > UINT32_MAX / 2;
        }
        pauses += op.submit_ps - last_ps > config.spacing_ps;
        last_ps = op.submit_ps;
    }
    traffic_close(traffic);
    for (unsigned i = 0; i < OPCODES; i++)
        cr_expect(opcode[i] > 100, "opcode %u: %u times", i, opcode[i]);
    for (unsigned i = 0; i < HBM_LANES; i++)
        cr_expect(bank[i] > 5000, "partition %u: %u times", i, bank[i]);
    cr_expect(bank[0] > 2 * bank[7], "the hot partition is not hot");
    cr_expect(zero > 1000 && tiny > 5000 && exact > 100 && above > 100 && huge > 100);
    cr_expect(pauses > 2000 && pauses < 8000, "%u", pauses);
}

Test(traffic, adversarial_goes_through_its_scenarios) {
    struct config config = config_of("adversarial", NULL);
    config.operations = adversarial_scenario_count * config.phase_operations;
    struct traffic *traffic = traffic_open(&config, 1);
    struct op op = {.index = 0};
    unsigned exact = 0, above = 0, below = 0, saturating = 0, unknown = 0;
    while (traffic_next(traffic, &op)) {
        const struct adversarial_scenario *scenario =
            &adversarial_scenarios[adversarial_scenario_number(&config, op.index)];
        if (strcmp(scenario->name, "fits") == 0 && op.opcode == OP_WRITE) {
            exact += op.length == scenario->window[CLASS_HBM];
            below += op.length == scenario->window[CLASS_HBM] - 1;
            above += op.length == scenario->window[CLASS_HBM] + 1;
        }
        if (strcmp(scenario->name, "oversize") == 0)
            saturating += op_hbm_bytes(&op) == UINT32_MAX;
        unknown += op.opcode > OP_NOTIFY && op.opcode < OP_FETCH_ADD;
    }
    cr_expect(exact > 20 && above > 20 && below > 20 && saturating > 20 && unknown > 20,
              "%u %u %u %u %u", exact, above, below, saturating, unknown);
    traffic_close(traffic);
}

// Some operations are of domains, as many as asked for; what else they are does not change.
Test(traffic, part_of_random_traffic_is_of_ordering_domains) {
    struct config config = config_of("random", NULL);
    config.operations = 20000;
    config.ordering_domains = 5;
    config.fence_percent = 10;
    unsigned ordered[3] = {0}, fences[3] = {0};
    static const unsigned percents[3] = {0, 30, 100};
    for (unsigned i = 0; i < 3; i++) {
        config.ordering_percent = percents[i];
        struct traffic *traffic = traffic_open(&config, 1);
        struct op op;
        while (traffic_next(traffic, &op)) {
            cr_assert(op.domain <= 5);
            ordered[i] += op.domain != 0;
            fences[i] += op.opcode == OP_FENCE;
        }
        traffic_close(traffic);
        cr_expect(fences[i] * 10 <= ordered[i] * 11 / 10 + 1);
    }
    cr_expect(eq(uint, ordered[0], 0));
    cr_expect(ordered[1] > 5700 && ordered[1] < 6300, "%u", ordered[1]);
    cr_expect(eq(uint, ordered[2], 20000));
    cr_expect(fences[1] > 500 && fences[2] > 1800, "%u %u", fences[1], fences[2]);
}

// --- offered load
// ---------------------------------------------------------------------------------

// Mean and variance of an exponential variable, and the part of it above its mean.
Test(traffic, exponential_gaps_are_exponential) {
    struct rng rng = rng_stream(3, RNG_ARRIVAL);
    enum { DRAWS = 400000, MEAN = 100000 };
    double sum = 0, squares = 0;
    unsigned above = 0;
    for (unsigned i = 0; i < DRAWS; i++) {
        const double gap = (double)rng_exponential(&rng, MEAN);
        sum += gap;
        squares += gap * gap;
        above += gap > MEAN;
    }
    const double mean = sum / DRAWS, variance = squares / DRAWS - mean * mean;
    cr_expect(epsilon_eq(dbl, mean, MEAN, 0.006 * MEAN)); // four standard errors
    cr_expect(epsilon_eq(dbl, variance / MEAN / MEAN, 1, 0.02));
    cr_expect(epsilon_eq(dbl, (double)above / DRAWS, 0.367879, 0.0031));
}

// The shape, the server that it exhausts first, and how long that works for an operation.
static const struct {
    const char *workload;
    unsigned server;
    uint64_t spacing_ps; // reckoned by hand
} bottlenecks[] = {
    {"atomic", ATOMIC_LANE, 100000},
    // One partition has 7 in 8 operations, 64.25 ns each.
    {"hbm_hotspot", 0, 64250 * 7 / 8},
    // 7 in 8 answer with 4,112 bytes, 1 in 8 with 80, 20 ns beside.
    {"response", RESPONSE_LANE, 20000 + (7 * 64250 + 1250) / 8},
    {"allreduce", ATOMIC_LANE, 50000},
};

EACH(traffic, bottleneck_is_found, bottlenecks) {
    struct config config = config_of(row->workload, NULL);
    const double expected_ps = (double)row->spacing_ps;
    struct bottleneck bottleneck;
    uint64_t full_ps, half_ps;
    cr_assert(bottleneck_find(&config, &bottleneck));
    cr_expect(eq(uint, bottleneck.server, row->server));
    config.load_percent = 100;
    cr_assert(bottleneck_spacing(&config, &full_ps));
    config.load_percent = 50;
    cr_assert(bottleneck_spacing(&config, &half_ps));
    cr_expect(epsilon_eq(dbl, (double)full_ps, expected_ps, 0.001 * expected_ps));
    cr_expect(epsilon_eq(dbl, (double)half_ps, 2 * (double)full_ps, 2));
}

// At a load, operations come as often as that says.
Test(traffic, poisson_arrivals_offer_the_load) {
    struct config config =
        config_of("moe", SETS("arrivals=poisson", "operations=200000", "load_percent=80"));
    uint64_t spacing_ps;
    cr_assert(bottleneck_spacing(&config, &spacing_ps));
    cr_expect(epsilon_eq(dbl, (double)last_submit_ps(&config, 5) / 200000, (double)spacing_ps,
                         0.01 * (double)spacing_ps));
}

Test(traffic, kinds_of_files_by_their_names) {
    static const char *const matrices[] = {"a.cm", "A.CM", "x/a.cm.gz", "a.Cm.GZ"};
    static const char *const others[] = {"cm", "a.cm.trace", "a.cmx", ".gz", "a.cm.gz.gz"};
    for (unsigned i = 0; i < COUNT(matrices); i++)
        cr_expect(traffic_is_matrix(matrices[i]), "%s", matrices[i]);
    for (unsigned i = 0; i < COUNT(others); i++)
        cr_expect(not(traffic_is_matrix(others[i])), "%s", others[i]);
    cr_expect(traffic_ends_in("b.XML.gz", ".xml") && traffic_ends_in("b.Goal", ".goal"));
}
