#include <stdio.h>
#include <string.h>

#include "csim/base/progress.h"
#include "tb/verdicts/verdicts.h"

enum { SENTENCE_INDENT = 6 };

const char *verdict_word(bool holds) {
    return holds ? "ok" : "miss";
}

// Cuts a text where a word begins.
static void cut(char *text, const char *word) {
    char *at = strstr(text, word);
    if (at)
        *at = '\0';
}

void verdict_print_subject(const struct verdict *verdict, char *text, size_t size) {
    published_print_subject(verdict->published, text, size);
    cut(text, " ratio");
    cut(text, " change");
    const size_t at = strlen(text);
    if (strcmp(verdict->published->unit, "%") == 0 && at < size)
        snprintf(text + at, size - at, ", %%");
}

void verdict_print_interval(const struct verdict *verdict, char *text, size_t size) {
    const bool ratio = strcmp(verdict->published->unit, "x") == 0;
    char mean[PUBLISHED_TEXT_BYTES];
    published_print_value(verdict->published, verdict->many.ours, mean, sizeof mean);
    snprintf(text, size, "%s +-%.*f", mean, ratio ? 3 : 2, verdict->many.interval);
}

// A verdict in its colour.
static void print_word(const char *word) {
    const char *colour = strcmp(word, "miss") == 0   ? "\033[1;31m"
                         : strcmp(word, "open") == 0 ? "\033[33m"
                                                     : "\033[32m";
    const bool colours = terminal_colours();
    printf(" %s%-4s%s", colours ? colour : "", word, colours ? "\033[0m" : "");
}

// One line; a sign or a per cent says "change", and points those of per cents.
static void print_verdict(const struct verdict *verdict) {
    const struct published *published = verdict->published;
    char subject[PUBLISHED_TEXT_BYTES], ours[PUBLISHED_TEXT_BYTES], many[VERDICT_TEXT_BYTES];
    char tolerance[PUBLISHED_TEXT_BYTES];
    verdict_print_subject(verdict, subject, sizeof subject);
    verdict_print_interval(verdict, many, sizeof many);
    published_print_value(published, verdict->paper.ours, ours, sizeof ours);
    published_print_tolerance(published, tolerance, sizeof tolerance);
    cut(tolerance, " point");
    printf("%-4s %-11s %-47s %6s %-5s %6s", published->id,
           published->workloads[1] ? "each" : published->workloads[0], subject,
           published->paper_text, tolerance, ours);
    print_word(verdict_word(verdict->paper.holds));
    printf(" %15s", many);
    print_word(published_carried(published, &verdict->many));
    printf("%s%s\n", verdict->identical_holds ? " =" : "",
           verdict->paper.sign_wrong ? " sign" : "");
}

void verdict_print_sentence(FILE *file, const char *lead, int indent, const char *text) {
    enum { COLUMNS = 100 };
    int at = fprintf(file, "%-*s", indent, lead);
    for (bool begins = true; *text; begins = false) {
        const int length = (int)strcspn(text, " ");
        if (at + 1 + length > COLUMNS) {
            at = fprintf(file, "\n%*s", indent, "") - 1;
            begins = true;
        }
        at += fprintf(file, "%s%.*s", begins ? "" : " ", length, text);
        text += length;
        text += strspn(text, " ");
    }
    fprintf(file, "\n");
}

void verdict_print_reason(const struct verdict *verdict, char *text, size_t size) {
    char low[PUBLISHED_TEXT_BYTES], high[PUBLISHED_TEXT_BYTES];
    published_print_value(verdict->published, verdict->paper.low, low, sizeof low);
    published_print_value(verdict->published, verdict->paper.high, high, sizeof high);
    const char *why = verdict->published->why ? verdict->published->why : "not understood";
    if (verdict->paper.low < verdict->paper.high)
        snprintf(text, size, "%s (single seeds: %s to %s)", why, low, high);
    else
        snprintf(text, size, "%s", why);
}

// What is to be said of the misses.
static void print_reasons(const struct verdicts *verdicts) {
    printf("\nWhy the misses miss:\n");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        char sentence[VERDICT_TEXT_BYTES];
        if (verdict->paper.holds)
            continue;
        verdict_print_reason(verdict, sentence, sizeof sentence);
        verdict_print_sentence(stdout, verdict->published->id, SENTENCE_INDENT, sentence);
    }
}

static void print_signs(const struct verdicts *verdicts) {
    char text[1024];
    size_t at = (size_t)snprintf(text, sizeof text, "the other one than the paper's:");
    bool any = false;
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        char many[VERDICT_TEXT_BYTES];
        if (!verdict->paper.sign_wrong || at >= sizeof text)
            continue;
        verdict_print_interval(verdict, many, sizeof many);
        at += (size_t)snprintf(text + at, sizeof text - at, "%s %s (%s, the paper has %s)",
                               any ? "," : "", verdict->published->id, many,
                               verdict->published->paper_text);
        any = true;
    }
    verdict_print_sentence(stdout, "sign:", SENTENCE_INDENT, any ? text : "the paper's everywhere");
}

static void print_weight(const struct verdicts *verdicts) {
    const struct tally tally = verdicts_tally(verdicts);
    printf("\n%u of %u published numbers within tolerance (+-), %u miss: %u of the %u of sections "
           "5.1 to 5.3,\n%u of the %u of the sweeps.\n",
           tally.paper, tally.count, tally.count - tally.paper, tally.paper - tally.sweeps_hold,
           tally.count - tally.sweeps, tally.sweeps_hold, tally.sweeps);
    printf(
        "%u seeds: the 95 %% interval lies within tolerance for %u, beyond for %u, across a bound "
        "(open) for %u.\n",
        verdicts->seeds, tally.carried, tally.beyond, tally.open);
    unsigned stated = 0, differ = 0;
    for (; stated_numbers[stated].what; stated++)
        differ += verdicts->stated_differs[stated] != NULL;
    printf("stated: %u parameters of the paper's tables and text, of which %u differ.\n", stated,
           differ);
    printf("=: two identical policies would pass as well: %u; of the other %u, %u are within "
           "tolerance.\n",
           tally.identical, tally.count - tally.identical, tally.others);
}

void verdicts_print(const struct verdicts *verdicts) {
    char more[32];
    snprintf(more, sizeof more, "%u seeds", verdicts->seeds);
    printf("%-4s %-11s %-47s %6s %-5s %6s %-4s %15s %-4s\n", "id", "workload", "what", "paper",
           "+-", "ours", "", more, "");
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++)
        print_verdict(verdict);
    print_reasons(verdicts);
    print_weight(verdicts);
    print_signs(verdicts);
    printf("P99: of the latency-sensitive operations. Ours: the mean of each seed's own ratio or "
           "percentage,\nseeds 1 to %d as in the paper, or seed 0 in its sweeps of one run; then "
           "the mean of %u seeds\nwith its 95 %% interval. The workloads are fitted to all of "
           "them.\n",
           PUBLISHED_PAPER_SEEDS, verdicts->seeds);
}
