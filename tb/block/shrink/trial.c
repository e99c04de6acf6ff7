// Apart from the search, which needs no RTL.
#include "tb/block/shrink/shrink.h"

static bool drive(void *driver, const struct block_out *out, struct block_in *in) {
    return replay_drive(driver, out, in);
}

bool shrink_trial(void *context, struct replay *play, struct checked_outcome *outcome) {
    const struct checked_run *const like = context;
    struct checked_run run = {
        .config = like->config, .kind = like->kind, .drive = drive, .driver = play};
    struct text_error error;
    return checked_run_do(&run, outcome, &error);
}
