// Settings without effect: each rule is about a key that there is, and refuses where it should.
#include <criterion/redirect.h>
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

static const struct {
    const char *setting;
    unsigned run;
    bool effect;
} effects[] = {
    {"mode=clocked", EFFECT_ENV | EFFECT_BURST, false},
    {"mode=clocked", EFFECT_POLICY | EFFECT_BURST, false},
    {"mode=clocked", EFFECT_POLICY | EFFECT_BLOCK | EFFECT_BURST, true},
    {"chaos_reset=5", EFFECT_POLICY | EFFECT_RANDOM, false},
    {"chaos_reset=5", EFFECT_ENV | EFFECT_RANDOM, true},
    {"initiators=4", EFFECT_ENV | EFFECT_TRAFFIC, false},
    {"weight_read=1", EFFECT_ENV | EFFECT_BURST, false},
    {"weight_read=1", EFFECT_ENV | EFFECT_TRAFFIC, true},
    {"operations=5", EFFECT_POLICY, true},
    {"grant_interval=5", EFFECT_ENV, true},
    {"loss_percent=5", EFFECT_POLICY | EFFECT_BLOCK, false},
    {"loss_percent=5", EFFECT_POLICY | EFFECT_BLOCK | EFFECT_FAULTS, true},
    {"upset_receiver=5", EFFECT_ENV, false},
};

EACH(effect, is_of_what_runs, effects) {
    const struct settings settings = {.set = {row->setting}, .sets = 1};
    cr_redirect_stderr();
    cr_expect(eq(int, settings_have_effect(&settings, row->run), row->effect), "%s", row->setting);
}
