#include "tb/block/failure/snapshot.h"

#include <unistd.h>

#include "tb/block/ref_state.h"
#include "tb/block/ref_state/map.h"

enum { PATH_BYTES = 600 };

// --- where to read on ---------------------------------------------------------------------------

// By rule, by what moves a window, by part of the register map: sections, modules.
static const struct place {
    const char *about, *spec, *rtl;
} PLACES[] = {
    {"admission", "decision.md 3.3 and 3.4", "lanes windows"},
    {"demand", "decision.md 3.1", "demand"},
    {"reject", "decision.md 3.2 and waiting.md 2.5", "classes choice"},
    {"decision", "ports.md 1.4", "path"},
    {"order", "waiting.md 2.3 to 2.5", "order choice spots"},
    {"work", "waiting.md 2.3 to 2.5", "fit choice spots"},
    {"choice", "waiting.md 2.2 to 2.4", "choice fit slots"},
    {"refusal", "waiting.md 2.5", "choice"},
    {"starvation", "waiting.md 2.5", "spots"},
    {"pause", "ports.md 1.6 and registers.md 9.6", "path"},
    {"domain", "waiting.md 2.4", "slots"},
    {"epoch", "ports.md 1.4 and 1.5", "path"},
    {"handle", "reservation.md 4.5", "ids"},
    {"completion", "reservation.md 4.2 and 4.4", "collector"},
    {"return", "reservation.md 4.2", "table"},
    {"free", "reservation.md 4.3", "table"},
    {"reset", "ports.md 1.1", "semacredit"},
    {"class", "waiting.md 2.1 and registers.md 9.6", "classes"},
    {"class of a response engine", "waiting.md 2.1 and 2.3", "responses classes fit"},
    {"port", "reservation.md 4.4 and 4.6", "collector path"},
    {"answer", "waiting.md 2.6", "lookup"},
    {"quiet", "registers.md 9.5", "semacredit"},
    {"window", "windows.md 7.1 and 7.2", "unit"},
    {"spacing", "windows.md 7.2", "unit"},
    {"calibration", "windows.md 7.3", "calibrator unit"},
    {"asked", "windows.md 7.2", "unit calibrator"},
    {"turn", "windows.md 7.4", "queue unit"},
    {"credit", "messages.md", "messages"},
    {"waits", "messages.md", "messages"},
    {"interval", "messages.md", "messages"},
    {"told", "messages.md", "messages"},
    {"handshake", "registers.md 9.3", "axi"},
    {"slverr", "registers.md 9.2", "decode settings"},
    {"clock", "registers.md 9.3 and 9.4", "settings axi"},
    {"irq", "registers.md 9.4", "errors"},
    {"parked", "reservation.md 4.7", "ids table"},
    {"identity", "registers.md 9.1", "read"},
    {"drained", "promises.md", "path"},
    {"base windows", "registers.md 9.1", "bases read"},
    {"windows in force", "ports.md 1.7", "windows read"},
    {"debts", "ports.md 1.7", "lanes debts read"},
    {"occupancy", "registers.md 9.4", "status table path"},
    {"no register", "registers.md 9.2", "read"},
    {"status", "registers.md 9.4", "status read"},
    {"settings", "registers.md 9.1", "settings read"},
    {"holders", "registers.md 9.4", "holders read"},
    {"errors", "registers.md 9.4", "errors read"},
};

// Of a module, in the folder of the RTL.
static const char *const FILES[] = {"%s/path/sema_path_%.*s.sv", "%s/path/sema_%.*s.sv",
                                    "%s/sema_%.*s.sv", "%s/%.*s.sv"};

void cause_places(const struct cause *cause, const char *folder, FILE *file) {
    const struct place *place = PLACES, *const end = PLACES + sizeof PLACES / sizeof *PLACES;
    char path[PATH_BYTES];
    unsigned found = 0;
    while (place < end && strcmp(place->about, cause->about) != 0)
        place++;
    if (place == end)
        return;
    fprintf(file, "read:   rtl/spec/%s%s", cause->by_ports ? "ports.md 1.1, " : "", place->spec);
    for (const char *at = place->rtl; *at; at += strcspn(at, " "), at += strspn(at, " "))
        for (unsigned i = 0; i < sizeof FILES / sizeof *FILES; i++) {
            snprintf(path, sizeof path, FILES[i], folder, (int)strcspn(at, " "), at);
            if (access(path, R_OK) == 0)
                fprintf(file, "%s%s", found++ ? ", " : "; ", path);
        }
    snprintf(path, sizeof path, "%s/sema.f", folder);
    if (!found && access(path, R_OK) == 0)
        fprintf(file, "; the files of %s", path);
    fputc('\n', file);
}

static const char *about_register(const struct ref_state *ref) {
    static const struct {
        unsigned below;
        const char *about;
    } PARTS[] = {{SEMACREDIT_IN_FORCE, "base windows"}, {SEMACREDIT_DEBT, "windows in force"},
                 {SEMACREDIT_DENIALS, "debts"},         {SEMACREDIT_PARKED, "status"},
                 {SEMACREDIT_ATOMIC_SERVICE, "parked"}, {SEMACREDIT_HOLDER_STATE, "settings"},
                 {SEMACREDIT_SEND, "holders"},          {SEMACREDIT_IDENTITY, "settings"},
                 {SEMACREDIT_GRANTS, "identity"},       {SEMACREDIT_HELD, "status"},
                 {SEMACREDIT_ERRORS, "occupancy"},      {UINT32_MAX, "errors"}};
    unsigned part = 0;
    while (ref->bus.read_address >= PARTS[part].below)
        part++;
    return map_find(&ref->size, ref->bus.read_address) ? PARTS[part].about : "no register";
}

// --- what differs, where no rule says why -------------------------------------------------------

static void say(struct cause *cause, const char *about, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(struct cause *cause, const char *about, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cause->text, sizeof cause->text, format, arguments);
    va_end(arguments);
    cause->about = about;
}

// Which lanes a pair of registers enables: now, or, where there are none, ever since the reset.
static bool enables(const struct ref_state *ref, unsigned address, uint64_t ever, unsigned lane) {
    const uint32_t *const now = &ref->registers[address / 4];
    return now[0] || now[1] ? now[lane / 32 % 2] >> lane % 32 & 1 : ever >> lane % 64 & 1;
}

static void say_window(struct cause *cause, const struct snapshot *snapshot) {
    const struct ref_state *const ref = &snapshot->ref;
    const struct path_out *dut = &snapshot->dut.path, *golden = &snapshot->out.path;
    const bool is = dut->trace_kind == PATH_WINDOW, due = golden->trace_kind == PATH_WINDOW;
    const struct path_out *const one = is ? dut : golden;
    const unsigned lane = (unsigned)__builtin_ctzll(one->trace_mask | UINT64_C(1) << 63);
    const unsigned element = ref->bus.address % SEMACREDIT_MULTIPLIER / 4;
    const bool limit = lane >= path_lanes(&ref->size);
    const bool calibrated =
        !limit && enables(ref, SEMACREDIT_CALIBRATE_ENABLE, ref->calibrated, lane);
    const char *const about = calibrated ? "calibration" : "window";
    const bool written = ref->bus.performed && ref->bus.address < SEMACREDIT_IN_FORCE;
    const char *const who = calibrated ? about : "software";
    const char *const too = calibrated && written && element == lane ? "software or " : "";
    char name[FIELD_TEXT], other[FIELD_TEXT] = ", and should not in this clock";
    field_lane_name(&ref->size, lane, name);
    if (is && due && dut->trace_mask != golden->trace_mask) {
        say(cause, "turn", "%s%s puts the window of %s into force, though it is the turn of %s",
            too, who, name, field_set_text(&ref->size, golden->trace_mask, other));
        return;
    }
    if (due)
        snprintf(other, sizeof other, is ? ", not as %" PRIu32 : ", and should in this clock",
                 golden->trace_stage);
    say(cause, about, "%s%s %s the window of %s into force as %" PRIu32 "%s; it was %" PRIu64, too,
        who, is ? "puts" : "does not put", name, one->trace_stage, other,
        ref->window[lane % PATH_LANES]);
}

static const char *commit_text(const struct ref_state *ref, const struct path_out *out,
                               char text[WORDS_TEXT + 16]) {
    static const char *const KIND[] = {"none",         "a grant of ",  "a refusal of ",
                                       "a reject of ", "a window of ", "a flush of "};
    char name[WORDS_TEXT] = "";
    if (out->trace_kind)
        words_op(ref, out->trace_tag, name);
    snprintf(text, WORDS_TEXT + 16, "%s%s", KIND[out->trace_kind % 6], name);
    return text;
}

static void say_trace(struct cause *cause, const struct snapshot *snapshot) {
    const struct path_out *dut = &snapshot->dut.path, *golden = &snapshot->out.path;
    const struct path_size *size = &snapshot->ref.size;
    char is[WORDS_TEXT + 16], due[WORDS_TEXT + 16], handle[FIELD_TEXT];
    commit_text(&snapshot->ref, dut, is);
    if (dut->trace_kind == PATH_WINDOW || golden->trace_kind == PATH_WINDOW)
        say_window(cause, snapshot);
    else if (dut->trace_kind != golden->trace_kind || dut->trace_tag != golden->trace_tag)
        say(cause, dut->trace_kind && golden->trace_kind ? "order" : "choice",
            "the decision of this clock is %.200s, not %.200s", is,
            commit_text(&snapshot->ref, golden, due));
    else if (dut->trace_handle != golden->trace_handle)
        say(cause, "handle", "%.200s gets handle %s, not %s (epoch.generation.id)", is,
            field_handle(size, dut->trace_handle, handle),
            field_handle(size, golden->trace_handle, due));
}

static void say_irq(struct cause *cause, const struct snapshot *snapshot) {
    const struct ref_state *const ref = &snapshot->ref;
    say(cause, "irq", "irq is %d; errors are %#" PRIx32 ", and their mask is %#" PRIx32,
        snapshot->dut.irq, ref->errors, ref->registers[SEMACREDIT_ERROR_MASK / 4]);
}

static void say_bus(struct cause *cause, const struct snapshot *snapshot) {
    const struct ref_bus *bus = &snapshot->ref.bus;
    const struct block_out *dut = &snapshot->dut, *golden = &snapshot->out;
    const unsigned answer = dut->axi_bvalid ? dut->axi_bresp : golden->axi_bresp;
    char name[MAP_TEXT];
    if (dut->axi_rvalid && golden->axi_rvalid)
        say(cause, about_register(&snapshot->ref),
            "a read of %s answers %" PRIu32 "%s, not %" PRIu32,
            map_name(&snapshot->ref.size, bus->read_address, name), dut->axi_rdata,
            dut->axi_rresp ? " with an error" : "", golden->axi_rdata);
    else if (dut->axi_bvalid != golden->axi_bvalid || dut->axi_bresp != golden->axi_bresp)
        say(cause,
            answer                               ? "slverr"
            : bus->address < SEMACREDIT_IN_FORCE ? "spacing"
                                                 : "clock",
            "the write of %" PRIu32 " to %s is %s%s in this clock, and should %sbe", bus->data,
            map_name(&snapshot->ref.size, bus->address, name), dut->axi_bvalid ? "" : "not ",
            answer ? "refused" : "done", dut->axi_bvalid ? "not " : "");
}

static void say_message(struct cause *cause, const struct snapshot *snapshot) {
    if (snapshot->dut.message_valid != snapshot->out.message_valid)
        say(cause, "credit", "%s",
            snapshot->dut.message_valid ? "a grant message is shown, and none is due"
                                        : "no grant message is shown, and one is due");
}

static void say_quiet(struct cause *cause, const struct snapshot *snapshot) {
    say(cause, "quiet", "the block is %s",
        snapshot->dut.quiet ? "quiet, and something is still to come"
                            : "not quiet, and nothing is to come");
}

static void say_field(struct cause *cause, const struct snapshot *snapshot,
                      const struct field_at *at) {
    static const struct {
        const char *about;
        void (*say)(struct cause *, const struct snapshot *);
    } GROUP[FIELD_GROUPS] = {[FIELD_TRACE] = {"admission", say_trace},
                             [FIELD_BUS] = {"handshake", say_bus},
                             [FIELD_MESSAGE] = {"credit", say_message},
                             [FIELD_QUIET] = {"quiet", say_quiet},
                             [FIELD_IRQ] = {"irq", say_irq},
                             [FIELD_RETURN] = {"return", NULL},
                             [FIELD_DECISION] = {"decision", NULL},
                             [FIELD_ANSWER] = {"answer", NULL},
                             [FIELD_FREE] = {"free", NULL},
                             [FIELD_OFFER] = {"class", NULL},
                             [FIELD_COMPLETION] = {"port", NULL}};
    const unsigned group = at->field->group;
    const struct path_size *size = &snapshot->ref.size;
    char name[FIELD_TEXT], dut[FIELD_TEXT], golden[FIELD_TEXT];
    say(cause, GROUP[group].about, "the %s port %s shows %s, not %s", field_group_name(group),
        field_name(at, name), field_value(at, size, field_get(at, &snapshot->dut), dut),
        field_value(at, size, field_get(at, &snapshot->out), golden));
    if (GROUP[group].say)
        GROUP[group].say(cause, snapshot);
}

// --- the cause ----------------------------------------------------------------------------------

// A rule, or what it is about more closely.
static const char *about_rule(const char *rule, const char *text, const struct snapshot *snapshot) {
    const struct ref_state *const ref = &snapshot->ref;
    const struct path_out *const dut = &snapshot->dut.path;
    const unsigned epoch = dut->trace_handle >> (ref->size.gen_w + path_id_w(&ref->size));
    const bool rejects =
        dut->trace_kind == PATH_REJECT || snapshot->out.path.trace_kind == PATH_REJECT;
    bool pauses = false; // begins or ends with the choices of this clock
    for (unsigned ago = 3; ago < 5; ago++)
        pauses |= ref_past(ref, ago)->pause != ref_past(ref, ago + 1)->pause;
#define IS(name) (strcmp(rule, name) == 0)
    const bool admits = IS("admission"), works = IS("work"), chooses = IS("order") || IS("choice");
    return IS("read")                                              ? about_register(ref)
           : IS("clock") && ref->bus.address < SEMACREDIT_IN_FORCE ? "spacing"
           : IS("handle") && epoch != ref->epoch                   ? "epoch"
           : IS("handle") && strstr(text, "is parked")             ? "parked"
           : IS("class") && strstr(text, "on response")            ? "class of a response engine"
           : IS("waits") || IS("interval") || IS("told")           ? "credit"
           : (admits || works) && rejects                          ? "reject"
           : admits && !ref_waiting(ref, dut->trace_tag)           ? "choice"
           : pauses && (works || chooses)                          ? "pause"
                                                                   : rule;
#undef IS
}

void cause_find(struct cause *cause, const struct snapshot *snapshot,
                const struct checked_outcome *judged) {
    const struct checked_outcome *reported = snapshot->differs ? judged : &snapshot->failure;
    struct field_at at;
    *cause = (struct cause){.about = "", .by_ports = snapshot->cause[0]};
    if (reported->loss) {
        cause->rule = strchr(reported->caught, ':') + 2;
        cause->loss = reported->loss;
        say(cause, about_rule(cause->rule, reported->reason, snapshot), "%s", reported->reason);
    } else if (snapshot_differs(snapshot, &at)) {
        say_field(cause, snapshot, &at);
    } else {
        say(cause, "", "%.90s: %.380s", reported->caught, reported->reason);
    }
}

bool cause_of_choice(const struct cause *cause) {
    static const char *const ABOUT[] = {"order",   "work",       "choice", "domain",
                                        "refusal", "starvation", "pause"};
    bool found = false;
    for (unsigned i = 0; i < sizeof ABOUT / sizeof *ABOUT; i++)
        found |= strcmp(cause->about, ABOUT[i]) == 0;
    return found;
}
