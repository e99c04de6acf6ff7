// The event queue: what happens next, and when. Events of the same instant leave in the order in
// which they were posted, so that a run has one order and no other.
#pragma once

#include "csim/base/std.h"

enum {
    EVENT_KINDS_MAX = 16,
    EVENT_SUBJECT_BITS = 28,
    EVENT_SUBJECTS_MAX = 1 << EVENT_SUBJECT_BITS
};

struct event {
    uint64_t time_ps;
    uint32_t subject; // what it happens to: 0 .. EVENT_SUBJECTS_MAX-1
    uint8_t kind;     // what happens, in the caller's words: 0 .. EVENT_KINDS_MAX-1
};

struct event_queue;

// Opens a queue for at most `capacity` events at a time, of so many that have some each: it is as
// fast with many as with one. The caller closes it.
struct event_queue *event_queue_open(uint32_t capacity, uint32_t parties);
void event_queue_close(struct event_queue *queue);

// Posts an event. A time before that of the last event taken, a full queue and a kind or subject
// out of range are mistakes of the caller (asserted). Never allocates.
void event_post(struct event_queue *queue, uint64_t time_ps, unsigned kind, uint32_t subject);

// Takes the earliest event; the same, which stays. False if there is none.
bool event_take(struct event_queue *queue, struct event *event);
bool event_peek(const struct event_queue *queue, struct event *event);

// Its time; UINT64_MAX if there is none.
uint64_t event_next_ps(const struct event_queue *queue);

// A look ahead, to fetch what will be needed: up to `most` of the near events of a stretch of time,
// counted from time 0; and that of the last event taken.
unsigned event_look(const struct event_queue *queue, uint64_t stretch, unsigned most,
                    struct event *events);
uint64_t event_stretch(const struct event_queue *queue);

uint32_t event_count(const struct event_queue *queue);
