// Fuzz target: the readers of files of operations take any bytes, plain or gzip, and either give
// operations that a run can take, or one line.
#include <assert.h>
#include <sys/mman.h>
#include <unistd.h>

#include "csim/traffic/tasks.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// So many operations of a matrix are looked at: a short line stands for many.
enum { LOOKED_AT = 10000 };

static void operations_check(const struct traffic_file *file, const char *path,
                             const struct config *config) {
    struct text_error error;
    struct traffic *traffic = file->open(path, config, &error);
    assert(traffic);
    struct op op;
    uint64_t count = 0, time_ps = 0;
    while (count < LOOKED_AT && traffic_next(traffic, &op)) {
        assert(op.index == (uint32_t)(config->first_operation + count) && op.submit_ps >= time_ps);
        assert(op.opcode <= OP_FENCE && (op.opcode != OP_FENCE || op.domain != 0));
        time_ps = op.submit_ps;
        count++;
    }
    assert(count == LOOKED_AT || (count == config->operations && !traffic_failure(traffic)));
    traffic_close(traffic);
}

// What was surveyed can be opened, and has as many operations as the survey says.
static void file_check(const struct traffic_file *file, const char *path) {
    char note[TRAFFIC_NOTE_SIZE] = "";
    struct text_error error = {""};
    struct config config;
    config_init(&config);
    if (file->settings(path, &config, &error) && file->survey(path, &config, note, &error))
        operations_check(file, path, &config);
    else
        // A file that was refused says where and why, in one line.
        assert(strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n'));
    assert(!strchr(note, '\n'));
}

// A graph that was taken is whole; one that was not gives one line.
static void tasks_check(bool (*read)(struct task_graph *graph, const struct config *config),
                        const char *path) {
    struct text_error error = {""};
    struct task_graph graph = {.name = path, .error = &error};
    struct config config;
    config_init(&config);
    config.receivers = 2;
    if (read(&graph, &config))
        for (uint32_t i = 0; i < graph.wait_count; i++)
            assert(graph.waits[i].task < graph.count && graph.waits[i].event < TASK_EVENTS);
    else
        assert(strncmp(error.text, path, strlen(path)) == 0 && !strchr(error.text, '\n'));
    task_graph_close(&graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    int memory = memfd_create("trace", 0);
    assert(memory >= 0 && write(memory, data, size) == (ssize_t)size);
    char path[32];
    snprintf(path, sizeof path, "/proc/self/fd/%d", memory);
    file_check(&traffic_trace, path);
    file_check(&traffic_matrix, path);
    tasks_check(tasks_of_trace, path);
    tasks_check(tasks_of_matrix, path);
    tasks_check(tasks_of_msccl, path);
    tasks_check(tasks_of_goal, path);
    close(memory);
    return 0;
}
