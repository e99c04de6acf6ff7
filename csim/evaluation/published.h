// The numbers that the paper publishes in sections 5.1 to 5.5, each with its value, its tolerance
// and how it is computed from the experiments. The workloads are fitted to all of them.
//
// Where a published number is about several workloads or policies, all of them must hold, and the
// one farthest from the paper is shown.
#ifndef SEMA_PUBLISHED_H
#define SEMA_PUBLISHED_H

#include <stdbool.h>
#include <stddef.h>

#include "csim/evaluation/metric.h"

enum { PUBLISHED_LIST_MAX = 4, PUBLISHED_TEXT_BYTES = 120, PUBLISHED_PAPER_SEEDS = 5 };

// How far from the paper a value may be; the bound itself belongs to it.
enum published_tolerance {
    TOLERANCE_RATIO,   // 0.05 where the paper's ratio is up to 1, else 10 %
    TOLERANCE_P99,     // 5 points
    TOLERANCE_GOODPUT, // 1 point
    TOLERANCE_STATED,  // the bound that the paper itself gives, in points
    TOLERANCE_RETRIES, // 10 %
    TOLERANCE_LOWER,   // none: the mean ratio is below 1, or it is not
    TOLERANCE_HIGHER,  // none: above 1
};

struct published {
    const char *id;
    const char *section;
    const char *quantity;
    const char *experiment;
    const char *workloads[PUBLISHED_LIST_MAX]; // ends with NULL, like policies
    const char *policies[PUBLISHED_LIST_MAX];
    const char *value; // of the swept parameter; "" where nothing is swept
    const char *baseline;
    const char *base_value; // of the baseline; NULL: as of the policies
    enum metric metric;
    double paper;           // 0 for TOLERANCE_LOWER and TOLERANCE_HIGHER
    double stated;          // bound, for TOLERANCE_STATED
    const char *paper_text; // as published
    const char *unit;
    enum published_tolerance tolerance;
    const char *why; // where ours misses: one sentence that says why; NULL: nothing to say
};

// In the order of tables; a row without an id ends it.
extern const struct published published_numbers[];

// The paper's seeds of a published number's experiment: PUBLISHED_PAPER_SEEDS at most.
unsigned published_seeds(const struct published *published);

// Does the paper give a number, and not only "lower" or "higher"?
bool published_has_value(const struct published *published);

// Is it one of the sweeps of 5.4 and 5.5?
bool published_of_sweeps(const struct published *published);

struct published_outcome {
    double ours;      // mean over the seeds
    double low, high; // the least and the greatest seed
    double interval;  // half the width of the mean's 95 % interval; 0 for one seed
    bool holds;
    bool sign_wrong; // ours lies on the other side of "no difference" than the paper's
};

// Evaluates a published number over the first `seeds` seeds of its experiment, which is one of
// `sets`. Returns false if the results do not hold what the published number needs.
bool published_evaluate(const struct published *published, const struct experiment_results *sets,
                        size_t count, unsigned seeds, struct published_outcome *outcome);

// What an outcome's 95 % interval carries: "ok", it lies within tolerance; "miss", it lies beyond;
// "open", a bound lies in it.
const char *published_carried(const struct published *published,
                              const struct published_outcome *outcome);

// The same published number with the baseline in the place of its policies: what two identical
// policies would get. Where that holds, the published number tells nothing of the policies'
// difference.
bool published_evaluate_identical(const struct published *published,
                                  const struct experiment_results *sets, size_t count,
                                  unsigned seeds, struct published_outcome *outcome);

// The value at which policy and baseline do not differ, and the greatest distance from the paper's
// value that is within tolerance (0 for TOLERANCE_LOWER and TOLERANCE_HIGHER).
double published_neutral(const struct published *published);
double published_bound(const struct published *published);

// Texts without a comma, shorter than PUBLISHED_TEXT_BYTES: what the published number is about, the
// same without its workloads ("scalar(4)/semacredit P99 change"), a value without its unit, and its
// tolerance.
void published_describe(const struct published *published, char *text, size_t size);
void published_print_subject(const struct published *published, char *text, size_t size);
void published_print_value(const struct published *published, double value, char *text,
                           size_t size);
void published_print_tolerance(const struct published *published, char *text, size_t size);

#endif
