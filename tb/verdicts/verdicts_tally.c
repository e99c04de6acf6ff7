#include <math.h>
#include <string.h>

#include "tb/verdicts/verdicts.h"

// Within 5 points, or within tolerance where it is wider.
static bool within_points(const struct published *published,
                          const struct published_outcome *outcome) {
    return outcome->holds ||
           (strcmp(published->unit, "%") == 0 && fabs(outcome->ours - published->paper) <= 5);
}

static void add_carried(struct tally *tally, const struct verdict *verdict) {
    const char *word = published_carried(verdict->published, &verdict->many);
    tally->carried += strcmp(word, "ok") == 0;
    tally->open += strcmp(word, "open") == 0;
    tally->beyond += strcmp(word, "miss") == 0;
}

static void add_predicted(struct tally *tally, const struct verdict *verdict) {
    tally->sweeps++;
    tally->sweeps_hold += verdict->paper.holds;
    tally->blind += verdict->blind.holds;
    tally->blind_points += within_points(verdict->published, &verdict->blind);
    tally->blind_signs += !verdict->blind.sign_wrong;
}

struct tally verdicts_tally(const struct verdicts *verdicts) {
    struct tally tally = {.near_least = verdicts->count};
    unsigned near[NEIGHBOURS] = {0};
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        tally.count++;
        tally.paper += verdict->paper.holds;
        tally.identical += verdict->identical_holds;
        tally.others += !verdict->identical_holds && verdict->paper.holds;
        tally.all += verdict->kept == NEIGHBOURS;
        tally.few += verdict->kept < NEIGHBOURS / 2;
        tally.signs += !verdict->paper.sign_wrong;
        add_carried(&tally, verdict);
        if (published_was_predicted(verdict->published))
            add_predicted(&tally, verdict);
        for (unsigned at = 0; at < NEIGHBOURS; at++)
            near[at] += verdict->near[at].holds;
    }
    for (unsigned at = 0; at < NEIGHBOURS; at++) {
        tally.near_sum += near[at];
        tally.near_least = near[at] < tally.near_least ? near[at] : tally.near_least;
    }
    return tally;
}
