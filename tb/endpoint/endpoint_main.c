// The endpoint with initiators, links and memories: a run of one case (options.c). Prints a row of
// endpoint.csv; with --measure and --alone, in its place, clocks from grant to return and quanta of
// service of partitions, Atomic and response engines, and a partition's bytes a quantum.
// Status 1: a byte, the golden model, a rule or the end is wrong. The line before the row is then
// "found CLOCK TAG WHAT", where TAG is the block's, 0: of none; the golden model and rules have
// lines of their own.
#include <dlfcn.h>

#include "csim/golden/axi_bus.h"
#include "csim/golden/queues.h"
#include "tb/block/block_tape.h"
#include "tb/block/step_options.h"
#include "tb/endpoint/judge.h"
#include "tb/endpoint/litedram.h"
#include "tb/endpoint/options.h"
#include "tb/endpoint/transport.h"

enum { SMALL = 512, QUANTA = 16, BUS_CLOCKS = 10000, STALLED = 1000000, REPORT = 5000 };

// Calibrated: as the vector, windows of partitions follow services as they are told, as not known,
// or as the time from the last beat to the answer.
enum admission { OPEN, RESOURCE_BYTE, VECTOR, TOLD, UNKNOWN, LATENCY, ADMISSIONS };
static const char *const ADMISSION[] = {"open",       "resource_byte",      "vector",
                                        "calibrated", "calibrated_unknown", "calibrated_latency"};

static struct run {
    struct transport transport;
    struct memory memory[ENDPOINT_STAGES];
    const struct litedram *litedram; // in place of memories; NULL: none
    struct judge *judge;
    struct axi_master bus;
    struct endpoint_out out;
    struct block_out shown;
    struct block_in seen;
    uint64_t clock, mismatches, services[3], serviced[3], bytes; // services told, of bytes
    bool driven;                                                 // the transport is
    enum admission admission;
    unsigned percent;
    uint32_t window[3];
    struct block_tape *tape; // NULL: none
} run;
static uint8_t contents[2][ENDPOINT_STAGES][MEMORY_BYTES];

// ---- what is found ---------------------------------------------------------------------------

static struct {
    uint64_t clock, tag; // of the block, 0: none
    char what[128];      // "": nothing
} found;

static int find(uint64_t clock, uint64_t tag, const char *what) {
    if (!found.what[0]) {
        found.clock = clock;
        found.tag = tag;
        snprintf(found.what, sizeof found.what, "%s", what);
    }
    return 1;
}

// ---- a clock ------------------------------------------------------------------------------------

static unsigned stages(void) {
    return path_stages(&run.transport.setup.size);
}

// Services as the block is told them: of a partition, an Atomic engine, a response engine.
static void observe_services(void) {
    const uint16_t *const told[] = {run.seen.hbm_observed, run.seen.atomic_observed,
                                    run.seen.response_observed};
    const bool *const valid[] = {run.seen.path.hbm_valid, run.seen.path.atomic_valid,
                                 run.seen.path.response_valid};
    const bool *const ready[] = {run.shown.path.hbm_ready, run.shown.path.atomic_ready,
                                 run.shown.path.response_ready};
    for (unsigned k = 0; k < 3; k++)
        if (valid[k][0] && ready[k][0] && told[k][0] != PATH_UNKNOWN) {
            run.services[k] += told[k][0];
            run.serviced[k]++;
            if (k == 0)
                run.bytes += transport_length(&run.transport, run.seen.path.hbm_handle[0]);
        }
}

static void tell_services(void) {
    uint32_t handle;
    for (unsigned s = 0; s < run.transport.setup.size.hbm && run.admission > TOLD; s++) {
        if (!endpoint_rtl_completes(s, &handle))
            continue;
        const uint64_t quanta = QUANTA * transport_since(&run.transport, run.clock, handle);
        endpoint_rtl_tell(s, run.admission == UNKNOWN || quanta >= PATH_UNKNOWN ? PATH_UNKNOWN
                                                                                : (uint16_t)quanta);
    }
}

// The transport's promise (ports.md, 1.3). What the block does else is not specified.
static void judge_offer(void) {
    struct queues_size size = {.block = run.transport.setup.size, .streams = 8};
    struct path_in op = run.seen.path;
    op.small_limit = SMALL;
    const struct queued at = queues_place(&size, &op);
    if (op.op_valid && !op.op_again &&
        !(run.shown.path.op_ready[at.group][at.stage] &&
          run.shown.path.op_ready[at.group][at.response]))
        find(run.clock, op.op_tag,
             "operation is offered to the block while its classes are not ready");
}

static void step(bool reset) {
    struct endpoint_in in = {.block.message_ready = true, .block.now = run.clock};
    endpoint_rtl_show(&run.out, &run.shown);
    in.block.path.rst_n = !reset;
    axi_drive(&run.bus, &run.shown, &in.block);
    if (run.driven)
        transport_clock(&run.transport, run.clock, &run.out, &run.shown, &in);
    for (unsigned s = 0; s < stages(); s++)
        if (run.litedram)
            run.litedram->drive(s, &run.out.axi[s], &in.axi[s]);
        else
            memory_drive(&run.memory[s], run.clock, &in.axi[s]);
    endpoint_rtl_drive(&in, &run.seen);
    if (run.tape) {
        const struct observer recorder = block_tape_recorder(run.tape);
        recorder.observe(recorder.self, run.clock, &run.shown, &run.seen);
    }
    judge_offer();
    if (run.mismatches == 0)
        run.mismatches += !judge_clock(run.judge, run.clock, &run.shown, &run.seen);
    observe_services();
    for (unsigned s = 0; s < stages() && !reset; s++)
        if (run.litedram)
            run.litedram->clock(s);
        else
            memory_clock(&run.memory[s], run.clock, &run.out.axi[s], &in.axi[s]);
    endpoint_rtl_clock();
    tell_services();
    run.clock++;
}

// ---- software -----------------------------------------------------------------------------------

static void clock_bus(void *context) {
    (void)context;
    step(false);
}

static struct axi_bus registers = {&run.bus, clock_bus, NULL, BUS_CLOCKS};
static const struct semacredit_bus BUS = {axi_bus_read, axi_bus_write, &registers};

static uint32_t scaled(uint32_t window) {
    return (uint32_t)((uint64_t)window * run.percent / 100);
}

// Chapter 10.4, by the driver. Reads and Atomics owe a `done`.
static bool bring_up(void) {
    struct semacredit_setup setup;
    struct semacredit_block block;
    if (semacredit_probe(&BUS, &block) != SEMACREDIT_OK ||
        semacredit_setup_read(&BUS, &setup) != SEMACREDIT_OK)
        return false;
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++) {
        const bool open = run.admission == OPEN || (run.admission == RESOURCE_BYTE && k > 0);
        for (unsigned i = 0; i < block.count[k]; i++)
            setup.window[block.first[k] + i] =
                open ? UINT32_C(1) << (run.transport.setup.size.cnt_w - 2) : scaled(run.window[k]);
        if (run.admission < VECTOR)
            setup.holder_limit[k] = 2 * block.depth - 1;
    }
    if (run.admission < VECTOR)
        setup.table_floor = setup.response_split = 0;
    if (run.admission > VECTOR) {
        setup.hbm_reciprocal = (uint32_t)options.reciprocal;
        setup.multiplier_min = 1 << 10;
        setup.multiplier_max = UINT16_MAX >> 2;
        setup.calibrate_enable[0] = (1u << block.count[0]) - 1;
    }
    for (unsigned i = 0; i < SEMACREDIT_ATOMIC_SERVICE_MEMBERS; i++)
        setup.atomic_service[i] = 575;
    setup.response_fixed = 16 * 4;
    setup.response_reciprocal = 1 << 12; // a beat of 16 bytes in a clock of 16 quanta
    setup.hold = 1u << OPCODE_READ | 0xff00;
    setup.age_limit = 48;
    setup.starvation_bound = (uint32_t)options.bound;
    setup.error_mask = SEMACREDIT_ERROR_OLD;
    return semacredit_init(&BUS, &setup) == SEMACREDIT_OK;
}

// What the dead hold owes `done` only: their stages are alive. Nothing of them can come any more.
static void recover(void) {
    struct semacredit_block block;
    struct semacredit_errors errors;
    struct semacredit_holder holder;
    semacredit_probe(&BUS, &block);
    semacredit_errors_take(&BUS, &errors);
    for (unsigned id = 0; id < block.depth; id++)
        if (semacredit_holder_read(&BUS, id, &holder) == SEMACREDIT_OK && holder.held &&
            holder.owed == 1u << (block.channels - 1) &&
            transport_is_dead(&run.transport, holder.handle))
            semacredit_release(&BUS, holder.handle, 1u << (block.channels - 1));
    for (unsigned word = 0; word < block.depth / 32; word++)
        semacredit_unpark(&BUS, word, UINT32_MAX);
}

// ---- the run ------------------------------------------------------------------------------------

// Of one operation: in the words of the transport.
static void find_operation(const struct transport *transport) {
    char what[sizeof found.what];
    snprintf(what, sizeof what, "operation %" PRIu32 " %s", transport->wrong_tag, transport->wrong);
    find(transport->wrong_clock, transport_tag(transport, transport->wrong_tag), what);
}

// Something went wrong. The judge has printed what it found.
static bool is_wrong(void) {
    char what[sizeof found.what];
    for (unsigned s = 0; s < stages(); s++)
        if (run.memory[s].wrong[0] || run.out.stage_error[s]) {
            snprintf(what, sizeof what, "lane %u: %s", s,
                     run.memory[s].wrong[0] ? run.memory[s].wrong : "an AXI answer is wrong");
            find(run.clock, 0, what);
        }
    if (run.transport.wrong[0])
        find_operation(&run.transport);
    return found.what[0] || run.mismatches > 0;
}

// Memories are read back whole.
static void read_back(void) {
    for (unsigned s = 0; s < stages() && run.litedram; s++)
        for (uint32_t i = 0; i < MEMORY_BYTES; i += LITEDRAM_PAGE)
            run.litedram->read(s, i, &contents[0][s][i]);
    for (unsigned s = 0; s < stages(); s++)
        for (uint32_t i = 0; i < MEMORY_BYTES; i++)
            if (contents[0][s][i] != contents[1][s][i] && run.transport.wrong_bytes++ == 0) {
                char what[sizeof found.what];
                snprintf(what, sizeof what, "lane %u: byte 0x%x is another at the end", s, i);
                find(run.clock, 0, what);
            }
}

static int play(void) {
    uint64_t progress = 0, recovered = 0;
    uint32_t finished = 0;
    for (unsigned i = 0; i < 4; i++)
        step(i < 2);
    if (!bring_up())
        return find(run.clock, 0, "nothing is set up: the driver fails");
    run.driven = true;
    while (!transport_is_over(&run.transport)) {
        step(false);
        if (is_wrong())
            return 1;
        if (run.shown.irq && run.transport.died > 0 && run.clock > recovered + REPORT) {
            recover();
            recovered = run.clock;
        }
        if (run.transport.finished != finished)
            progress = run.clock;
        finished = run.transport.finished;
        if (run.clock > progress + STALLED)
            return find(run.clock, transport_oldest(&run.transport), "nothing finishes any more");
    }
    for (unsigned i = 0; i < 64; i++)
        step(false);
    struct semacredit_status status;
    if (semacredit_status_read(&BUS, &status) != SEMACREDIT_OK || status.strays > 0)
        return find(run.clock, 0, "nothing may complete twice: strays");
    for (unsigned lane = 0; lane < run.transport.setup.size.hbm && run.admission > VECTOR; lane++) {
        struct semacredit_lane_status of;
        if (semacredit_lane_read(&BUS, lane, &of) == SEMACREDIT_OK)
            printf("in force: %u: %" PRIu32 "\n", lane, of.in_force);
    }
    read_back();
    if (!judge_end(run.judge))
        run.mismatches++;
    return is_wrong() || run.transport.wrong_bytes > 0;
}

static void print_row(void) {
    struct transport *const of = &run.transport;
    const double time = (double)(of->until - of->from);
    printf("%s,%s,%u,%s%s,%" PRIu64 ",%.0f,%" PRIu64 ",%.0f,%.2f,%u,%u,%" PRIu64 ",%" PRIu64 "\n",
           of->setup.of->name, ADMISSION[run.admission], run.percent,
           run.litedram ? "litedram" : "banks", endpoint_rtl_read_channel() ? "_read_channel" : "",
           of->setup.seed, sample_percentile(&of->urgent, 9900), of->urgent.greatest,
           sample_percentile(&of->bulk, 9900),
           time > 0 ? 8 * (double)(of->until_bytes - of->from_bytes) / time : 0, of->longest,
           of->finished, of->wrong_bytes, run.mismatches);
    fprintf(stderr,
            "%" PRIu64 " clocks, %" PRIu64 " sent again, %" PRIu64 " copies answered, %" PRIu64
            " refused, %u lost with the dead\n",
            run.clock, of->sent_again, of->copies, of->refused, of->lost);
    fprintf(stderr, "memory 0: %" PRIu64 " row hits, %" PRIu64 " misses, %" PRIu64 " refreshes\n",
            run.memory[0].banks.hits, run.memory[0].banks.misses, run.memory[0].banks.refreshes);
}

static double mean(uint64_t sum, uint64_t count) {
    return count > 0 ? (double)sum / (double)count : 0;
}

static void print_measured(void) {
    for (unsigned k = 0; k < 3; k++)
        printf("%.1f,%.1f,", mean(run.transport.trip[k], run.transport.trips[k]),
               mean(run.services[k], run.serviced[k]));
    printf("%.3f\n", mean(run.bytes, run.services[0]));
}

// ---- putting it together ------------------------------------------------------------------------

// The library stays until the end.
static bool set_litedram(void) {
    void *const library = options.litedram ? dlopen(options.litedram, RTLD_NOW) : NULL;
    if (library)
        run.litedram = dlsym(library, "litedram");
    return !options.litedram || run.litedram;
}

// NULL, or which option is wrong.
static const char *set_up(struct transport_setup *setup) {
    *setup = (struct transport_setup){.of = ENDPOINT_CASES,
                                      .size = endpoint_rtl_size(),
                                      .seed = options.seed,
                                      .operations = (uint32_t)options.operations,
                                      .initiators = TRANSPORT_INITIATORS,
                                      .bulk = (uint32_t)options.bulk,
                                      .urgent_every = (uint32_t)options.urgent,
                                      .faults = (uint32_t)options.faults,
                                      .dead = (uint32_t)options.dead,
                                      .dies = (uint32_t)options.dies,
                                      .length = (uint32_t)options.length};
    traffic_meets = options.clocks > 0;
    while (setup->of->name && strcmp(setup->of->name, options.of) != 0)
        setup->of++;
    while (run.admission < ADMISSIONS && strcmp(ADMISSION[run.admission], options.admission) != 0)
        run.admission++;
    run.percent = (unsigned)options.percent;
    memcpy(run.window, options.window, sizeof run.window);
    if (options.alone) {
        setup->initiators = setup->bulk = 1;
        setup->urgent_every = setup->faults = setup->dead = 0;
        run.admission = OPEN;
    }
    return !setup->of->name                                ? "--case"
           : run.admission == ADMISSIONS                   ? "--admission"
           : !set_litedram()                               ? "--litedram"
           : options.bulk + options.urgent == 0            ? "--bulk"
           : options.operations >> (setup->size.tag_w - 8) ? "--operations, of so many tags,"
                                                           : NULL;
}

static int refuse(const char *what, const char *why) {
    fprintf(stderr, "endpointstep: %s: %s\n", what, why);
    return 2;
}

static bool open_tape(const struct transport_setup *setup, struct text_error *error) {
    struct block_tape_header header = {.size = setup->size, .seed = setup->seed};
    char *end = NULL;
    snprintf(header.name, sizeof header.name, "endpoint, %s, %s", setup->of->name,
             ADMISSION[run.admission]);
    if (options.found) {
        header.found_clock = strtoull(options.found, &end, 10);
        header.found_tag = strtoull(end, &end, 10);
        snprintf(header.found, sizeof header.found, "%s", *end == ' ' ? end + 1 : end);
    }
    run.tape = block_tape_create(options.tape, &header, error);
    return run.tape != NULL;
}

static int run_it(const struct transport_setup *setup) {
    run.judge = judge_open(&setup->size);
    transport_open(&run.transport, setup);
    for (unsigned s = 0; s < stages(); s++) {
        memory_begin(&run.memory[s], contents[0][s], setup->seed * ENDPOINT_STAGES + s);
        run.transport.shadow[s] = contents[1][s];
    }
    if (run.litedram)
        run.litedram->open(stages());
    const int status = play();
    if (found.what[0])
        printf("clock %" PRIu64 ": %s\nfound %" PRIu64 " %" PRIu64 " %s\n", found.clock, found.what,
               found.clock, found.tag, found.what);
    if (options.alone || options.measure)
        print_measured();
    else
        print_row();
    transport_close(&run.transport);
    judge_close(run.judge);
    return status;
}

int main(int argc, char **argv) {
    struct transport_setup setup;
    struct text_error error;
    if (step_help(argc, argv)) {
        puts("usage: endpointstep [--OPTION=VALUE...] (rtl/endpoint/README.md), of these options:");
        options_print(stdout);
        puts("Exit status: 0 fine, 1 wrong data or a difference, 2 usage, what cannot be written.");
        return step_end("endpointstep", 0);
    }
    const char *wrong = options_read(argc, argv);
    for (const struct endpoint_case *of = ENDPOINT_CASES; options.cases && of->name; of++)
        puts(of->name);
    if (options.header)
        puts("case,admission,window_percent,memory,seed,p99_urgent_ns,max_urgent_ns,p99_bulk_ns,"
             "goodput_gbps,longest_queue,operations,wrong_bytes,mismatches");
    if (!wrong && (options.header || options.cases))
        return step_end("endpointstep", 0);
    wrong = wrong ? wrong : set_up(&setup);
    if (wrong)
        return refuse(wrong, "unknown or out of range");
    if (options.tape && !open_tape(&setup, &error))
        return refuse("--tape", error.text);
    const int status = step_end("endpointstep", run_it(&setup));
    return run.tape && !block_tape_close(run.tape, &error) ? refuse("--tape", error.text) : status;
}
