// Files are whole or not there, whoever else writes them.
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"
#include "tb/tests/base/fixture.h"

static const char *path;

static void make_path(void) {
    folder_make();
    path = folder_path("x");
}

TestSuite(atomic_file, .init = make_path, .fini = folder_remove);

static struct atomic_file opened(void) {
    struct atomic_file output;
    struct text_error error = {""};
    cr_assert(atomic_file_open(&output, path, &error), "%s", error.text);
    return output;
}

static void finish(struct atomic_file *output) {
    struct text_error error = {""};
    cr_assert(atomic_file_finish(output, &error), "%s", error.text);
}

// What is in the file, one of so many in the folder.
static void expect_content(const char *content, unsigned files) {
    cr_expect(eq(uint, folder_files(""), files));
    char text[100];
    file_read(path, text, sizeof text);
    cr_expect(eq(str, text, (char *)content));
}

Test(atomic_file, two_who_write_one_file_do_not_mix) {
    struct atomic_file first = opened(), second = opened();
    cr_assert(ne(str, first.part, second.part));
    fputs("one ", first.file);
    fflush(first.file);
    fputs("two ", second.file);
    fflush(second.file);
    fputs("whole", first.file);
    cr_expect(eq(int, access(path, F_OK), -1));
    finish(&first);
    expect_content("one whole", 2);
    fputs("whole", second.file);
    finish(&second);
    expect_content("two whole", 1);
}

Test(atomic_file, who_gives_up_leaves_what_was_there) {
    struct atomic_file first = opened();
    fputs("one", first.file);
    finish(&first);
    struct atomic_file second = opened();
    fputs("two", second.file);
    atomic_file_discard(&second);
    atomic_file_discard(&second);
    expect_content("one", 1);
}
