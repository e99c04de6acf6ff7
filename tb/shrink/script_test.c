#include "tb/shrink/script_failure.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "csim/interface/register_names.h"
#include "csim/record/block_text.h"

enum { COLUMNS = 100, INDENT = 9, FIELD_BYTES = 128 };

// One initialiser that is being written, wrapped at COLUMNS.
struct initialiser {
    FILE *file;
    unsigned column;
};

__attribute__((format(printf, 2, 3))) static void field(struct initialiser *init,
                                                        const char *format, ...) {
    char text[FIELD_BYTES];
    va_list arguments;
    va_start(arguments, format);
    const unsigned length = (unsigned)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (init->column == 0) {
        fprintf(init->file, "        {%s", text);
        init->column = INDENT + length;
    } else if (init->column + length + 5 > COLUMNS) {
        fprintf(init->file, ",\n         %s", text);
        init->column = INDENT + length;
    } else {
        fprintf(init->file, ", %s", text);
        init->column += length + 2;
    }
}

static void number(struct initialiser *init, const char *name, uint64_t value) {
    if (value)
        field(init, ".%s = %" PRIu64, name, value);
}

// ---- what a deed is, for people

static const char *port_name(unsigned port, char *text, size_t size) {
    if (port < HBM_LANES)
        snprintf(text, size, "HBM %u", port);
    else
        snprintf(text, size, "%s",
                 port == PORT_ATOMIC     ? "Atomic"
                 : port == PORT_RESPONSE ? "response"
                                         : "end-to-end");
    return text;
}

static void comment_beat(const struct script *script, const struct deed *deed, FILE *file) {
    char port[16];
    fprintf(file, "%s completion", port_name(deed->port, port, sizeof port));
    if (deed->of == DEED_NOBODY)
        fprintf(file, " for reservation %u", deed->id);
    else
        fprintf(file, " of operation %" PRIu32 ", so many clocks after its grant",
                script->deeds[deed->of].tag);
}

static void comment_access(const struct deed *deed, FILE *file) {
    const unsigned address = (unsigned)deed->address;
    const char *const name = REGISTER_ADDRESS_NAME(address);
    if (deed->kind == DEED_READ)
        fprintf(file, "read %s", name);
    else if (deed->data_after == DEED_NEVER)
        fprintf(file, "the address of a write, %s, without data", name);
    else if (deed->address_after == DEED_NEVER)
        fprintf(file, "the data of a write, %" PRIu32 ", without address", deed->data);
    else
        fprintf(file, "%s = %s", name, REGISTER_VALUE(address / 4, deed->data));
}

static void write_comment(const struct script *script, const struct deed *deed, FILE *file) {
    static const char *const stalls[STALL_PORTS] = {"grant messages", "answers to writes",
                                                    "answers to reads"};
    fprintf(file, "        // ");
    switch (deed->kind) {
    case DEED_OFFER:
        fprintf(file, "operation %" PRIu32 ": %s", deed->tag, opcode_name(deed->opcode));
        break;
    case DEED_BEAT:
        comment_beat(script, deed, file);
        break;
    case DEED_WRITE:
    case DEED_READ:
        comment_access(deed, file);
        break;
    case DEED_RESET:
        fprintf(file, "reset");
        break;
    case DEED_STALL:
        fprintf(file, "%s are not taken", stalls[deed->port % STALL_PORTS]);
        break;
    default:
        fprintf(file, "the arbiter is paused");
        break;
    }
    fputc('\n', file);
}

// ---- what it is in C

static void write_opcode(struct initialiser *init, unsigned opcode) {
    static const char *const names[OPCODES] = {
        [OP_WRITE] = "OP_WRITE",         [OP_READ] = "OP_READ",
        [OP_NOTIFY] = "OP_NOTIFY",       [OP_FETCH_ADD] = "OP_FETCH_ADD",
        [OP_SWAP] = "OP_SWAP",           [OP_COMPARE_SWAP] = "OP_COMPARE_SWAP",
        [OP_FETCH_AND] = "OP_FETCH_AND", [OP_FETCH_OR] = "OP_FETCH_OR",
        [OP_FETCH_XOR] = "OP_FETCH_XOR", [OP_FETCH_MIN] = "OP_FETCH_MIN",
        [OP_FETCH_MAX] = "OP_FETCH_MAX",
    };
    if (opcode < OPCODES && names[opcode])
        field(init, ".opcode = %s", names[opcode]);
    else
        field(init, ".opcode = %u", opcode);
}

static void write_offer(struct initialiser *init, const struct deed *deed) {
    number(init, "tag", deed->tag);
    write_opcode(init, deed->opcode);
    if (deed->address)
        field(init, ".address = 0x%" PRIx64, deed->address);
    number(init, "length", deed->length);
    number(init, "response_length", deed->response_length);
    number(init, "wire_bytes", deed->wire_bytes);
    number(init, "urgent", deed->urgent);
    if (deed->domain)
        field(init, ".domain = 0x%02x", deed->domain);
}

static void write_beat(struct initialiser *init, const struct deed *deed) {
    static const char *const queues[] = {"PORT_ATOMIC", "PORT_RESPONSE", "PORT_DONE"};
    if (deed->of == DEED_NOBODY)
        field(init, ".id = %u", deed->id);
    if (deed->service == SERVICE_UNKNOWN)
        field(init, ".service = SERVICE_UNKNOWN");
    else
        number(init, "service", deed->service);
    if (deed->port < PORT_ATOMIC)
        field(init, ".port = %u", deed->port);
    else
        field(init, ".port = %s", queues[(deed->port - PORT_ATOMIC) % 3]);
}

static void half(struct initialiser *init, const char *name, uint32_t after) {
    if (after == DEED_NEVER)
        field(init, ".%s = DEED_NEVER", name);
    else
        number(init, name, after);
}

static void write_access(struct initialiser *init, const struct deed *deed) {
    char address[REGISTER_NAME_BYTES];
    register_expression((unsigned)deed->address, address, sizeof address);
    field(init, ".address = %s", address);
    if (deed->kind == DEED_READ)
        return;
    field(init, deed->data < 10 ? ".data = %" PRIu32 : ".data = 0x%" PRIx32, deed->data);
    half(init, "address_after", deed->address_after);
    half(init, "data_after", deed->data_after);
    if (deed->strobe == AXI_STROBES)
        field(init, ".strobe = AXI_STROBES");
    else
        field(init, ".strobe = 0x%x", deed->strobe);
}

static void write_level(struct initialiser *init, const struct deed *deed) {
    static const char *const stalls[STALL_PORTS] = {"STALL_GRANT", "STALL_WRITE", "STALL_READ"};
    field(init, ".length = %" PRIu32, deed->length);
    if (deed->kind == DEED_RESET && deed->address)
        field(init, ".address = 0x%" PRIx64, deed->address);
    if (deed->kind == DEED_STALL)
        field(init, ".port = %s", stalls[deed->port % STALL_PORTS]);
}

static void write_deed(const struct deed *deed, FILE *file) {
    static const char *const kinds[DEED_KINDS] = {"DEED_OFFER", "DEED_BEAT",  "DEED_WRITE",
                                                  "DEED_READ",  "DEED_RESET", "DEED_STALL",
                                                  "DEED_PAUSE"};
    struct initialiser init = {.file = file};
    field(&init, ".kind = %s", kinds[deed->kind]);
    field(&init, ".clock = %" PRIu64, deed->clock);
    if (deed->of == DEED_NOBODY)
        field(&init, ".of = DEED_NOBODY");
    else
        field(&init, ".of = %" PRIu32, deed->of);
    if (deed->kind == DEED_OFFER)
        write_offer(&init, deed);
    else if (deed->kind == DEED_BEAT)
        write_beat(&init, deed);
    else if (deed->kind == DEED_WRITE || deed->kind == DEED_READ)
        write_access(&init, deed);
    else
        write_level(&init, deed);
    fprintf(file, "},\n");
}

// A line of the state as a string of C.
static void write_line(void *file, const char *text) {
    fprintf(file, "        \"%s\",\n", text);
}

void script_test_print(const struct script *script, const char *name, const char *caught,
                       FILE *file) {
    fprintf(
        file,
        "// Was caught by %s. Belongs into tb/tests/block/.\n#include <criterion/criterion.h>\n\n"
        "#include \"register_map.h\"\n#include \"tb/tests/shrink/scripted.h\"\n\nTest(regression, "
        "%s) {\n",
        caught, name);
    if (script->begins) {
        fprintf(file, "    static const char *const begins[] = {\n");
        block_text_write(script->begins, script->depth, write_line, file);
        fprintf(file, "        NULL};\n");
    }
    fprintf(file, "    static const struct deed deeds[] = {\n");
    for (uint32_t place = 0; place < script->count; place++) {
        write_comment(script, &script->deeds[place], file);
        write_deed(&script->deeds[place], file);
    }
    if (script->count == 0)
        fprintf(file, "        {.kind = DEED_PAUSE, .of = DEED_NOBODY},\n");
    fprintf(file,
            "    };\n    scripted_agree_from(%s, deeds, sizeof deeds / sizeof deeds[0], %u);\n}\n",
            script->begins ? "begins" : "NULL", script->depth);
}
