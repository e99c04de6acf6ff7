// The bank queue's LiteDRAM (csim/fabric/bank_queue.h) beside LiteDRAM itself: the same accesses in
// a closed loop, by kind, size, row and how many are outstanding. Usage:
//   banksstep LIBRARY [--first-ready] [--seed N]
// Prints a row for each pattern, and of reads and writes apart where it has both. Status 1: in a
// pattern the mean differs by more than 15 %, or P99 by more than 25 %. --first-ready: the other
// scheduler, which is to differ.
#include <dlfcn.h>

#include "csim/base/rng.h"
#include "csim/base/sample.h"
#include "csim/fabric/bank_queue.h"
#include "tb/block/step_options.h"
#include "tb/endpoint/litedram.h"

enum { ACCESSES = 2000, BEATS = 200000, MEMORY = 1 << 22, BURST_BEATS = 256, LIMIT = 10000000 };
enum { WRITE_CLOCKS = 6 }; // a write's response is there before its data are
enum { KINDS = 3 };        // reads, writes, all

// Beats of an access, at least and at most; shares of writes, and of those that go on where the
// last one ended.
struct pattern {
    uint32_t outstanding, least, most, write_percent, run_percent;
};

static struct access {
    uint32_t address, beats;
    bool write;
    uint64_t since, done;
} accesses[ACCESSES];
static unsigned count; // of this pattern: fewer large ones

static void draw(const struct pattern *pattern, uint64_t seed) {
    struct rng rng = rng_stream(seed, RNG_TRAFFIC);
    uint32_t end = 0;
    count = BEATS / (pattern->least + pattern->most);
    count = count < ACCESSES ? count : ACCESSES;
    for (unsigned i = 0; i < count; i++) {
        const bool write = rng_chance(&rng, pattern->write_percent, 100);
        const uint32_t beats = (uint32_t)rng_between(&rng, pattern->least, pattern->most);
        const uint32_t any = (uint32_t)rng_below(&rng, MEMORY / ENDPOINT_BEAT);
        uint32_t at = rng_chance(&rng, pattern->run_percent, 100) ? end : any;
        if (at % BURST_BEATS + beats > BURST_BEATS) // a burst stays within 4 KB
            at += BURST_BEATS - beats - at % BURST_BEATS;
        end = (at + beats) % (MEMORY / ENDPOINT_BEAT);
        accesses[i] =
            (struct access){.address = at * ENDPOINT_BEAT, .beats = beats, .write = write};
    }
}

// ---- LiteDRAM -----------------------------------------------------------------------------------

// Of reads or writes: those whose address was taken, in order; how many have been answered.
static struct issued { unsigned of[ACCESSES], count, answered; } issued[2];

static struct access *answer(struct issued *kind) {
    return &accesses[kind->of[kind->answered++]];
}

// In order, an address a clock. False: it has lost its way.
static bool run_litedram(const struct litedram *litedram, uint32_t outstanding) {
    unsigned begun = 0, asked = 0, done = 0, filled = 0, beat = 0;
    memset(issued, 0, sizeof issued);
    for (uint64_t now = 0; done < count; now++) {
        struct axi_out out = {.b_ready = true, .r_ready = true, .strobes = UINT16_MAX};
        struct axi_in in = {.resp = 0};
        for (; begun < count && begun - done < outstanding; begun++)
            accesses[begun].since = now;
        const struct access *const next = &accesses[asked % count];
        *(next->write ? &out.aw : &out.ar) =
            (struct axi_address){asked < begun, 0, (uint8_t)(next->beats - 1), next->address};
        out.w_valid = filled < issued[true].count;
        out.w_last = out.w_valid && beat + 1 == accesses[issued[true].of[filled]].beats;
        litedram->drive(0, &out, &in);
        if ((out.aw.valid && in.aw_ready) || (out.ar.valid && in.ar_ready)) {
            struct issued *const kind = &issued[next->write];
            kind->of[kind->count++] = asked++;
        }
        if (out.w_valid && in.w_ready) {
            filled += out.w_last;
            beat = out.w_last ? 0 : beat + 1;
        }
        done += (unsigned)in.b_valid + (in.r_valid && in.r_last);
        if (in.b_valid)
            answer(&issued[true])->done = now;
        if (in.r_valid && in.r_last)
            answer(&issued[false])->done = now;
        litedram->clock(0);
        if (now == LIMIT)
            return false;
    }
    return true;
}

// ---- the bank queue -----------------------------------------------------------------------------

static void run_model(bool first_ready, uint32_t outstanding) {
    static struct bank_access waiting[ACCESSES];
    struct bank_queue queue;
    bank_queue_begin(&queue, &BANKS_LITEDRAM_CLOCKS, !first_ready, waiting);
    unsigned begun = 0, done = 0;
    for (uint64_t now = 0; done < count; now++) {
        for (unsigned i = 0; i < begun; i++)
            done += accesses[i].done == now && now > 0;
        for (; begun < count && begun - done < outstanding; begun++) {
            accesses[begun].since = now;
            accesses[begun].done = 0;
            waiting[begun] = (struct bank_access){.since = now,
                                                  .address = accesses[begun].address,
                                                  .bytes = accesses[begun].beats * ENDPOINT_BEAT,
                                                  .write = accesses[begun].write};
            bank_queue_add(&queue, begun);
        }
        while (queue.first != BANK_ACCESS_NONE && queue.free <= now) {
            const struct bank_pick pick = bank_queue_pick(&queue);
            struct access *const access = &accesses[pick.number];
            const uint64_t to = pick.served.to - (access->write ? WRITE_CLOCKS : 0);
            if (pick.ends)
                access->done = to > now ? to : now + 1;
        }
    }
}

// ---- rows ---------------------------------------------------------------------------------------

struct measured {
    uint64_t count;
    double mean, p99;
};

static void measure(struct measured measured[KINDS]) {
    for (unsigned kind = 0; kind < KINDS; kind++) {
        uint64_t latency[ACCESSES], sum = 0;
        struct measured *const of = &measured[kind];
        of->count = 0;
        for (unsigned i = 0; i < count; i++)
            if (kind == 2 || accesses[i].write == kind)
                sum += latency[of->count++] = accesses[i].done - accesses[i].since;
        of->mean = of->count ? (double)sum / (double)of->count : 0;
        of->p99 = percentile(latency, of->count, 9900);
    }
}

static bool within(double ours, double theirs, double part) {
    return ours >= theirs * (1 - part) && ours <= theirs * (1 + part);
}

// Whether the model is close enough.
static bool row(const struct pattern *pattern, const struct measured theirs[KINDS],
                const struct measured ours[KINDS]) {
    static const char *const names[KINDS] = {"reads", "writes", "all"};
    const struct measured *const all = &theirs[2], *const model = &ours[2];
    const bool close = within(model->mean, all->mean, 0.15) && within(model->p99, all->p99, 0.25);
    for (unsigned kind = 0; kind < KINDS; kind++)
        if (kind == 2 || theirs[kind].count % count)
            printf("%11" PRIu32 " %3" PRIu32 "-%-3" PRIu32 " %6" PRIu32 " %5" PRIu32
                   "  %-6s %9.1f %9.1f %+6.1f %% %8.0f %8.0f %+6.1f %%%s\n",
                   pattern->outstanding, pattern->least, pattern->most, pattern->write_percent,
                   pattern->run_percent, names[kind], theirs[kind].mean, ours[kind].mean,
                   100 * (ours[kind].mean / theirs[kind].mean - 1), theirs[kind].p99,
                   ours[kind].p99, 100 * (ours[kind].p99 / theirs[kind].p99 - 1),
                   kind == 2 && !close ? "  FAILED" : "");
    return close;
}

static unsigned compare(const struct litedram *litedram, bool first_ready, uint64_t seed) {
    static const uint32_t outstanding[] = {1, 4, 16}, percent[] = {0, 50, 100}, runs[] = {0, 90};
    static const uint32_t beats[][2] = {{4, 4}, {4, 64}, {1, 256}, {256, 256}};
    unsigned failed = 0;
    litedram->open(1);
    puts("outstanding beats  write % run %         LiteDRAM      mean     off      P99      P99    "
         " off");
    for (unsigned i = 0; i < 3 * 3 * 2 * 4; i++) {
        const struct pattern pattern = {.outstanding = outstanding[i / 24],
                                        .least = beats[i % 4][0],
                                        .most = beats[i % 4][1],
                                        .write_percent = percent[i / 8 % 3],
                                        .run_percent = runs[i / 4 % 2]};
        struct measured theirs[KINDS], ours[KINDS];
        draw(&pattern, seed);
        if (!run_litedram(litedram, pattern.outstanding)) {
            puts("FAILED: LiteDRAM does not answer");
            return 1;
        }
        measure(theirs);
        run_model(first_ready, pattern.outstanding);
        measure(ours);
        failed += !row(&pattern, theirs, ours);
    }
    printf("banksstep: 72 checks, %u failed\n", failed);
    return failed;
}

int main(int argc, char **argv) {
    const bool help = step_help(argc, argv);
    const bool first_ready = argc > 2 && strcmp(argv[2], "--first-ready") == 0;
    const int at = 2 + first_ready;
    uint64_t seed = 1;
    char *end = "";
    if (argc == at + 2 && strcmp(argv[at], "--seed") == 0)
        seed = strtoull(argv[at + 1], &end, 10);
    if (help || (argc != at && argc != at + 2) || *end) {
        fprintf(help ? stdout : stderr, "%s LIBRARY [--first-ready] [--seed N]\n",
                help ? "usage: banksstep" : "banksstep: expected");
        return step_end("banksstep", help ? 0 : 2);
    }
    void *const library = dlopen(argv[1], RTLD_NOW);
    const struct litedram *const litedram = library ? dlsym(library, "litedram") : NULL;
    if (!litedram) {
        fprintf(stderr, "banksstep: %s\n", dlerror());
        return 2;
    }
    return step_end("banksstep", compare(litedram, first_ready, seed) > 0);
}
