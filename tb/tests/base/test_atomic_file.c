// Files are whole or as they were.
#include "csim/base/atomic_file.h"
#include "tb/tests/base/fixture.h"

TestSuite(atomic_file, .init = folder_make, .fini = folder_remove);

static struct atomic_file begun(const char *text) {
    struct atomic_file output;
    struct text_error error = {""};
    cr_assert(atomic_file_open(&output, folder_path("x"), &error), "%s", error.text);
    fputs(text, output.file);
    return output;
}

// Two processes that write one file are in scripts/checks/mishaps.sh.
Test(atomic_file, who_gives_up_leaves_what_was_there) {
    struct atomic_file first = begun("one"), second = begun("two");
    struct text_error error = {""};
    char text[100];
    cr_expect(eq(uint, folder_files(""), 2));
    cr_assert(atomic_file_finish(&first, &error), "%s", error.text);
    atomic_file_discard(&second);
    atomic_file_discard(&second);
    cr_expect(eq(uint, folder_files(""), 1));
    file_read(folder_path("x"), text, sizeof text);
    cr_expect(eq(str, text, "one"));
}
