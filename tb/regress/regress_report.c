#define _POSIX_C_SOURCE 200809L
#include "tb/regress/regress_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "csim/base/atomic_file.h"
#include "csim/base/progress.h"
#include "tb/cosim/version.h"

// ---- reading

struct reader {
    struct report *report;
    unsigned chunk;
    bool full; // no memory for another bucket
};

static struct report_bucket *bucket_find(struct report *report, const char *signature) {
    for (unsigned b = 0; b < report->bucket_count; b++)
        if (strcmp(report->buckets[b].signature, signature) == 0)
            return &report->buckets[b];
    const unsigned count = report->bucket_count;
    if ((count & (count - 1)) == 0) {
        struct report_bucket *buckets =
            realloc(report->buckets, (count ? 2 * (size_t)count : 1) * sizeof *buckets);
        if (!buckets)
            return NULL;
        report->buckets = buckets;
    }
    struct report_bucket *bucket = &report->buckets[report->bucket_count++];
    *bucket = (struct report_bucket){0};
    snprintf(bucket->signature, sizeof bucket->signature, "%s", signature);
    return bucket;
}

static void sum_add(struct report_sum *sum, const struct chunk_row *row) {
    sum->runs++;
    sum->failed += row->signature[0] != '\0';
    sum->operations += row->operations;
    sum->cycles += row->cycles;
    sum->mismatches += row->mismatches;
}

static void count_row(void *context, const struct chunk_row *row) {
    struct reader *reader = context;
    struct report *report = reader->report;
    sum_add(&report->all, row);
    sum_add(&report->workloads[report->manifest->chunks[reader->chunk].workload], row);
    if (row->signature[0] == '\0')
        return;
    struct report_bucket *bucket = bucket_find(report, row->signature);
    if (!bucket) {
        reader->full = true;
        return;
    }
    if (bucket->runs++ == 0 || row->cycles < bucket->example.cycles) {
        bucket->chunk = reader->chunk;
        bucket->example = *row;
    }
}

static int by_runs(const void *left, const void *right) {
    const struct report_bucket *a = left, *b = right;
    return a->runs != b->runs ? (a->runs < b->runs ? 1 : -1) : strcmp(a->signature, b->signature);
}

bool report_read(struct report *report, const struct manifest *manifest, const char *folder) {
    *report = (struct report){.manifest = manifest};
    struct reader reader = {.report = report};
    for (; reader.chunk < manifest->chunk_count; reader.chunk++)
        report->missing += !chunk_read(manifest, reader.chunk, folder, count_row, &reader).whole;
    if (report->bucket_count)
        qsort(report->buckets, report->bucket_count, sizeof *report->buckets, by_runs);
    if (reader.full)
        verb_refuse("regress: out of memory");
    return !reader.full;
}

void report_close(struct report *report) {
    free(report->buckets);
    report->buckets = NULL;
}

void report_missing(const struct report *report, const char *folder, FILE *file) {
    const struct manifest *manifest = report->manifest;
    for (unsigned c = 0; c < manifest->chunk_count; c++) {
        const struct chunk_rows rows = chunk_read(manifest, c, folder, NULL, NULL);
        const struct manifest_chunk *chunk = &manifest->chunks[c];
        if (!rows.whole)
            fprintf(file,
                    "MISSING: chunk %u, %s, seeds %" PRIu64 " to %" PRIu64 ": %" PRIu64
                    " of them ran, in %s\n",
                    c, manifest->workloads[chunk->workload].name, chunk->first, chunk->last,
                    rows.count, folder);
    }
}

// ---- writing

// A row on its way into a file.
struct writer {
    const struct report *report;
    FILE *file;
    unsigned chunk;
};

static const struct manifest_workload *workload_of(const struct report *report, unsigned chunk) {
    return &report->manifest->workloads[report->manifest->chunks[chunk].workload];
}

// A text in which some characters are written otherwise.
static void write_escaped(FILE *file, const char *text, const char *(*escape)(char c)) {
    for (; *text; text++) {
        const char *instead = escape(*text);
        if (instead)
            fputs(instead, file);
        else
            fputc(*text, file);
    }
}

static const char *escape_csv(char c) {
    return c == '"' ? "\"\"" : NULL;
}

static const char *escape_xml(char c) {
    return c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '"' ? "&quot;" : NULL;
}

static const char *escape_json(char c) {
    return c == '"' ? "\\\"" : c == '\\' ? "\\\\" : (unsigned char)c < ' ' ? " " : NULL;
}

static void replay_line(const struct report *report, unsigned chunk, uint64_t seed, char *text,
                        size_t size) {
    const struct manifest_workload *workload = workload_of(report, chunk);
    verb_replay_line(text, size, workload->name, "lockstep", seed, &workload->settings);
}

static void csv_row(void *context, const struct chunk_row *row) {
    const struct writer *writer = context;
    fprintf(writer->file, "%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%016" PRIx64 ",%" PRIu64 ",",
            workload_of(writer->report, writer->chunk)->name, row->seed, row->operations,
            row->cycles, row->hash, row->mismatches);
    if (row->signature[0]) {
        fputc('"', writer->file);
        write_escaped(writer->file, row->signature, escape_csv);
        fputc('"', writer->file);
    }
    fputc('\n', writer->file);
}

static void xml_row(void *context, const struct chunk_row *row) {
    const struct writer *writer = context;
    fprintf(writer->file, "    <testcase classname=\"%s\" name=\"seed %" PRIu64 "\"",
            workload_of(writer->report, writer->chunk)->name, row->seed);
    if (row->signature[0] == '\0') {
        fprintf(writer->file, "/>\n");
        return;
    }
    char replay[LINE_BYTES_MAX + 1];
    replay_line(writer->report, writer->chunk, row->seed, replay, sizeof replay);
    fprintf(writer->file, ">\n      <failure message=\"");
    write_escaped(writer->file, row->signature, escape_xml);
    fprintf(writer->file, "\">");
    write_escaped(writer->file, replay, escape_xml);
    fprintf(writer->file, "</failure>\n    </testcase>\n");
}

static void write_rows(const struct report *report, const char *folder, unsigned workload,
                       void (*row)(void *context, const struct chunk_row *row), FILE *file) {
    struct writer writer = {.report = report, .file = file};
    for (; writer.chunk < report->manifest->chunk_count; writer.chunk++)
        if (report->manifest->chunks[writer.chunk].workload == workload)
            chunk_read(report->manifest, writer.chunk, folder, row, &writer);
}

static void write_csv(const struct report *report, const char *folder, FILE *file) {
    fprintf(file, "workload,seed,operations,cycles,hash,mismatches,signature\n");
    for (unsigned w = 0; w < report->manifest->workload_count; w++)
        write_rows(report, folder, w, csv_row, file);
}

static void write_xml(const struct report *report, const char *folder, FILE *file) {
    fprintf(file,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"regress\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\">\n",
            report->all.runs, report->all.failed);
    fprintf(file, "  <!-- %s -->\n", version_line());
    for (unsigned w = 0; w < report->manifest->workload_count; w++) {
        const struct report_sum *sum = &report->workloads[w];
        fprintf(file, "  <testsuite name=\"%s\" tests=\"%" PRIu64 "\" failures=\"%" PRIu64 "\">\n",
                report->manifest->workloads[w].name, sum->runs, sum->failed);
        write_rows(report, folder, w, xml_row, file);
        fprintf(file, "  </testsuite>\n");
    }
    fprintf(file, "</testsuites>\n");
}

static void write_json_sum(const char *name, const struct report_sum *sum, FILE *file) {
    fprintf(file,
            "{\"workload\": \"%s\", \"runs\": %" PRIu64 ", \"failed\": %" PRIu64
            ", \"operations\": %" PRIu64 ", \"cycles\": %" PRIu64 ", \"mismatches\": %" PRIu64 "}",
            name, sum->runs, sum->failed, sum->operations, sum->cycles, sum->mismatches);
}

static void write_json(const struct report *report, const char *folder, FILE *file) {
    (void)folder;
    fprintf(file, "{\n  \"of\": \"%s\",\n  \"all\": ", version_line());
    write_json_sum("all", &report->all, file);
    fprintf(file, ",\n  \"workloads\": [");
    for (unsigned w = 0; w < report->manifest->workload_count; w++) {
        fprintf(file, "%s\n    ", w ? "," : "");
        write_json_sum(report->manifest->workloads[w].name, &report->workloads[w], file);
    }
    fprintf(file, "\n  ],\n  \"buckets\": [");
    for (unsigned b = 0; b < report->bucket_count; b++) {
        const struct report_bucket *bucket = &report->buckets[b];
        char replay[LINE_BYTES_MAX + 1];
        replay_line(report, bucket->chunk, bucket->example.seed, replay, sizeof replay);
        fprintf(file, "%s\n    {\"signature\": \"", b ? "," : "");
        write_escaped(file, bucket->signature, escape_json);
        fprintf(file,
                "\", \"runs\": %" PRIu64 ", \"workload\": \"%s\", \"seed\": %" PRIu64
                ", \"cycles\": %" PRIu64 ", \"replay\": \"",
                bucket->runs, workload_of(report, bucket->chunk)->name, bucket->example.seed,
                bucket->example.cycles);
        write_escaped(file, replay, escape_json);
        fprintf(file, "\"}");
    }
    fprintf(file, "%s]\n}\n", report->bucket_count ? "\n  " : "");
}

bool report_write(const struct report *report, const char *folder, const char *prefix) {
    static const struct {
        const char *suffix;
        void (*write)(const struct report *report, const char *folder, FILE *file);
    } kinds[] = {{".csv", write_csv}, {".xml", write_xml}, {".json", write_json}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    struct atomic_file outputs[KINDS] = {0};
    char path[512];
    struct text_error error;
    bool fine = true;
    for (unsigned k = 0; fine && k < KINDS; k++) {
        snprintf(path, sizeof path, "%s%s", prefix, kinds[k].suffix);
        fine = atomic_file_open(&outputs[k], path, &error);
        if (fine)
            kinds[k].write(report, folder, outputs[k].file);
    }
    for (unsigned k = 0; k < KINDS; k++)
        if (fine)
            fine = atomic_file_finish(&outputs[k], &error);
        else
            atomic_file_discard(&outputs[k]);
    if (!fine)
        verb_refuse("%s", error.text);
    return fine;
}

// ---- printing

static void print_sum(const char *name, const struct report_sum *sum) {
    const bool red = sum->failed && terminal_colours();
    printf("%-12s %9" PRIu64 " %11" PRIu64 " %12" PRIu64 " %s%9" PRIu64 "%s %10" PRIu64 "\n", name,
           sum->runs, sum->operations, sum->cycles, red ? "\033[1;31m" : "", sum->failed,
           red ? "\033[0m" : "", sum->mismatches);
}

void report_print(const struct report *report) {
    printf("%-12s %9s %11s %12s %9s %10s\n", "workload", "runs", "operations", "cycles", "failed",
           "mismatches");
    for (unsigned w = 0; w < report->manifest->workload_count; w++)
        print_sum(report->manifest->workloads[w].name, &report->workloads[w]);
    print_sum("all", &report->all);
    if (report->bucket_count == 0)
        return;
    printf("\n%9s  %-12s %9s %9s  %s\n", "runs", "example", "seed", "cycles", "signature");
    for (unsigned b = 0; b < report->bucket_count; b++) {
        const struct report_bucket *bucket = &report->buckets[b];
        printf("%9" PRIu64 "  %-12s %9" PRIu64 " %9" PRIu64 "  %s\n", bucket->runs,
               workload_of(report, bucket->chunk)->name, bucket->example.seed,
               bucket->example.cycles, bucket->signature);
    }
}
