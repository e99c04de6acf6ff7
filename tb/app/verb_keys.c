// semacredit keys: what can be configured, and what is, and why.
#include "tb/app/verbs.h"
#include "tb/cli/key_list.h"

int verb_keys(struct options *options) {
    key_list_print(options, &options->subject.config, stdout);
    return STATUS_FINE;
}
