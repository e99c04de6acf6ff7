// Parts of the view's writer (tb/block/view.h).
#ifndef SEMA_BLOCK_VIEW_PARTS_H
#define SEMA_BLOCK_VIEW_PARTS_H

#include "tb/block/view.h"

#define VIEW_ALL UINT64_MAX // of what moved

static inline struct view_past *past_now(struct view *view) {
    return &view->past[view->clock % VIEW_PAST];
}

// What waits: the look-up of the offer of the clock before; the offer of this one, which goes to
// `slot`; what leaves; what fits by now.
void view_waits_enter(struct view *view);
// What readers ask of all slots in every clock.
void view_waits_look(struct view *view);
unsigned view_waits_slot(const struct view *view);
void view_waits_offer(struct view *view, unsigned slot);
void view_waits_answered(struct view *view);
void view_waits_leave(struct view *view, unsigned slot, bool answered);
void view_waits_compare(struct view *view);
// The aged operation and ages (2.5), once what leaves in this clock has left.
void view_ages(struct view *view);

// What is held: completions of this clock; its returns and those that are complete.
void view_completions(struct view *view);
// The reservation of a tag, NULL if none.
const struct view_held *view_held_of(const struct view *view, uint64_t tag);
void view_grant(struct view *view, const struct view_op *op);
void view_returns(struct view *view);

// The bus, at the begin of a clock and by its edge.
void view_bus_enter(struct view *view);
void view_bus_leave(struct view *view);

#endif
