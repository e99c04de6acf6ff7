// Settings without effect: each rule is about a key that there is. Where they refuse is in
// scripts/checks/badinput.sh.
#include <string.h>

#include "tb/cli/effect.h"
#include "tb/tests/base/fixture.h"

// Whether a run has a key of that name, or of such a beginning.
static bool is_key(const char *name) {
    struct config config;
    char text[80];
    struct text_error error;
    config_init(&config);
    snprintf(text, sizeof text, "%s=", name);
    config_set(&config, text, &error);
    if (strncmp(error.text, "unknown key", 11) != 0)
        return true;
    // Among all keys, as the message about one that is like none lists them.
    config_set(&config, "zzzzzzzzzzzzzzzz=", &error);
    snprintf(text, sizeof text, " %s", name);
    return strstr(error.text, text) != NULL;
}

Test(effect, rules_are_about_keys) {
    for (unsigned i = 0; effect_name(i); i++)
        cr_expect(is_key(effect_name(i)), "%s", effect_name(i));
}
