// What a report says of planted bugs of each kind; and what it leaves behind.

#include "csim/simulator/block_driver.h"
#include "tb/block/failure/failure.h"
#include "tb/block/failure/snapshot.h"
#include "tb/tests/base/fixture.h"

TestSuite(failure, .init = folder_make, .fini = folder_remove);

#define EXPECT(text, ...) expect_parts(text, (const char *[]){__VA_ARGS__, NULL})
static void expect_parts(const char *text, const char *const *parts) {
    for (; *parts; parts++)
        expect_part(text, *parts);
}

static char *content(const char *name) {
    static char text[1 << 15];
    file_read(folder_path(name), text, sizeof text);
    return text;
}

static struct config config;

static struct checked_run run_of(const char *workload, struct checked_outcome *outcome) {
    struct text_error error;
    config = config_of(workload, SETS("operations=2000"));
    const struct checked_run run = {
        .workload = workload, .config = &config, .kind = BLOCK_LOCKSTEP};
    cr_assert(checked_run_do(&run, outcome, &error), "%s", error.text);
    return run;
}

// The whole report of a run with that bug, in the folder of its name.
static char *report_of(const char *bug, struct checked_outcome *outcome) {
    struct text_error error;
    char *text, name[60];
    FILE *const file = text_open(&text);
    unsetenv("SEMA_CHECKED"); // an assertion would catch it earlier
    setenv("PLANTED_BUG", bug, 1);
    const struct checked_run run = run_of("random", outcome);
    const struct failure_case failure = {.folder = folder_path(""), .name = bug};
    cr_assert(failure_write(&failure, &run, file, &error), "%s", error.text);
    fclose(file);
    free(text);
    snprintf(name, sizeof name, "%s/report.txt", bug);
    return strdup(content(name));
}

// What else it leaves is in scripts/tests/mishaps.py.
Test(failure, the_report_names_field_operation_lane_and_last_write) {
    static const struct {
        const char *bug, *words[8]; // NULL ends them
    } bugs[] = {
        {"generation_stays",
         {"\ngrant of handle 0.255.0, not 0.0.0 (epoch.generation.id). The rule 'handle' is "
          "broken; "
          "a user loses identity:",
          "\ncaught by lockstep: decision_handle; every field that differs:\n"
          "  decision_handle: dut 0.255.0, ref 0.0.0\n",
          "debt after it: dut 194, ref 194\n", "\nhistory of operation 2779096320 (write on HBM 0)",
          "      155       155.000  taken into a slot", "(write on HBM 0), taken in clock 155",
          "  hold = 650, before 0\n"}},
        {"empty_too_soon",
         {"\noperation 2779096350 (swap on Atomic 0, response 0) was granted on Atomic 0, response "
          "0, though Atomic 0: debt 8000 + demand 1600 = 9600, window 12800: 3200 left, but a "
          "clock "
          "before what waited for it held as much of its response engine as was left; response 0: "
          "debt 7059 + demand 322 = 7381, window 10000: 2619 left. The rule 'admission' is broken; "
          "a user loses windows: more is outstanding than they allow.\n",
          "  trace_mask: dut Atomic 0, response 0, ref Atomic 0\n",
          "  Atomic 0: debt 8000, window 12800, holders 5; debt after it: dut 9600, ref 8000\n"}},
    };
    struct checked_outcome outcome;
    char choice[40];
    for (unsigned i = 0; i < COUNT(bugs); i++) {
        char *text = report_of(bugs[i].bug, &outcome);
        cr_expect(strncmp(text, "FAILED: random, seed 0, clock ", 30) == 0);
        expect_parts(text, bugs[i].words);
        free(text);
        if (i == 0)
            snprintf(choice, sizeof choice, " %u500 ", (unsigned)outcome.cycle - 3);
    }
    EXPECT(content("generation_stays/view.gtkw"), choice,
           "[markername] Adiffers\n[markername] Boffer\n[markername] Cchoice\n");
}

// A row of sentences.txt: the last of its words are where to read on.
static void expect_sentence(char *row) {
    struct checked_outcome outcome;
    struct text_error error;
    char *text, *save, *const bug = strtok_r(row, " ", &save);
    const char *const name = strtok_r(NULL, " ", &save);
    const struct agents_profile *profile = AGENTS_PROFILES;
    setenv("PLANTED_BUG", bug, 1);
    while (strcmp(profile->name, name) != 0)
        profile++;
    config_init(&config);
    struct random_run random = {.what = {profile, 1500, block_driver_size(&config)}};
    struct checked_run run = {
        .workload = name, .config = &config, .kind = BLOCK_LOCKSTEP, .random = &random};
    do {
        run.seed++;
        cr_assert(run.seed < 20 && checked_run_do(&run, &outcome, &error), "%s passes", bug);
    } while (!outcome.failed);
    const struct failure_case failure = {.folder = folder_path(""), .name = bug};
    FILE *const file = text_open(&text);
    cr_assert(failure_write(&failure, &run, file, &error), "%s", error.text);
    fclose(file);
    char *const read = strstr(text, "\nread:   rtl/spec/");
    cr_assert(read != NULL, "%s: no file is named", bug);
    *strchr(read + 1, '\n') = *read = '\0';
    for (char *words = save + 2, *next; words; words = next) {
        next = strstr(words, " | ");
        words[next ? next - words : (long)strlen(words)] = '\0';
        next = next ? next + 3 : NULL;
        expect_part(next ? text : read + 1, words);
    }
    free(text);
}

Test(failure, first_sentences_tell_the_kind_of_fault) {
    char table[1 << 14], *save;
    file_read("tb/tests/block/failure/sentences.txt", table, sizeof table);
    unsetenv("SEMA_CHECKED");
    unsetenv("SEMA_INITIAL_STATE");
    for (char *row = strtok_r(table, "\n", &save); row; row = strtok_r(NULL, "\n", &save))
        if (*row != '#')
            expect_sentence(row);
}

// Of which the first stands before the second in the view, and is open.
static void expect_first(const char *bug, const char *first, const char *second) {
    struct checked_outcome outcome;
    char name[60];
    free(report_of(bug, &outcome));
    snprintf(name, sizeof name, "%s/view.gtkw", bug);
    const char *const view = content(name), *const at = strstr(view, first);
    cr_expect(at && at < strstr(view, second), "%s, %s: %.400s", bug, outcome.caught, view);
    cr_expect(at && strncmp(at - strlen("@800200\n-"), "@800200\n-", 9) == 0, "%s is open", first);
}

Test(failure, waves_begin_with_what_is_guilty) {
    expect_first("newer_first", "Slots, choice and spots", "Decision: what commits\n");
    expect_first("class_full_is_ready", "response 0\n", "Offer\n");
    expect_first("empty_too_soon", "Atomic 0\n", "Slots, choice and spots");
}

// As golden model and RTL agree, what was known stands.
Test(failure, a_broken_rule_is_told_with_what_a_user_loses) {
    struct snapshot *snapshot = malloc(sizeof *snapshot);
    struct checked_outcome known;
    struct text_error error;
    struct history history;
    char *text;
    free(report_of("generation_stays", &known));
    unsetenv("PLANTED_BUG");
    snprintf(known.caught, sizeof known.caught, "checker: order");
    snprintf(known.reason, sizeof known.reason, "tag 100 is better");
    known.loss = "latency: the less urgent goes first";
    cr_assert(snapshot_play(snapshot, folder_path("generation_stays/tape.gz"), &known, &error),
              "%s", error.text);
    FILE *const file = text_open(&text);
    cr_assert(history_play(&history, snapshot, folder_path("generation_stays/tape.gz"), &error));
    failure_report_write(snapshot, &history, file);
    fclose(file);
    history_close(&history);
    EXPECT(text, "\ntag 100 is better. The rule 'order' is broken",
           "latency: the less urgent goes first.\n", "\nhistory of operation 2779096320 ");
    free(text);
    free(snapshot);
}

Test(failure, a_tape_gives_report_waves_and_view) {
    const struct failure_case failure = {.folder = folder_path(""),
                                         .name = "replay-tape",
                                         .replay = "replay it",
                                         .look = "look at it",
                                         .of = "this program"};
    struct checked_outcome outcome;
    struct text_error error = {""};
    char *text;
    free(report_of("reads_zero", &outcome));
    FILE *const file = text_open(&text);
    cr_assert(failure_replay(folder_path("reads_zero/tape.gz"), &failure, file, &error) == 1, "%s",
              error.text);
    fclose(file);
    EXPECT(text,
           "FAILED: random, seed 0, clock 196\n"
           "a read of in_force HBM 3 answers 0, not 6000. The rule 'read' is broken",
           "\nread:   rtl/spec/");
    cr_expect(strstr(text, "last commits:") == NULL);
    EXPECT(content("replay-tape/report.txt"), "\nlast commits:\n",
           "/replay-tape/report.txt, waves.fst, view.gtkw; ",
           "look:   look at it\nreplay: replay it\nof:     this program\n");
    free(text);
    // The marker is in the middle of the clock; the bus is on top; names are readable.
    const char *const view = content("replay-tape/view.gtkw");
    EXPECT(view, " 195500 ", "[markername] Adiffers",
           "+{ref axi_rdata} TOP.semacredit.beside.golden.axi_rdata[31:0]");
    cr_expect(strstr(view, "-Bus\n") < strstr(view, "-Decision: what commits\n"));
    EXPECT(content("replay-tape/names/mask.txt"), "\n100 Atomic 0\n",
           "\n700 Atomic 0, response 0, table\n");
    EXPECT(content("replay-tape/names/register.txt"), "020 window Atomic 0\n",
           "840 starvation_bound\n");
}

Test(failure, waves_of_a_run_that_passes) {
    struct checked_outcome outcome;
    struct text_error error;
    char marker[40];
    const struct checked_run run = run_of("hbm_hotspot", &outcome);
    cr_assert(outcome.failed == false && outcome.commits[COMMIT_DENY] > 0);
    cr_assert(failure_free_waves(&run, &outcome, folder_path("passed.fst"), &error), "%s",
              error.text);
    snprintf(marker, sizeof marker, " %u500 ", (unsigned)outcome.first[COMMIT_DENY] - 1);
    EXPECT(content("passed.gtkw"), "\"/passed.fst\"", marker, "Afirst refusal", "Bfirst grant",
           "Cfirst return", "Dgranted after a wait");
}
