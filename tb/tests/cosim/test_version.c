// What a program says that it is made of, and what it notes of its reports.
#define _POSIX_C_SOURCE 200809L // mkdtemp
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/cosim/version.h"

Test(version, names_commit_compiler_verilator_and_rtl) {
    const char *line = version_line();
    cr_expect(strncmp(line, "semacredit ", 11) == 0, "%s", line);
    cr_expect(strcspn(line + 11, ";") >= 7, "no commit: %s", line);
    cr_expect(strstr(line, __VERSION__) != NULL, "%s", line);
    cr_expect(strstr(line, "; Verilator 5.") != NULL, "%s", line);
    cr_expect(strstr(line, "; RTL of rtl/") != NULL, "%s", line);
    cr_expect(strchr(line, '\n') == NULL, "%s", line);
}

Test(version, is_noted_once_for_each_report) {
    char folder[] = "version-test-XXXXXX", path[64], report[64], text[2000];
    struct text_error error;
    cr_assert(mkdtemp(folder) != NULL);
    static const char *const names[] = {"cosim", "agreement", "cosim"};
    for (unsigned i = 0; i < 3; i++) {
        snprintf(report, sizeof report, "%s/%s.csv", folder, names[i]);
        cr_assert(version_note(report, &error), "%s", error.text);
    }
    snprintf(path, sizeof path, "%s/versions.csv", folder);
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    cr_assert(remove(path) == 0 && rmdir(folder) == 0);
    char expected[2000];
    snprintf(expected, sizeof expected, "report,of\nagreement.csv,\"%s\"\ncosim.csv,\"%s\"\n",
             version_line(), version_line());
    cr_expect(eq(str, text, expected));
}
