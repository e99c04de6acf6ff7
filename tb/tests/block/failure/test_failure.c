// What a report tells of a failure, of each kind of fault; and what it leaves behind.
#define _POSIX_C_SOURCE 200809L // setenv
#include <stdlib.h>
#include <string.h>

#include "tb/block/dut/block_rtl.h"
#include "tb/block/failure/history.h"
#include "tb/block/wave/tape_waves.h"
#include "tb/tests/base/fixture.h"

enum { CLOCKS = 120, RESET = 3, OPS = 4, TAG = 100, EXECUTION = 20 };

// The clocks in which the golden model did what is here changed into a fault.
static struct { uint64_t grant, deny, back; } did;
static const char *tape_path;

static void drive(struct block_in *in, uint64_t clock, const struct block_out *out) {
    static uint64_t due; // room for one operation: the clock in which it is executed
    static uint32_t handle;
    *in = (struct block_in){
        .now = clock, .message_ready = true, .axi_bready = true, .axi_rready = true};
    in->path.rst_n = clock >= RESET;
    in->axi_awvalid = in->axi_wvalid = clock == 6;
    in->axi_awaddr = 4 * ATOMIC_LANE;
    in->axi_wdata = 3000;
    in->axi_wstrb = 15;
    in->axi_arvalid = clock == 60;
    in->axi_araddr = 4 * ATOMIC_LANE;
    in->path.op_valid = clock >= 30 && clock < 30 + OPS;
    in->path.op_tag = TAG + clock - 30;
    in->path.op_opcode = 8;
    in->path.op_wire_bytes = 64;
    if (out->path.decision_kind == 1) {
        due = clock + EXECUTION;
        handle = out->path.decision_handle;
    }
    in->path.atomic_valid[0] = clock > RESET && clock == due;
    in->path.atomic_handle[0] = handle;
}

static void note(uint64_t *clock, bool happens, uint64_t now) {
    if (happens && *clock == 0)
        *clock = now;
}

// A tape of a window write, and of Atomics one of which is refused.
static void record(void) {
    struct block_tape_header header = {.seed = 7, .name = "by hand"};
    struct text_error error;
    const struct block_model rtl = block_rtl_fast(&header.size);
    const struct block_model golden = block_golden_model(&header.size);
    struct block_out out;
    struct block_in in;
    rtl.close(rtl.self);
    folder_make();
    tape_path = folder_path("hand.gz");
    struct block_tape *tape = block_tape_create(tape_path, &header, &error);
    cr_assert(tape != NULL, "%s", error.text);
    const struct listener recorder = block_tape_recorder(tape);
    for (uint64_t clock = 0; clock < CLOCKS; clock++) {
        golden.show(golden.self, &out);
        drive(&in, clock, &out);
        note(&did.grant, out.path.trace_kind == PATH_GRANT, clock);
        note(&did.deny, out.path.trace_kind == PATH_DENY, clock);
        note(&did.back, out.path.return_kind[1] == RETURN_BACK, clock);
        recorder.hear(recorder.self, clock, &out, &in);
        golden.clock(golden.self, &in);
    }
    golden.close(golden.self);
    cr_assert(block_tape_close(tape, &error), "%s", error.text);
    cr_assert(did.grant && did.deny && did.back);
}

TestSuite(failure, .init = record, .fini = folder_remove);

#define EXPECT(text, ...) expect_parts(text, (const char *[]){__VA_ARGS__, NULL})
static void expect_parts(const char *text, const char *const *parts) {
    for (; *parts; parts++)
        expect_part(text, *parts);
}

// --- faults, each put into what the RTL shows in a clock --------------------------------------

#define FAULT(name, ...)                                                                           \
    static void name(struct block_out *dut) {                                                      \
        __VA_ARGS__;                                                                               \
    }
FAULT(grants, dut->path.trace_kind = PATH_GRANT, dut->path.decision_kind = 1)
FAULT(other_handle, dut->path.trace_handle = dut->path.decision_handle += 1 << 7)
FAULT(other_amount, dut->path.return_amount[1] = 1584)
FAULT(not_ready, dut->path.op_ready[2][3] = false)
FAULT(tells_message, dut->message_valid = true)

// No rule is broken by the RTL: the difference is told as it is. What rules say is told below.
Test(failure, the_report_names_field_operation_lane_and_last_write) {
    const struct {
        uint64_t clock;
        void (*fault)(struct block_out *dut);
        const char *words[6];
    } faults[] = {
        {did.deny,
         grants,
         {"the trace port trace_kind shows grant, not deny", "  trace_kind: dut grant, ref deny\n",
          "debt after it: dut 3200, ref 1600",
          "history of operation 101 (fetch-add on Atomic 0):\n",
          "       31        31.000  taken into a slot"}},
        {did.grant,
         other_handle,
         {"  decision_handle: dut 0.1.0, ref 0.0.0\n", "history of operation 100",
          "  Atomic 0: debt 0, window 3000"}},
        {did.back,
         other_amount,
         {"debt after it: dut 16, ref 0", "history of operation 100",
          "60.000  operation 100: returned, Atomic 1600 -> debt 0\n"}},
        {did.deny,
         not_ready,
         {"  op_ready[2][3]: dut 0, ref 1\n", "  HBM 3: debt 0, window 64000"}},
        {did.deny, tells_message, {"the message port message_valid shows 1, not 0"}},
    };
    struct scene *scene = malloc(sizeof *scene);
    struct history history;
    struct text_error error;
    for (unsigned i = 0; i < COUNT(faults); i++) {
        const struct checked_outcome known = {
            .failed = true, .cycle = faults[i].clock, .caught = "lockstep: it"};
        char *text;
        cr_assert(scene_play(scene, tape_path, &known, &error), "%s", error.text);
        cr_assert(not(scene->differs));
        faults[i].fault(&scene->dut);
        scene->differs = true;
        cr_assert(history_play(&history, scene, tape_path, &error), "%s", error.text);
        FILE *const file = text_open(&text);
        failure_report_write(scene, &history, file);
        fclose(file);
        history_close(&history);
        expect_parts(text, faults[i].words);
        expect_part(text, " window Atomic 0 = 3000, before 64000\n");
        cr_expect(strncmp(text, "FAILED: by hand, seed 7, clock ", 31) == 0);
        free(text);
    }
    free(scene);
}

// Of what no difference shows.
Test(failure, a_broken_rule_is_told_with_what_a_user_loses) {
    struct scene *scene = malloc(sizeof *scene);
    const struct checked_outcome known = {.failed = true,
                                          .cycle = did.deny,
                                          .caught = "checker: order",
                                          .reason = "grant of tag 102: tag 100 is better"};
    struct text_error error;
    struct history history;
    char *text;
    uint64_t tag;
    cr_assert(scene_play(scene, tape_path, &known, &error), "%s", error.text);
    cr_expect(scene_tags(scene, &tag, 1) == 1 && tag == TAG + 1);
    FILE *const file = text_open(&text);
    cr_assert(history_play(&history, scene, tape_path, &error), "%s", error.text);
    failure_report_write(scene, &history, file);
    fclose(file);
    history_close(&history);
    EXPECT(text, "\ngrant of tag 102: tag 100 is better. The rule 'order' is broken",
           "latency: the less urgent goes first.\n");
    free(text);
    free(scene);
}

// --- what is left behind ----------------------------------------------------------------------

static char *content(const char *name) {
    static char text[1 << 15];
    file_read(folder_path(name), text, sizeof text);
    return text;
}

Test(failure, a_tape_gives_report_waves_and_view) {
    const struct failure_case failure = {.folder = folder_path(""),
                                         .name = "replay-hand",
                                         .replay = "replay it",
                                         .look = "look at it",
                                         .of = "this program"};
    struct text_error error = {""};
    char *text;
    FILE *const file = text_open(&text);
    setenv("PLANTED_BUG", "reads_zero", 1);
    cr_assert(failure_replay(tape_path, &failure, file, &error) == 1, "%s", error.text);
    fclose(file);
    EXPECT(text,
           "FAILED: by hand, seed 7, clock 65\n"
           "a read of window Atomic 0 answers 0, not 3000. The rule 'read' is broken",
           "/replay-hand/report.txt, waves.fst, view.gtkw; ",
           "look:   look at it\nreplay: replay it\nof:     this program\n");
    cr_expect(eq(str, content("replay-hand/report.txt"), text));
    free(text);
    // The marker is in the middle of the clock; the bus is on top; names are readable.
    const char *const view = content("replay-hand/view.gtkw");
    EXPECT(view, " 64500 ", "[markername] Adiffers",
           "+{ref axi_rdata} TOP.semacredit.beside.golden.axi_rdata[31:0]");
    cr_expect(strstr(view, "-Bus\n") < strstr(view, "-Decision: what commits\n"));
    EXPECT(content("replay-hand/names/mask.txt"), "\n100 Atomic 0\n",
           "\n700 Atomic 0, response 0, table\n");
    EXPECT(content("replay-hand/names/register.txt"), "020 window Atomic 0\n",
           "840 starvation_bound\n");
}

static struct config config;

static struct checked_run run_of(struct checked_outcome *outcome) {
    struct text_error error;
    config = config_of("hbm_hotspot", SETS("operations=600"));
    const struct checked_run run = {
        .workload = "hbm_hotspot", .config = &config, .kind = BLOCK_LOCKSTEP};
    cr_assert(checked_run_do(&run, outcome, &error), "%s", error.text);
    return run;
}

// What else it leaves is in scripts/checks/mishaps.sh.
Test(failure, a_run_is_repeated_with_markers) {
    struct checked_outcome outcome;
    struct text_error error;
    char choice[40], *text;
    FILE *const file = text_open(&text);
    setenv("PLANTED_BUG", "generation_stays", 1);
    const struct checked_run run = run_of(&outcome);
    const struct failure_case failure = {.folder = folder_path(""), .name = "hbm"};
    cr_assert(failure_write(&failure, &run, file, &error), "%s", error.text);
    fclose(file);
    expect_part(text, "grant of handle 0.15.0, not 0.0.0");
    free(text);
    snprintf(choice, sizeof choice, " %u500 ", (unsigned)outcome.cycle - 3);
    EXPECT(content("hbm/view.gtkw"), choice,
           "[markername] Adiffers\n[markername] Boffer\n[markername] Cchoice\n");
}

Test(failure, waves_of_a_run_that_passes) {
    struct checked_outcome outcome;
    struct text_error error;
    char marker[40];
    const struct checked_run run = run_of(&outcome);
    cr_assert(outcome.failed == false && outcome.commits[COMMIT_DENY] > 0);
    cr_assert(failure_free_waves(&run, &outcome, folder_path("passed.fst"), &error), "%s",
              error.text);
    snprintf(marker, sizeof marker, " %u500 ", (unsigned)outcome.first[COMMIT_DENY] - 1);
    EXPECT(content("passed.gtkw"), "\"/passed.fst\"", marker, "Afirst refusal", "Bfirst grant",
           "Cfirst return", "Dgranted after a wait");
}
