// Files are whole or not there, whoever else writes them.
#define _POSIX_C_SOURCE 200809L
#include <criterion/criterion.h>
#include <criterion/new/assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "csim/base/atomic_file.h"

static char folder[] = "/tmp/semacredit-output-XXXXXX";
static char path[64];

static void make_folder(void) {
    cr_assert(mkdtemp(folder) != NULL);
    snprintf(path, sizeof path, "%s/x", folder);
}

static void remove_folder(void) {
    remove(path);
    cr_expect(eq(int, rmdir(folder), 0), "something is left");
}

TestSuite(atomic_file, .init = make_folder, .fini = remove_folder);

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

static void expect_content(const char *content) {
    char text[100] = "";
    FILE *file = fopen(path, "r");
    cr_assert(file != NULL);
    cr_assert(fread(text, 1, sizeof text - 1, file) < sizeof text);
    fclose(file);
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
    expect_content("one whole");
    fputs("whole", second.file);
    finish(&second);
    expect_content("two whole");
}

Test(atomic_file, who_gives_up_leaves_what_was_there) {
    struct atomic_file first = opened();
    fputs("one", first.file);
    finish(&first);
    struct atomic_file second = opened();
    fputs("two", second.file);
    atomic_file_discard(&second);
    atomic_file_discard(&second);
    expect_content("one");
}

Test(atomic_file, permissions_are_those_of_any_new_file) {
    struct stat status;
    umask(027);
    struct atomic_file output = opened();
    finish(&output);
    cr_assert(eq(int, stat(path, &status), 0));
    cr_expect(eq(uint, status.st_mode & 0777, 0640));
}
