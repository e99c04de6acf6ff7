// Of which RTL the files of a run are.
#include <criterion/criterion.h>

#include "tb/cli/result_file.h"

#define LONG "long/long/long/long/long/long/long/long/long/long/long/"

Test(result_file, a_folder_of_rtl_has_a_name_of_its_own) {
    static const char *const folders[] = {
        "build/mine", "mine", "../mine",   "/mine",          "a/b",           "a_b",
        "a-b",        "a.b/", LONG "mine", "x/" LONG "mine", "y/" LONG "mine"};
    enum { FOLDERS = sizeof folders / sizeof *folders };
    char names[FOLDERS][SUFFIX_BYTES];
    for (unsigned i = 0; i < FOLDERS; i++) {
        version_suffix_of(names[i], folders[i]);
        cr_assert(names[i][0] == '-' &&
                  strspn(names[i], "-_~abcdefghijklmnopqrstuvwxyz0123456789") == strlen(names[i]));
        for (unsigned j = 0; j < i; j++)
            cr_assert_str_neq(names[i], names[j], "%s, %s", folders[i], folders[j]);
    }
    cr_assert_str_eq(names[0], "-build_mine");
}
