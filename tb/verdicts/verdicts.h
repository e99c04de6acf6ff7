// The verdicts on the paper's published numbers: what `claims` found, and how it is shown.
#ifndef SEMA_VERDICTS_H
#define SEMA_VERDICTS_H

#include <stdio.h>

#include "csim/evaluation/published.h"
#include "tb/verdicts/stated.h"

// The verdicts: each published number over the paper's seeds, over many, and with
// two identical policies.
enum { VERDICTS_MAX = 96, STATED_MAX = 32 };

struct verdict {
    const struct published *published;
    struct published_outcome paper; // over the paper's seeds
    struct published_outcome many;  // over as many as asked for
    bool identical_holds;           // two identical policies would pass as well
};

struct verdicts {
    unsigned count, seeds;
    struct verdict of[VERDICTS_MAX];        // the last without a published number
    const char *stated_differs[STATED_MAX]; // a workload that has one of stated_numbers otherwise
};

// "ok" or "miss".
const char *verdict_word(bool holds);

// Texts shorter than VERDICT_TEXT_BYTES: what the published number is about, the mean of many seeds
// with its 95 % interval, and why it misses, one sentence.
enum { VERDICT_TEXT_BYTES = 600 };
void verdict_print_subject(const struct verdict *verdict, char *text, size_t size);
void verdict_print_interval(const struct verdict *verdict, char *text, size_t size);
void verdict_print_reason(const struct verdict *verdict, char *text, size_t size);

// Words in lines of at most 100 columns after `lead`; further lines begin in column `indent`.
void verdict_print_sentence(FILE *file, const char *lead, int indent, const char *text);

// How many of the published numbers hold.
struct tally {
    unsigned count, paper;          // all of them; within tolerance over the paper's seeds
    unsigned carried, open, beyond; // over many seeds, by published_carried
    unsigned identical, others;     // two identical policies would pass; of the others, hold
    unsigned sweeps, sweeps_hold;   // those of the sweeps; of them within tolerance
};
struct tally verdicts_tally(const struct verdicts *verdicts);

// A table on the terminal, what is to be said of the misses, and how much the verdicts weigh.
void verdicts_print(const struct verdicts *verdicts);

// The same as a document, sim/RESULTS.md; `context` are the verdicts. For result_file.
void verdicts_write_document(const void *context, FILE *file);

#endif
