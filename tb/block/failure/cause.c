#define _POSIX_C_SOURCE 200809L
#include "tb/block/failure/cause.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "tb/block/check/check.h"
#include "tb/block/view/map.h"
#include "tb/block/view/words.h"

enum { PATH_BYTES = 600 };

// --- where to read on ---------------------------------------------------------------------------

// By rule, by who moves a window, by part of the register map, by transaction.
static const struct place {
    const char *about, *spec, *rtl;
} PLACES[] = {
    {"admission", "decision.md 3.3 and 3.4", "path/sema_path_lanes.sv path/sema_path_windows.sv"},
    {"demand", "decision.md 3.1", "path/sema_path_demand.sv"},
    {"reject", "decision.md 3.2 and waiting.md 2.5",
     "path/sema_path_classes.sv path/sema_path_choice.sv"},
    {"decision", "ports.md 1.4", "path/sema_path.sv"},
    {"order", "waiting.md 2.3 to 2.5",
     "path/sema_path_order.sv path/sema_path_choice.sv path/sema_path_aging.sv"},
    {"work", "waiting.md 2.3 to 2.5",
     "path/sema_path_fit.sv path/sema_path_choice.sv path/sema_path_aging.sv"},
    {"choice", "waiting.md 2.2 to 2.4",
     "path/sema_path_choice.sv path/sema_path_fit.sv path/sema_path_slots.sv"},
    {"refusal", "waiting.md 2.5", "path/sema_path_choice.sv"},
    {"starvation", "waiting.md 2.5", "path/sema_path_aging.sv"},
    {"pause", "ports.md 1.6", "path/sema_path.sv"},
    {"domain", "waiting.md 2.4", "path/sema_path_slots.sv"},
    {"epoch", "ports.md 1.4 and 1.5", "path/sema_path.sv"},
    {"handle", "reservation.md 4.5", "path/sema_path_ids.sv"},
    {"completion", "reservation.md 4.2 and 4.4", "path/sema_path_collector.sv"},
    {"return", "reservation.md 4.2", "path/sema_path_table.sv"},
    {"free", "reservation.md 4.3", "path/sema_path_table.sv"},
    {"reset", "ports.md 1.1", "semacredit.sv"},
    {"class", "waiting.md 2.1", "path/sema_path_classes.sv"},
    {"class of a response engine", "waiting.md 2.1 and 2.3",
     "path/sema_path_responses.sv path/sema_path_classes.sv path/sema_path_fit.sv"},
    {"port", "reservation.md 4.4 and 4.6", "path/sema_path_collector.sv path/sema_path.sv"},
    {"answer", "waiting.md 2.6", "path/sema_path_lookup.sv"},
    {"quiet", "registers.md 9.5", "semacredit.sv"},
    {"window", "windows.md 7.1 and 7.2", "sema_unit.sv"},
    {"spacing", "windows.md 7.2", "sema_unit.sv"},
    {"tuning", "windows.md 7.4", "sema_tuner.sv sema_unit.sv"},
    {"calibration", "windows.md 7.3", "sema_calibrator.sv sema_unit.sv"},
    {"calibration or tuning", "windows.md 7.1 to 7.4",
     "sema_calibrator.sv sema_tuner.sv sema_unit.sv"},
    {"turn", "windows.md 7.5", "sema_queue.sv sema_unit.sv"},
    {"credit", "messages.md", "sema_messages.sv"},
    {"waits", "messages.md", "sema_messages.sv"},
    {"interval", "messages.md", "sema_messages.sv"},
    {"told", "messages.md", "sema_messages.sv"},
    {"handshake", "registers.md 9.3", "sema_axi.sv"},
    {"slverr", "registers.md 9.2", "sema_decode.sv sema_settings.sv"},
    {"clock", "registers.md 9.2 and 9.3", "sema_settings.sv sema_axi.sv"},
    {"drained", "promises.md", "path/sema_path.sv"},
    {"base windows", "registers.md 9.1", "sema_bases.sv sema_read.sv"},
    {"windows in force", "ports.md 1.7", "path/sema_path_windows.sv sema_read.sv"},
    {"debts", "ports.md 1.7", "path/sema_path_debts.sv sema_read.sv"},
    {"occupancy", "registers.md 9.4", "sema_status.sv path/sema_path_table.sv path/sema_path.sv"},
    {"no register", "registers.md 9.2", "sema_read.sv"},
    {"status", "registers.md 9.4", "sema_status.sv sema_read.sv"},
    {"settings", "registers.md 9.1", "sema_settings.sv sema_read.sv"},
    {"holders", "registers.md 9.4", "sema_holders.sv sema_read.sv"},
    {"errors", "registers.md 9.4", "sema_errors.sv sema_read.sv"},
};

static const struct place *place_of(const char *about) {
    for (unsigned i = 0; i < sizeof PLACES / sizeof *PLACES; i++)
        if (strcmp(PLACES[i].about, about) == 0)
            return &PLACES[i];
    return NULL;
}

void cause_places(const struct cause *cause, const char *folder, FILE *file) {
    const struct place *const place = place_of(cause->about);
    if (!place)
        return;
    fprintf(file, "read:   rtl/spec/%s%s", cause->by_ports ? "ports.md 1.1, " : "", place->spec);
    char path[PATH_BYTES];
    unsigned found = 0;
    for (const char *at = place->rtl; *at; at += strspn(at, " ")) {
        const int length = (int)strcspn(at, " ");
        snprintf(path, sizeof path, "%s/%.*s", folder, length, at);
        if (access(path, R_OK) == 0)
            fprintf(file, "%s%s", found++ ? ", " : "; ", path);
        at += length;
    }
    snprintf(path, sizeof path, "%s/sema.f", folder);
    if (!found && access(path, R_OK) == 0)
        fprintf(file, "; the files of %s", path);
    fputc('\n', file);
}

static const char *about_register(const struct view *view) {
    const unsigned address = view->bus.read_address;
    static const struct {
        unsigned below;
        const char *about;
    } PARTS[] = {{SEMACREDIT_IN_FORCE, "base windows"}, {SEMACREDIT_DEBT, "windows in force"},
                 {SEMACREDIT_DENIALS, "debts"},         {SEMACREDIT_ATOMIC_SERVICE, "status"},
                 {SEMACREDIT_HOLDER_STATE, "settings"}, {SEMACREDIT_GRANTS, "holders"},
                 {SEMACREDIT_HELD, "status"},           {SEMACREDIT_ERRORS, "occupancy"}};
    if (!map_find(&view->size, address))
        return "no register";
    for (unsigned i = 0; i < sizeof PARTS / sizeof *PARTS; i++)
        if (address < PARTS[i].below)
            return PARTS[i].about;
    return "errors";
}

// --- what differs, where no rule says why -------------------------------------------------------

// Both sides of a difference, and the view before it.
struct sides {
    const struct view *view;
    const struct block_out *dut, *ref;
    const struct field_at *at;
};

// Which lanes a pair of registers enables: now, or, where there are none, ever since the reset.
static bool enabled(const struct view *view, unsigned address, uint64_t ever, unsigned lane) {
    const uint32_t *const now = &view->registers[address / 4];
    return now[0] || now[1] ? now[lane / 32 % 2] >> lane % 32 & 1 : ever >> lane % 64 & 1;
}

// What gives the window of a lane its value.
static const char *mover(const struct view *view, unsigned lane) {
    const bool tuned = enabled(view, SEMACREDIT_TUNE_ENABLE, view->tuned, lane);
    const bool calibrated = enabled(view, SEMACREDIT_CALIBRATE_ENABLE, view->calibrated, lane);
    return lane >= path_lanes(&view->size) || !(tuned || calibrated) ? "window"
           : !tuned                                                  ? "calibration"
           : !calibrated                                             ? "tuning"
                                                                     : "calibration or tuning";
}

static void say_window(struct cause *cause, const struct sides *sides) {
    const struct view *const view = sides->view;
    const struct path_out *dut = &sides->dut->path, *ref = &sides->ref->path;
    const bool is = dut->trace_kind == PATH_WINDOW, due = ref->trace_kind == PATH_WINDOW;
    const struct path_out *const one = is ? dut : ref;
    const unsigned lane = (unsigned)__builtin_ctzll(one->trace_mask | UINT64_C(1) << 63);
    const unsigned at = view->bus.address;
    const bool written = view->bus.performed && (at == SEMACREDIT_WINDOW + 4 * lane ||
                                                 at == SEMACREDIT_MULTIPLIER + 4 * lane);
    char name[FIELD_TEXT], other[FIELD_TEXT], not_to[FIELD_TEXT] = "";
    cause->about = mover(view, lane);
    const bool moves = strcmp(cause->about, "window") != 0;
    char who[FIELD_TEXT];
    snprintf(who, sizeof who, "%s%s%s", written || !moves ? "software" : "",
             written && moves ? " or " : "", moves ? cause->about : "");
    field_lane_name(&view->size, lane, name);
    if (is && due && dut->trace_mask != ref->trace_mask) {
        cause->about = "turn";
        snprintf(cause->text, sizeof cause->text,
                 "the window of %s is put into force (%s), though it is the turn of %s", name, who,
                 field_set_text(&view->size, ref->trace_mask, other));
        return;
    }
    if (is && due)
        snprintf(not_to, sizeof not_to, ", not as %" PRIu32, ref->trace_stage);
    snprintf(cause->text, sizeof cause->text,
             "%s %s the window of %s into force as %" PRIu32 "%s; it was %" PRIu64, who,
             is ? "puts" : "does not put", name, one->trace_stage,
             is && due ? not_to
             : is      ? ", and should not in this clock"
                       : ", and should in this clock",
             view->window[lane % PATH_LANES]);
}

static const char *say_commit(const struct view *view, const struct path_out *out,
                              char text[WORDS_TEXT + 16]) {
    static const char *const KIND[] = {"none", "a grant", "a refusal", "a reject", "a window"};
    char name[WORDS_TEXT];
    const bool of_op = out->trace_kind != PATH_NONE && out->trace_kind != PATH_WINDOW;
    snprintf(text, WORDS_TEXT + 16, "%s%s%s", KIND[out->trace_kind % 5], of_op ? " of " : "",
             of_op ? words_op(view, out->trace_tag, name) : "");
    return text;
}

static void say_trace(struct cause *cause, const struct sides *sides) {
    const struct path_out *dut = &sides->dut->path, *ref = &sides->ref->path;
    char is[WORDS_TEXT + 16], due[WORDS_TEXT + 16], handle[FIELD_TEXT];
    if (dut->trace_kind == PATH_WINDOW || ref->trace_kind == PATH_WINDOW) {
        say_window(cause, sides);
        return;
    }
    if (dut->trace_kind == ref->trace_kind && dut->trace_tag == ref->trace_tag) {
        cause->about = "admission"; // the field that differs is reported
        if (dut->trace_handle == ref->trace_handle)
            return;
        cause->about = "handle";
        snprintf(cause->text, sizeof cause->text,
                 "%.200s gets handle %s, not %s (epoch.generation.id)",
                 say_commit(sides->view, dut, is),
                 field_handle(&sides->view->size, dut->trace_handle, handle),
                 field_handle(&sides->view->size, ref->trace_handle, due));
        return;
    }
    cause->about = dut->trace_kind == PATH_NONE || ref->trace_kind == PATH_NONE ? "choice"
                   : dut->trace_tag != ref->trace_tag                           ? "order"
                                                                                : "admission";
    snprintf(cause->text, sizeof cause->text, "the decision of this clock is %.200s, not %.200s",
             say_commit(sides->view, dut, is), say_commit(sides->view, ref, due));
}

static void say_bus(struct cause *cause, const struct sides *sides) {
    const struct view_bus *bus = &sides->view->bus;
    const struct block_out *dut = sides->dut, *ref = sides->ref;
    char name[MAP_TEXT];
    cause->about = "handshake";
    if (dut->axi_rvalid && ref->axi_rvalid) {
        cause->about = about_register(sides->view);
        snprintf(cause->text, sizeof cause->text,
                 "a read of %s answers %" PRIu32 "%s, not %" PRIu32,
                 map_name(&sides->view->size, bus->read_address, name), dut->axi_rdata,
                 dut->axi_rresp ? " with an error" : "", ref->axi_rdata);
    } else if (dut->axi_bvalid != ref->axi_bvalid || dut->axi_bresp != ref->axi_bresp) {
        const unsigned answer = dut->axi_bvalid ? dut->axi_bresp : ref->axi_bresp;
        cause->about = answer ? "slverr" : bus->address < SEMACREDIT_IN_FORCE ? "spacing" : "clock";
        snprintf(cause->text, sizeof cause->text,
                 "the write of %" PRIu32 " to %s is %s%s in this clock, and should %sbe", bus->data,
                 map_name(&sides->view->size, bus->address, name), dut->axi_bvalid ? "" : "not ",
                 answer ? "refused" : "done", dut->axi_bvalid ? "not " : "");
    }
}

static void say_message(struct cause *cause, const struct sides *sides) {
    const bool is = sides->dut->message_valid, due = sides->ref->message_valid;
    cause->about = "told";
    if (is != due)
        snprintf(cause->text, sizeof cause->text, "%s",
                 is ? "a grant message is shown, and none is due"
                    : "no grant message is shown, and one is due");
}

static void say_quiet(struct cause *cause, const struct sides *sides) {
    cause->about = "quiet";
    snprintf(cause->text, sizeof cause->text, "%s",
             sides->dut->quiet ? "the block is quiet, and something is still to come"
                               : "the block is not quiet, and nothing is to come");
}

static void say_field(struct cause *cause, const struct sides *sides) {
    static void (*const SAY[FIELD_GROUPS])(struct cause *,
                                           const struct sides *) = {[FIELD_TRACE] = say_trace,
                                                                    [FIELD_BUS] = say_bus,
                                                                    [FIELD_MESSAGE] = say_message,
                                                                    [FIELD_QUIET] = say_quiet};
    static const char *const ABOUT[FIELD_GROUPS] = {
        [FIELD_RETURN] = "return", [FIELD_DECISION] = "decision", [FIELD_ANSWER] = "answer",
        [FIELD_FREE] = "free",     [FIELD_OFFER] = "class",       [FIELD_COMPLETION] = "port"};
    const struct field_at *at = sides->at;
    const struct path_size *size = &sides->view->size;
    char name[FIELD_TEXT], dut[FIELD_TEXT], ref[FIELD_TEXT];
    cause->about = ABOUT[at->field->group] ? ABOUT[at->field->group] : "";
    snprintf(cause->text, sizeof cause->text, "the %s port %s shows %s, not %s",
             field_group_name(at->field->group), field_name(at, name),
             field_value(at, size, field_get(at, sides->dut), dut),
             field_value(at, size, field_get(at, sides->ref), ref));
    if (SAY[at->field->group])
        SAY[at->field->group](cause, sides);
}

// --- the cause ----------------------------------------------------------------------------------

// A rule, or what it is about more closely.
static const char *about_rule(const char *rule, const char *text, const struct scene *scene) {
    const struct view *const view = &scene->view;
    const struct path_out *const dut = &scene->dut.path;
    bool pauses = false; // begins or ends with the choices of this clock
    for (unsigned ago = 3; ago < 5; ago++)
        pauses |= view_past(view, ago)->pause != view_past(view, ago + 1)->pause;
#define IS(name) (strcmp(rule, name) == 0)
    if (IS("read"))
        return about_register(view);
    if (IS("clock") && view->bus.address < SEMACREDIT_IN_FORCE)
        return "spacing";
    if (IS("handle") &&
        dut->trace_handle >> (view->size.gen_w + path_id_w(&view->size)) != view->epoch)
        return "epoch";
    if (IS("class"))
        return strstr(text, "on response") ? "class of a response engine" : rule;
    if ((IS("admission") || IS("work")) &&
        (dut->trace_kind == PATH_REJECT || scene->out.path.trace_kind == PATH_REJECT))
        return "reject";
    if (IS("admission") && !view_waiting(view, dut->trace_tag))
        return "choice";
    if (pauses && (IS("work") || IS("order") || IS("choice")))
        return "pause";
#undef IS
    return rule;
}

void cause_find(struct cause *cause, const struct scene *scene,
                const struct checked_outcome *judged) {
    const struct checked_outcome *told = scene->differs ? judged : &scene->failure;
    struct field_at at;
    *cause = (struct cause){.about = "", .by_ports = scene->cause[0]};
    if (told->loss) {
        cause->rule = strchr(told->caught, ':') + 2;
        cause->loss = told->loss;
        cause->about = about_rule(cause->rule, told->reason, scene);
        snprintf(cause->text, sizeof cause->text, "%s", told->reason);
    } else if (scene_differs(scene, &at)) {
        say_field(cause, &(struct sides){&scene->view, &scene->dut, &scene->out, &at});
    } else {
        snprintf(cause->text, sizeof cause->text, "%.90s: %.380s", told->caught, told->reason);
    }
}
