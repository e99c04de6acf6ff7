#include <string.h>

#include "tb/verdicts/verdicts.h"

static void add_carried(struct tally *tally, const struct verdict *verdict) {
    const char *word = published_carried(verdict->published, &verdict->many);
    tally->carried += strcmp(word, "ok") == 0;
    tally->open += strcmp(word, "open") == 0;
    tally->beyond += strcmp(word, "miss") == 0;
}

struct tally verdicts_tally(const struct verdicts *verdicts) {
    struct tally tally = {0};
    for (const struct verdict *verdict = verdicts->of; verdict->published; verdict++) {
        tally.count++;
        tally.paper += verdict->paper.holds;
        tally.identical += verdict->identical_holds;
        tally.others += !verdict->identical_holds && verdict->paper.holds;
        add_carried(&tally, verdict);
        tally.sweeps += published_of_sweeps(verdict->published);
        tally.sweeps_hold += published_of_sweeps(verdict->published) && verdict->paper.holds;
    }
    return tally;
}
