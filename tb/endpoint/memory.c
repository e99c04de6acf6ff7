#include "tb/endpoint/memory.h"

enum { STALLS = 32 }; // of so many clocks of a channel one

void memory_begin(struct memory *memory, uint8_t *bytes, uint64_t seed) {
    memset(memory, 0, sizeof *memory);
    memory->bytes = bytes;
    memory->rng = rng_stream(seed, RNG_AXI);
    banks_begin(&memory->banks, &BANKS_DDR3_NS);
}

static struct memory_burst *burst_at(struct memory_queue *queue, unsigned index) {
    return &queue->burst[(queue->first + index) % MEMORY_BURSTS];
}

void memory_drive(struct memory *memory, uint64_t now, struct axi_in *in) {
    const struct memory_queue *const reads = &memory->reads, *const writes = &memory->writes;
    const struct memory_burst *const read = burst_at(&memory->reads, 0);
    const struct memory_burst *const write = burst_at(&memory->writes, 0);
    const uint64_t stalls = rng_next(&memory->rng);
    in->ar_ready = reads->count < MEMORY_BURSTS && stalls % STALLS != 0;
    in->aw_ready = writes->count < MEMORY_BURSTS && stalls / STALLS % STALLS != 0;
    in->w_ready = writes->filled < writes->count && (stalls >> 10) % STALLS != 0;
    in->b_valid = writes->filled > 0 && write->served.to <= now;
    in->b_id = write->id;
    in->r_valid = reads->count > 0 && read->served.from + reads->beat <= now;
    in->r_id = read->id;
    in->r_last = reads->beat + 1 == read->beats;
    in->resp = 0;
    if (in->r_valid)
        memcpy(in->data, memory->bytes + read->address + reads->beat * ENDPOINT_BEAT,
               ENDPOINT_BEAT);
}

static void pop(struct memory_queue *queue) {
    queue->first = (queue->first + 1) % MEMORY_BURSTS;
    queue->count--;
}

static struct memory_burst *push(struct memory *memory, struct memory_queue *queue,
                                 const struct axi_address *out) {
    struct memory_burst *const burst = burst_at(queue, queue->count++);
    const uint32_t beats = out->len + 1u;
    *burst = (struct memory_burst){.id = out->id, .address = out->address, .beats = beats};
    if (out->address % ENDPOINT_BEAT || out->address + beats * ENDPOINT_BEAT > MEMORY_BYTES ||
        out->address / 4096 != (out->address + beats * ENDPOINT_BEAT - 1) / 4096)
        snprintf(memory->wrong, sizeof memory->wrong,
                 "a burst of %u beats at 0x%x crosses 4 KB or leaves the memory", beats,
                 out->address);
    return burst;
}

static void take_beat(struct memory *memory, uint64_t now, const struct axi_out *out) {
    struct memory_queue *const writes = &memory->writes;
    struct memory_burst *const burst = burst_at(writes, writes->filled);
    uint8_t *const to = memory->bytes + burst->address + writes->beat * ENDPOINT_BEAT;
    for (unsigned i = 0; i < ENDPOINT_BEAT; i++)
        if (out->strobes >> i & 1)
            to[i] = out->data[i];
    if (out->w_last != (++writes->beat == burst->beats))
        snprintf(memory->wrong, sizeof memory->wrong, "w_last at beat %u of %u", writes->beat,
                 burst->beats);
    if (writes->beat < burst->beats)
        return;
    burst->served =
        banks_access(&memory->banks, now, burst->address, burst->beats * ENDPOINT_BEAT, true);
    writes->beat = 0;
    writes->filled++;
}

void memory_clock(struct memory *memory, uint64_t now, const struct axi_out *out,
                  const struct axi_in *in) {
    struct memory_queue *const reads = &memory->reads, *const writes = &memory->writes;
    if (in->b_valid && out->b_ready) {
        writes->filled--;
        pop(writes);
    }
    if (in->r_valid && out->r_ready && ++reads->beat == burst_at(reads, 0)->beats) {
        reads->beat = 0;
        pop(reads);
    }
    if (in->w_ready && out->w_valid && !memory->wrong[0])
        take_beat(memory, now, out);
    if (out->aw.valid && in->aw_ready)
        push(memory, writes, &out->aw);
    if (out->ar.valid && in->ar_ready) {
        struct memory_burst *const burst = push(memory, reads, &out->ar);
        burst->served =
            banks_access(&memory->banks, now, burst->address, burst->beats * ENDPOINT_BEAT, false);
    }
}
