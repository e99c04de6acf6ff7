#include "tb/regress/manifest.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/cli/effect.h"
#include "tb/cli/selection.h"

static const char heading[] = "semacredit regress 1";

// FNV-1a.
static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t hash_number(uint64_t hash, uint64_t number) {
    for (unsigned shift = 0; shift < 64; shift += 8) {
        const unsigned char byte = (unsigned char)(number >> shift);
        hash = hash_bytes(hash, &byte, 1);
    }
    return hash;
}

uint64_t manifest_hash_config(const struct config *config) {
    uint64_t hash = hash_start;
    char setting[CONFIG_SETTING_SIZE];
    for (unsigned key = 0; config_next_change(config, &key, setting, sizeof setting);)
        hash = hash_bytes(hash, setting, strlen(setting) + 1);
    return hash;
}

bool manifest_hash_program(uint64_t *hash) {
    static const char self[] = "/proc/self/exe";
    FILE *file = fopen(self, "rb");
    unsigned char buffer[1 << 14];
    size_t got = 0;
    *hash = hash_start;
    while (file && (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        *hash = hash_bytes(*hash, buffer, got);
    const bool fine = file && !ferror(file);
    if (file)
        fclose(file);
    if (!fine)
        verb_refuse("%s: cannot be read, so that the program cannot be named", self);
    return fine;
}

static struct manifest *manifest_open(void) {
    struct manifest *manifest = calloc(1, sizeof *manifest);
    if (!manifest)
        verb_refuse("regress: out of memory");
    return manifest;
}

void manifest_close(struct manifest *manifest) {
    if (manifest)
        free(manifest->chunks);
    free(manifest);
}

// NULL, or why not.
static const char *chunk_add(struct manifest *manifest, struct manifest_chunk chunk) {
    const unsigned count = manifest->chunk_count;
    const uint64_t runs = chunk.last - chunk.first + 1;
    if ((count & (count - 1)) == 0) {
        const size_t room = count ? 2 * (size_t)count : 1;
        struct manifest_chunk *chunks = realloc(manifest->chunks, room * sizeof *manifest->chunks);
        if (!chunks)
            return "out of memory";
        manifest->chunks = chunks;
    }
    if (count == MANIFEST_CHUNKS || runs == 0 || runs > MANIFEST_RUNS - manifest->runs)
        return "expected at most 16777216 runs in 1048576 chunks";
    manifest->chunks[manifest->chunk_count++] = chunk;
    manifest->runs += runs;
    return NULL;
}

// ---- making

// Its line has to be read again, by words.
static bool fits_line(const struct settings *settings) {
    size_t length = 64 + (settings->directory ? strlen(settings->directory) : 0);
    const char *spaced =
        settings->directory && strpbrk(settings->directory, " \t\n#") ? settings->directory : NULL;
    for (unsigned i = 0; i < settings->sets; i++) {
        length += 1 + strlen(settings->set[i]);
        if (strpbrk(settings->set[i], " \t\n"))
            spaced = settings->set[i];
    }
    if (spaced)
        verb_refuse("regress: expected a word without spaces, got '%s'", spaced);
    else if (length > LINE_BYTES_MAX)
        verb_refuse("--set: expected at most %d bytes of them", LINE_BYTES_MAX);
    return !spaced && length <= LINE_BYTES_MAX;
}

static bool workload_add(struct manifest *manifest, const struct manifest_plan *plan,
                         const struct selected *selected) {
    struct manifest_workload *workload = &manifest->workloads[manifest->workload_count++];
    struct settings *settings = &workload->settings;
    memcpy(workload->name, selected->name, sizeof workload->name);
    *settings = plan->settings;
    settings->directory = selected->directory;
    if (selected->drawn && plan->operations && settings->sets < SETTINGS_MAX) {
        memmove(settings->set + 1, settings->set, settings->sets * sizeof *settings->set);
        settings->set[0] = plan->operations;
        settings->sets++;
    }
    if (!fits_line(settings) || !settings_load(settings, workload->name, &workload->config))
        return false;
    memcpy(workload->text, selected->directory, strlen(selected->directory) + 1); // fits a line
    settings->directory = workload->text;
    workload->hash = manifest_hash_config(&workload->config);
    return true;
}

static bool chunks_cut(struct manifest *manifest, const struct manifest_plan *plan,
                       unsigned workload) {
    for (uint64_t first = plan->first;; first += plan->seeds) {
        const bool end = plan->last - first < plan->seeds;
        const uint64_t last = end ? plan->last : first + plan->seeds - 1;
        const char *error = chunk_add(manifest, (struct manifest_chunk){workload, first, last});
        if (error)
            return verb_refuse("regress: %s", error), false;
        if (end)
            return true;
    }
}

struct manifest *manifest_make(const struct manifest_plan *plan) {
    struct selection *selection =
        fits_line(&plan->settings) ? selection_make(&plan->settings, plan->workloads) : NULL;
    struct manifest *manifest = selection ? manifest_open() : NULL;
    bool fine = manifest && settings_have_effect_on(&plan->settings, selection) &&
                manifest_hash_program(&manifest->program);
    for (unsigned i = 0; fine && i < selection->count; i++)
        fine = workload_add(manifest, plan, &selection->of[i]) &&
               chunks_cut(manifest, plan, manifest->workload_count - 1);
    free(selection);
    if (fine)
        return manifest;
    manifest_close(manifest);
    return NULL;
}

void manifest_write(const struct manifest *manifest, FILE *file) {
    fprintf(file, "%s\nprogram 0x%016" PRIx64 "\n", heading, manifest->program);
    for (unsigned w = 0; w < manifest->workload_count; w++) {
        const struct manifest_workload *workload = &manifest->workloads[w];
        fprintf(file, "workload %s 0x%016" PRIx64 " %s", workload->name, workload->hash,
                workload->settings.directory);
        for (unsigned i = 0; i < workload->settings.sets; i++)
            fprintf(file, " %s", workload->settings.set[i]);
        fprintf(file, "\n");
    }
    for (unsigned c = 0; c < manifest->chunk_count; c++)
        fprintf(file, "chunk %s %" PRIu64 " %" PRIu64 "\n",
                manifest->workloads[manifest->chunks[c].workload].name, manifest->chunks[c].first,
                manifest->chunks[c].last);
}

uint64_t manifest_key(const struct manifest *manifest, unsigned number) {
    const struct manifest_chunk *chunk = &manifest->chunks[number];
    const struct manifest_workload *workload = &manifest->workloads[chunk->workload];
    uint64_t key = hash_number(hash_start, manifest->program);
    key = hash_bytes(key, workload->name, strlen(workload->name) + 1);
    key = hash_number(key, workload->hash);
    return hash_number(hash_number(key, chunk->first), chunk->last);
}

// ---- reading

static bool read_number(struct text_reader *reader, const char *what, uint64_t *value) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    return word_number(&word, UINT64_MAX, value) ||
           text_reader_fail(reader, "%s: expected a number, found %s", what,
                            word_show(&word, shown));
}

// `words` are the rest of the line.
static bool read_settings(struct text_reader *reader, struct manifest_workload *workload) {
    char *at = workload->text;
    struct word word;
    if (!text_reader_word(reader, &word))
        return text_reader_fail(reader, "expected a folder at the end of the line");
    do {
        memcpy(at, word.text, word.length); // within the line, which is not longer
        at[word.length] = '\0';
        if (!workload->settings.directory)
            workload->settings.directory = at;
        else if (workload->settings.sets < SETTINGS_MAX)
            workload->settings.set[workload->settings.sets++] = at;
        else
            return text_reader_fail(reader, "expected at most %d settings", SETTINGS_MAX);
        at += word.length + 1;
    } while (text_reader_word(reader, &word));
    return true;
}

static bool name_taken(const struct manifest *manifest, const char *name) {
    for (unsigned w = 0; w < manifest->workload_count; w++)
        if (strcmp(name, manifest->workloads[w].name) == 0)
            return true;
    return false;
}

static bool read_workload(struct text_reader *reader, struct manifest *manifest) {
    struct word word;
    char shown[WORD_SHOWN], path[WORKLOAD_PATH_SIZE];
    struct text_error error;
    text_reader_word(reader, &word);
    struct manifest_workload *workload = &manifest->workloads[manifest->workload_count];
    snprintf(workload->name, sizeof workload->name, "%.*s",
             word.length < sizeof workload->name ? (int)word.length : 0, word.text);
    if (!workload_name_fits(workload->name) || name_taken(manifest, workload->name))
        return text_reader_fail(reader, "expected the name of another workload, found %s",
                                word_show(&word, shown));
    if (!read_number(reader, "configuration", &workload->hash) || !read_settings(reader, workload))
        return false;
    if (!workload_path(workload->settings.directory, workload->name, path, &error))
        return text_reader_fail(reader, "%s", error.text);
    manifest->workload_count++;
    return true;
}

static bool read_chunk(struct text_reader *reader, struct manifest *manifest) {
    struct manifest_chunk chunk = {0};
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    while (chunk.workload < manifest->workload_count &&
           !word_is(&word, manifest->workloads[chunk.workload].name))
        chunk.workload++;
    if (chunk.workload == manifest->workload_count)
        return text_reader_fail(reader, "expected a workload of this file, found %s",
                                word_show(&word, shown));
    if (!read_number(reader, "first seed", &chunk.first) ||
        !read_number(reader, "last seed", &chunk.last))
        return false;
    if (chunk.first > chunk.last || chunk.last - chunk.first >= MANIFEST_RUNS)
        return text_reader_fail(reader, "expected at most %d seeds, the lower one first",
                                MANIFEST_RUNS);
    const char *error = chunk_add(manifest, chunk);
    return !error || text_reader_fail(reader, "%s", error);
}

// The configurations as they are here, which must be those of the manifest.
static bool load_configs(const char *path, struct manifest *manifest) {
    for (unsigned w = 0; w < manifest->workload_count; w++) {
        struct manifest_workload *workload = &manifest->workloads[w];
        if (!settings_load(&workload->settings, workload->name, &workload->config))
            return false;
        if (manifest_hash_config(&workload->config) != workload->hash)
            return refuse("%s: configuration of %s: expected another one than is here, make the "
                          "manifest again",
                          path, workload->name);
    }
    return true;
}

static bool read_line(struct text_reader *reader, struct manifest *manifest) {
    struct word word;
    char shown[WORD_SHOWN];
    text_reader_word(reader, &word);
    if (word_is(&word, "workload") && manifest->workload_count < MANIFEST_WORKLOADS)
        return read_workload(reader, manifest);
    if (word_is(&word, "chunk"))
        return read_chunk(reader, manifest);
    return text_reader_fail(reader, "expected workload or chunk, found %s",
                            word_show(&word, shown));
}

static bool read_all(struct text_reader *reader, struct manifest *manifest) {
    uint64_t self;
    struct word word;
    if (!text_reader_next(reader) || strcmp(text_reader_text(reader), heading) != 0)
        return text_reader_fail(reader, "expected '%s'", heading);
    if (!text_reader_next(reader) || !text_reader_word(reader, &word) || !word_is(&word, "program"))
        return text_reader_fail(reader, "expected 'program' and its hash");
    if (!read_number(reader, "program", &manifest->program) || !manifest_hash_program(&self))
        return false;
    if (self != manifest->program)
        return text_reader_fail(reader,
                                "program: expected this one, 0x%016" PRIx64
                                ", found another's, make the manifest again",
                                self);
    while (text_reader_next(reader))
        if (!read_line(reader, manifest))
            return false;
    if (!text_reader_failure(reader) && manifest->chunk_count == 0)
        text_reader_fail(reader, "expected a chunk");
    return !text_reader_failure(reader);
}

struct manifest *manifest_read(const char *path) {
    struct text_error error;
    struct text_reader *reader = text_reader_open(path, &error);
    if (!reader)
        return verb_refuse("%s", error.text), NULL;
    struct manifest *manifest = manifest_open();
    bool fine = manifest && read_all(reader, manifest);
    if (manifest && !fine && text_reader_failure(reader))
        verb_refuse("%s", text_reader_failure(reader));
    text_reader_close(reader);
    fine = fine && load_configs(path, manifest);
    if (fine)
        return manifest;
    manifest_close(manifest);
    return NULL;
}
