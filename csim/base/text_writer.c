#include "csim/base/text_writer.h"

#include <errno.h>
#include <unistd.h>

bool text_writer_open(struct text_writer *writer, const char *path, struct text_error *error) {
    if (!atomic_file_open(&writer->output, path, error))
        return false;
    const size_t length = strlen(path);
    const bool compress = length > 3 && strcmp(path + length - 3, ".gz") == 0;
    const int descriptor = dup(fileno(writer->output.file));
    writer->gz = descriptor < 0 ? NULL : gzdopen(descriptor, compress ? "w3" : "wT");
    if (writer->gz) {
        gzbuffer(writer->gz, 1 << 17);
        return true;
    }
    text_error_set(error, "%s: cannot write: out of memory or file descriptors", path);
    if (descriptor >= 0)
        close(descriptor);
    atomic_file_discard(&writer->output);
    return false;
}

bool text_writer_close(struct text_writer *writer, struct text_error *error) {
    if (gzclose(writer->gz) == Z_OK)
        return atomic_file_finish(&writer->output, error);
    text_error_set(error, "%s: cannot write: %s", writer->output.path, strerror(errno));
    atomic_file_discard(&writer->output);
    return false;
}

void text_writer_discard(struct text_writer *writer) {
    gzclose(writer->gz);
    atomic_file_discard(&writer->output);
}
