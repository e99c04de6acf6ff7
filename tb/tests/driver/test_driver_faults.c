// The driver on blocks of every size and on buses that stall, lose answers, or lose what they post:
// what it says is what is so.
#include <criterion/criterion.h>

#include "csim/base/std.h"
#include "tb/tests/driver/fake_block.h"

static const struct path_size sizes[] = {
    {8, 1, 1, 32, 128, 40, 32, 8, 16, 24},   {1, 1, 1, 4, 8, 18, 4, 1, 4, 4},
    {32, 4, 4, 32, 1024, 80, 64, 8, 16, 24}, {24, 1, 3, 32, 512, 60, 40, 4, 14, 22},
    {16, 2, 2, 31, 64, 40, 32, 3, 15, 23},
};
enum { SIZES = sizeof sizes / sizeof *sizes, FOR_EVER = 1 << 30 };

// Each of them is another than out of reset, and than the other's.
static void make(const struct semacredit_bus *bus, const struct path_size *size, bool other,
                 struct semacredit_setup *setup) {
    const uint32_t most = UINT32_MAX >> (32 - size->cnt_w);
    const unsigned lanes = path_lanes(size);
    cr_assert_eq(semacredit_setup_read(bus, setup), SEMACREDIT_OK);
    setup->quantum_hbm = 1 + other;
    setup->small_limit = 7 + other;
    setup->calibrate_fixed = 512 + other;
    setup->calibrate_step = 1 + other;
    setup->message_interval = 100 + other;
    setup->error_mask = 0x55 + other;
    setup->command_limit = size->depth - 1u - other;
    for (unsigned k = 0; k < SEMACREDIT_CLASSES; k++) {
        setup->message_threshold[k] = 1 + k + other;
        setup->calibrate_work[k] = 4 + other;
    }
    for (unsigned lane = 0; lane < lanes; lane++)
        setup->window[lane] = lane == 0 ? most : (lane + other) % 8;
    setup->multiplier_min = 4000 + other;
    setup->multiplier_max = 4100 + other;
    setup->calibrate_enable[0] = 1 + other;
    if (lanes > 32)
        setup->calibrate_enable[1] = 1u << (lanes - 33);
}

// A block that was set up, and has learned.
static struct semacredit_bus open_used(struct fake_block *fake, const struct path_size *size,
                                       struct semacredit_setup *next) {
    struct semacredit_setup setup;
    fake_open(fake, size);
    const struct semacredit_bus bus = fake_bus(fake);
    make(&bus, size, false, &setup);
    cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_OK);
    fake->value[R_multiplier] = 1234;
    make(&bus, size, true, next);
    return bus;
}

Test(driver_faults, a_setup_of_every_size_is_in_force) {
    for (unsigned i = 0; i < SIZES; i++) {
        struct fake_block fake;
        struct semacredit_setup setup, seen;
        const struct semacredit_bus bus = open_used(&fake, &sizes[i], &setup);
        const uint32_t most = UINT32_MAX >> (32 - sizes[i].cnt_w);
        const unsigned lanes = path_lanes(&sizes[i]);
        fake.value[R_enable] = 0;
        cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_OK, "size %u", i);
        cr_assert_eq(fake.refused, 0);
        cr_assert_eq(fake.value[R_enable], 3);
        cr_assert_eq(fake.value[R_multiplier], 4096);
        cr_assert_eq(semacredit_setup_read(&bus, &seen), SEMACREDIT_OK);
        cr_assert_eq(seen.window[0], most - 1);
        seen.window[0] = most;
        cr_assert_arr_eq(&seen, &setup, sizeof seen, "size %u", i);
        cr_assert_eq(lanes == SEMACREDIT_LANES_MAX || seen.window[lanes] == 0, true);
    }
}

Test(driver_faults, a_block_says_its_size) {
    for (unsigned i = 0; i < SIZES; i++) {
        const struct path_size *size = &sizes[i];
        struct fake_block fake;
        struct semacredit_block block;
        fake_open(&fake, size);
        const struct semacredit_bus bus = fake_bus(&fake);
        cr_assert_eq(semacredit_probe(&bus, &block), SEMACREDIT_OK, "size %u", i);
        cr_assert_eq(block.first[1], size->hbm);
        cr_assert_eq(block.first[2], size->hbm + size->atomic);
        cr_assert_eq(block.lanes, path_lanes(size));
        cr_assert_eq(block.channels, path_channels(size));
        cr_assert_eq(block.depth, size->depth);
        cr_assert_eq(block.slots, size->slots);
        cr_assert_eq(block.counter_bits, size->cnt_w);
        cr_assert_eq(block.tag_bits, size->tag_w);
        cr_assert_eq(block.age_bits, size->age_w);
        cr_assert_eq(block.wire_bits, size->wire_w);
        cr_assert_eq(block.handle_bits, 2u + size->gen_w + path_id_w(size));
    }
}

// What a block has out of reset is a setup.
Test(driver_faults, what_was_read_may_be_written) {
    for (unsigned i = 0; i < SIZES; i++) {
        struct fake_block fake, before;
        struct semacredit_setup setup;
        fake_open(&fake, &sizes[i]);
        before = fake;
        const struct semacredit_bus bus = fake_bus(&fake);
        cr_assert_eq(semacredit_setup_read(&bus, &setup), SEMACREDIT_OK, "size %u", i);
        cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_OK, "size %u", i);
        cr_assert(fake_same(&fake, &before), "size %u", i);
    }
}

// All of it, or nothing, whichever access goes wrong, and how; in traffic, too.
static void break_each(const struct path_size *size, enum fault fault, unsigned count, bool posts,
                       bool busy) {
    unsigned taken = 0;
    for (unsigned first = 1;; first++) {
        struct fake_block fake, before, after;
        struct semacredit_setup setup;
        const struct semacredit_bus bus = open_used(&fake, size, &setup);
        after = before = fake;
        const struct semacredit_bus other = fake_bus(&after);
        cr_assert_eq(semacredit_init(&other, &setup), SEMACREDIT_OK);
        fake.posts = posts;
        fake.busy = busy;
        setup.patience = 100;
        fake_break(&fake, fault, first, count);
        const enum semacredit_result result = semacredit_init(&bus, &setup);
        const unsigned accesses = fake_accesses(&fake);
        cr_assert_leq(accesses, 2000, "fault %u at %u", fault, first);
        if (result == SEMACREDIT_OK) {
            cr_assert(fake_same(&fake, &after), "fault %u at %u of %u", fault, first, count);
            taken++;
        } else if (result == SEMACREDIT_PARTIAL) {
            cr_assert_gt(count, 1, "fault %u at %u, %u %u", fault, first, posts, busy);
        } else {
            cr_assert(result == SEMACREDIT_BUS || result == SEMACREDIT_LOST, "fault %u at %u: %u",
                      fault, first, result);
            cr_assert(fake_same(&fake, &before), "fault %u at %u of %u: %u", fault, first, count,
                      result);
        }
        fake_break(&fake, FAULT_NONE, 0, 0); // the bus is well again
        const enum semacredit_result again = semacredit_init(&bus, &setup);
        cr_assert_eq(again, SEMACREDIT_OK, "fault %u at %u: then %u", fault, first, again);
        cr_assert(fake_same(&fake, &after));
        if (accesses < first)
            break;
    }
    cr_assert_gt(taken, 0);
}

Test(driver_faults, a_setup_is_in_force_or_what_was_before) {
    for (unsigned fault = FAULT_STALL; fault <= FAULT_DROP; fault++)
        for (unsigned variant = 0; variant < 4; variant++) {
            break_each(&sizes[0], fault, 1, variant & 1, variant & 2);
            break_each(&sizes[0], fault, FOR_EVER, variant & 1, variant & 2);
        }
    break_each(&sizes[1], FAULT_STALL, 3, false, true);
}

Test(driver_faults, what_is_stuck_ends_patience_and_changes_nothing) {
    for (unsigned stuck = 0; stuck < 3; stuck++)
        for (unsigned enable = 1; enable < 4; enable += 2) {
            struct fake_block fake, before;
            struct semacredit_setup setup;
            const struct semacredit_bus bus = open_used(&fake, &sizes[2], &setup);
            fake.value[R_enable] = enable;
            before = fake;
            fake.value[stuck ? R_held : R_waiting] = stuck == 2 ? UINT32_MAX : 1;
            fake.never_grants = fake.never_ends = true;
            setup.patience = 50;
            fake_break(&fake, FAULT_NONE, 0, 0);
            cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_BUSY);
            cr_assert(fake_same(&fake, &before));
            const unsigned patient = fake_accesses(&fake);
            setup.patience = 0;
            fake_break(&fake, FAULT_NONE, 0, 0);
            cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_BUSY);
            cr_assert_eq(fake_accesses(&fake), patient + 10000 - 50);
            fake.never_grants = fake.never_ends = false;
            fake.value[R_held] = 5;
            cr_assert_eq(semacredit_init(&bus, &setup), SEMACREDIT_OK);
        }
}

// Whenever it goes, and how much was written by then.
Test(driver_faults, a_block_that_is_gone_is_not_set_up) {
    for (unsigned first = 1;; first++) {
        struct fake_block fake;
        struct semacredit_setup setup;
        const struct semacredit_bus bus = open_used(&fake, &sizes[1], &setup);
        setup.patience = 100;
        fake_break(&fake, FAULT_GONE, first, FOR_EVER);
        const enum semacredit_result result = semacredit_init(&bus, &setup);
        if (fake_accesses(&fake) < first)
            break;
        cr_assert(result > SEMACREDIT_RANGE, "gone at %u: %u", first, result);
        cr_assert_leq(fake_accesses(&fake), 2000);
    }
}

// --- every function ---------------------------------------------------------------------------

static void count_line(void *lines, const char *name, unsigned index, uint32_t value) {
    (void)index;
    (void)value;
    cr_assert_gt(strlen(name), 3);
    ++*(unsigned *)lines;
}

enum { FUNCTIONS = 20 };
static enum semacredit_result call(unsigned function, const struct semacredit_bus *bus,
                                   const struct semacredit_setup *setup) {
    struct semacredit_block block;
    struct semacredit_setup seen;
    struct semacredit_status status;
    struct semacredit_lane_status lane;
    struct semacredit_holder holder;
    struct semacredit_errors errors;
    struct semacredit_counters counters;
    uint32_t ids;
    unsigned lines = 0;
#define CALL(number, call)                                                                         \
    case number:                                                                                   \
        return call
    switch (function) {
        CALL(0, semacredit_init(bus, setup));
        CALL(1, semacredit_setup_read(bus, &seen));
        CALL(2, semacredit_window_write(bus, 1, 7));
        CALL(3, semacredit_multiplier_write(bus, 1, 8192));
        CALL(4, semacredit_status_read(bus, &status));
        CALL(5, semacredit_lane_read(bus, 1, &lane));
        CALL(6, semacredit_holder_read(bus, 1, &holder));
        CALL(7, semacredit_send(bus, 1, 5));
        CALL(8, semacredit_release(bus, 5, 6));
        CALL(9, semacredit_errors_take(bus, &errors));
        CALL(10, semacredit_error_mask_write(bus, 0xff));
        CALL(11, semacredit_enable_write(bus, 2));
        CALL(12, semacredit_parked_read(bus, 0, &ids));
        CALL(13, semacredit_unpark(bus, 0, 0xff));
        CALL(14, semacredit_flush_lane(bus, 1));
        CALL(15, semacredit_flush_tags(bus, 0x30000, 0xff0000));
        CALL(16, semacredit_message_now(bus));
        CALL(17, semacredit_status_print(bus, count_line, &lines));
        CALL(18, semacredit_capture(bus, true, &counters));
        CALL(19, semacredit_probe(bus, &block));
    default:
        abort();
    }
#undef CALL
}

Test(driver_faults, another_block_is_left_alone) {
    static const struct {
        unsigned word;
        uint32_t value;
    } foreign[] = {{R_identity, 0},       {R_identity, UINT32_MAX},  {R_identity, 0x5ec0a002},
                   {R_sizes, 0},          {R_sizes, UINT32_MAX},     {R_more_sizes, 0},
                   {R_sizes, 0x0720113f}, {R_more_sizes, UINT32_MAX}};
    for (unsigned i = 0; i < sizeof foreign / sizeof *foreign; i++)
        for (unsigned function = 0; function < FUNCTIONS; function++) {
            const bool needs_sizes =
                (function < 9 || function > 11) && function != 15 && function != 16;
            struct fake_block fake;
            struct semacredit_setup setup;
            const struct semacredit_bus bus = open_used(&fake, &sizes[0], &setup);
            fake.value[foreign[i].word] = foreign[i].value;
            fake_break(&fake, FAULT_NONE, 0, 0);
            if (!needs_sizes && foreign[i].word != R_identity)
                continue;
            cr_assert_eq(call(function, &bus, &setup), SEMACREDIT_FOREIGN, "%u: call %u", i,
                         function);
            cr_assert_eq(fake.writes, 0);
            cr_assert_leq(fake.reads, 3);
        }
}

// What fails is reported, and nothing follows it; but init puts back what was.
Test(driver_faults, a_stalled_bus_is_reported_at_once) {
    for (unsigned function = 1; function < FUNCTIONS; function++)
        for (unsigned fault = FAULT_STALL; fault <= FAULT_MUTE; fault++)
            for (unsigned first = 1;; first++) {
                struct fake_block fake;
                struct semacredit_setup setup;
                const struct semacredit_bus bus = open_used(&fake, &sizes[2], &setup);
                fake.value[R_errors] = 0xff;
                fake_break(&fake, fault, first, FOR_EVER);
                const enum semacredit_result result = call(function, &bus, &setup);
                if (fake_accesses(&fake) < first) {
                    cr_assert_eq(result, SEMACREDIT_OK, "call %u", function);
                    break;
                }
                cr_assert_eq(result, SEMACREDIT_BUS, "call %u, access %u", function, first);
                cr_assert_eq(fake_accesses(&fake), first);
            }
}

// --- ranges -----------------------------------------------------------------------------------

#define EXPECT(result, call) cr_assert_eq(call, SEMACREDIT_##result)

Test(driver_faults, arguments_are_within_what_the_block_has) {
    for (unsigned i = 0; i < SIZES; i++) {
        const struct path_size *size = &sizes[i];
        const unsigned lanes = path_lanes(size), words = (size->depth + 31u) / 32;
        const uint32_t handles = UINT32_C(1) << (2 + size->gen_w + path_id_w(size));
        struct fake_block fake;
        struct semacredit_lane_status lane;
        struct semacredit_holder holder;
        uint32_t ids;
        fake_open(&fake, size);
        const struct semacredit_bus bus = fake_bus(&fake);
        EXPECT(RANGE, semacredit_window_write(&bus, lanes, 1));
        EXPECT(RANGE, semacredit_multiplier_write(&bus, lanes, 1));
        EXPECT(RANGE, semacredit_multiplier_write(&bus, 0, 0));
        EXPECT(RANGE, semacredit_multiplier_write(&bus, 0, 1 << 14));
        EXPECT(RANGE, semacredit_lane_read(&bus, lanes, &lane));
        EXPECT(RANGE, semacredit_holder_read(&bus, size->depth, &holder));
        EXPECT(RANGE, semacredit_send(&bus, path_channels(size), 0));
        EXPECT(RANGE, semacredit_send(&bus, 32, 0));
        EXPECT(RANGE, semacredit_send(&bus, 0, handles));
        EXPECT(RANGE, semacredit_release(&bus, handles, 1));
        EXPECT(RANGE, semacredit_release(&bus, 0, UINT32_C(1) << path_channels(size)));
        EXPECT(RANGE, semacredit_parked_read(&bus, words, &ids));
        EXPECT(RANGE, semacredit_unpark(&bus, words, 1));
        EXPECT(RANGE, semacredit_enable_write(&bus, 4));
        EXPECT(RANGE, semacredit_error_mask_write(&bus, 0x100));
        EXPECT(RANGE, semacredit_flush_lane(&bus, lanes));
        if (size->cnt_w < 32)
            EXPECT(RANGE, semacredit_window_write(&bus, 0, UINT32_C(1) << size->cnt_w));
        if (size->depth < 32)
            EXPECT(RANGE, semacredit_unpark(&bus, 0, UINT32_C(1) << size->depth));
        cr_assert_eq(fake.writes, 0);
        EXPECT(OK, semacredit_window_write(&bus, lanes - 1, 5));
        EXPECT(OK, semacredit_multiplier_write(&bus, lanes - 1, 5));
        EXPECT(OK, semacredit_lane_read(&bus, lanes - 1, &lane));
        EXPECT(OK, semacredit_holder_read(&bus, size->depth - 1u, &holder));
        EXPECT(OK, semacredit_send(&bus, path_channels(size) - 1, handles - 1));
        EXPECT(OK, semacredit_unpark(&bus, words - 1, 1));
        EXPECT(OK, semacredit_flush_lane(&bus, lanes - 1));
        EXPECT(OK, semacredit_flush_tags(&bus, UINT32_MAX, 0));
        cr_assert_eq(lane.window, 5);
        cr_assert_eq(lane.multiplier, 5);
        cr_assert_eq(fake.refused, 0);
    }
}

// What would be refused is refused before anything is written: a bit too much in each register, a
// lane that does not exist, what does not agree.
Test(driver_faults, a_setup_out_of_range_is_not_begun) {
    struct fake_block fake;
    struct semacredit_setup setup, wrong;
    const struct semacredit_bus bus = open_used(&fake, &sizes[1], &setup);
    uint32_t *const word = (uint32_t *)&wrong;
    fake_break(&fake, FAULT_NONE, 0, 0);
    for (unsigned i = 0; i < sizeof wrong / sizeof *word; i++) {
        wrong = setup;
        if (&word[i] == &wrong.patience)
            continue;
        word[i] |= UINT32_C(1) << 31;
        cr_assert_eq(semacredit_init(&bus, &wrong), SEMACREDIT_RANGE, "word %u", i);
    }
#define REFUSED(change)                                                                            \
    do {                                                                                           \
        wrong = setup;                                                                             \
        change;                                                                                    \
        cr_assert_eq(semacredit_init(&bus, &wrong), SEMACREDIT_RANGE, #change);                    \
    } while (0)
    REFUSED(wrong.window[3] = 1);
    REFUSED(wrong.window[0] = wrong.window[1] = 0);
    REFUSED(wrong.calibrate_enable[0] = 8);
    REFUSED(wrong.command_limit = 0);
    REFUSED(wrong.command_limit = 9);
    REFUSED(wrong.holder_limit[1] = 0);
    REFUSED(wrong.calibrate_work[2] = 0);
    REFUSED(wrong.calibrate_step = 8);
    REFUSED(wrong.atomic_service[0] = 0);
    REFUSED(wrong.multiplier_min = 0);
    REFUSED(wrong.multiplier_min = wrong.multiplier_max + 1);
    REFUSED(wrong.message_interval = 0);
#undef REFUSED
    cr_assert_eq(fake.writes, 0);
}

// --- reservations and errors ------------------------------------------------------------------

Test(driver_faults, a_release_is_for_the_handle_that_was_looked_at) {
    struct fake_block fake;
    fake_open(&fake, &sizes[2]);
    const struct semacredit_bus bus = fake_bus(&fake);
    EXPECT(OK, semacredit_release(&bus, 0x1abcd, 1u << 9 | 1u << 3));
    cr_assert_eq(fake.sent, 2);
    cr_assert_eq(fake.sends[0], 0x3001abcd);
    cr_assert_eq(fake.sends[1], 0x9001abcd);
    EXPECT(OK, semacredit_release(&bus, 0x1abcd, 0));
    cr_assert_eq(fake.sent, 2);
}

// Another has the id before all of it is read: nothing is told of either.
Test(driver_faults, what_is_told_is_of_one_reservation) {
    const uint32_t held = UINT32_C(1) << 31;
    struct fake_block fake;
    struct semacredit_holder holder;
    for (unsigned after = 1; after < 12; after++) {
        fake_open(&fake, &sizes[0]);
        const struct semacredit_bus bus = fake_bus(&fake);
        fake.value[R_holder_state] = held | 3 << 20 | 5;
        fake.value[R_holder_tag] = 77;
        fake.next_state = held | 2 << 20 | 5 | 128;
        fake.next_after = after;
        EXPECT(OK, semacredit_holder_read(&bus, 5, &holder));
        const uint32_t handle = after <= 7 ? 5 | 128 : after > 10 ? 5 : 0;
        cr_assert_eq(holder.handle, handle, "after %u", after);
        cr_assert_eq(holder.held, handle != 0);
        cr_assert_eq(holder.tag, handle != 0 ? 77 : 0);
    }
    const struct semacredit_bus bus = fake_bus(&fake);
    fake_break(&fake, FAULT_DROP, 1, FOR_EVER);
    EXPECT(LOST, semacredit_holder_read(&bus, 6, &holder));
    cr_assert(!holder.held);
}

Test(driver_faults, parked_ids_are_told_and_unparked) {
    struct fake_block fake;
    uint32_t ids = 0;
    fake_open(&fake, &sizes[2]);
    const struct semacredit_bus bus = fake_bus(&fake);
    fake.value[R_parked + 31] = 0xf000000f;
    EXPECT(OK, semacredit_unpark(&bus, 31, 0x10000001));
    EXPECT(OK, semacredit_parked_read(&bus, 31, &ids));
    cr_assert_eq(ids, 0xe000000e);
}

Test(driver_faults, errors_are_taken_with_their_infos_and_no_others) {
    struct fake_block fake;
    struct semacredit_errors errors;
    fake_open(&fake, &sizes[0]);
    const struct semacredit_bus bus = fake_bus(&fake);
    fake.value[R_errors] = SEMACREDIT_ERROR_STRAY | SEMACREDIT_ERROR_OLD | SEMACREDIT_ERROR_PARKED;
    for (unsigned b = 0; b < 5; b++)
        fake.value[R_error_info + b] = 100 + b;
    fake_break(&fake, FAULT_NONE, 0, 0);
    EXPECT(OK, semacredit_errors_take(&bus, &errors));
    static const uint16_t order[] = {SEMACREDIT_IDENTITY,        SEMACREDIT_ERRORS,
                                     SEMACREDIT_ERROR_INFO,      SEMACREDIT_ERROR_INFO + 8,
                                     SEMACREDIT_ERROR_INFO + 24, SEMACREDIT_ERRORS};
    cr_assert_eq(fake_accesses(&fake), 6);
    cr_assert_arr_eq(fake.address, order, sizeof order);
    cr_assert_eq(errors.bits, 0x45);
    cr_assert_eq(errors.info[0], 100);
    cr_assert_eq(errors.info[1], 0);
    cr_assert_eq(errors.info[2], 102);
    cr_assert_eq(fake.value[R_errors], 0);
    EXPECT(OK, semacredit_errors_take(&bus, &errors));
    cr_assert_eq(errors.bits | errors.info[0] | errors.info[2], 0);
    cr_assert_eq(fake.writes, 1);
    EXPECT(OK, semacredit_error_mask_write(&bus, SEMACREDIT_ERROR_OLD));
    cr_assert_eq(fake.value[R_error_mask], SEMACREDIT_ERROR_OLD);
}
