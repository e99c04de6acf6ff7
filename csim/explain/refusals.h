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
#pragma once

#include "csim/explain/lives.h"

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
