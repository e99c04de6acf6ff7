#define _POSIX_C_SOURCE 200809L
#include "tb/wave/savefile.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "csim/base/atomic_file.h"
#include "csim/interface/numbers.h"
#include "csim/interface/register_names.h"
#include "register_map.h"
#include "tb/wave/savefile_parts.h"

// ------------------------------------------------------------------------------------ the view
//
// The commit port and everything that is state show, after the edge of clock c, what clock c has
// done: a marker on that edge reads what the commit stream says of clock c. Signals of the arbiter,
// of the decision and of the lanes belong to operations that commit some clocks later.

// Files of names, one for each kind of value.
enum names {
    NAMES_NONE,
    NAMES_DECISION,
    NAMES_RETURN,
    NAMES_DONE,
    NAMES_LANE,
    NAMES_MASK,
    NAMES_OPCODE,
    NAMES_REGISTER,
    NAMES
};

// How a signal is shown. STEPS is analogue and tall, LINE analogue and low; COUNT is the number of
// bits that are set.
enum style { BITS, NUMBER, SIGNED, HEX, COUNT, STEPS, LINE };

// Widths that depend on the depth; others are given as they are.
enum { ID_BITS = -1, HELD_BITS = -2, DEPTH_BITS = -3, COUNT_BITS = LANES * COUNTER_BITS };

struct row {
    const char *label;
    const char *signal; // without its range
    int bits;
    enum style style;
    enum names names;
    enum colour colour;
};

struct group {
    const char *title;
    const struct row *rows; // ends with a NULL label
    bool open;
    const struct row *more; // rows behind those; may be NULL
};

static const struct row clock_rows[] = {
    {"clock", "clk_i", 1, BITS, NAMES_NONE, NORMAL},
    {"reset, active low", "rst_ni", 1, BITS, NAMES_NONE, NORMAL},
    {"quiet", "quiet_o", 1, BITS, NAMES_NONE, NORMAL},
    {0},
};

static const struct row decision_rows[] = {
    {"decision", "commit_kind_o", 3, HEX, NAMES_DECISION, YELLOW},
    {"of operation", "commit_tag_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"lanes used, or refusing", "commit_mask_o", 11, HEX, NAMES_MASK, ORANGE},
    {"its reservation", "commit_id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"its HBM lane", "commit_lane_o", 4, HEX, NAMES_LANE, NORMAL},
    {"its HBM demand", "commit_hbm_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"its Atomic demand", "commit_atomic_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"its response demand", "commit_response_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"order since reset", "commit_order_o", 48, NUMBER, NAMES_NONE, NORMAL},
    {0},
};

static const struct row return_rows[] = {
    {"HBM", "commit_hbm_kind_o", 2, HEX, NAMES_RETURN, YELLOW},
    {"HBM reservation", "commit_hbm_id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"HBM lane", "commit_hbm_lane_o", 4, HEX, NAMES_LANE, NORMAL},
    {"HBM amount", "commit_hbm_amount_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"Atomic", "commit_atomic_kind_o", 2, HEX, NAMES_RETURN, YELLOW},
    {"Atomic reservation", "commit_atomic_id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"Atomic amount", "commit_atomic_amount_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"response", "commit_response_kind_o", 2, HEX, NAMES_RETURN, YELLOW},
    {"response reservation", "commit_response_id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"response amount", "commit_response_amount_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"done", "commit_done_kind_o", 2, HEX, NAMES_DONE, YELLOW},
    {"done reservation", "commit_done_id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"retired by each of them", "commit_retire_o", 3, BITS, NAMES_NONE, NORMAL},
    {0},
};

static const struct row message_rows[] = {
    {"message valid", "grant_valid_o", 1, BITS, NAMES_NONE, YELLOW},
    {"message ready", "grant_ready_i", 1, BITS, NAMES_NONE, NORMAL},
    {"counts, last lane first", "grant_credit_o", COUNT_BITS, HEX, NAMES_NONE, NORMAL},
    {"interval", "grant_interval", 16, NUMBER, NAMES_NONE, NORMAL},
    {"HBM threshold", "grant_threshold_hbm", 32, NUMBER, NAMES_NONE, NORMAL},
    {"time threshold", "grant_threshold_time", 32, NUMBER, NAMES_NONE, NORMAL},
    {0},
};

static const struct row offer_rows[] = {
    {"offer valid", "op_valid_i", 1, BITS, NAMES_NONE, NORMAL},
    {"offer ready", "op_ready_o", 1, BITS, NAMES_NONE, NORMAL},
    {"offered operation", "op_tag_i", 32, NUMBER, NAMES_NONE, NORMAL},
    {"opcode", "op_opcode_i", 4, HEX, NAMES_OPCODE, YELLOW},
    {"address", "op_address_i", 64, HEX, NAMES_NONE, NORMAL},
    {"length", "op_length_i", 32, NUMBER, NAMES_NONE, NORMAL},
    {"response length", "op_response_length_i", 32, NUMBER, NAMES_NONE, NORMAL},
    {"bytes on the wire", "op_wire_bytes_i", WIRE_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"urgent", "op_urgent_i", 1, BITS, NAMES_NONE, NORMAL},
    {"ordering domain", "op_domain_i", DOMAIN_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"pause", "pause_i", 1, BITS, NAMES_NONE, NORMAL},
    {0},
};

#define ARBITER "u_admit.u_arbiter."
static const struct row arbiter_rows[] = {
    {"slots in use", ARBITER "taken", SLOTS, COUNT, NAMES_NONE, VIOLET},
    {"may be chosen", ARBITER "open", SLOTS, COUNT, NAMES_NONE, NORMAL},
    {"blocked", ARBITER "blocked", SLOTS, COUNT, NAMES_NONE, NORMAL},
    {"denied before", ARBITER "denied", SLOTS, COUNT, NAMES_NONE, NORMAL},
    {"known to fit", ARBITER "fits", SLOTS, COUNT, NAMES_NONE, GREEN},
    {"not passed by an aged one", ARBITER "allow", SLOTS, COUNT, NAMES_NONE, RED},
    {"paused", ARBITER "pause_2q", 1, BITS, NAMES_NONE, NORMAL},
    {"to try", ARBITER "try_set", SLOTS, HEX, NAMES_NONE, NORMAL},
    {"to report", ARBITER "report_set", SLOTS, HEX, NAMES_NONE, NORMAL},
    {"chosen", ARBITER "chosen", SLOTS, HEX, NAMES_NONE, YELLOW},
    {"walks", "walking", 1, BITS, NAMES_NONE, NORMAL},
    {"scaled", "u_admit.scaled", SLOTS, HEX, NAMES_NONE, NORMAL},
    {0},
};

// The operation chosen three clocks before; that granted in this clock; that decided on, one clock
// before it commits.
static const struct row deciding_rows[] = {
    {"on its way", "u_admit.valid", 1, BITS, NAMES_NONE, NORMAL},
    {"to be granted if it fits", "u_admit.tried", 1, BITS, NAMES_NONE, NORMAL},
    {"for the first time", "u_admit.first", 1, BITS, NAMES_NONE, NORMAL},
    {"operation on its way", "u_admit.tag", 32, NUMBER, NAMES_NONE, NORMAL},
    {"tag of a reservation", "u_admit.found", 1, BITS, NAMES_NONE, NORMAL},
    {"granted", "u_admit.grant_now", 1, BITS, NAMES_NONE, GREEN},
    {"under id", "candidate", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"commits next: grant", "grant", 1, BITS, NAMES_NONE, GREEN},
    {"deny", "deny", 1, BITS, NAMES_NONE, ORANGE},
    {"reject", "reject", 1, BITS, NAMES_NONE, RED},
    {"repeat", "repeated", 1, BITS, NAMES_NONE, NORMAL},
    {"operation", "tag", 32, NUMBER, NAMES_NONE, NORMAL},
    {"uses lanes", "used", 10, HEX, NAMES_MASK, NORMAL},
    {"refused by", "refused", 11, HEX, NAMES_MASK, ORANGE},
    {"above the window of", "over", 10, HEX, NAMES_MASK, RED},
    {0},
};

static const struct row completion_rows[] = {
    {"HBM valid, last lane first", "hbm_valid_i", HBM_LANES, BITS, NAMES_NONE, NORMAL},
    {"HBM ready", "hbm_ready_o", HBM_LANES, BITS, NAMES_NONE, NORMAL},
    {"even places full", "u_collector.even_q", HBM_LANES, BITS, NAMES_NONE, NORMAL},
    {"odd places full", "u_collector.odd_q", HBM_LANES, BITS, NAMES_NONE, NORMAL},
    {"collector taken up", "u_collector.valid_o", 1, BITS, NAMES_NONE, NORMAL},
    {"taken up, partition", "u_collector.partition_o", 3, NUMBER, NAMES_NONE, NORMAL},
    {"taken up, reservation", "u_collector.id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"taken up, service", "u_collector.service_o", SERVICE_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"Atomic valid", "atomic_valid_i", 1, BITS, NAMES_NONE, NORMAL},
    {"Atomic id", "atomic_id_i", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"Atomic service", "atomic_service_i", SERVICE_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"response valid", "response_valid_i", 1, BITS, NAMES_NONE, NORMAL},
    {"response id", "response_id_i", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"response service", "response_service_i", SERVICE_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"done valid", "done_valid_i", 1, BITS, NAMES_NONE, NORMAL},
    {"done id", "done_id_i", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {0},
};

#define OWED "u_reservation_table.u_owed_flags."
static const struct row occupancy_rows[] = {
    {"reservations held", "u_id_pool.held_count_q", HELD_BITS, STEPS, NAMES_NONE, VIOLET},
    {"command limit", "command_limit", HELD_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"id free", "u_id_pool.ready_o", 1, BITS, NAMES_NONE, NORMAL},
    {"id of the next grant", "u_id_pool.id_o", ID_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"ids queued", "u_id_pool.filled_q", 3, NUMBER, NAMES_NONE, NORMAL},
    {"owing HBM", OWED "hbm_owed", DEPTH_BITS, COUNT, NAMES_NONE, NORMAL},
    {"owing Atomic", OWED "atomic_owed", DEPTH_BITS, COUNT, NAMES_NONE, NORMAL},
    {"owing response", OWED "response_owed", DEPTH_BITS, COUNT, NAMES_NONE, NORMAL},
    {"not completed", OWED "done_owed", DEPTH_BITS, COUNT, NAMES_NONE, NORMAL},
    {0},
};

static const struct row register_rows[] = {
    {"register write starts", "register_write", 1, BITS, NAMES_NONE, NORMAL},
    {"which", "write_address", 12, HEX, NAMES_REGISTER, YELLOW},
    {"data", "write_data", 32, NUMBER, NAMES_NONE, NORMAL},
    {"write refused", "write_error", 1, BITS, NAMES_NONE, ORANGE},
    {"register read", "register_read", 1, BITS, NAMES_NONE, NORMAL},
    {"which read", "read_address", 12, HEX, NAMES_REGISTER, YELLOW},
    {"read refused", "read_error", 1, BITS, NAMES_NONE, ORANGE},
    {"answer", "axi_rdata_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"errors", "errors", ERRORS, BITS, NAMES_NONE, RED},
    {"time", "now_i", TIME_BITS, NUMBER, NAMES_NONE, NORMAL},
    {"window tuned", "tune", 1, BITS, NAMES_NONE, NORMAL},
    {"multipliers from next clock", "multiplier_write", 10, HEX, NAMES_MASK, NORMAL},
    {"calibrations committed", "commit_calibrate_o", 10, HEX, NAMES_MASK, YELLOW},
    {"multiplier words, last lane first", "multiplier", LANES * 16, HEX, NAMES_NONE, NORMAL},
    {"reset committed", "commit_reset_o", 1, BITS, NAMES_NONE, NORMAL},
    {"window committed", "commit_window_o", 1, BITS, NAMES_NONE, NORMAL},
    {"of lane", "commit_window_lane_o", 4, HEX, NAMES_LANE, NORMAL},
    {"its value", "commit_window_value_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {0},
};

// A lane's window in force, and its debt as the commit port has it. GTKWave scales each analogue
// trace to its own values in the file: the window, a line above, is where a debt that was refused
// something has its peak.
static const struct row lane_debt_rows[] = {
    {"window", "lane_window", 32, LINE, NAMES_NONE, RED},
    {"debt (own scale)", "lane_debt", 32, STEPS, NAMES_NONE, YELLOW},
    {0},
};

static const struct row ref_debt_rows[] = {
    {"ref debt", "debt", 32, NUMBER, NAMES_NONE, YELLOW},
    {0},
};

// Its counter in the decision core, which decides two clocks before the commit.
static const struct row lane_rows[] = {
    {"headroom", "headroom", 33, SIGNED, NAMES_NONE, GREEN},
    {"demand", "demand", 32, NUMBER, NAMES_NONE, NORMAL},
    {"used", "used", 1, BITS, NAMES_NONE, NORMAL},
    {"given back", "change", 33, SIGNED, NAMES_NONE, NORMAL},
    {0},
};

static const struct row difference_rows[] = {
    {"differs", "differs", 1, BITS, NAMES_NONE, RED},
    {"differs: decision", "differs_decision", 1, BITS, NAMES_NONE, RED},
    {"differs: return", "differs_return", 1, BITS, NAMES_NONE, RED},
    {"differs: debt", "differs_debt", 1, BITS, NAMES_NONE, RED},
    {"differs: window, multiplier", "differs_change", 1, BITS, NAMES_NONE, RED},
    {"differs: grant message", "differs_message", 1, BITS, NAMES_NONE, RED},
    {"differs: register access", "differs_access", 1, BITS, NAMES_NONE, RED},
    {"differs: ready, quiet, order", "differs_ready", 1, BITS, NAMES_NONE, RED},
    {0},
};

// What the golden model shows beside decision and returns.
static const struct row ref_rows[] = {
    {"quiet", "quiet_o", 1, BITS, NAMES_NONE, NORMAL},
    {"offer ready", "op_ready_o", 1, BITS, NAMES_NONE, NORMAL},
    {"HBM ready", "hbm_ready_o", HBM_LANES, BITS, NAMES_NONE, NORMAL},
    {"message valid", "grant_valid_o", 1, BITS, NAMES_NONE, NORMAL},
    {"counts, last lane first", "grant_credit_o", COUNT_BITS, HEX, NAMES_NONE, NORMAL},
    {"multipliers, last lane first", "commit_multiplier_o", LANES * 16, HEX, NAMES_NONE, NORMAL},
    {"window committed", "commit_window_o", 1, BITS, NAMES_NONE, NORMAL},
    {"of lane", "commit_window_lane_o", 4, HEX, NAMES_LANE, NORMAL},
    {"its value", "commit_window_value_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"answer", "axi_rdata_o", 32, NUMBER, NAMES_NONE, NORMAL},
    {"answer valid", "axi_rvalid_o", 1, BITS, NAMES_NONE, NORMAL},
    {"write answered", "axi_bvalid_o", 1, BITS, NAMES_NONE, NORMAL},
    {0},
};

// Behind the groups of open lanes.
static const struct group block_groups[] = {
    {"Returns: what the last clock did", return_rows, true, NULL},
    {"Offer", offer_rows, true, NULL},
    {"Arbiter in this clock", arbiter_rows, true, NULL},
    {"Decision in this clock", deciding_rows, true, NULL},
    {"Stage and end-to-end completions", completion_rows, false, NULL},
    {"Occupancy", occupancy_rows, false, NULL},
    {"Grant messages", message_rows, false, NULL},
    {"Registers", register_rows, false, NULL},
};

// --------------------------------------------------------------------------------- files of names

// A line is a value as GTKWave shows it and what to show instead; ?X? colours the background by a
// name of X11.
static void write_decisions(FILE *file) {
    fprintf(file,
            "%X -\n"
            "%X ?DarkGreen?grant\n"
            "%X ?DarkOrange4?deny\n"
            "%X ?red3?reject\n"
            "%X ?SteelBlue4?repeat\n",
            DECISION_NONE, DECISION_GRANT, DECISION_DENY, DECISION_REJECT, DECISION_REPEAT);
}

static void write_returns(FILE *file) {
    fprintf(file, "%X -\n%X ?DarkGreen?return\n%X ?red3?stray\n", CHANNEL_NONE, CHANNEL_RETURN,
            CHANNEL_STRAY);
}

static void write_dones(FILE *file) {
    fprintf(file, "%X -\n%X ?DarkGreen?complete\n%X ?red3?stray\n", CHANNEL_NONE, CHANNEL_COMPLETE,
            CHANNEL_STRAY);
}

static void write_lanes(FILE *file) {
    for (unsigned lane = 0; lane < LANES; lane++)
        fprintf(file, "%X %s\n", lane, lane_name(lane));
}

// Every mask that can be: an operation uses one HBM partition at most.
static void write_masks(FILE *file) {
    enum { DIGITS = (LANES + 1 + 3) / 4 };
    fprintf(file, "%0*X -\n", DIGITS, 0);
    for (unsigned rest = 0; rest < 8; rest++)
        for (unsigned hbm = 0; hbm <= HBM_LANES; hbm++) {
            const lane_set mask =
                (lane_set)rest << ATOMIC_LANE | (hbm < HBM_LANES ? LANE_BIT(hbm) : 0);
            if (mask == 0)
                continue;
            fprintf(file, "%0*" PRIX64, DIGITS, (uint64_t)mask);
            for (unsigned lane = 0; lane < LANES; lane++)
                if (mask >> lane & 1)
                    fprintf(file, " %s%s", lane_name(lane), mask >> lane > 1 ? "," : "");
            fprintf(file, "%s\n", mask & REFUSED_TABLE ? " table or limit" : "");
        }
}

static void write_opcodes(FILE *file) {
    for (unsigned opcode = 0; opcode < OPCODES; opcode++) {
        const char *const name = opcode_name(opcode);
        fprintf(file, "%X %s%s\n", opcode, strcmp(name, "unknown") == 0 ? "?red3?" : "", name);
    }
}

// By address.
static void write_register(FILE *file, const char *name, unsigned word, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (count == LANES)
            fprintf(file, "%03X %s %s\n", 4 * (word + i), name, lane_name(i));
        else if (count > 1)
            fprintf(file, "%03X %s %u\n", 4 * (word + i), name, i);
        else
            fprintf(file, "%03X %s\n", 4 * word, name);
}

static void write_registers(FILE *file) {
#define WRITE(name, word, count, ...) write_register(file, #name, word, count);
    REGISTER_TABLE(WRITE)
#undef WRITE
}

static const struct {
    const char *file;
    void (*write)(FILE *file);
} names_table[NAMES] = {
    [NAMES_DECISION] = {"decision", write_decisions},
    [NAMES_RETURN] = {"return", write_returns},
    [NAMES_DONE] = {"done", write_dones},
    [NAMES_LANE] = {"lane", write_lanes},
    [NAMES_MASK] = {"mask", write_masks},
    [NAMES_OPCODE] = {"opcode", write_opcodes},
    [NAMES_REGISTER] = {"register", write_registers},
};

enum { PATH_BYTES = 600, LONGEST_PATH = PATH_BYTES - 32 };

static bool write_names(const char *save_path, struct text_error *error) {
    char folder[PATH_BYTES];
    const char *slash = strrchr(save_path, '/');
    int length = slash ? (int)(slash - save_path) + 1 : 0;
    snprintf(folder, sizeof folder, "%.*snames", length, save_path);
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return text_error_set(error, "%s: cannot make the folder: %s", folder, strerror(errno));
    for (unsigned n = NAMES_NONE + 1; n < NAMES; n++) {
        char path[PATH_BYTES];
        struct atomic_file output;
        snprintf(path, sizeof path, "%.*snames/%s.txt", length, save_path, names_table[n].file);
        if (!atomic_file_open(&output, path, error))
            return false;
        names_table[n].write(output.file);
        if (!atomic_file_finish(&output, error))
            return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------- the save file

static const char block_scope[] = "TOP.semacredit.";

static const unsigned style_flags[] = {
    [BITS] = FLAG_BINARY,
    [NUMBER] = FLAG_DECIMAL,
    [SIGNED] = FLAG_SIGNED,
    [HEX] = FLAG_HEX,
    [COUNT] = FLAG_DECIMAL | FLAG_COUNT,
    [STEPS] = FLAG_DECIMAL | FLAG_STEPS | FLAG_WHOLE_FILE,
    [LINE] = FLAG_DECIMAL | FLAG_STEPS | FLAG_WHOLE_FILE,
};

static unsigned log2_up(unsigned value) {
    unsigned bits = 0;
    while (1u << bits < value)
        bits++;
    return bits;
}

static unsigned width(int bits, unsigned depth) {
    switch (bits) {
    case ID_BITS:
        return log2_up(depth);
    case HELD_BITS:
        return log2_up(depth) + 1;
    case DEPTH_BITS:
        return depth;
    default:
        return (unsigned)bits;
    }
}

// What is being written.
struct writing {
    const struct savefile_view *view;
    FILE *file;
};

// Where a group's signals are, what is put before their labels, and the depth of their widths.
struct whereabouts {
    const char *scope, *before;
    unsigned depth;
};

// The golden model's; its ids have the bits of the deepest build.
static const struct whereabouts in_ref = {"ref.", "ref ", DEPTH_MAX},
                                differences = {"ref.", "", DEPTH_MAX};

static void write_rows(const struct writing *writing, const struct row *row,
                       const struct whereabouts *where) {
    for (; row && row->label; row++)
        savefile_signal(writing->file,
                        &(struct savefile_signal){.flags = style_flags[row->style] |
                                                           (row->names ? FLAG_NAMES : 0),
                                                  .colour = row->colour,
                                                  .names = row->names,
                                                  .names_file = names_table[row->names].file,
                                                  .before = where->before,
                                                  .label = row->label,
                                                  .scope = where->scope,
                                                  .signal = row->signal,
                                                  .bits = width(row->bits, where->depth),
                                                  .tall = row->style == STEPS});
}

static void write_group(const struct writing *writing, const struct group *group,
                        const struct whereabouts *where) {
    savefile_group_begin(writing->file, group->title, group->open);
    write_rows(writing, group->rows, where);
    write_rows(writing, group->more, where);
    savefile_group_end(writing->file, group->open);
}

static void write_lane(const struct writing *writing, unsigned lane, bool open) {
    const char *const name = lane_name(lane);
    char title[40], before[24], scope[80];
    snprintf(title, sizeof title, "Lane %u: %s", lane, name);
    snprintf(before, sizeof before, "%s ", name);
    const struct whereabouts at = {scope, before, writing->view->depth};
    savefile_group_begin(writing->file, title, open);
    snprintf(scope, sizeof scope, "%sgen_lane[%u].", block_scope, lane);
    write_rows(writing, lane_debt_rows, &at);
    snprintf(scope, sizeof scope, "%ssema_beside.gen_lane[%u].", in_ref.scope, lane);
    write_rows(writing, ref_debt_rows, &at);
    snprintf(scope, sizeof scope, "%su_admit.u_decide.u_core.gen_lane[%u].", block_scope, lane);
    write_rows(writing, lane_rows, &at);
    savefile_group_end(writing->file, open);
}

// Those lanes that are open, or the others; Atomic and response come first.
static void write_lanes_of(const struct writing *writing, bool open) {
    for (unsigned i = 0; i < LANES; i++) {
        const unsigned lane = (i + ATOMIC_LANE) % LANES;
        if ((writing->view->lanes >> lane & 1) == open)
            write_lane(writing, lane, open);
    }
}

static void write_differences(const struct writing *writing) {
    write_group(writing,
                &(struct group){"Differences between block and golden model", difference_rows,
                                writing->view->differs, NULL},
                &differences);
}

static void write_ref_decision(const struct writing *writing) {
    write_group(writing,
                &(struct group){"Decision of the golden model", decision_rows,
                                writing->view->differs, NULL},
                &in_ref);
}

// What differs comes before what does not.
static void write_groups(const struct writing *writing) {
    const bool differs = writing->view->differs;
    const struct whereabouts block = {block_scope, "", writing->view->depth};
    write_group(writing, &(struct group){"Clock and reset", clock_rows, true, NULL}, &block);
    if (differs)
        write_differences(writing);
    write_group(writing,
                &(struct group){"Decision: what the last clock did", decision_rows, true, NULL},
                &block);
    if (differs)
        write_ref_decision(writing);
    write_lanes_of(writing, true);
    for (unsigned g = 0; g < sizeof block_groups / sizeof *block_groups; g++)
        write_group(writing, &block_groups[g], &block);
    write_lanes_of(writing, false);
    if (!differs) {
        write_differences(writing);
        write_ref_decision(writing);
    }
    write_group(writing,
                &(struct group){"What else the golden model shows", return_rows, false, ref_rows},
                &in_ref);
}

bool savefile_write(const char *path, const struct savefile_view *view, struct text_error *error) {
    if (strlen(path) > LONGEST_PATH)
        return text_error_set(error, "a save file's path has at most %d bytes: %s", LONGEST_PATH,
                              path);
    struct atomic_file output;
    if (!write_names(path, error) || !atomic_file_open(&output, path, error))
        return false;
    savefile_head(output.file, &(struct savefile_sight){.waves = view->waves,
                                                        .marker = view->marker,
                                                        .marker_ps = view->marker_ps,
                                                        .ps = view->clocks * view->clock_ps,
                                                        .signals_pixels = 440});
    write_groups(&(struct writing){.view = view, .file = output.file});
    return atomic_file_finish(&output, error);
}

bool savefile_write_beside(const char *waves, const struct savefile_view *view,
                           struct text_error *error) {
    char path[PATH_BYTES];
    struct savefile_view beside = *view;
    beside.waves = savefile_path_beside(waves, path, sizeof path);
    return savefile_write(path, &beside, error);
}
