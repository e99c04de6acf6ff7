#include "tb/tests/driver/fake_block.h"
#include "csim/base/std.h"
#include "tb/block/ref_state/map.h"

void fake_open(struct fake_block *fake, const struct path_size *size) {
    memset(fake, 0, sizeof *fake);
    block_lay_out(size, fake->reg);
    for (unsigned word = 0; word < REGISTERS; word++)
        fake->value[word] = fake->reg[word].reset;
    fake->depth = size->depth;
}

void fake_break(struct fake_block *fake, enum fault fault, unsigned first, unsigned count) {
    fake->reads = fake->writes = 0;
    fake->fault = fault;
    fake->first = first;
    fake->count = count;
}

bool fake_same(const struct fake_block *fake, const struct fake_block *other) {
    for (unsigned word = 0; word < REGISTERS; word++)
        if (map_stays(&fake->reg[word]) && word != R_holder &&
            fake->value[word] != other->value[word])
            return false;
    return true;
}

static bool any(const struct fake_block *fake, unsigned first, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (fake->value[first + i] != 0)
            return true;
    return false;
}

static bool is_refused(const struct fake_block *fake, unsigned word, uint32_t value) {
    const uint32_t *now = fake->value;
    const struct reg *reg = &fake->reg[word];
    if (reg->bits == 0 || reg->access == NO_ACCESS || reg->access == READ_ONLY ||
        (value & ~reg->bits) != 0)
        return true;
    if (reg->access == STATIC)
        return (now[R_enable] & 1) != 0 || now[R_waiting] != 0 || now[R_held] != 0;
    switch (reg->first) {
    case R_command_limit:
        return value > fake->depth;
    case R_multiplier:
    case R_atomic_service:
    case R_calibrate_work:
    case R_holder_limit:
        return value == 0;
    case R_multiplier_min:
        return value == 0 || value > now[R_multiplier_max];
    case R_multiplier_max:
        return value < now[R_multiplier_min];
    case R_message_threshold:
        return value != 0 && now[R_message_interval] == 0;
    case R_message_interval:
        return value == 0 && any(fake, R_message_threshold, 3);
    default:
        return false;
    }
}

static bool perform(struct fake_block *fake, uint32_t address, uint32_t value) {
    const unsigned word = block_register(address);
    if (word == REGISTERS || is_refused(fake, word, value)) {
        fake->refused++;
        return fake->posts;
    }
    const struct reg *reg = &fake->reg[word];
    if (reg->access == CLEARED)
        fake->value[word] &= ~value;
    else if (reg->access == WRITE_ONLY)
        fake->sends[fake->sent++ % FAKE_SENDS] = value;
    else
        fake->value[word] = value - (reg->first == R_window && value == reg->bits);
    return true;
}

// What happens beside the access.
static void live(struct fake_block *fake, uint32_t address) {
    uint32_t *now = fake->value;
    if (fake_accesses(fake) < sizeof fake->address / sizeof *fake->address)
        fake->address[fake_accesses(fake)] = (uint16_t)address;
    if (fake->busy && now[R_enable] & 1 && now[R_waiting] < 9)
        now[R_waiting]++;
    if (now[R_held] != 0 && !fake->never_ends)
        now[R_held]--;
    if (now[R_waiting] != 0 && now[R_enable] & 2 && !fake->never_grants) {
        now[R_waiting]--;
        now[R_held]++;
    }
    if (fake->next_after != 0 && --fake->next_after == 0)
        now[R_holder_state] = fake->next_state;
}

static enum fault fault_now(const struct fake_block *fake) {
    const unsigned number = fake_accesses(fake);
    return number >= fake->first && number - fake->first < fake->count ? fake->fault : FAULT_NONE;
}

static bool fake_read(void *context, uint32_t address, uint32_t *value) {
    struct fake_block *fake = context;
    const unsigned word = block_register(address);
    live(fake, address);
    fake->reads++;
    const enum fault fault = fault_now(fake);
    if (fault == FAULT_STALL || fault == FAULT_MUTE || word == REGISTERS ||
        fake->reg[word].bits == 0)
        return false;
    *value = fault == FAULT_GONE ? UINT32_MAX : fake->value[word];
    return true;
}

static bool fake_write(void *context, uint32_t address, uint32_t value) {
    struct fake_block *fake = context;
    live(fake, address);
    fake->writes++;
    switch (fault_now(fake)) {
    case FAULT_STALL:
        return false;
    case FAULT_MUTE:
        perform(fake, address, value);
        return false;
    case FAULT_DROP:
    case FAULT_GONE:
        return true;
    default:
        return perform(fake, address, value);
    }
}

struct semacredit_bus fake_bus(struct fake_block *fake) {
    return (struct semacredit_bus){fake_read, fake_write, fake};
}
