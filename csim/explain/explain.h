// Observers of a run that tell why its operations waited.
#pragma once

#include "csim/base/std.h"
#include "csim/golden/path.h"
#include "csim/interface/op.h"
#include "csim/record/commit.h"
#include "csim/simulator/simulate.h"

// --- lives.c ----------------------------------------------------------------------------------
//
// What a run shows of its operations, one by one: what each is, and what its commits and those of
// all say by now. What explains a run (refusals, story) reads one of these.

enum {
    LIVES_CLASSES = 9, // urgent write, read, notify, Atomic; the same in bulk; not known
    LIVES_UNKNOWN = LIVES_CLASSES - 1,
    LIVES_URGENT = LIVES_UNKNOWN / 2, // those below are urgent
    LIVES_MAX = 1 << 22
};

struct life {
    uint32_t op;
    uint32_t wire_bytes;
    uint32_t waiting, holding; // its reader's places plus one, while it waits and while it holds
    uint8_t op_class;
    bool urgent;
    bool seen; // the traffic came to it; or only commits did
};

// Open value, zero before lives_open. Lives have places by their numbers' lowest bits: memory does
// not grow with the run.
struct lives {
    uint32_t window[ALL_LANES]; // in force
    uint32_t held;              // reservations
    uint32_t mask;
    struct life *life;
};

// Of a run of so many operations; all memory is taken here, and used as operations come.
void lives_open(struct lives *lives, uint64_t operations);
void lives_close(struct lives *lives);

// An operation of the run, before its first commit.
void lives_op(struct lives *lives, const struct op *op);
// The next commit.
void lives_commit(struct lives *lives, const struct commit *commit);

// The life of an operation, which begins here where nothing is known of it. NULL: one of
// LIVES_MAX operations before it still waits or holds, in its place.
struct life *lives_find(const struct lives *lives, uint32_t op);

// "urgent Atomic", "bulk write", ...
extern const char *const lives_class_name[LIVES_CLASSES];

// --- refusals.c -------------------------------------------------------------------------------
//
// Why operations waited: from the commit stream alone, which lane refused what, by how much, and
// which outstanding operations held that lane's debt. One observer for policies and admitters.
//
// A *refusal* is one operation refused by one lane, from the deny commit that first names the lane
// to the commit that ends it: the operation's grant, or a deny that does not name the lane any
// more. It is exactly as long as the stream says. So with an admitter only operations in the
// block's slots are refused: those behind them have no commits yet. And a policy reports changes
// only of the operation that heads the operations of its kind (csim/simulator/simulate.h): further
// back in the line the lanes of the last deny go on refusing.
//
// Lane LANES (bit 10 of a mask) is the reservation table or the bound on commands. There each
// operation granted and not complete holds an amount of 1, and the window is how many hold one when
// an operation is refused.

struct refusals;

// Opens an observer for a run of so many operations, with a life for each and room for the up to
// 2^20 that may wait at a time; nothing is allocated later. `file` is for the CSV, heading
// included, and stays the caller's; may be NULL. The caller closes it.
struct refusals *refusals_open(uint64_t operations, FILE *file);
void refusals_close(struct refusals *refusals);

// An operation of the run, before its first commit: of what kind it is. Left out, it is not known.
// The `saw` of traffic_watch_open; the context is the struct refusals.
void refusals_op(void *context, const struct op *op);

// The next commit. The `take` of a commit_sink; the context is the struct refusals.
void refusals_commit(void *context, const struct commit *commit);

// The run is over: refusals that go on end here, as `open`.
void refusals_end(struct refusals *refusals);

// Commits that did not fit its records: more operations waiting, or holding, than it has room for,
// or a return of what is not held. 0 in a sound run.
uint64_t refusals_astray(const struct refusals *refusals);

// The CSV has a line for each refusal, as it ends; amounts in the lane's units, `lane` 0 to 10, 11
// the link:
//   op,class            what was refused ("urgent Atomic", ...)
//   lane,from_ps,to_ps  by which lane, when
//   end                 grant, changed (only other lanes refuse it now), reset, reject, open
//   demand,debt,window,short_by
//                       as it began; short_by is debt + demand - window, or 0 where the demand fits
//                       and the lane had none for another reason (reactive, limits of a block)
//   waiting             others that this lane was refusing as it began
//   holders             operations that held debt of the lane as it began, and two of them:
//   oldest_op,oldest_class,oldest_amount,oldest_from_ps
//                       the one granted first, and when
//   greatest_op,greatest_class,greatest_amount
//                       the one that held most (the oldest of them)
// The last seven are empty where none held any.

// Prints the tables of a run that has ended, up to 100 columns wide. `one_window`: lane 0 is the
// one window of all resources together.
void refusals_print(const struct refusals *refusals, bool one_window, FILE *file);

// --- story.c ----------------------------------------------------------------------------------
//
// The life of one operation, from the commit stream of a policy or a block, and from what crosses
// the block's boundary where there is one: when it was offered, what waited beside it, which lanes
// refused it and by how much, what passed it, when it was granted, what came back, when it was
// done.

struct story;

enum { STORY_ALL = UINT32_MAX };

// Of operation `op`, or of all commits, of a run of so many operations. `clocked`: rows have
// clocks; `one_window`: lane 0 is the one window of all resources together.
// The caller closes it.
struct story *story_open(uint32_t op, uint64_t operations, bool clocked, bool one_window);

void story_close(struct story *story);

// Commits of earlier clocks are not reported.
void story_from(struct story *story, uint64_t cycle);

// What the run shows, in its order: an operation of the traffic, before its first commit (`saw` of
// traffic_watch_open; of others is known what the boundary shows); a clock of a block, after its
// commits; a step of the event simulator; a commit. The context is a struct story.
void story_op(void *context, const struct op *op);
void story_clock(struct story *story, const struct path_out *out, const struct path_in *in,
                 uint64_t cycle, uint32_t clock_ps);
void story_step(void *context, enum simulate_step step, uint64_t now_ps, const struct op *op,
                unsigned partition, const struct policy_state *state);
void story_commit(void *context, const struct commit *commit);

// The operation; NULL: the run never came to it. And its life as a table, a row for each thing; or
// only the last rows of that.
const struct op *story_of(const struct story *story);
void story_print(struct story *story, FILE *file);
void story_print_last(struct story *story, unsigned rows, FILE *file);

// Where the last rows of a text begin.
const char *story_last(const char *text, size_t size, unsigned rows);
