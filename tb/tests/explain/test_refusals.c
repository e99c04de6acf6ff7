// Why operations waited: streams by hand with known answers; whole runs against a naive second
// reading of csim/explain/refusals.h, line by line and sum by sum; and against the simulator's own
// account of where time went. The two structures it is built of, against what they stand for.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/rng.h"
#include "csim/explain/index_map.h"
#include "csim/explain/queue_rank.h"
#include "csim/explain/refusals.h"
#include "csim/simulator/simulate.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/explain/commits.h"

// --- the naive reading: everything is looked at, whenever it is asked for ---------------------

enum { OPS_MAX = 4096, TABLE = LANES, URGENT_CLASSES = 4 };

struct naive_refusal {
    uint64_t from_ps, passed_by;
    uint32_t demand, debt, window, waiting, holders;
    int oldest, greatest; // -1: nobody
    uint32_t oldest_amount, greatest_amount;
    uint64_t oldest_from_ps;
};

struct naive_op {
    unsigned op_class;
    uint32_t held[REFUSALS_LANES];
    uint64_t waited_ps[REFUSALS_LANES]; // of others, while it held
    uint64_t granted_ps, granted;       // when, and as which commit
    uint64_t denied;                    // by which commit first, while it waits; 0: it does not
    unsigned mask, seen;
    struct naive_refusal refusal[REFUSALS_LANES];
};

struct naive {
    struct naive_op op[OPS_MAX];
    uint32_t ops;
    uint32_t window[REFUSALS_LANES];
    bool shrunk[REFUSALS_LANES]; // below the debt, once: more than the window was held
    struct refusals_waits waits[REFUSALS_LANES][REFUSALS_CLASSES];
    double held_ps[REFUSALS_LANES][REFUSALS_CLASSES][REFUSALS_CLASSES];
    uint64_t share[4 * OPS_MAX], shares;
    uint64_t now_ps, commits, grants, ended_by_grant, ended_by_reset;
    FILE *file;
};

// The run, both readings of it, and their texts.
struct readings {
    struct naive *naive;
    struct refusals *refusals;
    uint64_t wrong_debts;
    FILE *file;
    char *naive_text, *refusals_text;
};

static void naive_pass(struct naive *naive, uint64_t now_ps) {
    const double passed_ps = (double)(now_ps - naive->now_ps);
    for (unsigned lane = 0; passed_ps > 0 && lane < REFUSALS_LANES; lane++) {
        uint64_t refused[REFUSALS_CLASSES] = {0}, held[REFUSALS_CLASSES] = {0}, all = 0;
        for (uint32_t i = 0; i < naive->ops; i++) {
            const struct naive_op *op = &naive->op[i];
            refused[op->op_class] += op->mask >> lane & 1;
            all += op->mask >> lane & 1;
            held[op->op_class] += op->held[lane];
        }
        for (uint32_t i = 0; all > 0 && i < naive->ops; i++)
            if (naive->op[i].held[lane])
                naive->op[i].waited_ps[lane] += all * (now_ps - naive->now_ps);
        for (unsigned i = 0; i < REFUSALS_CLASSES; i++)
            for (unsigned j = 0; j < REFUSALS_CLASSES; j++)
                if (refused[i] && held[j] && naive->window[lane])
                    naive->held_ps[lane][i][j] +=
                        (double)refused[i] * passed_ps * (double)held[j] / naive->window[lane];
    }
    naive->now_ps = now_ps;
}

static uint32_t naive_short(const struct naive_refusal *refusal) {
    const int64_t gap = (int64_t)refusal->debt + refusal->demand - refusal->window;
    return gap > 0 ? (uint32_t)gap : 0;
}

static void naive_end(struct naive *naive, uint32_t i, unsigned lane, const char *end) {
    struct naive_op *op = &naive->op[i];
    const struct naive_refusal *refusal = &op->refusal[lane];
    struct refusals_waits *waits = &naive->waits[lane][op->op_class];
    const uint64_t ps = naive->now_ps - refusal->from_ps;
    op->mask &= ~(1u << lane);
    waits->refused_ps += ps;
    waits->passed_by += refusal->passed_by;
    waits->greatest_ps = ps > waits->greatest_ps ? ps : waits->greatest_ps;
    if (refusal->passed_by > waits->passed_by_max)
        waits->passed_by_max = refusal->passed_by;
    naive->ended_by_grant += strcmp(end, "grant") == 0;
    naive->ended_by_reset += strcmp(end, "reset") == 0;
    fprintf(naive->file, "%u,%s,%u,%lu,%lu,%s,%u,%u,%u,%u,%u,%lu,%u,", i,
            refusals_class_name[op->op_class], lane, (unsigned long)refusal->from_ps,
            (unsigned long)naive->now_ps, end, refusal->demand, refusal->debt, refusal->window,
            naive_short(refusal), refusal->waiting, (unsigned long)refusal->passed_by,
            refusal->holders);
    if (refusal->oldest < 0)
        fprintf(naive->file, ",,,,,,\n");
    else
        fprintf(naive->file, "%d,%s,%u,%lu,%d,%s,%u\n", refusal->oldest,
                refusals_class_name[naive->op[refusal->oldest].op_class], refusal->oldest_amount,
                (unsigned long)refusal->oldest_from_ps, refusal->greatest,
                refusals_class_name[naive->op[refusal->greatest].op_class],
                refusal->greatest_amount);
}

static void naive_end_all(struct naive *naive, uint32_t i, unsigned lanes, const char *end) {
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        if (naive->op[i].mask & lanes & 1u << lane)
            naive_end(naive, i, lane, end);
}

static void naive_begin(struct naive *naive, uint32_t i, unsigned lane, uint32_t demand) {
    struct naive_op *op = &naive->op[i];
    struct naive_refusal refusal = {
        .from_ps = naive->now_ps, .demand = demand, .oldest = -1, .greatest = -1};
    for (uint32_t j = 0; j < naive->ops; j++) {
        const struct naive_op *other = &naive->op[j];
        refusal.waiting += other->mask >> lane & 1;
        if (other->held[lane] == 0)
            continue;
        refusal.holders++;
        refusal.debt += other->held[lane];
        if (refusal.oldest < 0 || other->granted < naive->op[refusal.oldest].granted)
            refusal.oldest = (int)j;
        if (refusal.greatest < 0 || other->held[lane] > naive->op[refusal.greatest].held[lane] ||
            (other->held[lane] == naive->op[refusal.greatest].held[lane] &&
             other->granted < naive->op[refusal.greatest].granted))
            refusal.greatest = (int)j;
    }
    if (refusal.oldest >= 0) {
        refusal.oldest_amount = naive->op[refusal.oldest].held[lane];
        refusal.oldest_from_ps = naive->op[refusal.oldest].granted_ps;
        refusal.greatest_amount = naive->op[refusal.greatest].held[lane];
    }
    if (lane == TABLE)
        naive->window[lane] = refusal.holders;
    refusal.window = naive->window[lane];
    op->refusal[lane] = refusal;
    struct refusals_waits *waits = &naive->waits[lane][op->op_class];
    waits->operations += !(op->seen >> lane & 1);
    waits->refusals++;
    waits->short_by += naive_short(&refusal);
    waits->holders += refusal.holders;
    op->mask |= 1u << lane;
    op->seen |= 1u << lane;
}

static void naive_return(struct naive *naive, uint32_t i, unsigned lane) {
    struct naive_op *op = &naive->op[i];
    if (op->held[lane] && op->waited_ps[lane])
        naive->share[naive->shares++] = (uint64_t)((unsigned __int128)op->waited_ps[lane] *
                                                   op->held[lane] / naive->window[lane]);
    op->held[lane] = 0;
    op->waited_ps[lane] = 0;
}

static void naive_grant(struct naive *naive, const struct commit *commit) {
    struct naive_op *op = &naive->op[commit->op];
    const uint64_t denied = op->denied ? op->denied : UINT64_MAX;
    const bool urgent = op->op_class < URGENT_CLASSES;
    naive->grants++;
    naive_end_all(naive, commit->op, ~0u, "grant");
    op->denied = 0;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++) {
        naive_return(naive, commit->op, lane); // of an earlier try
        op->held[lane] = lane == TABLE ? 1 : commit->d[lane];
        if (op->held[lane] == 0)
            continue;
        for (uint32_t j = 0; j < naive->ops; j++) {
            struct naive_op *other = &naive->op[j];
            const bool other_urgent = other->op_class < URGENT_CLASSES;
            if (other->mask >> lane & 1 && (lane == TABLE || other->refusal[lane].demand) &&
                (urgent == other_urgent ? other->denied < denied : other_urgent))
                other->refusal[lane].passed_by++;
        }
    }
    op->granted = naive->commits;
    op->granted_ps = commit->time_ps;
}

static void naive_deny(struct naive *naive, const struct commit *commit) {
    struct naive_op *op = &naive->op[commit->op];
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        naive_return(naive, commit->op, lane); // of an earlier try
    if (!op->denied) {
        op->denied = naive->commits;
        op->seen = 0;
    }
    const unsigned before = op->mask;
    naive_end_all(naive, commit->op, ~(unsigned)commit->mask, "changed");
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        if (commit->mask & ~before & 1u << lane)
            naive_begin(naive, commit->op, lane, lane == TABLE ? 1 : commit->d[lane]);
}

static void naive_reset(struct naive *naive) {
    for (uint32_t i = 0; i < naive->ops; i++) {
        naive_end_all(naive, i, ~0u, "reset");
        naive->op[i].denied = 0;
        for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
            naive_return(naive, i, lane);
    }
}

static void naive_commit(struct naive *naive, const struct commit *commit) {
    naive_pass(naive, commit->time_ps);
    naive->commits++;
    cr_assert(commit->op < naive->ops);
    switch (commit->kind) {
    case COMMIT_WINDOW:
        memcpy(naive->window, commit->d, sizeof commit->d);
        for (unsigned lane = 0; lane < LANES; lane++)
            naive->shrunk[lane] |= commit->d[lane] < commit->debt[lane];
        break;
    case COMMIT_GRANT:
        naive_grant(naive, commit);
        break;
    case COMMIT_DENY:
        naive_deny(naive, commit);
        break;
    case COMMIT_RETURN:
        for (unsigned lane = 0; lane < LANES; lane++)
            if (commit->d[lane])
                naive_return(naive, commit->op, lane);
        break;
    case COMMIT_COMPLETE:
        naive_return(naive, commit->op, TABLE);
        break;
    case COMMIT_RESET:
        naive_reset(naive);
        break;
    default:
        break;
    }
}

static void take(void *context, const struct commit *commit) {
    struct readings *readings = context;
    refusals_commit(readings->refusals, commit);
    naive_commit(readings->naive, commit);
    for (unsigned lane = 0; lane < LANES; lane++)
        readings->wrong_debts +=
            refusals_lane(readings->refusals, lane)->debt != commit->debt[lane];
}

static void saw(void *context, const struct op *op) {
    static const char *const kinds[] = {"write", "read", "notify"};
    struct readings *readings = context;
    refusals_op(readings->refusals, op);
    const char *kind = op->opcode <= OP_NOTIFY      ? kinds[op->opcode]
                       : op->opcode >= OP_FETCH_ADD ? "Atomic"
                                                    : NULL;
    char name[20];
    snprintf(name, sizeof name, "%s %s", op->urgent ? "urgent" : "bulk", kind ? kind : "?");
    unsigned op_class = 0;
    while (op_class < REFUSALS_UNKNOWN && strcmp(name, refusals_class_name[op_class]) != 0)
        op_class++;
    readings->naive->op[op->index].op_class = op_class;
}

static int descending(const void *left, const void *right) {
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a < b) - (a > b);
}

// --- runs -------------------------------------------------------------------------------------

// A policy that is NULL stands for the golden model. The caller closes what is opened.
static struct simulate_result readings_run(struct readings *readings, const char *workload,
                                           const char *more, const struct policy *policy,
                                           uint64_t seed) {
    enum { MOST = 300 };
    struct config config = config_of(workload, more ? SETS(more) : NULL);
    struct simulate_result result = {0};
    struct text_error error = {""};
    config.operations = config.operations > MOST ? MOST : config.operations;
    config.first_operation = 0; // the naive reader finds operations by number
    *readings = (struct readings){.naive = calloc(1, sizeof *readings->naive)};
    struct naive *const naive = readings->naive;
    cr_assert(naive != NULL);
    naive->file = text_open(&readings->naive_text);
    naive->ops = (uint32_t)config.operations;
    for (uint32_t i = 0; i < OPS_MAX; i++)
        naive->op[i].op_class = REFUSALS_UNKNOWN;
    readings->file = text_open(&readings->refusals_text);
    readings->refusals = refusals_open(config.operations, readings->file);
    cr_assert(readings->refusals != NULL);
    struct traffic *traffic = traffic_watch_open(traffic_open(&config, seed), saw, readings);
    const struct commit_sink sink = {.take = take, .context = readings};
    if (policy) {
        config.stages = STAGES_MODEL;
        const struct simulate_run run = {&config, policy, seed, .traffic = traffic,
                                         .commits = &sink};
        cr_assert(simulate_run(&run, &result, &error), "%s", error.text);
    } else {
        run_block("golden", &config, traffic, seed,
                  &(struct cosim_loop_listeners){.commit = take, .context = readings});
    }
    refusals_end(readings->refusals);
    for (uint32_t i = 0; i < naive->ops; i++)
        naive_end_all(naive, i, ~0u, "open");
    fclose(readings->file);
    fclose(naive->file);
    return result;
}

static void readings_close(struct readings *readings) {
    refusals_close(readings->refusals);
    free(readings->naive);
    free(readings->naive_text);
    free(readings->refusals_text);
}

static void expect_same_sums(const struct readings *readings, const char *what) {
    struct naive *naive = readings->naive;
    for (unsigned lane = 0; lane < REFUSALS_LANES; lane++)
        for (unsigned op_class = 0; op_class < REFUSALS_CLASSES; op_class++) {
            const struct refusals_waits *waits = refusals_waits(readings->refusals, lane, op_class);
            struct refusals_waits sums = *waits;
            uint64_t held_ps = 0;
            memset(sums.held_ps, 0, sizeof sums.held_ps);
            cr_expect(memcmp(&sums, &naive->waits[lane][op_class], sizeof sums) == 0,
                      "%s: lane %u, %s", what, lane, refusals_class_name[op_class]);
            for (unsigned i = 0; i < REFUSALS_CLASSES; i++) {
                const double less = naive->held_ps[lane][op_class][i] - (double)waits->held_ps[i];
                cr_expect(less > -1 && less < (double)naive->commits, "%s: %s held by %s: %g less",
                          what, refusals_class_name[op_class], refusals_class_name[i], less);
                held_ps += waits->held_ps[i];
            }
            cr_expect(naive->shrunk[lane] || lane == TABLE || held_ps <= waits->refused_ps,
                      "%s: more held than waited", what);
        }
    qsort(naive->share, naive->shares, sizeof *naive->share, descending);
    for (unsigned n = 0; n < REFUSALS_TOP; n++) {
        const struct refusals_holder *holder = refusals_holder(readings->refusals, n);
        cr_expect(eq(int, holder != NULL, n < naive->shares));
        if (holder && n < naive->shares)
            cr_expect(eq(u64, holder->share_ps, naive->share[n]), "%s", what);
    }
}

// Of all lines, in whatever order: those of one instant, as at a reset, are in none.
static uint64_t lines_hash(const char *text) {
    uint64_t sum = 0, line = 0;
    for (; *text; text++)
        if (*text == '\n') {
            sum += rng_mix(line);
            line = 0;
        } else {
            line = rng_mix(line ^ (unsigned char)*text);
        }
    return sum;
}

// Refusals by what ended them.
struct endings {
    uint64_t by_grant, by_reset;
};

static void compare_readings(const char *workload, const char *more, const struct policy *policy,
                             uint64_t seed, struct endings *endings) {
    char what[100];
    struct readings readings;
    readings_run(&readings, workload, more, policy, seed);
    snprintf(what, sizeof what, "%s, %s, %s", workload, policy ? policy->name : "golden",
             more ? more : "");
    const char *lines = strchr(readings.refusals_text, '\n');
    cr_assert(lines != NULL);
    cr_expect(eq(u64, lines_hash(lines + 1), lines_hash(readings.naive_text)), "%s", what);
    cr_expect(eq(u64, readings.wrong_debts, 0), "%s", what);
    cr_expect(eq(u64, refusals_astray(readings.refusals), 0), "%s", what);
    expect_same_sums(&readings, what);
    endings->by_grant += readings.naive->ended_by_grant;
    endings->by_reset += readings.naive->ended_by_reset;
    readings_close(&readings);
}

// The paper's workloads, and random.
enum { WORKLOADS = PAPER_WORKLOADS + 1 };

Test(refusals, reads_policies_as_a_naive_reader_does) {
    struct endings endings = {0};
    for (unsigned i = 0; i < WORKLOADS; i++)
        for (const struct policy *const *policy = policies; *policy; policy++)
            compare_readings(workload_names[i], NULL, *policy, i, &endings);
    cr_expect(gt(u64, endings.by_grant, 5000));
}

Test(refusals, reads_a_block_as_a_naive_reader_does) {
    struct endings endings = {0};
    for (unsigned i = 0; i < WORKLOADS; i++) {
        compare_readings(workload_names[i], NULL, NULL, i, &endings);
        compare_readings(workload_names[i], "command_limit=7", NULL, i, &endings);
    }
    cr_expect(gt(u64, endings.by_grant, 1000));
    // Windows that change, strays and resets.
    for (uint64_t seed = 0; seed < 10; seed++)
        compare_readings("random", "chaos_reset=3000", NULL, seed, &endings);
    cr_expect(gt(u64, endings.by_reset, 0));
}

// What waits first for a lane waits, to its grant, for what csim/simulator/metrics.h says.
static enum latency_part part_of(const struct policy *policy, unsigned lane) {
    return lane == TABLE         ? PART_FOR_BOUND
           : policy->one_window  ? PART_FOR_WINDOW
           : lane < HBM_LANES    ? PART_FOR_HBM
           : lane == ATOMIC_LANE ? PART_FOR_ATOMIC
                                 : PART_FOR_RESPONSE;
}

// The lines of the CSV, summed up by what refused an operation first: the table, else the lowest
// lane. What is left of an operation's lines when it is granted is its whole wait.
static void sum_waits(const char *text, const struct policy *policy, double ns[2][PARTS]) {
    static struct {
        uint64_t from_ps, to_ps;
        unsigned lane, urgent;
        bool waited;
    } of[OPS_MAX];
    memset(of, 0, sizeof of);
    for (const char *line = strchr(text, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        char *at;
        const uint64_t op = strtoul(line, &at, 10);
        const bool urgent = strncmp(at, ",urgent", 7) == 0;
        const unsigned lane = (unsigned)strtoul(strchr(at + 1, ',') + 1, &at, 10);
        const uint64_t from_ps = strtoul(at + 1, &at, 10), to_ps = strtoul(at + 1, &at, 10);
        cr_assert(op < OPS_MAX && lane < REFUSALS_LANES && *at == ',');
        if (!of[op].waited || from_ps < of[op].from_ps ||
            (from_ps == of[op].from_ps &&
             (lane == TABLE || (of[op].lane != TABLE && lane < of[op].lane))))
            of[op].lane = lane;
        if (!of[op].waited || from_ps < of[op].from_ps)
            of[op].from_ps = from_ps;
        of[op].to_ps = to_ps > of[op].to_ps ? to_ps : of[op].to_ps;
        of[op].urgent = urgent;
        of[op].waited = true;
    }
    for (unsigned op = 0; op < OPS_MAX; op++)
        if (of[op].waited)
            ns[of[op].urgent][part_of(policy, of[op].lane)] +=
                (double)(of[op].to_ps - of[op].from_ps) / 1000;
}

// Not of reactive: there an operation waits for lanes that refused it at the target, of which
// commits say nothing.
Test(refusals, waits_add_up_to_the_metrics) {
    unsigned compared = 0;
    for (unsigned i = 0; i < PAPER_WORKLOADS; i++)
        for (const struct policy *const *policy = policies; *policy; policy++) {
            if (*policy == &policy_reactive)
                continue;
            struct readings readings;
            const struct simulate_result result =
                readings_run(&readings, workload_names[i], NULL, *policy, i);
            double ns[2][PARTS] = {{0}};
            sum_waits(readings.refusals_text, *policy, ns);
            for (unsigned urgent = 0; urgent < 2; urgent++) {
                const struct class_result *op_class = urgent ? &result.small : &result.bulk;
                for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++) {
                    const double expected = op_class->part_ns[part] * (double)op_class->count;
                    cr_expect(epsilon_eq(dbl, ns[urgent][part], expected, 0.001), "%s, %s: %s",
                              workload_names[i], (*policy)->name, latency_part_name[part]);
                    compared += expected > 0;
                }
            }
            readings_close(&readings);
        }
    cr_expect(gt(uint, compared, 60));
}

// --- by hand ----------------------------------------------------------------------------------

static char *text_of(const struct commit *commits, unsigned count, const struct op *ops,
                     unsigned op_count, struct refusals **refusals) {
    char *text;
    FILE *file = text_open(&text);
    *refusals = refusals_open(10, file);
    cr_assert(ne(ptr, *refusals, NULL));
    for (unsigned i = 0; i < op_count; i++)
        refusals_op(*refusals, &ops[i]);
    for (unsigned i = 0; i < count; i++)
        refusals_commit(*refusals, &commits[i]);
    refusals_end(*refusals);
    fclose(file);
    return text;
}

static void expect_lines(const char *text, const char *lines) {
    cr_assert(strchr(text, '\n') != NULL);
    cr_expect(eq(str, (char *)strchr(text, '\n') + 1, (char *)lines));
}

// A read waits for HBM and response, then for response only; a later one passes it by; two waits
// are open at the end.
Test(refusals, tells_a_story_told_by_hand) {
    const struct op ops[] = {{.index = 0, .opcode = OP_WRITE},
                             {.index = 1, .opcode = OP_READ},
                             {.index = 2, .opcode = OP_READ, .urgent = true},
                             {.index = 3, .opcode = OP_READ, .urgent = true}};
    const struct commit story[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50),
        commit_at(10, COMMIT_GRANT, 0, HBM, 60, 0),
        commit_at(20, COMMIT_GRANT, 1, HBM | RESPONSE, 30, 40),
        commit_at(30, COMMIT_DENY, 2, HBM | RESPONSE, 20, 20),
        commit_at(40, COMMIT_RETURN, 0, HBM, 60, 0),
        commit_at(40, COMMIT_COMPLETE, 0, 0, 0, 0),
        commit_at(40, COMMIT_DENY, 2, RESPONSE, 20, 20),
        commit_at(50, COMMIT_GRANT, 3, HBM | RESPONSE, 5, 5),
        commit_at(60, COMMIT_RETURN, 1, RESPONSE, 0, 40),
        commit_at(70, COMMIT_GRANT, 2, HBM | RESPONSE, 20, 20),
        commit_at(80, COMMIT_DENY, 4, HBM | REFUSED_TABLE, 60, 0),
        commit_at(90, COMMIT_RESET, 0, 0, 0, 0),
        commit_at(90, COMMIT_WINDOW, 0, 0, 100, 50),
        commit_at(95, COMMIT_DENY, 5, REFUSED_TABLE, 60, 0),
        commit_at(99, COMMIT_STRAY, 0, 1, 0, 0),
    };
    struct refusals *refusals;
    char *text = text_of(story, COUNT(story), ops, 4, &refusals);
    expect_lines(text,
                 "2,urgent read,0,30,40,changed,20,90,100,10,0,0,2,0,bulk write,60,10,"
                 "0,bulk write,60\n"
                 "2,urgent read,9,30,70,grant,20,40,50,10,0,1,1,1,bulk read,40,20,1,bulk read,40\n"
                 "4,unknown,0,80,90,reset,60,55,100,15,0,0,3,1,bulk read,30,20,1,bulk read,30\n"
                 "4,unknown,10,80,90,reset,1,3,3,1,0,0,3,1,bulk read,1,20,1,bulk read,1\n"
                 "5,unknown,10,95,99,open,1,0,0,1,0,0,0,,,,,,,\n");
    // Waiting for response: 10 + 20 ps x 40/50 held by op 1, and from 50 ps on 5/50 by op 3.
    enum { URGENT_READ = 1, BULK_READ = 5 };
    const struct refusals_waits *waits = refusals_waits(refusals, RESPONSE_LANE, URGENT_READ);
    cr_expect(eq(u64, waits->refused_ps, 40));
    cr_expect(eq(u64, waits->held_ps[BULK_READ], 8 + 8 + 8));
    cr_expect(eq(u64, waits->held_ps[URGENT_READ], 1 + 1));
    const struct refusals_holder *most = refusals_holder(refusals, 0);
    cr_assert(most != NULL);
    cr_expect(eq(u64, most->share_ps, 24));
    cr_expect(eq(u64, most->waited_ps, 30));
    cr_expect(eq(u32, most->op, 1));
    cr_expect(eq(uint, most->lane, RESPONSE_LANE));
    cr_expect(eq(u64, refusals_astray(refusals), 0));
    free(text);
    refusals_close(refusals);
}

// What a sound block never commits breaks nothing, and is counted.
Test(refusals, counts_what_does_not_fit_its_records) {
    const struct commit unsound[] = {
        commit_at(0, COMMIT_WINDOW, 0, 0, 100, 50), commit_at(1, COMMIT_RETURN, 7, HBM, 60, 0),
        commit_at(2, COMMIT_COMPLETE, 7, 0, 0, 0),  commit_at(3, COMMIT_GRANT, 7, HBM, 60, 0),
        commit_at(4, COMMIT_GRANT, 7, HBM, 60, 0),  commit_at(5, COMMIT_RETURN, 7, HBM, 59, 0),
        commit_at(6, COMMIT_DENY, 8, 0xff, 60, 0),  commit_at(7, COMMIT_REJECT, 8, HBM, 60, 0),
        commit_at(8, COMMIT_REJECT, 9, HBM, 60, 0),
    };
    struct refusals *refusals;
    char *text = text_of(unsound, COUNT(unsound), NULL, 0, &refusals);
    expect_lines(text, "8,unknown,0,6,7,reject,60,1,100,0,0,0,1,7,unknown,60,4,7,unknown,60\n");
    cr_expect(eq(u64, refusals_astray(refusals), 3));
    free(text);
    refusals_close(refusals);
    refusals = refusals_open(1, NULL);
    for (uint32_t op = 0; op < 2; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_DENY, .mask = 1, .op = op});
    for (uint32_t op = 2; op <= DEPTH_MAX + 2; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_GRANT, .op = op});
    cr_expect(eq(u64, refusals_astray(refusals), 2));
    refusals_close(refusals);
}

// --- parts ------------------------------------------------------------------------------------

Test(refusals, ranks_a_queue_that_anybody_leaves) {
    enum { CAPACITY = 13, ROUNDS = 5000 };
    uint64_t entered[CAPACITY] = {0}; // when; 0: not there
    struct queue_rank queue;
    struct rng rng = rng_stream(1, RNG_MAPPING);
    cr_assert(queue_rank_open(&queue, CAPACITY));
    for (uint64_t step = 1; step <= ROUNDS; step++) {
        const uint32_t member = (uint32_t)rng_between(&rng, 0, CAPACITY - 1);
        if (entered[member]) {
            uint32_t before = 0;
            for (unsigned i = 0; i < CAPACITY; i++)
                before += entered[i] && entered[i] < entered[member];
            cr_assert(eq(u32, queue_rank_before(&queue, member), before));
            queue_rank_leave(&queue, member);
            entered[member] = 0;
        } else {
            queue_rank_enter(&queue, member);
            entered[member] = step;
        }
    }
    queue_rank_close(&queue);
}

Test(refusals, finds_the_places_of_operations) {
    enum { CAPACITY = 16, RANGE = 40, ROUNDS = 20000 };
    uint32_t place_of[RANGE], taken = 0;
    struct index_map places;
    struct rng rng = rng_stream(2, RNG_MAPPING);
    cr_assert(index_map_open(&places, CAPACITY));
    for (unsigned i = 0; i < RANGE; i++)
        place_of[i] = INDEX_MAP_NONE;
    for (unsigned step = 0; step < ROUNDS; step++) {
        const unsigned i = (unsigned)rng_between(&rng, 0, RANGE - 1);
        const uint32_t op = i * UINT32_C(0x10000001); // some far apart
        cr_assert(eq(u32, index_map_find(&places, op), place_of[i]));
        if (place_of[i] != INDEX_MAP_NONE) {
            index_map_free(&places, place_of[i]);
            place_of[i] = INDEX_MAP_NONE;
            taken--;
        } else {
            const uint32_t place = index_map_take(&places, op);
            cr_assert(eq(int, place == INDEX_MAP_NONE, taken == CAPACITY));
            for (unsigned j = 0; j < RANGE; j++)
                cr_assert(place == INDEX_MAP_NONE || place != place_of[j]);
            place_of[i] = place;
            taken += place != INDEX_MAP_NONE;
        }
    }
    index_map_close(&places);
}
