#include "tb/app/verdicts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csim/base/progress.h"

const char *verdict_word(bool holds) {
    return holds ? "ok" : "miss";
}

// Cuts a text where a word begins.
static void cut(char *text, const char *word) {
    char *at = strstr(text, word);
    if (at)
        *at = '\0';
}

// One line; a sign or a per cent says "change", and points those of per cents.
static void print_verdict(const struct verdict *verdict) {
    const struct published *published = verdict->published;
    const struct published_outcome *paper = &verdict->paper;
    const bool ratio = strcmp(published->unit, "x") == 0;
    char subject[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES], many[PUBLISHED_TEXT_BYTES];
    char tolerance[PUBLISHED_TEXT_BYTES];
    published_print_subject(published, subject, sizeof subject);
    cut(subject, " ratio");
    cut(subject, " change");
    char what[PUBLISHED_TEXT_BYTES + 4];
    snprintf(what, sizeof what, "%s%s", subject, strcmp(published->unit, "%") == 0 ? ", %" : "");
    published_print_value(published, paper->ours, ours, sizeof ours);
    published_print_value(published, verdict->many.ours, many, sizeof many);
    published_print_tolerance(published, tolerance, sizeof tolerance);
    cut(tolerance, " point");
    const bool colours = terminal_colours();
    const char *colour = paper->holds ? "\033[32m" : "\033[1;31m";
    printf("%-4s %-11s %-46s %6s %-5s %6s %6s +-%-5.*f %s%-4s%s %2u%s%s\n", published->id,
           published->workloads[1] ? "each" : published->workloads[0], what, published->paper_text,
           tolerance, ours, many, ratio ? 3 : 2, verdict->many.interval, colours ? colour : "",
           verdict_word(paper->holds), colours ? "\033[0m" : "", verdict->kept,
           verdict->identical_holds ? " =" : "", paper->sign_wrong ? " sign" : "");
}

// Words in lines of at most 100 columns, the first after `id`, the others below its first word.
static void print_sentence(const char *id, const char *text) {
    enum { INDENT = 6, COLUMNS = 100 };
    printf("%-*s", INDENT - 1, id);
    for (int at = INDENT - 1; *text;) {
        const int length = (int)strcspn(text, " ");
        if (at + 1 + length > COLUMNS) {
            printf("\n%*s", INDENT - 1, "");
            at = INDENT - 1;
        }
        printf(" %.*s", length, text);
        at += 1 + length;
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

// What is to be said of the misses.
static void print_reasons(const struct verdicts *verdicts) {
    bool any = false;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        if (verdict->paper.holds || !verdict->published->why)
            continue;
        printf("%s", any ? "" : "\nWhy the misses miss:\n");
        char low[PUBLISHED_TEXT_BYTES], high[PUBLISHED_TEXT_BYTES], sentence[512];
        published_print_value(verdict->published, verdict->paper.low, low, sizeof low);
        published_print_value(verdict->published, verdict->paper.high, high, sizeof high);
        snprintf(sentence, sizeof sentence, "%s (single seeds: %s to %s)", verdict->published->why,
                 low, high);
        print_sentence(verdict->published->id, sentence);
        any = true;
    }
}

static void print_signs(const struct verdicts *verdicts) {
    char text[1024];
    size_t at = (size_t)snprintf(text, sizeof text, "the other one than the paper's:");
    bool any = false;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        char ours[PUBLISHED_TEXT_BYTES];
        if (!verdict->paper.sign_wrong || at >= sizeof text)
            continue;
        published_print_value(verdict->published, verdict->paper.ours, ours, sizeof ours);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s %s (%s, the paper has %s)",
                               any ? "," : "", verdict->published->id, ours,
                               verdict->published->paper_text);
        any = true;
    }
    print_sentence("sign:", any ? text : "the paper's everywhere");
}

// How many of a basis hold, and how many of those say little.
struct tally {
    unsigned count, paper, many; // all of them; within tolerance over the paper's and many seeds
    unsigned points;             // within 5 points, or tolerance where it is wider
    unsigned identical,
        others;        // two identical policies would pass; of the others, within tolerance
    unsigned all, few; // the verdict of all neighbours, of fewer than half of them
    unsigned signs;    // on the paper's side of "no difference"
};

static struct tally tally_of(const struct verdicts *verdicts, bool predicted) {
    struct tally tally = {0};
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        const struct published *published = verdict->published;
        if (published_is_predicted(published) != predicted)
            continue;
        const struct published_outcome *paper = &verdict->paper;
        tally.count++;
        tally.paper += paper->holds;
        tally.many += verdict->many.holds;
        tally.points += paper->holds || (strcmp(published->unit, "%") == 0 &&
                                         fabs(paper->ours - published->paper) <= 5);
        tally.identical += verdict->identical_holds;
        tally.others += !verdict->identical_holds && paper->holds;
        tally.all += verdict->kept == NEIGHBOURS;
        tally.few += verdict->kept < NEIGHBOURS / 2;
        tally.signs += !paper->sign_wrong;
    }
    return tally;
}

static void print_tally(const struct tally *tally, unsigned seeds, const char *what) {
    printf("%u of %u %s within tolerance (+-), %u miss; with %u seeds %u.\n", tally->paper,
           tally->count, what, tally->count - tally->paper, seeds, tally->many);
    printf("=: two identical policies would pass as well: %u; of the other %u, %u are within "
           "tolerance.\n",
           tally->identical, tally->count - tally->identical, tally->others);
}

static void print_weight(const struct verdicts *verdicts) {
    const struct tally fitted = tally_of(verdicts, false), predicted = tally_of(verdicts, true);
    printf("\n");
    print_tally(&fitted, verdicts->seeds, "published numbers");
    print_tally(&predicted, verdicts->seeds, "sweep figures, predicted blind,");
    printf("Of these %u, %u are within 5 points, %u on the paper's side of no difference.\n",
           predicted.count, predicted.points, predicted.signs);
    printf("near: neighbouring settings with the same verdict, of %d (operations and spacing +-5 "
           "and +-10 %%,\nperiod and phase +-1): all for %u published numbers, fewer than half "
           "for %u.\n",
           NEIGHBOURS, fitted.all, fitted.few);
}

void verdicts_print(const struct verdicts *verdicts) {
    char more[32];
    snprintf(more, sizeof more, "%u seeds", verdicts->seeds);
    printf("%-4s %-11s %-46s %6s %-5s %6s %14s %9s\n", "id", "workload", "what", "paper", "+-",
           "ours", more, "near");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++)
        print_verdict(verdict);
    print_reasons(verdicts);
    print_weight(verdicts);
    print_signs(verdicts);
    printf("P99: of the latency-sensitive operations. Ours: the mean of each seed's own ratio or "
           "percentage,\nseeds 1 to %d as in the paper, or seed 0 in its sweeps of one run; then "
           "the mean of %u seeds\nwith its 95 %% interval. Fitted to: M, V, A; predicted: S, R.\n",
           PUBLISHED_PAPER_SEEDS, verdicts->seeds);
}
