// The rules, by what they are about.
#pragma once

#include "tb/block/check/check.h"
#include "tb/block/fields.h"
#include "tb/block/ref_state.h"

// The rules: name, when it judges (check.c), what a user loses if it breaks; where that depends on
// how, the function says so (check_lost). Of those that break in a clock the first is reported, so
// that causes stand before what follows from them.
#define RULE_LIST(X)                                                                               \
    X(handshake, always, "the bus: it hangs")                                                      \
    X(slverr, answers, "software: a bad value is taken")                                           \
    X(clock, performs, "software: an answer comes before its effect")                              \
    X(demand, names, "windows: an operation is charged less than it uses")                         \
    X(admission, decides, "windows: more is outstanding than they allow")                          \
    X(decision, always, "the grant or reject that the transport waits for")                        \
    X(order, names, "latency: the less urgent goes first")                                         \
    X(work, rests, "bandwidth: lanes idle while an operation fits")                                \
    X(choice, names, "order: an operation is granted before it may be")                            \
    X(refusal, names, "latency: what was refused is passed by its like forever")                   \
    X(starvation, names, "the bound: the owner of a spot is passed on its lane")                   \
    X(pause, names, "quiescence: unexpected grants follow a pause")                                \
    X(domain, names, "data: operations of one ordering domain overtake each other")                \
    X(handle, grants, "identity: a completion is taken for another operation's")                   \
    X(completion, always, "credit: a completion is lost")                                          \
    X(return, always, "credit: it never comes back")                                               \
    X(free, always, "tags: one is never used again")                                               \
    X(reset, resets, "a defined start")                                                            \
    X(class, always, "bandwidth: lanes without load are shut out by busy ones")                    \
    X(port, always, "completions: one is lost in a full place")                                    \
    X(answer, always, "retransmissions: one is not answered, or by what is not so")                \
    X(quiet, always, "state, where the clock is stopped in a quiet block")                         \
    X(window, moves, "control: the window in force is not the one that was set")                   \
    X(spacing, moves, "timing: a window moves before its lane is compared with it")                \
    X(calibration, moves, "limits: a window is scaled beyond them, or not as was observed")        \
    X(asked, always, "control: what was learned or written is never in force")                     \
    X(credit, always, "initiators: they send into credit that is not there")                       \
    X(waits, always, "messages: one changes under its reader")                                     \
    X(interval, loads, "bandwidth: messages come more often than was set")                         \
    X(told, always, "initiators: they wait for credit that is never reported")                     \
    X(irq, always, "errors: software is not told, or for nothing")                                 \
    X(read, always, "insight: registers show something else than happened")                        \
    X(drained, is_over, "progress: what is held never ends")
#define DECLARED(name, when, loss)                                                                 \
    void rule_##name(struct check *check, const struct ref_state *ref);
RULE_LIST(DECLARED)
#undef DECLARED

// Says that the rule that judges is broken, and what a user loses; NULL: what the rule's row says.
void check_lost(struct check *check, const struct ref_state *ref, const char *loss,
                const char *format, ...) __attribute__((format(printf, 4, 5), cold));
#define check_wrong(check, ref, ...) check_lost(check, ref, NULL, __VA_ARGS__)
