// Books of a domain's run, kept from what it tells and from the graph alone: every task happens
// once, its events in their order and not before all that it waits for, its delay and its time; its
// operations are over once each, and their bytes are the task's. Drawn operations are those that
// the generator makes, at their times, and over once each.
#pragma once

#include "csim/domain/domain.h"

struct task_scoreboard;

// The graph stays the caller's. The caller closes it.
struct task_scoreboard *task_scoreboard_open(const struct task_graph *graph);
void task_scoreboard_close(struct task_scoreboard *board);

// In the order of time; `context` is the scoreboard. Functions of a struct domain_watcher.
void task_scoreboard_task(void *context, uint32_t task, enum task_event event, uint64_t now_ps);
void task_scoreboard_submitted(void *context, uint32_t task, const struct op *op, uint64_t now_ps);
void task_scoreboard_over(void *context, uint32_t task, const struct op *op, bool rejected,
                          uint64_t now_ps);

// Of each task what is looked at whenever something happens to it, for a domain_watcher's `kept`.
const char *task_scoreboard_kept(const struct task_scoreboard *board);

// At the end of a run. False: what was wrong first, in `error`.
bool task_scoreboard_end(struct task_scoreboard *board, struct text_error *error);

// When the last task of a receiver, or the last random operation, was done.
uint64_t task_scoreboard_last_ps(const struct task_scoreboard *board, uint32_t receiver);
// When it happened to a task.
uint64_t task_scoreboard_ps(const struct task_scoreboard *board, uint32_t task,
                            enum task_event event);
