#include "tb/cli/result_file.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "csim/interface/numbers.h"
#include "revision.h"
#include "tb/block/dut/block_rtl.h"
#include "tb/cli/settings.h"

// --- what the program is made of ------------------------------------------------------------

#ifdef __clang__ // which says its name itself
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

static bool is_ours(void) {
    return strcmp(block_rtl_folder(), "rtl") == 0;
}

// In force in rtl/ of the default size only (block_rtl.h).
static const char *planted_bug(void) {
    const char *const bug = getenv("PLANTED_BUG");
    return bug && is_ours() && BUILD_IS_DEFAULT ? bug : "";
}

const char *version_line(void) {
    static char line[400];
    snprintf(line, sizeof line, "semacredit %s; %s; Verilator %s; RTL of %s/%s%s%s", BUILD_REVISION,
             COMPILER, block_rtl_verilator(), block_rtl_folder(),
             BUILD_IS_DEFAULT ? "" : " with " BUILD_SIZE,
             *planted_bug() ? " with planted bug " : "", planted_bug());
    return line;
}

void name_mark(char mark[MARK_BYTES], const char *of, size_t length) {
    snprintf(mark, MARK_BYTES, "~%08lx", crc32(0, (const Bytef *)of, (uInt)length));
}

void version_suffix_of(char text[SUFFIX_BYTES], const char *folder) {
    const char *of = folder + strspn(folder, "./"); // of a long path its end
    const size_t most = SUFFIX_BYTES - 1 - MARK_BYTES, length = strlen(of);
    bool whole = of == folder && length <= most;
    snprintf(text, SUFFIX_BYTES, "%s%s", *of ? "-" : "", of + (length > most ? length - most : 0));
    for (char *at = text + (*text != '\0'); *at; at++)
        if (!isalnum((unsigned char)*at)) {
            whole = whole && *at == '/';
            *at = '_';
        }
    if (!whole)
        name_mark(text + strlen(text), folder, strlen(folder));
}

const char *version_suffix(void) {
    static char text[SUFFIX_BYTES];
    if (is_ours())
        snprintf(text, sizeof text, "%s%s", *planted_bug() ? "-" : "", planted_bug());
    else
        version_suffix_of(text, block_rtl_folder());
    return text;
}

const char *program_path = "semacredit";

static int make_line(char *text, size_t size, const char *target) {
    const bool ours = is_ours();
    return snprintf(text, size, "make %s%s%s%s" BUILD_WORDS, target, ours ? "" : " RTL='",
                    ours ? "" : block_rtl_folder(), ours ? "" : "'");
}

static int bug_before(char *text, size_t size) {
    return snprintf(text, size, "%s%s%s", *planted_bug() ? "PLANTED_BUG=" : "", planted_bug(),
                    *planted_bug() ? " " : "");
}

void version_call(char *text, size_t size) {
    size_t at = (size_t)make_line(text, size, program_path);
    at += (size_t)snprintf(text + at, at < size ? size - at : 0, " && ");
    at += (size_t)bug_before(text + at, at < size ? size - at : 0);
    snprintf(text + at, at < size ? size - at : 0, "%s", program_path);
}

const char *version_scenarios(char text[CALL_BYTES]) {
    const int at = bug_before(text, CALL_BYTES);
    make_line(text + at, CALL_BYTES - (size_t)at, "scenarios");
    return BUILD_IS_DEFAULT ? text : NULL;
}

const char *version_scenario(char text[CALL_BYTES], const char *path) {
    char target[CALL_BYTES / 2];
    const int at = bug_before(text, CALL_BYTES);
    snprintf(target, sizeof target, "scenario FILE=%s", path);
    make_line(text + at, CALL_BYTES - (size_t)at, target);
    return BUILD_IS_DEFAULT ? text : NULL;
}

// --- files ------------------------------------------------------------------------------------

bool whole_file(const char *path, result_write *write, const void *context) {
    char folder[256];
    struct text_error error;
    struct atomic_file output;
    snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(path, '/') - path), path);
    if (!atomic_file_folders(folder, &error) || !atomic_file_open(&output, path, &error))
        return refuse("%s", error.text);
    write(context, output.file);
    return atomic_file_finish(&output, &error) || refuse("%s", error.text);
}

static const char notes[] = BUILD_FOLDER "/reports/versions.csv", heading[] = "report,of\n";

// The notes of the other reports, and of this one.
static void write_notes(const void *name, FILE *to) {
    char line[600];
    const size_t length = strlen(name);
    FILE *file = fopen(notes, "r");
    fputs(heading, to);
    while (file && fgets(line, sizeof line, file))
        if (strcmp(line, heading) != 0 &&
            !(strncmp(line, name, length) == 0 && line[length] == ','))
            fputs(line, to);
    if (file)
        fclose(file);
    fprintf(to, "%s,\"%s\"\n", (const char *)name, version_line());
}

bool report_file(const char *name, result_write *write, const void *context) {
    char path[256];
    snprintf(path, sizeof path, BUILD_FOLDER "/reports/%s", name);
    return whole_file(path, write, context) && whole_file(notes, write_notes, name);
}

// --- standard output ----------------------------------------------------------------------------

void standard_open(void) {
    // Not writable: what is printed to a closed stream fails, as it should.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != stream)
            _exit(STATUS_USAGE);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is reported like a full disk
    setvbuf(stdout, NULL, _IOLBF, 0);
}

int standard_close(int status) {
    const bool lost = ferror(stdout) != 0;
    if (fclose(stdout) == 0 && !lost)
        return status;
    verb_refuse("standard output: cannot be written%s%s", lost ? "" : ": ",
                lost ? "" : strerror(errno));
    return status == STATUS_FINE ? STATUS_USAGE : status;
}
