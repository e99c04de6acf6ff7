#include "csim/golden/reservation.h"

_Static_assert(COLLECTOR_PLACES == 2, "serve moves one completion up");

// The first partition at or above the pointer that has a completion, wrapping; means something only
// if one has.
static unsigned in_turn(const struct collector *collector) {
    const uint64_t any = collector->taken[0];
    const uint64_t twice = any | any << HBM_LANES | UINT64_C(1) << 2 * HBM_LANES;

    return (unsigned)__builtin_ctzll(twice >> collector->pointer << collector->pointer) % HBM_LANES;
}

// What is void is written, too, where it does no harm: whether there is a completion is a coin toss
// that no processor predicts.
static void serve(struct collector *collector) {
    const unsigned turn = in_turn(collector), any = collector->taken[0] != 0;
    const lane_set leaves = (lane_set)any << turn, second = collector->taken[1] & leaves;

    collector->is_served = any;
    collector->partition = (uint8_t)turn;
    collector->served = collector->place[0][turn];
    collector->place[0][turn] = collector->place[1][turn];
    collector->taken[0] = (collector->taken[0] & ~leaves) | second;
    collector->taken[1] &= ~leaves;
    collector->pointer = (uint8_t)(any ? (turn + 1) % HBM_LANES : collector->pointer);
}

void collector_clock(struct collector *collector, const struct edge_in *in) {
    const lane_set entering = in->hbm_valid & collector_ready(collector);

    serve(collector);
    for (lane_set left = entering; left; left &= left - 1) {
        const unsigned partition = lane_first(left);
        const unsigned place = (unsigned)(collector->taken[0] >> partition & 1);
        collector->place[place][partition] =
            (struct completion){.id = in->hbm_id[partition], .service = in->hbm_service[partition]};
        collector->taken[place] |= LANE_BIT(partition);
    }
}

// --- id pool -----------------------------------------------------------------------------------

_Static_assert(PICK_TO_CANDIDATE == 1 + 1, "one clock to be picked, one to enter the queue");
_Static_assert(RETIRE_TO_CANDIDATE == 1 + PICK_TO_CANDIDATE, "one clock to be free");

void id_pool_init(struct id_pool *pool, unsigned depth) {
    *pool = (struct id_pool){.picked = NO_ID};
    for (unsigned id = 0; id < depth; id++)
        id_pool_retire(pool, id, true);
}

// The lowest free id, which is free no longer. NO_ID: none is.
static int pick(struct id_pool *pool) {
    for (int word = 0; word < POOL_WORDS; word++) {
        const uint64_t free = pool->free[word];
        if (free) {
            pool->free[word] = free & (free - 1); // without its lowest
            return 64 * word + __builtin_ctzll(free);
        }
    }
    return NO_ID;
}

static void enter(struct id_pool *pool, unsigned id) {
    pool->queue[(pool->head + pool->length) % ID_QUEUE] = (uint16_t)id;
    pool->length++;
}

void id_pool_clock(struct id_pool *pool, bool granted) {
    const int picked = pool->spoken_for < ID_QUEUE ? pick(pool) : NO_ID;

    if (granted) {
        pool->head = (uint8_t)((pool->head + 1) % ID_QUEUE);
        pool->length--;
    }
    if (pool->picked != NO_ID)
        enter(pool, (unsigned)pool->picked);
    pool->picked = picked;
    pool->spoken_for += (unsigned)(picked != NO_ID) - (unsigned)pool->granted;
    pool->granted = granted;
}

void id_pool_hold(struct id_pool *pool, unsigned id) {
    pool->free[id / 64] &= ~(UINT64_C(1) << id % 64);
}

void id_pool_queue(struct id_pool *pool, unsigned id) {
    id_pool_hold(pool, id);
    enter(pool, id);
    pool->spoken_for++;
}

// --- look-up of tags ---------------------------------------------------------------------------

static unsigned bucket_of(uint32_t tag) {
    return tag * UINT32_C(0x9e3779b1) >> 24; // tags are often numbers in a row
}
_Static_assert(TAG_BUCKETS == 1 << (32 - 24), "bucket_of shifts");

void tag_lookup_init(struct tag_lookup *lookup) {
    for (unsigned bucket = 0; bucket < TAG_BUCKETS; bucket++)
        lookup->first[bucket] = TAG_NONE;
}

void tag_lookup_add(struct tag_lookup *lookup, unsigned id, uint32_t tag) {
    int16_t *const first = &lookup->first[bucket_of(tag)];

    lookup->tag[id] = tag;
    lookup->next[id] = *first;
    *first = (int16_t)id;
}

void tag_lookup_remove(struct tag_lookup *lookup, unsigned id) {
    int16_t *link = &lookup->first[bucket_of(lookup->tag[id])];

    while (*link != (int16_t)id)
        link = &lookup->next[*link];
    *link = lookup->next[id];
}

int tag_lookup_find(const struct tag_lookup *lookup, uint32_t tag) {
    int id = lookup->first[bucket_of(tag)];

    while (id != TAG_NONE && lookup->tag[id] != tag)
        id = lookup->next[id];
    return id;
}
