// The golden model of the whole block of rtl against messages.md and registers.md: what
// software and initiators see.
#include <string.h>

#include "tb/tests/block/block_bench.h"

#define BLOCK_TEST(name) BLOCK_TEST_OF(block_golden, &block_default, name)

static const struct path_size narrow = {.hbm = 1,
                                        .atomic = 1,
                                        .response = 1,
                                        .cnt_w = 4,
                                        .depth = 8,
                                        .slots = 10,
                                        .tag_w = 8,
                                        .gen_w = 1,
                                        .age_w = 4,
                                        .wire_w = 4};

// --- registers.md, 9.1 -------------------------------------------------------------------------

BLOCK_TEST(bring_up) {
    static const struct {
        unsigned address;
        uint32_t reset, value;
    } rows[] = {
        {0x000, 64000, 12345},  {0x020, 64000, 7},  {0x024, 16000, 0},  {0x100, 4096, 16383},
        {0x800, 1600, 65535},   {0x81c, 1600, 1},   {0x820, 320, 0},    {0x824, 1024, 5},
        {0x828, 164, 5},        {0x82c, 128, 0},    {0x830, 0, 15},     {0x834, 0, 3},
        {0x838, 512, 0xffffff}, {0x83c, 0, 0xffff}, {0x840, 1024, 0},   {0x844, 0, 65535},
        {0x854, 3, 15},         {0x858, 0, 0x3ff},  {0x85c, 0, 0},      {0x860, 1024, 4096},
        {0x864, 16383, 8192},   {0x870, 65536, 0},  {0x874, 0, 16},     {0x868, 0, 0x3ff},
        {0x880, 64000, 1},      {0x888, 16000, 2},  {0x890, 256000, 3}, {0x898, 64000, 99999},
        {0x8a0, 0, 65535},      {0x8a4, 0, 127},    {0x86c, 0, 0},      {0x848, 0, 0xffffffff},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert(block_get(b, rows[i].address) == rows[i].reset, "0x%03x", rows[i].address);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        block_set_register(b, rows[i].address, rows[i].value);
        cr_assert(block_get(b, rows[i].address) == rows[i].value, "0x%03x", rows[i].address);
    }
    cr_assert(block_get(b, ERRORS) == 0);
}

// Values after reset fit at every size.
BLOCK_TEST_OF(block_golden, &narrow, narrow_settings_after_reset) {
    cr_assert(block_get(b, WINDOW) == 14 && block_get(b, IN_FORCE) == 14);
    cr_assert(block_get(b, CEILING) == 14 && block_get(b, FLOOR + 8) == 14);
    cr_assert(block_get(b, SMALL_LIMIT) == 15 && block_get(b, BOUND) == 15);
    cr_assert(block_get(b, COMMAND_LIMIT) == 8);
    block_set_register(b, WINDOW, 15);
    cr_assert(block_get(b, WINDOW) == 14 && b->window[0] == 14);
    cr_assert(block_try_write(b, WINDOW, 16, 0xf) == SLVERR);
    cr_assert(block_try_write(b, CALIBRATE, 8, 0xf) == SLVERR);
}

// Each lane has a bit, the last ones in the second word.
Test(block_golden, a_bit_of_each_lane) {
    struct block_bench bench;
    struct path_size size = block_default;

    size.hbm = 30;
    block_bench_open(&bench, &size);
    block_set_register(&bench, CALIBRATE, UINT32_MAX);
    cr_assert(block_try_write(&bench, CALIBRATE + 4, 1, 0xf) == SLVERR);
    block_bench_close(&bench);
    size.hbm = 32;
    size.atomic = size.response = 4;
    block_bench_open(&bench, &size);
    block_set_register(&bench, CALIBRATE, UINT32_MAX);
    block_set_register(&bench, CALIBRATE + 4, 0xff);
    cr_assert(block_try_write(&bench, CALIBRATE + 4, 0x100, 0xf) == SLVERR);
    cr_assert(block_get(&bench, lane(WINDOW, 35)) == 64000);
    cr_assert(block_get(&bench, lane(WINDOW, 36)) == 16000);
    cr_assert(block_get(&bench, lane(WINDOW, 39)) == 16000);
    block_bench_close(&bench);
}

// --- registers.md, 9.2 -------------------------------------------------------------------------

struct refusal {
    unsigned address;
    uint32_t value;
    unsigned strobes;
};

static void expect_refused(struct block_bench *b, const struct refusal *refusal) {
    uint32_t before, after;
    const unsigned readable = block_try_read(b, refusal->address, &before);

    block_set_register(b, ERRORS, 0x3f);
    cr_assert(block_try_write(b, refusal->address, refusal->value, refusal->strobes) == SLVERR,
              "0x%03x: 0x%x", refusal->address, refusal->value);
    cr_assert(block_try_read(b, refusal->address, &after) == readable && before == after);
    cr_assert((block_get(b, ERRORS) & 8) != 0 && block_get(b, FIRST_ERROR) == 4);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == refusal->address);
}

BLOCK_TEST(refuses_what_no_register_has) {
    static const struct refusal rows[] = {
        {0x950, 0, 0xf},
        {0x028, 0, 0xf},
        {0x8b8, 0, 0xf},
        {0x001, 0, 0xf},
        {0x83e, 0, 0xf},
        {IN_FORCE, 0, 0xf},
        {DEBT, 0, 0xf},
        {GRANTS, 0, 0xf},
        {0x400, 0, 0xf},
        {HOLDER_STATE, 0, 0xf},
        {WINDOW, 1, 0x7},
        {HOLD, 1, 0x0},
        {MULTIPLIER, 1u << 14, 0xf},
        {HOLD, 1u << 16, 0xf},
        {QUANTUM_HBM, 16, 0xf},
        {REPEAT, 16, 0xf},
        {HOLDER, 128, 0xf},
        {SEND, 1u << 13, 0xf},
        {CALIBRATE, 1u << 10, 0xf},
        {CALIBRATE + 4, 1, 0xf},
        {ERRORS, 64, 0xf},
        {SMALL_LIMIT, 1u << 24, 0xf},
        {BOUND, 1u << 16, 0xf},
        {COMMAND_LIMIT, 256, 0xf},
        {TUNE_INTERVAL, 1u << 24, 0xf},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect_refused(b, &rows[i]);
}

BLOCK_TEST(refuses_what_contradicts_what_is_in_force) {
    static const struct refusal fresh[] = {
        {COMMAND_LIMIT, 129, 0xf},
        {MULTIPLIER, 0, 0xf},
        {MULTIPLIER_MIN, 0, 0xf},
        {MULTIPLIER_MAX, 0, 0xf},
        {MULTIPLIER_MAX, 1023, 0xf},
        {FLOOR, 256001, 0xf},
        {CEILING, 63999, 0xf},
        {FLOOR + 8, 64001, 0xf},
        {CEILING + 8, 15999, 0xf},
        {THRESHOLD, 1, 0xf},
        {TUNE, 1, 0xf},
    };
    static const struct refusal set_up[] = {
        {MULTIPLIER_MIN, 5001, 0xf}, {INTERVAL, 0, 0xf}, {CLOCK_QUANTA, 0, 0xf}};

    for (size_t i = 0; i < sizeof fresh / sizeof *fresh; i++)
        expect_refused(b, &fresh[i]);
    block_set_register(b, MULTIPLIER_MAX, 5000);
    block_set_register(b, INTERVAL, 1);
    block_set_register(b, THRESHOLD + 4, 1);
    block_set_register(b, CLOCK_QUANTA, 1);
    block_set_register(b, TUNE, 0x100);
    for (size_t i = 0; i < sizeof set_up / sizeof *set_up; i++)
        expect_refused(b, &set_up[i]);
    block_set_register(b, THRESHOLD + 4, 0);
    block_set_register(b, INTERVAL, 0);
    block_set_register(b, TUNE, 0);
    block_set_register(b, CLOCK_QUANTA, 0);
}

// What is just not refused.
BLOCK_TEST(limits_may_be_equal) {
    block_set_register(b, COMMAND_LIMIT, 128);
    block_set_register(b, MULTIPLIER_MIN, 16383);
    block_set_register(b, MULTIPLIER_MIN, 1);
    block_set_register(b, MULTIPLIER_MAX, 1);
    block_set_register(b, FLOOR + 4, 256000);
    block_set_register(b, FLOOR + 4, 0);
    block_set_register(b, CEILING + 4, 0);
    cr_assert(block_get(b, ERRORS) == 0);
}

BLOCK_TEST(refuses_reads_without_a_register) {
    static const unsigned addresses[] = {0x028, SEND, 0x94c, 0x801, 0xffc};
    uint32_t data;

    for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++) {
        block_set_register(b, ERRORS, 0x3f);
        cr_assert(block_try_read(b, addresses[i], &data) == SLVERR && data == 0);
        cr_assert(block_get(b, ERRORS) == 0x10 && block_get(b, FIRST_ERROR) == 5);
        cr_assert(block_get(b, FIRST_ERROR_INFO) == addresses[i]);
    }
}

// Taken in clock 0, performed in 1; the bits are low in clocks 2 to 9, the last of which decides.
BLOCK_TEST(a_static_write_closes_the_block) {
    b->in.axi_awvalid = b->in.axi_wvalid = true;
    b->in.axi_awaddr = QUANTUM_HBM;
    b->in.axi_wdata = 6;
    block_step(b);
    b->in.axi_awvalid = b->in.axi_wvalid = false;
    cr_assert(b->out.path.op_ready[0][3] && !b->out.axi_awready);
    for (int clock = 2; clock <= 9; clock++) {
        block_go_to(b, clock);
        cr_assert(!b->out.path.op_ready[0][3] && !b->out.path.op_ready[2][9]);
    }
    block_step(b);
    cr_assert(b->out.path.op_ready[0][3] && b->answered == 10 && b->out.axi_bresp == OKAY);
    block_grant(b, 1, 3, 640);
    cr_assert(block_get(b, lane(DEBT, 3)) == 10);
}

BLOCK_TEST(static_writes_are_refused_while_busy) {
    static const struct refusal to_eight = {QUANTUM_HBM, 3, 0xf};

    block_grant(b, 1, 3, 640); // held
    expect_refused(b, &to_eight);
    block_complete(b, 3, 1, 0);
    block_run(b, 20);
    block_set_register(b, QUANTUM_HBM, 3); // nobody is told of what returned

    b->in.path.pause = true; // waits
    block_offer(b, 2, 0, 3)->op_length = 8;
    block_run(b, 20);
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    b->in.path.pause = false;
    block_run(b, 10);
    block_complete(b, 3, 2, 0);
    block_run(b, 10);

    block_set_register(b, REPEAT, 1);
    block_set_register(b, INTERVAL, 200); // the first message is shown, and waits
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    b->in.message_ready = true; // it is to be repeated
    block_step(b);
    cr_assert(!b->out.message_valid);
    expect_refused(b, &(struct refusal){QUANTUM_HBM, 4, 0xf});
    block_run(b, 200);
    block_set_register(b, QUANTUM_HBM, 4);
}

// --- messages.md -------------------------------------------------------------------------------

static void credit(struct block_bench *b, unsigned partition, uint32_t bytes) {
    const unsigned tag = (unsigned)b->clock % BLOCK_TAGS;

    block_grant(b, tag, partition, bytes);
    block_complete(b, partition, tag, 0);
    block_run(b, 4); // the return commits
}

BLOCK_TEST(messages_tell_all_credit_and_are_repeated) {
    int shown[8];
    unsigned messages = 0;

    block_bench_reset(b, 2);
    block_set_register(b, INTERVAL, 100);
    block_set_register(b, REPEAT, 2);
    block_run(b, 200);
    cr_assert(!b->out.message_valid && b->out.message_epoch == 2);
    credit(b, 3, 1000);
    const int commit = b->clock;
    credit(b, 3, 500);
    cr_assert(b->out.message_valid && b->out.message_credit[3] == 1000, "unchanged while it waits");
    b->in.message_ready = true;
    for (int i = 0; i < 1000; i++) {
        block_step(b);
        if (b->out.message_valid && messages < 8) {
            shown[messages++] = b->clock;
            cr_assert(b->out.message_credit[3] == 1500 && b->out.message_credit[2] == 0);
        }
    }
    cr_assert(messages == 3 && shown[0] == commit + 4 + 100 && shown[1] == shown[0] + 100 &&
              shown[2] == shown[1] + 100);
    cr_assert(block_get(b, MESSAGES) == 4);
}

BLOCK_TEST(a_threshold_tells_at_once) {
    b->in.message_ready = true;
    block_set_register(b, INTERVAL, 60000);
    block_set_register(b, THRESHOLD, 1000);
    credit(b, 3, 10);
    block_run(b, 2);
    cr_assert(block_get(b, MESSAGES) == 1, "the first is due at once");
    credit(b, 3, 999);
    credit(b, 4, 999);
    block_run(b, 2);
    cr_assert(block_get(b, MESSAGES) == 1);
    credit(b, 4, 1);
    block_run(b, 3);
    cr_assert(!b->out.message_valid, "due after two clocks, loaded after three");
    block_step(b);
    cr_assert(b->out.message_valid && b->out.message_credit[3] == 1009 &&
              b->out.message_credit[4] == 1000);
}

// What returns in the clock in which a repeat is due is told by it, and is repeated itself.
BLOCK_TEST(a_repeat_that_tells_more_is_no_repeat) {
    unsigned messages = 0;

    b->in.message_ready = true;
    block_set_register(b, INTERVAL, 100);
    block_set_register(b, REPEAT, 1);
    block_grant(b, 1, 3, 5);
    block_grant(b, 2, 3, 7);
    const int first = b->clock + 4 + 3; // the return commits, the message is loaded
    block_complete(b, 3, 1, 0);
    block_go_to(b, first + 100 - 1 - 4);
    block_complete(b, 3, 2, 0);
    while (b->clock < first + 500) {
        block_step(b);
        if (!b->out.message_valid)
            continue;
        messages++;
        cr_assert(b->clock == first + 100 * (int)messages + 1 && b->out.message_credit[3] == 12);
    }
    cr_assert(messages == 2 && block_get(b, MESSAGES) == 3);
}

// With an interval of 0 nobody is told anything; what returned is told when there is one.
BLOCK_TEST(no_interval_no_messages) {
    b->in.message_ready = true;
    credit(b, 3, 10);
    block_run(b, 100);
    cr_assert(!b->out.message_valid && b->out.quiet && block_get(b, MESSAGES) == 0);
    const int start = b->clock;
    block_set_register(b, INTERVAL, 1000); // in force in clock start + 2, due in the next
    block_go_to(b, start + 5);
    cr_assert(b->out.message_valid && b->out.message_credit[3] == 10);
    block_set_register(b, INTERVAL, 0);
    block_run(b, 2000);
    cr_assert(block_get(b, MESSAGES) == 1 && b->out.quiet, "it is not repeated");
}

BLOCK_TEST(a_message_that_nobody_reads_is_an_error) {
    block_set_register(b, INTERVAL, 1);
    credit(b, 3, 10);
    while (!b->out.message_valid)
        block_step(b);
    block_run(b, 65532); // a read tells of two clocks later
    cr_assert(block_get(b, ERRORS) == 0);
    cr_assert(block_get(b, ERRORS) == 1u << 5 && block_get(b, FIRST_ERROR_INFO) == 0);
    block_set_register(b, ERRORS, 1u << 5);
    block_run(b, 70000);
    cr_assert(block_get(b, ERRORS) == 0 && block_get(b, FIRST_ERROR) == 0, "once a message");
}

// --- holders, errors, counters -----------------------------------------------------------------

BLOCK_TEST(software_finds_a_holder_and_completes_it) {
    block_set_register(b, HOLD, 1);
    block_grant(b, 77, 3, 640);
    const int granted = b->granted[77];
    block_complete(b, 3, 77, 0); // its `done` is lost
    block_run(b, 20);

    unsigned found = 128;
    for (unsigned id = 0; id < 128 && found == 128; id++) {
        block_set_register(b, HOLDER, id);
        if (block_get(b, HOLDER_STATE) >> 31)
            found = id;
    }
    cr_assert(found < 128 && block_get(b, HOLDER_TAG) == 77);
    cr_assert(block_get(b, HOLDER_STATE) == (1u << 31 | 1u << (20 + DONE) | b->handle[77]));
    block_go_to(b, granted + 2048 - 2 - 1);
    cr_assert(block_get(b, HOLDER_AGE) == 1);
    block_go_to(b, granted + 3 * 1024 - 2);
    cr_assert(block_get(b, HOLDER_AGE) == 3);

    const int start = b->clock;
    block_set_register(b, SEND, (uint32_t)DONE << 28 | b->handle[77]);
    cr_assert(b->answered == start + 3, "performed in 1, sampled in 2, taken up in 3");
    block_go_to(b, start + 3 + 5);
    cr_assert(b->out.path.free_valid[DONE] && b->out.path.free_handle[DONE] == b->handle[77]);
    block_step(b);
    cr_assert(block_get(b, RETURNS) == 1, "`done` gives nothing back");
    cr_assert(block_get(b, HELD) == 0 && block_get(b, HOLDER_STATE) == 0);
    cr_assert(block_get(b, HOLDER_TAG) == 0 && block_get(b, HOLDER_AGE) == 0);
    block_set_register(b, SEND, 0xfu << 28);
    cr_assert(block_get(b, ERRORS) == 0, "a channel that does not exist");
}

// The state of the holder that is in force two clocks after the address: it is id 1 from clock 2
// on, after a write that is performed in clock 1.
BLOCK_TEST(a_read_tells_of_the_holder_in_force) {
    for (int taken = -1; taken <= 0; taken++) {
        block_bench_reset(b, 0);
        block_grant(b, 1, 3, 640); // of ids 0 and 1
        block_grant(b, 2, 3, 640);
        const int start = b->clock + 1;
        for (; b->clock < start + 10; block_step(b)) {
            const int at = b->clock - start;
            b->in.axi_awvalid = b->in.axi_wvalid = at == 0;
            b->in.axi_arvalid = at == taken;
            b->in.axi_awaddr = HOLDER;
            b->in.axi_wdata = 1;
            b->in.axi_araddr = HOLDER_STATE;
        }
        cr_assert(b->out.axi_rdata == (1u << 31 | 1u << 20 | b->handle[taken < 0 ? 1 : 2]));
    }
}

// Tags 1 to 3 are granted and complete; then tag 7 is, of id 3.
static void grant_of_id_three(struct block_bench *b) {
    for (unsigned tag = 1; tag < 4; tag++) {
        block_grant(b, tag, 3, 640);
        block_complete(b, 3, tag, 0);
    }
    block_grant(b, 7, 3, 640);
}

// Goes to the clock of the look that first finds id 3 too old: the limit of 1 is in force from
// clock p + 1 of its write, with id 0 in turn; id 3 is in clock p + 4 and each 128 clocks later.
static void go_before_the_look(struct block_bench *b, int clocks) {
    grant_of_id_three(b);
    block_go_to(b, b->granted[7] + 600);
    int look = b->clock + 1 + 4;
    block_set_register(b, AGE_LIMIT, 1);
    while (look < b->granted[7] + 2 * 1024)
        look += 128;
    block_go_to(b, look - clocks);
}

// No more ids are looked at from the clock after this look on, but an error is under way.
BLOCK_TEST(not_quiet_before_an_old_reservation_is_told) {
    go_before_the_look(b, 1);
    const int look = b->clock + 1;
    block_set_register(b, AGE_LIMIT, 0); // performed in its clock
    for (; b->clock < look + 5; block_step(b))
        cr_assert(!b->out.quiet);
    cr_assert(b->out.quiet && block_get(b, ERRORS) == 4);
}

// A read tells of two clocks later.
BLOCK_TEST(an_old_reservation_is_an_error_five_clocks_later) {
    go_before_the_look(b, 0);
    block_run(b, 2);
    cr_assert(block_get(b, ERRORS) == 0);
    block_bench_reset(b, 1);
    go_before_the_look(b, 0);
    block_run(b, 3);
    cr_assert(block_get(b, ERRORS) == 4 && block_get(b, FIRST_ERROR) == 3);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == b->handle[7]);
    block_set_register(b, ERRORS, 4);
    cr_assert(block_get(b, ERRORS) == 0);
    block_run(b, 128);
    cr_assert(block_get(b, ERRORS) == 4, "it is looked at again");
}

BLOCK_TEST(the_first_error_stays_until_all_are_cleared) {
    b->in.path.done_valid = true; // late: no error
    block_run(b, 10);
    cr_assert(block_get(b, ERRORS) == 0 && block_get(b, LATES) == 1);
    block_offer(b, 99, 5, 0); // no such opcode
    block_run(b, 10);
    b->in.path.hbm_valid[0] = true; // nothing is held
    b->in.path.hbm_handle[0] = 17;
    block_run(b, 10);
    cr_assert(block_get(b, ERRORS) == 3);
    cr_assert(block_get(b, FIRST_ERROR) == 2 && block_get(b, FIRST_ERROR_INFO) == 99);
    cr_assert(block_get(b, REJECTS) == 1 && block_get(b, STRAYS) == 1);
    block_set_register(b, ERRORS, 2);
    cr_assert(block_get(b, ERRORS) == 1 && block_get(b, FIRST_ERROR) == 2);
    block_set_register(b, ERRORS, 1);
    cr_assert(block_get(b, FIRST_ERROR) == 0 && block_get(b, FIRST_ERROR_INFO) == 0);
}

// A stray commits in clock c + 4 of its transfer; a write performed in that clock clears the bit.
BLOCK_TEST(an_error_at_the_edge_that_clears_it_stays) {
    b->in.path.hbm_valid[0] = true;
    b->in.path.hbm_handle[0] = 17;
    block_run(b, 10);
    b->in.path.hbm_valid[0] = true;
    b->in.path.hbm_handle[0] = 18;
    block_run(b, 3);
    block_set_register(b, ERRORS, 1);
    cr_assert(block_get(b, ERRORS) == 1 && block_get(b, FIRST_ERROR) == 1);
    cr_assert(block_get(b, FIRST_ERROR_INFO) == 18 && block_get(b, STRAYS) == 2);
}

BLOCK_TEST(counters_tell_what_happened) {
    block_set_register(b, lane(WINDOW, 3), 1000);
    block_set_register(b, COMMAND_LIMIT, 2);
    block_grant(b, 1, 3, 1000);
    block_offer(b, 2, 0, 3)->op_length = 1; // denied
    block_run(b, 20);
    block_offer(b, 1, 0, 3)->op_again = true; // held
    block_run(b, 5);
    block_offer(b, 2, 0, 3)->op_again = true; // waits
    block_run(b, 10);
    cr_assert(block_get(b, WAITING) == 1 && block_get(b, HELD) == 1 && block_get(b, REPEATS) == 2);
    block_grant(b, 3, 4, 5);
    block_offer(b, 4, 0, 5)->op_length = 1; // the table is full
    block_run(b, 20);
    cr_assert(block_get(b, lane(DENIALS, 3)) == 2 && block_get(b, lane(DENIALS, TABLE)) == 2);
    cr_assert(block_get(b, lane(DEBT, 3)) == 1000);
    block_complete(b, 3, 1, 0);
    block_run(b, 20);
    cr_assert(block_get(b, lane(DEBT, 3)) + block_get(b, lane(DEBT, 5)) == 1);
    cr_assert(block_get(b, HELD_MAX) == 2);
    cr_assert(block_get(b, GRANTS) == 3 && block_get(b, FREES) == 1 && block_get(b, RETURNS) == 1);
    cr_assert(block_get(b, RETURNS + 4) == 0 && block_get(b, REJECTS) == 0);
    block_bench_reset(b, 1);
    cr_assert(block_get(b, GRANTS) == 0 && block_get(b, HELD_MAX) == 0);
}

// --- bus and quiet -----------------------------------------------------------------------------

// Address and data come apart, and the answer waits; the next write is performed after it is taken.
BLOCK_TEST(the_bus_waits) {
    b->in.axi_bready = false;
    b->in.axi_wvalid = true;
    b->in.axi_wdata = 5;
    block_step(b);
    b->in.axi_wvalid = false;
    cr_assert(!b->out.axi_wready && b->out.axi_awready);
    block_run(b, 10);
    b->in.axi_awvalid = true;
    b->in.axi_awaddr = HOLD;
    block_step(b);
    b->in.axi_awaddr = BOUND;
    block_step(b);
    cr_assert(b->out.axi_bvalid && b->out.axi_awready && b->out.axi_wready);
    b->in.axi_wvalid = true;
    b->in.axi_wdata = 6;
    block_step(b);
    b->in.axi_awvalid = b->in.axi_wvalid = false;
    block_run(b, 10);
    cr_assert(b->out.axi_bvalid && !b->out.axi_awready);
    cr_assert(block_get(b, HOLD) == 5 && block_get(b, BOUND) == 1024);
    b->in.axi_bready = true;
    block_run(b, 4);
    cr_assert(block_get(b, BOUND) == 6);
}

// What is shown is written whole, padding too.
static bool shows_the_same(const void *a, const void *b) {
    return memcmp(a, b, sizeof(struct block_out)) == 0;
}

static void run_until_quiet(struct block_bench *b) {
    for (int i = 0; i < 1000 && !b->out.quiet; i++)
        block_step(b);
    cr_assert(b->out.quiet);
}

BLOCK_TEST(quiet_when_nothing_is_under_way) {
    run_until_quiet(b);
    cr_assert(b->clock == -8 + 12 + 1, "no event for 12 clocks");
    struct block_out before = b->out;
    block_run(b, 1000);
    cr_assert(shows_the_same(&before, &b->out));
    block_set_register(b, AGE_LIMIT, 1); // nothing is held
    run_until_quiet(b);
    block_set_register(b, AGE_LIMIT, 0);
    block_offer(b, 1, 0, 3)->op_length = 1;
    block_step(b);
    cr_assert(!b->out.quiet);
    run_until_quiet(b); // held, and nothing happens
    block_set_register(b, AGE_LIMIT, 1);
    block_run(b, 500);
    cr_assert(!b->out.quiet, "it may grow old");
    block_run(b, 2000);
    cr_assert(!b->out.quiet && block_get(b, ERRORS) == 4, "and again");
    block_set_register(b, AGE_LIMIT, 0);
    run_until_quiet(b);
    block_set_register(b, INTERVAL, 50);
    block_complete(b, 3, 1, 0);
    block_run(b, 100);
    cr_assert(!b->out.quiet && b->out.message_valid);
    b->in.message_ready = true;
    block_run(b, 4 * 50 + 20);
    cr_assert(b->out.quiet && block_get(b, MESSAGES) == 4);
    block_set_register(b, CLOCK_QUANTA, 1);
    block_set_register(b, TUNE, 1);
    block_run(b, 500);
    cr_assert(!b->out.quiet, "the tuner looks");
}

// A block whose clock stops while it is quiet and nothing comes is as one whose clock goes on.
BLOCK_TEST(a_clock_that_stops_while_quiet_changes_nothing) {
    struct block_golden *const gated = block_golden_open(&b->size);
    int stopped = 0;

    b->in.message_ready = true;
    b->in.path.rst_n = false;
    for (int i = 0; i < 30000; i++) {
        struct block_out out;
        block_golden_show(gated, &out);
        cr_assert(i == 0 || shows_the_same(&out, &b->out), "clock %d", i);
        const int at = i % 1000;
        b->in.axi_awvalid = b->in.axi_wvalid = i < 3000 && at == 20;
        b->in.axi_awaddr = (uint16_t)(i < 1000 ? CALIBRATE : i < 2000 ? INTERVAL : AGE_LIMIT);
        b->in.axi_wdata = i < 1000 ? 0x3ff : i < 2000 ? 70 : 0;
        b->in.axi_arvalid = at == 900;
        b->in.axi_araddr = (uint16_t)lane(i / 1000 % 2 ? DEBT : MULTIPLIER, 3);
        for (unsigned k = 0; k < 6; k++)
            if (at == 300 + 40 * (int)k)
                block_offer(b, k, 0, 1 + k / 2)->op_length = 3000;
        for (unsigned k = 0; k < 6; k++)
            if (at == 350 + 70 * (int)k && b->granted[k] >= 0)
                block_complete(b, 1 + k / 2, k, 300);
        const bool beat = i < 20 || b->in.path.op_valid || b->in.axi_awvalid || b->in.axi_arvalid ||
                          b->in.path.hbm_valid[1] || b->in.path.hbm_valid[2] ||
                          b->in.path.hbm_valid[3];
        b->in.now = 1000 + (uint64_t)b->clock + 8;
        if (out.quiet && !beat)
            stopped++;
        else
            block_golden_clock(gated, &b->in);
        block_step(b);
        b->in.path.rst_n = true;
    }
    cr_assert(stopped > 1000 && block_get(b, CALIBRATIONS) > 3);
    block_golden_close(gated);
}
