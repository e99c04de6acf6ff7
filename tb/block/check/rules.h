// The rules, by what they are about.
#ifndef SEMA_BLOCK_RULES_H
#define SEMA_BLOCK_RULES_H

#include <inttypes.h>

#include "tb/block/check/check.h"
#include "tb/block/fields.h"
#include "tb/block/view/words.h"

// The rules: name, when it judges (check.c), what a user loses if it breaks. Each is a function.
#define RULE_LIST(X)                                                                               \
    X(admission, decides, "windows: more is outstanding than they allow, or less than fits")       \
    X(demand, names, "credit: operations are charged what they do not use")                        \
    X(decision, always, "the grant or reject that the transport waits for")                        \
    X(order, names, "latency: the less urgent goes first")                                         \
    X(work, rests, "bandwidth: lanes idle while somebody fits")                                    \
    X(choice, names, "order: somebody is granted before it may be")                                \
    X(refusal, names, "latency: what was refused is passed by its like for ever")                  \
    X(starvation, names, "the bound: the aged operation is passed on its lanes")                   \
    X(pause, names, "quiescence: grants follow a pause that nobody expects")                       \
    X(domain, names, "data: operations of one ordering domain overtake each other")                \
    X(handle, grants, "identity: a completion is taken for another operation's")                   \
    X(completion, always, "credit: completions are lost or made up")                               \
    X(return, always, "credit: it comes back twice, never, or to another lane")                    \
    X(free, always, "tags: they are used again too early, or never")                               \
    X(reset, resets, "a defined start")                                                            \
    X(class, always, "bandwidth: lanes without load are shut out by busy ones")                    \
    X(port, always, "completions: they are refused, or lost in a full place")                      \
    X(answer, always, "retransmissions: they run twice, or are never answered")                    \
    X(quiet, always, "state, where the clock is stopped in a quiet block")                         \
    X(window, moves, "control: the window in force is not the one that was set")                   \
    X(spacing, moves, "timing: a window moves before its lane is compared with it")                \
    X(tuning, moves, "limits: a window leaves them, or jumps")                                     \
    X(calibration, moves, "limits: a window is scaled beyond them")                                \
    X(credit, always, "initiators: they send into credit that is not there")                       \
    X(waits, always, "messages: one changes under its reader")                                     \
    X(interval, loads, "bandwidth: messages come more often than was set")                         \
    X(told, always, "initiators: they wait for credit that they are never told of")                \
    X(handshake, always, "the bus: it hangs, or answers nobody")                                   \
    X(slverr, answers, "software: a bad value is taken, or a good one refused")                    \
    X(clock, performs, "software: an answer comes before its effect, or never")                    \
    X(read, always, "the truth: registers tell something else than happened")                      \
    X(drained, is_over, "progress: something waits or is held for ever")
#define DECLARED(name, when, loss) void rule_##name(struct check *check, const struct view *view);
RULE_LIST(DECLARED)
#undef DECLARED

// Says that the rule that judges is broken.
void check_wrong(struct check *check, const struct view *view, const char *format, ...)
    __attribute__((format(printf, 3, 4), cold));

#endif
