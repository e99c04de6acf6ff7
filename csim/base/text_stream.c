#define _POSIX_C_SOURCE 200809L
#include "csim/base/text_stream.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "csim/base/interrupt.h"

bool text_stream_named(const char *text) {
    return strcmp(text, "-") == 0 || text[0] == '|';
}

const char *text_stream_title(const char *text) {
    return text[0] == '|' ? text + 1 : "standard input";
}

FILE *text_stream_open(const char *text, struct text_error *error) {
    if (text[0] != '|')
        return stdin;
    FILE *stream = popen(text + 1, "r");
    if (!stream)
        text_error_set(error, "%s: cannot be started: %s", text + 1, strerror(errno));
    return stream;
}

// Waiting ends where a signal comes, reading would not.
long text_stream_read(FILE *stream, char *bytes, size_t size) {
    struct pollfd ready = {.fd = fileno(stream), .events = POLLIN};
    while (!interrupted())
        if (poll(&ready, 1, -1) == 1)
            return read(ready.fd, bytes, size);
        else if (errno != EINTR)
            return -1;
    return 0;
}

int text_stream_close(FILE *stream) {
    if (stream == stdin)
        return 0;
    const int status = pclose(stream);
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}
