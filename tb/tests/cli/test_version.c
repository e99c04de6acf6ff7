// What a program says that it is made of, and what it notes of its reports.
#include <stdio.h>
#include <string.h>

#include "tb/cli/version.h"
#include "tb/tests/base/fixture.h"

Test(version, names_commit_compiler_verilator_and_rtl) {
    const char *line = version_line();
    cr_expect(strncmp(line, "semacredit ", 11) == 0, "%s", line);
    cr_expect(strcspn(line + 11, ";") >= 7, "no commit: %s", line);
    expect_part(line, __VERSION__);
    expect_part(line, "; Verilator 5.");
    expect_part(line, "; RTL of rtl/");
    cr_expect(strchr(line, '\n') == NULL, "%s", line);
}

Test(version, is_noted_once_for_each_report) {
    static const char *const names[] = {"cosim.csv", "agreement.csv", "cosim.csv"};
    char text[2000];
    struct text_error error;
    folder_make();
    for (unsigned i = 0; i < 3; i++)
        cr_assert(version_note(folder_path(names[i]), &error), "%s", error.text);
    file_read(folder_path("versions.csv"), text, sizeof text);
    folder_remove();
    char expected[2000];
    snprintf(expected, sizeof expected, "report,of\nagreement.csv,\"%s\"\ncosim.csv,\"%s\"\n",
             version_line(), version_line());
    cr_expect(eq(str, text, expected));
}
