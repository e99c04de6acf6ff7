// The verdicts on the paper's published numbers: what `claims` found, and how it is shown.
#ifndef SEMA_VERDICTS_H
#define SEMA_VERDICTS_H

#include <stdio.h>

#include "csim/evaluation/neighbour.h"
#include "csim/evaluation/published.h"
#include "tb/verdicts/stated.h"

// The verdicts: each published number over the paper's seeds, over many, at the neighbours of its
// workloads, and with two identical policies.
enum { VERDICTS_MAX = 96, STATED_MAX = 32 };

struct verdict {
    const struct published *published;
    struct published_outcome paper;            // over the paper's seeds
    struct published_outcome many;             // over as many as asked for
    struct published_outcome near[NEIGHBOURS]; // over the paper's seeds, neighbours 1 to NEIGHBOURS
    unsigned kept;                             // of those the ones with the verdict of `paper`
    struct published_outcome blind;            // as predicted once; only if published_was_predicted
    bool identical_holds;                      // two identical policies would pass as well
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
    unsigned near_sum, near_least;  // hold at the neighbours: sum, and least of one
    unsigned all, few;              // the verdict of all neighbours, of fewer than half of them
    unsigned signs;                 // on the paper's side of "no difference"
    unsigned sweeps, sweeps_hold;   // those once predicted; of them within tolerance now,
    unsigned blind, blind_points;   // as predicted, and as predicted within 5 points, or tolerance
    unsigned blind_signs;           // where it is wider; as predicted on the paper's side
};
struct tally verdicts_tally(const struct verdicts *verdicts);

// A table on the terminal, what is to be said of the misses, and how much the verdicts weigh.
void verdicts_print(const struct verdicts *verdicts);

// The same as a document, sim/RESULTS.md; `context` are the verdicts. For result_file.
void verdicts_write_document(const void *context, FILE *file);

#endif
