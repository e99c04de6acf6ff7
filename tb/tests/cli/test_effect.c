// Settings without effect: each rule is about a key that there is, and refuses where it should.
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <criterion/redirect.h>
#include <string.h>

#include "tb/cli/effect.h"

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

static bool has_effect(const char *setting, unsigned run) {
    const struct settings settings = {.set = {setting}, .sets = 1};
    return settings_have_effect(&settings, run);
}

Test(effect, is_of_what_runs, .init = cr_redirect_stderr) {
    cr_expect(not(has_effect("mode=clocked", EFFECT_ENV | EFFECT_BURST)));
    cr_expect(not(has_effect("mode=clocked", EFFECT_POLICY | EFFECT_BURST)));
    cr_expect(has_effect("mode=clocked", EFFECT_POLICY | EFFECT_BLOCK | EFFECT_BURST));
    cr_expect(not(has_effect("chaos_reset=5", EFFECT_POLICY | EFFECT_RANDOM)));
    cr_expect(has_effect("chaos_reset=5", EFFECT_ENV | EFFECT_RANDOM));
    cr_expect(not(has_effect("initiators=4", EFFECT_ENV | EFFECT_TRAFFIC)));
    cr_expect(not(has_effect("weight_read=1", EFFECT_ENV | EFFECT_BURST)));
    cr_expect(has_effect("weight_read=1", EFFECT_ENV | EFFECT_TRAFFIC));
    cr_expect(has_effect("operations=5", EFFECT_POLICY));
    cr_expect(has_effect("grant_interval=5", EFFECT_ENV));
}
