#define _POSIX_C_SOURCE 200809L
#include "tb/cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void standard_open(void) {
    // Not writable: what is printed to a closed stream fails, as it should.
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF && open("/dev/null", O_RDONLY) != stream)
            _exit(STATUS_USAGE);
    signal(SIGXFSZ, SIG_IGN); // a file that may not grow is told like a full disk
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
