// The view of GTKWave. Rows of the block and of the golden model stand beneath each other.
#include <errno.h>
#include <math.h>
#include <sys/stat.h>

#include "csim/base/atomic_file.h"
#include "tb/block/ref_state/map.h"
#include "tb/block/wave/tape_waves.h"

// A clock in sight is as wide as a tag of ten digits. A frame of GTKWave's zoom is 200 pixels.
enum { CLOCK_PS = 1000, IN_SIGHT = 14, FRAMES = 5, HANDLE_BITS_MOST = 14 };
enum { PATH_BYTES = 600, TEXT_BYTES = 200 };

// GTKWave's flags of a trace.
enum {
    HEX = 0x2,
    NUMBER = 0x4,
    BITS = 0x8,
    RIGHT = 0x20,
    BLANK = 0x200,
    SIGNED = 0x400,
    COLLAPSED = 0x1000,
    NAMED = 0x2000,
    LINE = 0x88000 | NUMBER, // analogue, in steps, scaled by the whole file
    OWN = 0x40000000,        // ours: the row is tall
    CURVE = LINE | OWN,
    STRETCH = 0x20000,
    CLOSED = 0x400000,
    BEGIN = 0x800000,
    END = 0x1000000,
    COUNT = 0x20000000 | NUMBER, // of bits that are set
};
enum colour { NORMAL, RED, ORANGE, YELLOW, GREEN };

// Files of names for values.
enum names {
    NO_NAMES,
    COMMIT,
    PORT,
    ANSWER,
    RETURN,
    OPCODE,
    LANE,
    MASK,
    HANDLE,
    REGISTER,
    DIFFERS
};
static const struct {
    const char *file, *field; // whose values it names
} NAMES[] = {{"", NULL},
             {"commit", "trace_kind"},
             {"port", "decision_kind"},
             {"answer", "answer_kind"},
             {"return", "trace_return_kind"},
             {"opcode", "op_opcode"},
             {"lane", NULL},
             {"mask", NULL},
             {"handle", "trace_handle"},
             {"register", NULL},
             {"differs", NULL}};
enum { NAME_FILES = sizeof NAMES / sizeof *NAMES };

// Signals that are no ports. Widths are those of fields; that of a headroom is its counter's and a
// sign.
enum { BITS_ROOM = UINT8_MAX };
struct row {
    const char *label, *signal;
    uint8_t bits; // enum field_bits; 0: of so many slots
    uint32_t flags;
    enum names names;
    enum colour colour;
};

static const struct row CLOCK[] = {
    {"clk_i", "clk_i", 1, BITS, NO_NAMES, NORMAL},
    {"rst_ni", "rst_ni", 1, BITS, NO_NAMES, NORMAL},
    {"differs first", "beside.golden.differs", 6, HEX, DIFFERS, RED},
    {0},
};
static const struct row LANE_ROWS[] = {
    {"window", "beside.gen_lane[%u].dut_window", BITS_CNT, LINE, NO_NAMES, ORANGE},
    {"debt", "beside.gen_lane[%u].dut_debt", BITS_CNT, CURVE, NO_NAMES, YELLOW},
    {"ref debt", "beside.gen_lane[%u].debt", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {"headroom, in the RTL", "u_path.u_lanes.gen_lane[%u].room_q", BITS_ROOM, NUMBER | SIGNED,
     NO_NAMES, NORMAL},
    {"headroom, by its commits", "beside.gen_lane[%u].dut_room", BITS_ROOM, NUMBER | SIGNED,
     NO_NAMES, NORMAL},
    {"ref window", "beside.gen_lane[%u].window", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {"holders", "u_path.u_lanes.gen_lane[%u].holders_q", BITS_LIMIT, NUMBER, NO_NAMES, NORMAL},
    {"credit reported", "beside.gen_lane[%u].dut_credit", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {"ref credit reported", "beside.gen_lane[%u].credit", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {0},
};
static const struct row CHANNEL_ROWS[] = {
    {"return", "beside.gen_channel[%u].dut_kind", 2, HEX, RETURN, YELLOW},
    {"ref return", "beside.gen_channel[%u].kind", 2, HEX, RETURN, YELLOW},
    {"of handle", "beside.gen_channel[%u].dut_handle", BITS_HANDLE, HEX, HANDLE, NORMAL},
    {"ref of handle", "beside.gen_channel[%u].handle", BITS_HANDLE, HEX, HANDLE, NORMAL},
    {"to lane", "beside.gen_channel[%u].dut_lane", 6, HEX, LANE, NORMAL},
    {"ref to lane", "beside.gen_channel[%u].lane", 6, HEX, LANE, NORMAL},
    {"amount", "beside.gen_channel[%u].dut_amount", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {"ref amount", "beside.gen_channel[%u].amount", BITS_CNT, NUMBER, NO_NAMES, NORMAL},
    {"complete", "beside.gen_channel[%u].dut_free", BITS_HANDLE, HEX, HANDLE, NORMAL},
    {"ref complete", "beside.gen_channel[%u].free", BITS_HANDLE, HEX, HANDLE, NORMAL},
    {0},
};
// Of the RTL. A choice is decided a clock later, and commits in the next.
static const struct row SLOT_ROWS[] = {
    {"slots taken", "u_path.u_slots.taken_q", 0, COUNT, NO_NAMES, NORMAL},
    {"open", "u_path.u_slots.open_o", 0, COUNT, NO_NAMES, NORMAL},
    {"candidates", "u_path.u_choice.may_q", 0, COUNT, NO_NAMES, GREEN},
    {"to be probed", "u_path.u_choice.probes_q", 0, COUNT, NO_NAMES, NORMAL},
    {"held back by a refusal", "u_path.u_choice.refused", 0, COUNT, NO_NAMES, ORANGE},
    {"held back by owners of spots", "u_path.u_choice.held", 0, COUNT, NO_NAMES, ORANGE},
    {"chosen", "u_path.u_choice.chosen", 0, HEX, NO_NAMES, YELLOW},
    {"go first", "u_path.u_choice.u_order.goes_q", 0, COUNT, NO_NAMES, NORMAL},
    {"lanes whose spot is owned", "u_path.u_spots.owned_q", 0, HEX, NO_NAMES, ORANGE},
    {"reservations held", "u_path.u_lanes.held_o", BITS_LIMIT, NUMBER, NO_NAMES, NORMAL},
    {0},
};

// Ports, by what they are part of.
#define GROUP(group) (1u << FIELD_##group)
static const struct {
    const char *title;
    unsigned of; // enum field_group, a set
} PORTS[] = {
    {"Decision: what commits", GROUP(TRACE)},
    {"Offer", GROUP(OFFER) | GROUP(CONTROL)},
    {"Completions", GROUP(COMPLETION)},
    {"Ports of decision, answer, completion, quiet",
     GROUP(ANSWER) | GROUP(DECISION) | GROUP(FREE) | GROUP(QUIET)},
    {"Messages", GROUP(MESSAGE)},
    {"Bus", GROUP(BUS) | GROUP(IRQ)},
};
enum { PORT_GROUPS = sizeof PORTS / sizeof *PORTS };

struct writing {
    FILE *file;
    const struct path_size *size;
    const struct tape_sight *sight;
};

static unsigned bits_of(const struct writing *writing, unsigned bits) {
    if (bits == BITS_ROOM)
        return writing->size->cnt_w + 1u;
    const struct field field = {.bits = (uint8_t)bits};
    return bits ? field_bits(&field, writing->size) : writing->size->slots;
}

// --- names of values --------------------------------------------------------------------------

static void line(FILE *file, unsigned bits, uint64_t value, const char *text) {
    fprintf(file, "%0*llX %s\n", (int)(bits + 3) / 4, (unsigned long long)value, text);
}

// A kind in its colour (of the background, between question marks); nothing is a dash.
static void kind(const char *value, char text[FIELD_TEXT]) {
    static const char *const COLOURS[][2] = {{"grant held return", "DarkGreen"},
                                             {"deny unknown late", "DarkOrange4"},
                                             {"window waits", "SteelBlue4"},
                                             {"reject flush flushed stray", "red3"}};
    snprintf(text, FIELD_TEXT, "-");
    for (unsigned i = 0; i < sizeof COLOURS / sizeof *COLOURS; i++)
        if (strstr(COLOURS[i][0], value))
            snprintf(text, FIELD_TEXT, "?%s?%s", COLOURS[i][1], value);
}

// What a field of the boundary would show.
static void values(const struct writing *writing, enum names names) {
    char value[FIELD_TEXT], text[FIELD_TEXT];
    struct field_at at = {names == OPCODE ? IN_FIELDS : OUT_FIELDS, 0};
    while (strcmp(at.field->name, NAMES[names].field) != 0)
        at.field++;
    const unsigned bits = field_bits(at.field, writing->size);
    if (bits > HANDLE_BITS_MOST)
        return;
    const bool coloured = at.field->form == FIELD_KIND && names != OPCODE;
    for (unsigned i = 0; i < (coloured ? at.field->kind_count : 1u << bits); i++) {
        kind(field_value(&at, writing->size, i, value), text);
        line(writing->file, bits, i, coloured ? text : value);
    }
}

// Every set of lanes that a decision can show: one stage, one response engine, the table.
static void masks(const struct writing *writing) {
    const struct path_size *size = writing->size;
    const unsigned stages = path_stages(size), lanes = path_lanes(size);
    const uint64_t one = 1, used = (one << lanes) - 1;
    char text[FIELD_TEXT];
    for (unsigned stage = 0; stage <= stages; stage++)
        for (unsigned response = stages; response <= lanes; response++)
            for (unsigned table = 0; table < 2; table++) {
                const uint64_t set = (stage < stages ? one << stage : 0) |
                                     (one << response & used) | (uint64_t)table << lanes;
                line(writing->file, lanes + 1, set, set ? field_set_text(size, set, text) : "-");
            }
}

static void write_names(const struct writing *writing, enum names names) {
    FILE *const file = writing->file;
    const unsigned lanes = path_lanes(writing->size);
    char text[FIELD_TEXT];
    for (unsigned lane = 0; names == LANE && lane <= lanes; lane++)
        line(file, 6, lane, field_lane_name(writing->size, lane, text));
    for (unsigned address = 0; names == REGISTER && address < 0x1000; address += 4)
        if (map_find(writing->size, address))
            line(file, 12, address, map_name(writing->size, address, text));
    for (unsigned group = 0; names == DIFFERS && group <= FIELD_GROUPS; group++) {
        snprintf(text, sizeof text, "?red3?%s", group ? field_group_name(group - 1) : "");
        line(file, 6, group, group ? text : "-");
    }
    if (names == MASK)
        masks(writing);
    if (NAMES[names].field)
        values(writing, names);
}

static bool write_all_names(struct writing *writing, const char *view, struct text_error *error) {
    const int folder = strrchr(view, '/') ? (int)(strrchr(view, '/') - view) + 1 : 0;
    char path[PATH_BYTES];
    snprintf(path, sizeof path, "%.*snames", folder, view);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return text_error_set(error, "%s: cannot make the folder: %s", path, strerror(errno));
    for (unsigned names = NO_NAMES + 1; names < NAME_FILES; names++) {
        struct atomic_file output;
        snprintf(path, sizeof path, "%.*snames/%s.txt", folder, view, NAMES[names].file);
        if (!atomic_file_open(&output, path, error))
            return false;
        writing->file = output.file;
        write_names(writing, (enum names)names);
        if (!atomic_file_finish(&output, error))
            return false;
    }
    return true;
}

// --- the view ---------------------------------------------------------------------------------

static void begin_group(const struct writing *writing, const char *title, bool open) {
    fprintf(writing->file, "@%x\n-%s\n", BEGIN | BLANK | (open ? 0 : CLOSED), title);
}

static void end_group(const struct writing *writing, bool open) {
    fprintf(writing->file, "@%x\n-\n", END | BLANK | (open ? 0 : CLOSED | COLLAPSED));
}

static void write_row(const struct writing *writing, const struct row *row, unsigned bits,
                      const char *before, const char *signal) {
    fprintf(writing->file, "@%x\n",
            (row->flags & ~(uint32_t)OWN) | RIGHT | (row->names ? NAMED : 0));
    if (row->colour)
        fprintf(writing->file, "[color] %u\n", row->colour);
    if (row->names)
        fprintf(writing->file, "^%u /names/%s.txt\n", row->names, NAMES[row->names].file);
    fprintf(writing->file, "+{%s%s} TOP.semacredit.%s", before, row->label, signal);
    fprintf(writing->file, bits > 1 ? "[%u:0]\n" : "\n", bits - 1);
    if (row->flags & OWN)
        fprintf(writing->file, "@%x\n-\n-\n-\n", STRETCH);
}

// Rows of one lane or channel, or of the block.
static void write_rows(const struct writing *writing, const char *title, const struct row *rows,
                       unsigned number, bool open) {
    begin_group(writing, title, open);
    for (const struct row *row = rows; row->label; row++) {
        char signal[TEXT_BYTES];
        const int head = (int)strcspn(row->signal, "%");
        const char *const tail = row->signal + head;
        snprintf(signal, sizeof signal, *tail ? "%.*s%u%s" : "%.*s", head, row->signal, number,
                 *tail ? tail + 2 : "");
        write_row(writing, row, bits_of(writing, row->bits), "", signal);
    }
    end_group(writing, open);
}

static enum names names_of(const struct field *field) {
    if (field->count != FIELD_ONE)
        return NO_NAMES;
    for (unsigned names = NO_NAMES + 1; names < NAME_FILES; names++)
        if (NAMES[names].field && strcmp(field->name, NAMES[names].field) == 0)
            return (enum names)names;
    return field->form == FIELD_HANDLE  ? HANDLE
           : field->form == FIELD_LANES ? MASK
           : field->bits == 12          ? REGISTER
                                        : NO_NAMES;
}

// A field is a port; that of the golden model stands beneath an output.
static void write_fields(const struct writing *writing, const struct field *field, unsigned of,
                         bool is_output) {
    for (; field->name; field++) {
        char signal[TEXT_BYTES];
        const unsigned elements = field_elements(field, writing->size);
        const unsigned bits = elements * field_bits(field, writing->size);
        const enum names names = names_of(field);
        const struct row row = {.label = field->name,
                                .flags = field->form == FIELD_FLAG           ? BITS
                                         : names != NO_NAMES || elements > 1 ? HEX
                                                                             : NUMBER,
                                .names = names,
                                .colour = field->form == FIELD_KIND ? YELLOW : NORMAL};
        if (!(of >> field->group & 1))
            continue;
        snprintf(signal, sizeof signal, "%s_%c", field->name, is_output ? 'o' : 'i');
        write_row(writing, &row, bits, "", signal);
        snprintf(signal, sizeof signal, "beside.golden.%s", field->name);
        if (is_output)
            write_row(writing, &row, bits, "ref ", signal);
    }
}

static void write_ports(const struct writing *writing, unsigned group, bool open) {
    begin_group(writing, PORTS[group].title, open);
    write_fields(writing, IN_FIELDS, PORTS[group].of, false);
    write_fields(writing, OUT_FIELDS, PORTS[group].of, true);
    end_group(writing, open);
}

static void write_lanes(const struct writing *writing, uint64_t lanes, bool open) {
    char name[FIELD_TEXT];
    for (unsigned lane = 0; lane < path_lanes(writing->size); lane++)
        if (lanes >> lane & 1)
            write_rows(writing, field_lane_name(writing->size, lane, name), LANE_ROWS, lane, open);
}

// The one that is open, or the others.
static void write_channels(const struct writing *writing, unsigned opened, bool open) {
    for (unsigned k = 0; k < path_channels(writing->size); k++) {
        char name[FIELD_TEXT], title[FIELD_TEXT + 16];
        snprintf(title, sizeof title, "Returns: %s", field_channel_name(writing->size, k, name));
        if ((k == opened) == open)
            write_rows(writing, title, CHANNEL_ROWS, k, open);
    }
}

// In the middle of the clock.
static unsigned long long time_of(uint64_t clock) {
    return clock ? clock * CLOCK_PS - CLOCK_PS / 2 : 0;
}

// The time of each named marker, of which GTKWave has 26, then their names.
static void write_marks(const struct writing *writing) {
    const struct tape_mark *mark = writing->sight->mark;
    fprintf(writing->file, " %llu", time_of(mark[0].clock));
    for (unsigned i = 0; i < 26; i++)
        if (i < TAPE_MARKS && mark[i].name)
            fprintf(writing->file, " %llu", time_of(mark[i].clock));
        else
            fprintf(writing->file, " -1");
    fputc('\n', writing->file);
    for (unsigned i = 0; i < TAPE_MARKS; i++)
        if (mark[i].name)
            fprintf(writing->file, "[markername] %c%s\n", 'A' + i, mark[i].name);
}

static void write_view(const struct writing *writing, const char *fst) {
    static const char slots[] = "Slots, choice and spots, of the RTL";
    const struct tape_sight *sight = writing->sight;
    const unsigned on_top = sight->first < FIELD_GROUPS ? 1u << sight->first : 0;
    const unsigned opened = on_top & (GROUP(RETURN) | GROUP(FREE)) ? sight->channel : PATH_CHANNELS;
    uint64_t begin = sight->mark[0].clock, end = begin;
    for (unsigned i = 1; i < TAPE_MARKS; i++) {
        const uint64_t clock = sight->mark[i].clock;
        if (clock < begin && sight->mark[0].clock - clock <= sight->in_sight && clock)
            begin = clock;
        if (clock > end && clock - sight->mark[0].clock <= sight->in_sight)
            end = clock;
    }
    const uint64_t clocks = end - begin < IN_SIGHT ? IN_SIGHT : end - begin;
    const uint64_t spare = (clocks - (end - begin)) * CLOCK_PS;
    const uint64_t left = time_of(begin);
    const uint64_t before = spare / 2 > CLOCK_PS ? spare / 2 : CLOCK_PS;
    // GTKWave looks for files by how they lay to the save file when that was written, by full
    // paths. So any folder will do as the one of then: the root has the shortest name.
    fprintf(writing->file, "[dumpfile] \"/%s\"\n[savefile] \"/view.gtkw\"\n",
            strrchr(fst, '/') ? strrchr(fst, '/') + 1 : fst);
    fprintf(writing->file, "[timestart] %llu\n[size] 1400 900\n[pos] -1 -1\n",
            (unsigned long long)(left > before ? left - before : 0));
    fprintf(writing->file, "*-%.6f", log2((double)(clocks * CLOCK_PS) / FRAMES));
    write_marks(writing);
    fprintf(writing->file, "[signals_width] 460\n[sst_expanded] 0\n");
    write_rows(writing, "Clock and reset", CLOCK, 0, true);
    if (sight->choice)
        write_rows(writing, slots, SLOT_ROWS, 0, true);
    if (on_top & ~GROUP(TRACE))
        write_lanes(writing, sight->guilty, true);
    for (unsigned group = 1; group < PORT_GROUPS; group++)
        if (PORTS[group].of & on_top)
            write_ports(writing, group, true);
    write_channels(writing, opened, true);
    write_ports(writing, 0, true);
    if (!(on_top & ~GROUP(TRACE)))
        write_lanes(writing, sight->guilty, true);
    write_lanes(writing, sight->lanes & ~sight->guilty, true);
    if (!sight->choice)
        write_rows(writing, slots, SLOT_ROWS, 0, false);
    for (unsigned group = 1; group < PORT_GROUPS; group++)
        if (!(PORTS[group].of & on_top))
            write_ports(writing, group, false);
    write_channels(writing, opened, false);
    write_lanes(writing, ~(sight->lanes | sight->guilty), false);
}

bool tape_view_write(const char *fst, const char *view, const struct path_size *size,
                     const struct tape_sight *sight, struct text_error *error) {
    struct writing writing = {NULL, size, sight};
    struct atomic_file output;
    if (!write_all_names(&writing, view, error) || !atomic_file_open(&output, view, error))
        return false;
    writing.file = output.file;
    write_view(&writing, fst);
    return atomic_file_finish(&output, error);
}
