// sim/RESULTS.md: the verdicts as a document.
#include <stdarg.h>
#include <string.h>

#include "tb/verdicts/verdicts.h"

__attribute__((format(printf, 4, 5))) static void say(FILE *file, const char *lead, int indent,
                                                      const char *format, ...) {
    char text[2 * VERDICT_TEXT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    verdict_print_sentence(file, lead, indent, text);
}

// A point of a list, and a paragraph.
#define POINT(FILE, ...)     say(FILE, "-", 2, __VA_ARGS__)
#define PARAGRAPH(FILE, ...) say(FILE, "", 0, __VA_ARGS__)

static void write_head(const struct verdicts *verdicts, FILE *file) {
    const struct tally tally = verdicts_tally(verdicts);
    fprintf(file, "# The paper's numbers beside ours\n\n");
    PARAGRAPH(file, "`make results` writes this file from what `make claims` measures, and "
                    "`make results-check` compares the two. [READINGS.md](READINGS.md) has the "
                    "readings of the paper that were tried, [README.md](README.md) what is fitted "
                    "to what.");
    fprintf(file, "\n");
    POINT(file,
          "**%u of %u** published numbers are within tolerance: %u of the %u of sections 5.1 to "
          "5.3, %u of the %u of the sweeps. The workloads are fitted to all of them.",
          tally.paper, tally.count, tally.paper - tally.sweeps_hold, tally.count - tally.sweeps,
          tally.sweeps_hold, tally.sweeps);
    POINT(file,
          "Over %u seeds, the 95 %% interval lies within tolerance for %u, beyond for %u, across a "
          "bound for %u.",
          verdicts->seeds, tally.carried, tally.beyond, tally.open);
    POINT(file,
          "%u would be met by two identical policies too. Of the other %u, %u are within "
          "tolerance.",
          tally.identical, tally.count - tally.identical, tally.others);
}

static void write_row(const struct verdict *verdict, FILE *file) {
    const struct published *published = verdict->published;
    char subject[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES], many[VERDICT_TEXT_BYTES];
    char tolerance[PUBLISHED_TEXT_BYTES];
    verdict_print_subject(verdict, subject, sizeof subject);
    verdict_print_interval(verdict, many, sizeof many);
    published_print_value(published, verdict->paper.ours, ours, sizeof ours);
    published_print_tolerance(published, tolerance, sizeof tolerance);
    fprintf(file, "| %s | %s | %s | %s | %s | %s | %s%s%s | %s %s |", published->id,
            published->workloads[1] ? "each" : published->workloads[0], subject,
            published->paper_text, tolerance, ours, verdict->paper.holds ? "" : "**",
            verdict_word(verdict->paper.holds), verdict->paper.holds ? "" : "**", many,
            published_carried(published, &verdict->many));
    fprintf(file, "%s%s |\n", verdict->identical_holds ? " tie" : "",
            verdict->paper.sign_wrong ? " sign" : "");
}

static void write_table(const struct verdicts *verdicts, FILE *file) {
    fprintf(file, "\n## Every number of the text\n\n");
    PARAGRAPH(file,
              "P99 is that of the latency-sensitive operations, of a policy over its baseline. "
              "Ours is the mean of each seed's own ratio or percentage, seeds 1 to %d as in the "
              "paper, or seed 0 in its sweeps of one run. *+-* is the tolerance. *%u seeds*: their "
              "mean with its 95 %% interval, which lies within tolerance (ok), beyond (miss) or "
              "across a bound (open). *tie*: two identical policies would pass as well. *sign*: it "
              "is not the paper's.",
              PUBLISHED_PAPER_SEEDS, verdicts->seeds);
    fprintf(file,
            "\n| id | workload | what | paper | +- | ours | verdict | %u seeds | |\n"
            "|---|---|---|---:|---:|---:|---|---|---|\n",
            verdicts->seeds);
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++)
        write_row(verdict, file);
}

static void write_misses(const struct verdicts *verdicts, FILE *file) {
    fprintf(file, "\n## Why the misses miss\n\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        char sentence[VERDICT_TEXT_BYTES];
        if (verdict->paper.holds)
            continue;
        verdict_print_reason(verdict, sentence, sizeof sentence);
        POINT(file, "**%s**: %s.", verdict->published->id, sentence);
    }
}

// Within tolerance, and yet nothing is said by it.
static void write_unsupported(const struct verdicts *verdicts, FILE *file) {
    char ties[VERDICT_TEXT_BYTES];
    size_t at = 0;
    fprintf(file, "\n## What is not claimed\n\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published *published = verdict->published;
        const char *carried = published_carried(published, &verdict->many);
        char many[VERDICT_TEXT_BYTES];
        verdict_print_interval(verdict, many, sizeof many);
        if (verdict->paper.holds && verdict->paper.sign_wrong)
            POINT(file, "**%s** is within tolerance with the other sign: %s, the paper has %s.",
                  published->id, many, published->paper_text);
        if (verdict->paper.holds && strcmp(carried, "ok") != 0)
            POINT(file,
                  "**%s** is within tolerance over the paper's seeds; over %u seeds %s is %s.",
                  published->id, verdicts->seeds, many,
                  strcmp(carried, "miss") == 0 ? "beyond" : "open");
        if (verdict->identical_holds && at < sizeof ties)
            at += (size_t)snprintf(ties + at, sizeof ties - at, "%s %s", at ? "," : "",
                                   published->id);
    }
    POINT(file, "Ties tell no policy from another:%s.", ties);
}

// What the study of collectives concludes; sim/COLLECTIVES.md, which has its numbers, is measured
// by another command.
static void write_domains(FILE *file) {
    fprintf(file, "\n## Domains of many receivers\n\n");
    PARAGRAPH(file,
              "The paper has one receiver. `make collectives` runs whole collectives of 8 to 72 "
              "GPUs, everybody source and receiver; [COLLECTIVES.md](COLLECTIVES.md) has the "
              "numbers. What becomes of the paper's conclusions there, each with the settings "
              "that show it:");
    fprintf(file, "\n");
    POINT(file, "With one sender at a receiver no policy but scalar differs "
                "(`collective=all_to_all_pairwise`, `all_reduce_ring`, `all_gather_ring`).");
    POINT(file, "Bytes do for data: resource_byte differs from semacredit only where GPUs reduce "
                "by Atomics (`collective=all_to_all_at_once`).");
    POINT(file, "Vector credits protect small operations from slow Atomics "
                "(`collective=all_reduce_all_pairs collective_bytes=4096 atomic_bytes=65536`).");
    POINT(file, "Where small operations wait for the command limit, a class reserve does more for "
                "them than a vector (`collective=moe`, aggregate_class).");
    POINT(file, "One scalar window starves small operations, the more the longer the message "
                "(`collective=all_to_all_at_once`, scalar).");
    POINT(file, "In most points nothing matters: the links and the slowest receiver decide "
                "(`sim/domains/nvlink5.yaml`).");
    fprintf(file,
            "\n```sh\n"
            "$ build/semacredit run --workload sim/domains/paper.yaml --policy semacredit \\\n"
            "    --set collective=moe\n"
            "$ build/semacredit run --workload sim/domains/paper.yaml --policy "
            "aggregate_class \\\n"
            "    --set collective=moe\n```\n");
}

static void write_stated(const struct verdicts *verdicts, FILE *file) {
    fprintf(file, "\n## Numbers of the paper's tables and figures\n\n");
    PARAGRAPH(file,
              "Inputs, as all six workloads of the paper set them. The bytes of table 1, 160 and "
              "2,048, are beside the RTL's in [rtl/RESULTS.md](../rtl/RESULTS.md). The paper's "
              "figures draw the numbers of its text; `make experiments` draws ours with them.");
    fprintf(file, "\n| where | what | paper | ours |\n|---|---|---:|---|\n");
    for (unsigned i = 0; stated_numbers[i].what; i++) {
        const struct stated *stated = &stated_numbers[i];
        fprintf(file, "| %s | %s | %s | ", stated->where, stated->what, stated->paper);
        if (verdicts->stated_differs[i])
            fprintf(file, "**not in %s** |\n", verdicts->stated_differs[i]);
        else
            fprintf(file, "`%s` |\n", stated->setting);
    }
    fprintf(file, "| table 1 | resource entries | 10 | %u |\n", policy_semacredit.state_entries);
}

void verdicts_write_document(const void *context, FILE *file) {
    const struct verdicts *verdicts = context;
    write_head(verdicts, file);
    write_table(verdicts, file);
    write_misses(verdicts, file);
    write_unsupported(verdicts, file);
    write_stated(verdicts, file);
    write_domains(file);
}
