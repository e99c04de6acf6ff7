#include "csim/traffic/ordering.h"

#include <assert.h>

#include "csim/base/rng.h"

struct member {
    uint64_t first, last; // bytes that it touches, if any
    uint32_t awaits;      // members that it must follow
    uint32_t before;      // neighbours in its domain, in order of submission
    uint32_t after;
    uint32_t domain; // its domain's place
    uint8_t opcode;
    bool touches;
    bool changes;
};

struct domain {
    uint32_t number;
    uint32_t last; // member
    uint32_t next; // in its bucket, or among the unused
};

// Places are handed out from the front, so that memory of places never used is never touched.
// Domains are listed by their place plus one, so that zeroed memory is empty lists.
struct ordering {
    struct member *members;
    struct domain *domains;
    uint32_t *bucket;
    uint32_t buckets; // a power of two
    uint32_t fresh;   // domains never used begin here
    uint32_t unused;  // list of domains used and given back
    uint32_t *ready;  // ring of members to be taken
    uint32_t ready_first, ready_count;
    uint32_t capacity;
};

struct ordering *ordering_open(uint32_t capacity) {
    uint32_t buckets = 1;
    while (buckets < capacity)
        buckets *= 2;
    struct ordering *ordering = memory_there(malloc(sizeof *ordering));
    *ordering =
        (struct ordering){.members = memory_there(malloc(capacity * sizeof *ordering->members)),
                          .domains = memory_there(malloc(capacity * sizeof *ordering->domains)),
                          .bucket = memory_there(calloc(buckets, sizeof *ordering->bucket)),
                          .buckets = buckets,
                          .ready = memory_there(malloc(capacity * sizeof *ordering->ready)),
                          .capacity = capacity};
    return ordering;
}

void ordering_close(struct ordering *ordering) {
    if (!ordering)
        return;
    free(ordering->members);
    free(ordering->domains);
    free(ordering->bucket);
    free(ordering->ready);
    free(ordering);
}

// --- domains ----------------------------------------------------------------------------------

static uint32_t *bucket_of(struct ordering *ordering, uint32_t number) {
    return &ordering->bucket[rng_mix(number) & (ordering->buckets - 1)];
}

// The place of a domain, which is opened where it has no members.
static uint32_t domain_find(struct ordering *ordering, uint32_t number) {
    uint32_t *bucket = bucket_of(ordering, number);
    for (uint32_t at = *bucket; at; at = ordering->domains[at - 1].next)
        if (ordering->domains[at - 1].number == number)
            return at - 1;
    uint32_t place = ordering->fresh;
    if (ordering->unused) {
        place = ordering->unused - 1;
        ordering->unused = ordering->domains[place].next;
    } else {
        ordering->fresh++;
    }
    assert(place < ordering->capacity);
    ordering->domains[place] =
        (struct domain){.number = number, .last = ORDERING_NONE, .next = *bucket};
    *bucket = place + 1;
    return place;
}

static void domain_forget(struct ordering *ordering, uint32_t place) {
    struct domain *domain = &ordering->domains[place];
    uint32_t *at = bucket_of(ordering, domain->number);
    while (*at != place + 1)
        at = &ordering->domains[*at - 1].next;
    *at = domain->next;
    domain->next = ordering->unused;
    ordering->unused = place + 1;
}

// --- the rules --------------------------------------------------------------------------------

static struct member member_of(const struct op *op) {
    const bool atomic = op_is_atomic(op) && op->opcode < OPCODES;
    uint64_t bytes = atomic ? ORDERING_ATOMIC_BYTES : 0;
    if (op_uses_hbm(op))
        bytes = op_hbm_bytes(op);
    const uint64_t above = UINT64_MAX - op->address; // bytes that end with the address space
    return (struct member){.first = op->address,
                           .last = bytes > above ? UINT64_MAX : op->address + bytes - 1,
                           .opcode = op->opcode,
                           .touches = bytes > 0,
                           .changes = atomic || op->opcode == OP_WRITE || op->opcode == OP_NOTIFY};
}

// Must `later` follow `earlier`, which is of its domain and was submitted before it?
static bool follows(const struct member *later, const struct member *earlier) {
    if (later->opcode == OP_FENCE || earlier->opcode == OP_FENCE)
        return true;
    if (later->opcode == OP_NOTIFY && earlier->opcode == OP_WRITE)
        return true;
    return (later->changes || earlier->changes) && later->touches && earlier->touches &&
           later->first <= earlier->last && earlier->first <= later->last;
}

// --- members ----------------------------------------------------------------------------------

// Looks back to the last incomplete fence and no further: the fence follows all before it.
bool ordering_enter(struct ordering *ordering, uint32_t index, const struct op *op) {
    assert(index < ordering->capacity && op->domain != 0);
    struct member *const members = ordering->members;
    struct member *member = &members[index];
    *member = member_of(op);
    member->domain = domain_find(ordering, op->domain);
    struct domain *domain = &ordering->domains[member->domain];
    for (uint32_t at = domain->last; at != ORDERING_NONE; at = members[at].before) {
        member->awaits += follows(member, &members[at]);
        if (members[at].opcode == OP_FENCE)
            break;
    }
    member->before = domain->last;
    member->after = ORDERING_NONE;
    if (domain->last != ORDERING_NONE)
        members[domain->last].after = index;
    domain->last = index;
    return member->awaits == 0;
}

static void member_leave(struct ordering *ordering, const struct member *member) {
    struct domain *domain = &ordering->domains[member->domain];
    if (member->before != ORDERING_NONE)
        ordering->members[member->before].after = member->after;
    if (member->after == ORDERING_NONE)
        domain->last = member->before;
    else
        ordering->members[member->after].before = member->before;
    if (domain->last == ORDERING_NONE)
        domain_forget(ordering, member->domain);
}

static void member_ready(struct ordering *ordering, uint32_t index) {
    const uint32_t place = (ordering->ready_first + ordering->ready_count) % ordering->capacity;
    ordering->ready[place] = index;
    ordering->ready_count++;
}

// Those that followed it stand between it and the next fence, that included: a fence between two
// members is still there while the earlier one is.
void ordering_complete(struct ordering *ordering, uint32_t index) {
    struct member *const members = ordering->members;
    struct member *member = &members[index];
    assert(member->awaits == 0);
    for (uint32_t at = member->after; at != ORDERING_NONE; at = members[at].after) {
        if (follows(&members[at], member) && --members[at].awaits == 0)
            member_ready(ordering, at);
        if (members[at].opcode == OP_FENCE)
            break;
    }
    member_leave(ordering, member);
}

bool ordering_has(const struct ordering *ordering) {
    return ordering->ready_count > 0;
}

uint32_t ordering_take(struct ordering *ordering) {
    if (!ordering_has(ordering))
        return ORDERING_NONE;
    const uint32_t index = ordering->ready[ordering->ready_first];
    ordering->ready_first = (ordering->ready_first + 1) % ordering->capacity;
    ordering->ready_count--;
    return index;
}
