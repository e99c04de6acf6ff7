#include "tb/block/block_tape.h"

#include "csim/base/atomic_file.h"
#include "csim/base/text_reader.h"
#include "tb/block/fields.h"

static const char MAGIC[] = "semacredit block tape 2";
// The CRC-32 of anything with its own CRC-32 behind it.
static const uLong WHOLE = 0x2144df1c;

enum { FIELDS_MOST = 64, ELEMENTS_MOST = 512, LINE_BYTES = 2048, CLOCK_BYTES = 12 * ELEMENTS_MOST };
enum { SUM_BYTES = 4 };

// Elements of a block of a size by number: those of field f begin with first[f].
struct numbers {
    unsigned first[FIELDS_MOST + 1], fields;
};

struct block_tape {
    struct text_writer file;
    struct path_size size;
    struct numbers numbers;
    struct block_in last;
    uint64_t clocks;
    uLong sum; // CRC-32 of what was written
};

struct block_tape_reader {
    const char *path;
    gzFile file;
    struct numbers numbers;
    struct block_in last;
    uint64_t clocks;
};

static void number(struct numbers *numbers, const struct path_size *size) {
    *numbers = (struct numbers){.fields = 0};
    for (struct field_at at = {IN_FIELDS, 0}; at.field->name; field_next(&at, size)) {
        numbers->fields = (unsigned)(at.field - IN_FIELDS) + 1;
        numbers->first[numbers->fields]++;
    }
    for (unsigned f = 0; f < numbers->fields; f++)
        numbers->first[f + 1] += numbers->first[f];
}

// The names of all fields, as the tape's line has them.
static void field_names(char text[LINE_BYTES]) {
    size_t at = 0;
    for (const struct field *field = IN_FIELDS; field->name; field++)
        at += (size_t)snprintf(text + at, LINE_BYTES - at, "%s%s", at ? " " : "", field->name);
}

// --- writing -----------------------------------------------------------------------------------

static void add(struct block_tape *tape, const void *bytes, size_t count) {
    tape->sum = crc32(tape->sum, bytes, (uInt)count);
    gzwrite(tape->file.gz, bytes, (unsigned)count);
}

struct block_tape *block_tape_create(const char *path, const struct block_tape_header *header,
                                     struct text_error *error) {
    char size[FIELD_TEXT], names[LINE_BYTES], text[2 * LINE_BYTES], found[320] = "";
    struct text_writer file;
    if (!text_writer_open(&file, path, error))
        return NULL;
    struct block_tape *tape = memory_there(calloc(1, sizeof *tape));
    tape->file = file;
    tape->size = header->size;
    number(&tape->numbers, &header->size);
    field_names(names);
    if (header->found[0])
        snprintf(found, sizeof found, "found %" PRIu64 " %" PRIu64 " %.*s\n", header->found_clock,
                 header->found_tag, (int)strcspn(header->found, "\n"), header->found);
    add(tape, text,
        (size_t)snprintf(text, sizeof text,
                         "%s\nsize %s\nseed %" PRIu64 "\nname %.*s\n%sfields %s\n", MAGIC,
                         size_text(&header->size, size), header->seed,
                         (int)strcspn(header->name, "\n"), header->name, found, names));
    return tape;
}

static unsigned char *put(unsigned char *at, uint64_t value) {
    for (; value > 0x7f; value >>= 7)
        *at++ = (unsigned char)(value | 0x80);
    *at++ = (unsigned char)value;
    return at;
}

static void record(void *self, uint64_t clock, const struct block_out *out,
                   const struct block_in *in) {
    struct block_tape *tape = self;
    unsigned char changes[CLOCK_BYTES], count[4], *end = changes;
    unsigned changed = 0, last = 0;
    (void)clock, (void)out;
    for (struct field_at at = {IN_FIELDS, 0}; field_differs(&at, &tape->size, &tape->last, in);
         field_next(&at, &tape->size), changed++) {
        const unsigned element = tape->numbers.first[at.field - IN_FIELDS] + at.element;
        end = put(end, element - last);
        end = put(end, field_get(&at, in) ^ field_get(&at, &tape->last));
        last = element;
    }
    add(tape, count, (size_t)(put(count, changed + 1) - count));
    add(tape, changes, (size_t)(end - changes));
    tape->last = *in;
    tape->clocks++;
}

struct observer block_tape_recorder(struct block_tape *tape) {
    return (struct observer){tape, record};
}

bool block_tape_close(struct block_tape *tape, struct text_error *error) {
    unsigned char end[12] = {0}, sum[SUM_BYTES];
    add(tape, end, (size_t)(put(end + 1, tape->clocks) - end));
    for (unsigned i = 0; i < SUM_BYTES; i++)
        sum[i] = (unsigned char)(tape->sum >> 8 * i);
    add(tape, sum, SUM_BYTES);
    const bool written = text_writer_close(&tape->file, error);
    free(tape);
    return written;
}

void block_tape_discard(struct block_tape *tape) {
    text_writer_discard(&tape->file);
    free(tape);
}

// --- reading -----------------------------------------------------------------------------------

// What follows `word` in the next line, in `line`; NULL: it is another line, or cut off.
static const char *read_line(struct block_tape_reader *reader, const char *word,
                             char line[LINE_BYTES]) {
    char *const end = gzgets(reader->file, line, LINE_BYTES) ? strchr(line, '\n') : NULL;
    const size_t length = strlen(word);
    if (!end || strncmp(line, word, length) != 0)
        return NULL;
    *end = '\0';
    return line + length;
}

static bool refuse(const struct block_tape_reader *reader, struct text_error *error,
                   const char *expected) {
    return text_error_set(error, "%s: expected %s", reader->path, expected);
}

// A line `found`, if there is one, and what the line `fields` says.
static const char *read_found(struct block_tape_reader *reader, struct block_tape_header *header,
                              char line[LINE_BYTES]) {
    const z_off_t at = gztell(reader->file);
    const char *const text = read_line(reader, "found ", line);
    char *end = NULL;
    header->found[0] = '\0';
    header->found_tag = 0;
    if (text) {
        header->found_clock = strtoull(text, &end, 10);
        header->found_tag = strtoull(end, &end, 10);
        snprintf(header->found, sizeof header->found, "%s", *end == ' ' ? end + 1 : end);
    } else if (gzseek(reader->file, at, SEEK_SET) != at) {
        return NULL;
    }
    return read_line(reader, "fields ", line);
}

static bool read_header(struct block_tape_reader *reader, struct block_tape_header *header,
                        struct text_error *error) {
    char line[LINE_BYTES], names[LINE_BYTES], again[24];
    const char *text = read_line(reader, MAGIC, line);
    if (!text || *text)
        return refuse(reader, error, "'semacredit block tape 2' first: this is no such tape");
    text = read_line(reader, "size ", line);
    if (!text || !size_read(text, &header->size) || !path_size_is_legal(&header->size))
        return refuse(reader, error, "the size of a block in the second line, 'size 8-1-1-...'");
    text = read_line(reader, "seed ", line);
    header->seed = text ? strtoull(text, NULL, 10) : 0;
    snprintf(again, sizeof again, "%" PRIu64, header->seed);
    if (!text || strcmp(text, again) != 0)
        return refuse(reader, error, "'seed NUMBER' in the third line");
    text = read_line(reader, "name ", line);
    if (!text || strlen(text) >= sizeof header->name)
        return refuse(reader, error, "'name TEXT' of at most 63 bytes in the fourth line");
    snprintf(header->name, sizeof header->name, "%s", text);
    text = read_found(reader, header, line);
    field_names(names);
    if (!text || strcmp(text, names) != 0)
        return refuse(reader, error, "the inputs of this version's block in the fifth line");
    return true;
}

static bool is_of(const char *path, const struct path_size *size,
                  const struct block_tape_header *header, struct text_error *error) {
    char want[FIELD_TEXT], got[FIELD_TEXT];
    if (!size || strcmp(size_text(size, want), size_text(&header->size, got)) == 0)
        return true;
    return text_error_set(error,
                          "%s: expected a tape of a block of %s, as this program has, found %s",
                          path, want, got);
}

// The checksum of all of the file is right; it is read on where it was read up to.
static bool is_whole(struct block_tape_reader *reader, struct text_error *error) {
    unsigned char bytes[1 << 14];
    const z_off_t at = gztell(reader->file);
    uLong sum = 0;
    int count;
    gzrewind(reader->file);
    while ((count = gzread(reader->file, bytes, sizeof bytes)) > 0)
        sum = crc32(sum, bytes, (uInt)count);
    return (count == 0 && sum == WHOLE && gzseek(reader->file, at, SEEK_SET) == at) ||
           refuse(reader, error, "the checksum of what it holds at its end: cut off, or damaged");
}

struct block_tape_reader *block_tape_open(const char *path, const struct path_size *size,
                                          struct block_tape_header *header,
                                          struct text_error *error) {
    gzFile file = text_gzip_open(path, error); // it is read twice
    if (!file)
        return NULL;
    struct block_tape_reader *reader = memory_there(calloc(1, sizeof *reader));
    reader->path = path;
    reader->file = file;
    if (read_header(reader, header, error) && is_of(path, size, header, error) &&
        is_whole(reader, error)) {
        number(&reader->numbers, &header->size);
        return reader;
    }
    block_tape_reader_close(reader);
    return NULL;
}

void block_tape_reader_close(struct block_tape_reader *reader) {
    if (!reader)
        return;
    gzclose(reader->file);
    free(reader);
}

// A number up to `most`; false: there is none.
static bool get(struct block_tape_reader *reader, uint64_t most, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const int byte = gzgetc(reader->file);
        const uint64_t bits = (uint64_t)byte & 0x7f;
        if (byte < 0 || bits << shift >> shift != bits)
            return false;
        *value |= bits << shift;
        if (byte < 0x80)
            return *value <= most;
    }
    return false;
}

// One element that changes; false: there is no such element, or no such value of it.
static bool read_change(struct block_tape_reader *reader, unsigned *element) {
    const struct numbers *numbers = &reader->numbers;
    struct field_at at = {IN_FIELDS, 0};
    uint64_t distance, bits;
    if (!get(reader, numbers->first[numbers->fields] - 1 - *element, &distance))
        return false;
    *element += (unsigned)distance;
    for (unsigned f = 1; numbers->first[f] <= *element; f++)
        at.field++;
    at.element = *element - numbers->first[at.field - IN_FIELDS];
    const uint64_t most =
        at.field->form == FIELD_FLAG ? 1 : UINT64_MAX >> (64 - 8 * at.field->bytes);
    if (!get(reader, most, &bits))
        return false;
    field_set(&at, &reader->last, field_get(&at, &reader->last) ^ bits);
    return true;
}

// After the 0 behind the last clock.
static bool read_end(struct block_tape_reader *reader) {
    unsigned char sum[SUM_BYTES + 1];
    uint64_t clocks;
    return get(reader, UINT64_MAX, &clocks) && clocks == reader->clocks &&
           gzread(reader->file, sum, sizeof sum) == SUM_BYTES;
}

int block_tape_next(struct block_tape_reader *reader, struct block_in *in,
                    struct text_error *error) {
    uint64_t changes;
    unsigned element = 0;
    bool good = get(reader, ELEMENTS_MOST, &changes);
    const bool end = good && changes == 0;
    if (end)
        good = read_end(reader);
    for (uint64_t i = 1; good && i < changes; i++)
        good = read_change(reader, &element);
    if (!good) {
        text_error_set(error, "%s: expected clock %" PRIu64 " or the end: cut off, or damaged",
                       reader->path, reader->clocks);
        return -1;
    }
    *in = reader->last;
    reader->clocks += !end;
    return !end;
}

int block_tape_play(struct block_tape_reader *reader, const struct block_model *model,
                    struct text_error *error) {
    struct block_out out;
    struct block_in in;
    int more;
    while ((more = block_tape_next(reader, &in, error)) > 0) {
        model->show(model->self, &out);
        model->clock(model->self, &in);
    }
    return more;
}
