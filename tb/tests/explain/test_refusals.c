// Why operations waited: streams by hand with known answers; whole runs against the simulator's own
// account of where time went.
#include <stdlib.h>
#include <string.h>

#include "csim/explain/refusals.h"
#include "csim/simulator/simulate.h"
#include "tb/tests/base/fixture.h"
#include "tb/tests/explain/commits.h"

enum { OPS_MAX = 300, TABLE = LANES };

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

static void take(void *context, const struct commit *commit) {
    refusals_commit(context, commit);
}

static void saw(void *context, const struct op *op) {
    refusals_op(context, op);
}

// Not of reactive: there an operation waits for lanes that refused it at the target, of which
// commits say nothing.
Test(refusals, waits_add_up_to_the_metrics) {
    unsigned compared = 0;
    for (unsigned i = 0; i < PAPER_WORKLOADS; i++)
        for (const struct policy *const *policy = policies; *policy; policy++) {
            if (*policy == &policy_reactive)
                continue;
            char *text;
            struct config config = config_of(workload_names[i], SETS("stages=model"));
            struct simulate_result result;
            struct text_error error = {""};
            if (config.operations > OPS_MAX)
                config.operations = OPS_MAX;
            FILE *file = text_open(&text);
            struct refusals *refusals = refusals_open(config.operations, file);
            cr_assert(refusals != NULL);
            const struct commit_sink sink = {.take = take, .context = refusals};
            const struct simulate_run run = {
                &config, *policy, i,
                .traffic = traffic_watch_open(traffic_open(&config, i), saw, refusals),
                .commits = &sink};
            cr_assert(simulate_run(&run, &result, &error), "%s", error.text);
            refusals_end(refusals);
            fclose(file);
            cr_expect(eq(u64, refusals_astray(refusals), 0));
            double ns[2][PARTS] = {{0}};
            sum_waits(text, *policy, ns);
            for (unsigned urgent = 0; urgent < 2; urgent++) {
                const struct class_result *op_class = urgent ? &result.small : &result.bulk;
                for (unsigned part = PART_FOR_HBM; part <= PART_FOR_BOUND; part++) {
                    const double expected = op_class->part_ns[part] * (double)op_class->count;
                    cr_expect(epsilon_eq(dbl, ns[urgent][part], expected, 0.001), "%s, %s: %s",
                              workload_names[i], (*policy)->name, latency_part_name[part]);
                    compared += expected > 0;
                }
            }
            refusals_close(refusals);
            free(text);
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
    expect_lines(
        text, "2,urgent read,0,30,40,changed,20,90,100,10,0,2,0,bulk write,60,10,0,bulk write,60\n"
              "2,urgent read,9,30,70,grant,20,40,50,10,0,1,1,bulk read,40,20,1,bulk read,40\n"
              "4,unknown,0,80,90,reset,60,55,100,15,0,3,1,bulk read,30,20,1,bulk read,30\n"
              "4,unknown,10,80,90,reset,1,3,3,1,0,3,1,bulk read,1,20,1,bulk read,1\n"
              "5,unknown,10,95,99,open,1,0,0,1,0,0,,,,,,,\n");
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
    expect_lines(text, "8,unknown,0,6,7,reject,60,1,100,0,0,1,7,unknown,60,4,7,unknown,60\n");
    cr_expect(eq(u64, refusals_astray(refusals), 3));
    free(text);
    refusals_close(refusals);
    refusals = refusals_open(1, NULL);
    for (uint32_t op = 0; op < 2; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_DENY, .mask = 1, .op = op});
    cr_expect(eq(u64, refusals_astray(refusals), 1));
    refusals_close(refusals);
    refusals = refusals_open(2 * DEPTH_MAX, NULL);
    for (uint32_t op = 0; op <= DEPTH_MAX; op++)
        refusals_commit(refusals, &(struct commit){.kind = COMMIT_GRANT, .op = op});
    cr_expect(eq(u64, refusals_astray(refusals), 1));
    refusals_close(refusals);
}
