// The endpoint with initiators, links and memories: a run of one case. Usage:
//   endpointstep [--case NAME] [--admission open|resource_byte|vector] [--percent N] [--seed N]
//                [--windows BYTES,QUANTA,QUANTA] [--operations N] [--bulk N] [--urgent CLOCKS]
//                [--faults N] [--litedram LIBRARY] [--alone] [--measure] [--header]
// Prints a row of endpoint.csv; --header: its head alone; --measure, and --alone, which has one
// operation at a time: clocks from grant to return and quanta of service of partitions, Atomic and
// response engines, and a partition's bytes a quantum, in place of a row. --percent: of the
// windows;
// --bulk: of an initiator under way; --urgent: between two of an initiator; --faults: of 1,000
// messages, 0: no initiator dies, either.
// Status 1, and a line before the row: a byte, the golden model, a rule or the end is wrong.
#include <dlfcn.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csim/driver/semacredit_driver.h"
#include "csim/golden/axi_master.h"
#include "tb/endpoint/judge.h"
#include "tb/endpoint/litedram.h"
#include "tb/endpoint/transport.h"

enum { BUS_CLOCKS = 10000, STALLED = 1000000, OPEN_WINDOW = 1 << 30, REPORT = 5000 };

enum admission { OPEN, RESOURCE_BYTE, VECTOR, ADMISSIONS };
static const char *const ADMISSION[] = {"open", "resource_byte", "vector"};

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
} run;
static uint8_t contents[2][ENDPOINT_STAGES][MEMORY_BYTES];

// ---- a clock ------------------------------------------------------------------------------------

static unsigned stages(void) {
    return path_stages(&run.transport.setup.size);
}

// Services as the block hears them: of a partition, an Atomic engine, a response engine.
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
    if (run.mismatches == 0)
        run.mismatches += !judge_clock(run.judge, run.clock, &run.shown, &run.seen);
    observe_services();
    for (unsigned s = 0; s < stages() && !reset; s++)
        if (run.litedram)
            run.litedram->clock(s);
        else
            memory_clock(&run.memory[s], run.clock, &run.out.axi[s], &in.axi[s]);
    endpoint_rtl_clock();
    run.clock++;
}

// ---- software -----------------------------------------------------------------------------------

static bool access_register(void) {
    for (unsigned i = 0; i < BUS_CLOCKS && !axi_is_idle(&run.bus); i++)
        step(false);
    return axi_is_idle(&run.bus) && !run.bus.refused;
}

static bool write_register(void *context, uint32_t address, uint32_t value) {
    (void)context;
    axi_begin_write(&run.bus, (struct axi_write){(uint16_t)address, value, AXI_STROBES}, 0, 0);
    return access_register();
}

static bool read_register(void *context, uint32_t address, uint32_t *value) {
    (void)context;
    axi_begin_read(&run.bus, address);
    const bool done = access_register();
    *value = run.bus.value;
    return done;
}

static const struct semacredit_bus BUS = {read_register, write_register, NULL};

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
            setup.window[block.first[k] + i] = open ? OPEN_WINDOW : scaled(run.window[k]);
        if (run.admission != VECTOR)
            setup.holder_limit[k] = 2 * block.depth - 1;
    }
    if (run.admission != VECTOR)
        setup.table_floor = setup.response_split = 0;
    for (unsigned i = 0; i < SEMACREDIT_ATOMIC_SERVICE_MEMBERS; i++)
        setup.atomic_service[i] = 575;
    setup.response_fixed = 16 * 4;
    setup.response_reciprocal = 1 << 12; // a beat of 16 bytes in a clock of 16 quanta
    setup.hold = 1u << OPCODE_READ | 0xff00;
    setup.age_limit = 48;
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

static int failed(const char *what) {
    printf("clock %" PRIu64 ": nothing %s\n", run.clock, what);
    return 1;
}

// Something went wrong, and was printed.
static bool is_wrong(void) {
    for (unsigned s = 0; s < stages(); s++)
        if (run.memory[s].wrong[0] || run.out.stage_error[s]) {
            printf("clock %" PRIu64 ": lane %u: %s\n", run.clock, s,
                   run.memory[s].wrong[0] ? run.memory[s].wrong : "an AXI answer is wrong");
            return true;
        }
    if (run.transport.wrong[0])
        printf("%s\n", run.transport.wrong);
    return run.transport.wrong[0] || run.mismatches > 0;
}

// Memories are read back whole.
static void read_back(void) {
    for (unsigned s = 0; s < stages() && run.litedram; s++)
        for (uint32_t i = 0; i < MEMORY_BYTES; i += LITEDRAM_PAGE)
            run.litedram->read(s, i, &contents[0][s][i]);
    for (unsigned s = 0; s < stages(); s++)
        for (uint32_t i = 0; i < MEMORY_BYTES; i++)
            if (contents[0][s][i] != contents[1][s][i] && run.transport.wrong_bytes++ == 0)
                printf("clock %" PRIu64 ": lane %u: byte 0x%x is another at the end\n", run.clock,
                       s, i);
}

static int play(void) {
    uint64_t progress = 0, recovered = 0;
    uint32_t finished = 0;
    for (unsigned i = 0; i < 4; i++)
        step(i < 2);
    if (!bring_up())
        return failed("is set up: the driver fails");
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
            return failed("finishes any more");
    }
    for (unsigned i = 0; i < 64; i++)
        step(false);
    struct semacredit_status status;
    if (semacredit_status_read(&BUS, &status) != SEMACREDIT_OK || status.strays > 0)
        return failed("may complete twice: strays");
    read_back();
    if (!judge_end(run.judge))
        run.mismatches++;
    return is_wrong() || run.transport.wrong_bytes > 0;
}

static void print_row(void) {
    struct transport *const of = &run.transport;
    const double time = (double)(of->until - of->from);
    printf("%s,%s,%u,%s,%" PRIu64 ",%.0f,%" PRIu64 ",%.0f,%.2f,%u,%u,%" PRIu64 ",%" PRIu64 "\n",
           of->setup.of->name, ADMISSION[run.admission], run.percent,
           run.litedram ? "litedram" : "banks", of->setup.seed,
           sample_percentile(&of->urgent, 9900), of->urgent.greatest,
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

// ---- options ------------------------------------------------------------------------------------

// What the command line says, with its defaults.
static struct options {
    const char *of, *admission, *windows, *litedram;
    uint64_t percent, seed, operations, bulk, urgent, faults, alone, measure;
} options = {"mixed", "vector", "24576,10571,29120", NULL, 100, 1, 2000, 24, 4000, 1, 0, 0};

static const struct option OPTIONS[] = {
    {"case", 1, NULL, 'c'},    {"admission", 1, NULL, 'a'}, {"windows", 1, NULL, 'w'},
    {"percent", 1, NULL, 'p'}, {"seed", 1, NULL, 's'},      {"operations", 1, NULL, 'o'},
    {"clocks", 1, NULL, 'k'},  {"bulk", 1, NULL, 'b'},      {"urgent", 1, NULL, 'u'},
    {"faults", 1, NULL, 'f'},  {"alone", 0, NULL, 'l'},     {"measure", 0, NULL, 'm'},
    {"header", 0, NULL, 'h'},  {"litedram", 1, NULL, 'd'},  {.name = NULL}};

static bool set_text(int option) {
    const char **const to = option == 'c'   ? &options.of
                            : option == 'a' ? &options.admission
                            : option == 'w' ? &options.windows
                            : option == 'd' ? &options.litedram
                                            : NULL;
    if (to)
        *to = optarg;
    return to != NULL;
}

static bool set_number(int option) {
    uint64_t *const to = option == 'p'   ? &options.percent
                         : option == 's' ? &options.seed
                         : option == 'o' ? &options.operations
                         : option == 'k' ? &options.operations
                         : option == 'b' ? &options.bulk
                         : option == 'u' ? &options.urgent
                         : option == 'f' ? &options.faults
                         : option == 'l' ? &options.alone
                         : option == 'm' ? &options.measure
                                         : NULL;
    if (to)
        *to = optarg ? strtoull(optarg, NULL, 10) : 1;
    if (option == 'k') // so that hunts for planted bugs know it (scripts/block/bugs.py)
        *to = *to / 10 + 20;
    return to != NULL;
}

static bool set_windows(void) {
    const char *at = options.windows;
    char *end = NULL;
    for (unsigned k = 0; k < 3; k++, at = end + 1) {
        run.window[k] = (uint32_t)strtoul(at, &end, 10);
        if (end == at || *end != (k < 2 ? ',' : '\0'))
            return false;
    }
    return true;
}

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
                                      .faults = (uint32_t)options.faults};
    while (setup->of->name && strcmp(setup->of->name, options.of) != 0)
        setup->of++;
    while (run.admission < ADMISSIONS && strcmp(ADMISSION[run.admission], options.admission) != 0)
        run.admission++;
    run.percent = (unsigned)options.percent;
    if (options.alone) {
        setup->initiators = setup->bulk = 1;
        setup->urgent_every = setup->faults = 0;
        run.admission = OPEN;
    }
    return !setup->of->name                                            ? "--case"
           : run.admission == ADMISSIONS                               ? "--admission"
           : !set_litedram()                                           ? "--litedram"
           : !set_windows()                                            ? "--windows"
           : options.percent == 0 || options.percent > 10000           ? "--percent"
           : options.operations == 0 || options.operations >= 1u << 24 ? "--operations"
           : options.faults > 100                                      ? "--faults"
           : options.bulk > 512 || options.bulk + options.urgent == 0  ? "--bulk"
                                                                       : NULL;
}

int main(int argc, char **argv) {
    struct transport_setup setup;
    for (int option; (option = getopt_long(argc, argv, "", OPTIONS, NULL)) != -1;) {
        if (option == 'h') {
            puts(
                "case,admission,window_percent,memory,seed,p99_urgent_ns,max_urgent_ns,p99_bulk_ns,"
                "goodput_gbps,longest_queue,operations,wrong_bytes,mismatches");
            return 0;
        }
        if (!set_text(option) && !set_number(option))
            return 2;
    }
    const char *const wrong = set_up(&setup);
    if (wrong) {
        fprintf(stderr, "endpointstep: %s: unknown or out of range\n", wrong);
        return 2;
    }
    run.judge = judge_open(&setup.size);
    if (!run.judge || !transport_open(&run.transport, &setup)) {
        fprintf(stderr, "endpointstep: out of memory\n");
        return 1;
    }
    for (unsigned s = 0; s < stages(); s++) {
        memory_begin(&run.memory[s], contents[0][s], setup.seed * ENDPOINT_STAGES + s);
        run.transport.shadow[s] = contents[1][s];
    }
    if (run.litedram)
        run.litedram->open(stages());
    const int status = play();
    if (options.alone || options.measure)
        print_measured();
    else
        print_row();
    transport_close(&run.transport);
    judge_close(run.judge);
    return status;
}
