// The points of coverage.h: POINT(kind, name, condition on `view`), by the chapters of rtl/spec.
// WHEN(condition): those from here to the next one are only met while it holds. Included where
// points are met and where they are listed.

WHEN(view_newest(view))
POINT(offer, write, takes(view, 0, 0))
POINT(offer, read, takes(view, 1, 1))
POINT(offer, notification, takes(view, 2, 2))
POINT(offer, atomic, takes(view, 8, 15))
POINT(offer, write_responds, takes(view, 0, 0) && taken(view)->responds)
POINT(offer, atomic_responds, takes(view, 8, 15) && taken(view)->responds)
POINT(offer, reply_of_no_length,
      !takes(view, 1, 1) && taken(view)->is.response_length == 0 && taken(view)->responds)
POINT(offer, owes_done, taken(view)->holds)
POINT(offer, urgent, takes_group(view, 0))
POINT(offer, small, takes_group(view, 1))
POINT(offer, large, takes_group(view, 2))
POINT(offer, domain, taken(view)->is.domain > 0)
POINT(offer, unknown_opcode, rejects_for(view, true, false))
POINT(offer, missing_stage, rejects_for(view, false, true))
POINT(offer, missing_response_engine, rejects_for(view, false, false))
POINT(offer, demand_0, takes(view, 0, 2) && taken(view)->demand[0] == 0)
POINT(offer, demand_saturates, taken(view)->demand[0] == all_ones(view))
POINT(offer, response_saturates, taken(view)->demand[1] == all_ones(view))
POINT(offer, quantum,
      takes(view, 0, 15) && view->settings.quantum_hbm && view->settings.quantum_time)
POINT(offer, back_to_back, taken_ago(view, 1) && taken_ago(view, 2))

WHEN(true)
POINT(class, group_0_full, group_full(view, 0))
POINT(class, group_1_full, group_full(view, 1))
POINT(class, group_2_full, group_full(view, 2))
POINT(class, all_slots_taken, view->taken == view->size.slots)
POINT(class, busy_lane_shut_others_open, shares(view))
POINT(class, engine_spared_by_what_lacks_its_stage, spares_engine(view))
POINT(class, closed_by_a_static_write,
      view->bus.performed && !ready(view, 0, 0) && view->taken == 0 && !view->after_reset)

WHEN(granted(view)->taken)
POINT(decision, grant_to_partition, enters(view, 0) && entered(view, 0) < atomics(view))
POINT(decision, grant_to_atomic_engine, enters(view, 0) && entered(view, 0) >= atomics(view))
POINT(decision, grant_with_response, enters(view, 1))
POINT(decision, grants_back_to_back,
      enters(view, 0) && view_past(view, 1)->left[0] && view_past(view, 2)->left[0])
POINT(decision, exact_fit_of_stage, fills(view, 0))
POINT(decision, exact_fit_of_response, fills(view, 1))
POINT(decision, empty_stage_admits, empty_admits(view, 0))
POINT(decision, empty_response_engine_admits, empty_admits(view, 1))
WHEN(kind(view, PATH_DENY))
POINT(decision, refused_by_partition, on(view, 0, atomics(view)))
POINT(decision, refused_by_atomic_engine, on(view, atomics(view), engines(view)))
POINT(decision, refused_by_response_engine, on(view, engines(view), lanes(view)))
POINT(decision, refused_by_table, on(view, lanes(view), lanes(view) + 1))
POINT(decision, refused_by_table_alone, path(view)->trace_mask == UINT64_C(1) << lanes(view))
POINT(decision, refused_by_stage_and_response,
      on(view, 0, engines(view)) && on(view, engines(view), lanes(view)))
POINT(decision, refused_by_a_closed_lane, refuses(view, true))
POINT(decision, refused_above_the_window, refuses(view, false))
POINT(decision, refused_at_limit_0, on(view, lanes(view), lanes(view) + 1) && view->limit == 0)
WHEN(true)
POINT(decision, more_held_than_the_limit, view->held_count > view->limit)
POINT(decision, reject, kind(view, PATH_REJECT))
POINT(decision, table_full, view->held_count == view->size.depth)

WHEN(rivals(view))
POINT(choice, urgent_first, wins(view, 0))
POINT(choice, fewer_wire_bytes_first, wins(view, 1))
POINT(choice, earlier_first, wins(view, 2))
WHEN(true)
POINT(choice, candidate_refused, view_past(view, 1)->refused > 0)
POINT(choice, look, kind(view, PATH_DENY) && !stood(view))
POINT(choice, second_look_at_other_lacks,
      kind(view, PATH_DENY) && decided(view)->told && decided(view)->told != decided(view)->lacks)
POINT(choice, follower_waits_though_it_fits, slots_any(&view->follows))
POINT(choice, window_in_place_of_a_candidate,
      kind(view, PATH_WINDOW) && anybody(view, VIEW_CANDIDATE))
POINT(choice, pause_of_a_candidate, anybody(view, VIEW_PAUSED))
POINT(choice, grant_in_the_last_clock_of_a_pause,
      kind(view, PATH_GRANT) && view_past(view, 3)->pause && !view_past(view, 4)->pause)
POINT(choice, reject_among_others, kind(view, PATH_REJECT) && view->taken > 1)

POINT(held_back, by_a_refusal, anybody(view, VIEW_REFUSAL))
POINT(held_back, itself_after_its_refusal,
      decided(view)->refused != 0 && decided(view)->refused + 5 == view->clock)
POINT(held_back, by_the_table, view_past(view, 3)->table)
POINT(held_back, not_the_more_urgent,
      kind(view, PATH_GRANT) && view_past(view, 3)->refused &&
          decided(view)->group < view_past(view, 3)->group)
POINT(held_back, not_on_other_lanes,
      kind(view, PATH_GRANT) && view_past(view, 3)->refused && !view_past(view, 3)->table &&
          !(decided(view)->lanes & view_past(view, 3)->lanes))

WHEN(slots_any(&view->due))
POINT(age, due, true)
POINT(age, several_due, slots_count(&view->due) > 1)
WHEN(view->aged || view_past(view, 1)->aged || view_past(view, 4)->aged)
POINT(age, aged, view->aged > 0)
POINT(age, holds_back, anybody(view, VIEW_AGED))
POINT(age, holds_its_stage, view->aged && view->hidden.kept[0])
POINT(age, holds_its_response_engine, view->aged && view->hidden.kept[1])
POINT(age, holds_all, view_past(view, 1)->aged_all)
POINT(age, lane_closed,
      view->aged && !aged(view)->rejects && view->window[aged(view)->lane[0]] == 0)
POINT(age, granted, view->aged &&granted(view) == aged(view))
POINT(age, others_go_on,
      kind(view, PATH_GRANT) && view_past(view, 4)->aged_lanes && granted(view) != aged(view))
POINT(age, bound_to_0_while_aged, view->aged && view->settings.bound == 0)
POINT(age, saturates, aged(view)->age == (1u << view->size.age_w) - 1)

WHEN(view->tells)
POINT(return, partition, returns(view, 0, 0, RETURN_BACK))
POINT(return, atomic_engine, returns(view, 1, view->size.atomic, RETURN_BACK))
POINT(return, response_engine, returns(view, 1u + view->size.atomic, done(view) - 1, RETURN_BACK))
POINT(return, done, returns(view, done(view), done(view), RETURN_BACK))
POINT(return, several_channels, count_returns(view) > 1)
POINT(return, beside_a_grant, count_returns(view) > 0 && kind(view, PATH_GRANT))
WHEN(strays(view, STRAY_ANY))
POINT(return, stray_of_an_epoch, strays(view, STRAY_EPOCH))
POINT(return, stray_of_a_generation, strays(view, STRAY_GENERATION))
POINT(return, stray_of_a_free_id, strays(view, STRAY_FREE))
POINT(return, stray_second_time, strays(view, STRAY_SECOND))
WHEN(view->tells)
POINT(return, late, returns(view, done(view), done(view), RETURN_LATE))
WHEN(true)
POINT(return, free, view->ends != 0)
POINT(return, several_free, (view->ends & (view->ends - 1)) != 0)
POINT(return, free_by_done, view->ends >> done(view) & 1)
POINT(return, generation_wraps,
            kind(view, PATH_GRANT) && view->counts.grants > view->size.depth &&
                (path(view)->trace_handle >> path_id_w(&view->size) &
                 ((1u << view->size.gen_w) - 1)) == 0)
WHEN(view->collected)
POINT(return, collector_full, view->collected > 1 && collector(view, 2, 1))
POINT(return, all_partitions_wait,
            view->collected >= view->size.hbm && collector(view, 1, view->size.hbm))
WHEN(view->tells)
POINT(return, sent_by_software, sent_is(view, RETURN_BACK))
POINT(return, sent_for_nothing, sent_is(view, RETURN_STRAY) || sent_is(view, RETURN_LATE))
WHEN(true)
POINT(return, sent_while_partitions_wait, view->collected > 0 && sent(view, 1) == 0)
POINT(return, few_ids_free, view->held_count + 4 > view->size.depth)

WHEN(path(view)->answer_kind || view_past(view, 1)->offered || view_past(view, 1)->left[1])
POINT(again, held, path(view)->answer_kind == ANSWER_HELD)
POINT(again, waits, path(view)->answer_kind == ANSWER_WAITS)
POINT(again, unknown, path(view)->answer_kind == ANSWER_UNKNOWN)
POINT(again, taken_and_leaves, view_past(view, 1)->left[1])
POINT(again, asked, view_past(view, 1)->offered && !view_past(view, 1)->taken)
POINT(again, in_the_last_clock_held,
      path(view)->answer_kind == ANSWER_HELD && !view_holding(view, path(view)->answer_handle))

WHEN(!view->in->path.rst_n || view->after_reset)
POINT(reset, while_something_waits, !view->in->path.rst_n && view->taken > 0)
POINT(reset, while_something_is_held, !view->in->path.rst_n && view->held_count > 0)
POINT(reset, epoch_3, view->after_reset && view->epoch == 3)

WHEN(kind(view, PATH_WINDOW))
POINT(window, of_a_partition, on(view, 0, atomics(view)))
POINT(window, of_an_atomic_engine, on(view, atomics(view), engines(view)))
POINT(window, of_a_response_engine, on(view, engines(view), lanes(view)))
POINT(window, command_limit, on(view, lanes(view), lanes(view) + 1))
POINT(window, closes_a_lane, moves_lane(view) && path(view)->trace_stage == 0)
POINT(window, opens_a_lane, moves_lane(view) && view->window[view_moved(view)] == 0)
POINT(window, below_the_debt,
      moves_lane(view) && path(view)->trace_stage < view->debt[view_moved(view)])
POINT(window, at_most, moves_lane(view) && path(view)->trace_stage == all_ones(view) - 1)
POINT(window, four_clocks_after_another, view->window_clock + 4 == view->clock)
POINT(window, divided,
      moves_lane(view) && view->bus.performed &&
          view->registers[SEMACREDIT_MULTIPLIER / 4 + view_moved(view)] != 4096)
POINT(window, multiplier_written,
      moves_lane(view) && view->bus.performed && view->bus.address >= SEMACREDIT_MULTIPLIER &&
          view->bus.address < SEMACREDIT_IN_FORCE)
POINT(window, calibrated_moves,
      moves_lane(view) && view->calibrated >> view_moved(view) & 1 && !view->bus.performed)
POINT(window, tuned_up,
      moves_lane(view) && view->tuned >> view_moved(view) & 1 && !view->bus.performed &&
          path(view)->trace_stage > view->window[view_moved(view)])
POINT(window, tuned_down,
      moves_lane(view) && view->tuned >> view_moved(view) & 1 && !view->bus.performed &&
          path(view)->trace_stage < view->window[view_moved(view)])

WHEN(view_loads(view))
POINT(message, loaded, message_is(view, false))
POINT(message, repeated, message_is(view, true))
WHEN(true)
POINT(message, waits, view->out->message_valid && !view->in->message_ready)
POINT(message, return_while_one_waits,
      view->out->message_valid && !view_loads(view) && count_returns(view) > 0)
WHEN(view_loads(view))
POINT(message, by_threshold,
      view->message_clock &&
          view->clock - view->message_clock < view->registers[SEMACREDIT_MESSAGE_INTERVAL / 4])
POINT(message, count_wraps, credit_wraps(view))
POINT(message, epoch_above_0, view->out->message_epoch > 0)

WHEN(view->bus.answered)
POINT(bus, plain_write, answers(view, true, SEMACREDIT_ATOMIC_SERVICE, SEMACREDIT_HBM_RECIPROCAL))
POINT(bus, unit_write, answers(view, true, SEMACREDIT_WINDOW, SEMACREDIT_IN_FORCE - 4))
POINT(bus, limit_write, answers(view, true, SEMACREDIT_COMMAND_LIMIT, SEMACREDIT_COMMAND_LIMIT))
POINT(bus, static_write, answers(view, true, SEMACREDIT_QUANTUM_HBM, SEMACREDIT_SMALL_LIMIT))
POINT(bus, static_refused_in_use,
      refused_value(view, SEMACREDIT_QUANTUM_HBM, SEMACREDIT_SMALL_LIMIT))
POINT(bus, send, answers(view, true, SEMACREDIT_SEND, SEMACREDIT_SEND))
POINT(bus, errors_cleared,
      answers(view, true, SEMACREDIT_ERRORS, SEMACREDIT_ERRORS) && view->bus.data)
POINT(bus, no_such_register, refused_access(view, false))
POINT(bus, read_only, refused_access(view, true))
POINT(bus, unaligned, answers(view, false, 0, 4095) && view->bus.address % 4)
POINT(bus, strobes, answers(view, false, 0, 4095) && view->bus.strobes != 15)
POINT(bus, too_wide, refused_bits(view))
POINT(bus, limit_above_depth,
      refused_value(view, SEMACREDIT_COMMAND_LIMIT, SEMACREDIT_COMMAND_LIMIT))
POINT(bus, multiplier_0, refused_value(view, SEMACREDIT_MULTIPLIER, SEMACREDIT_IN_FORCE - 4))
POINT(bus, limits_of_multipliers,
      refused_value(view, SEMACREDIT_MULTIPLIER_MIN, SEMACREDIT_MULTIPLIER_MAX))
POINT(bus, floor_above_ceiling, refused_value(view, SEMACREDIT_FLOOR, SEMACREDIT_CEILING + 8))
POINT(bus, threshold_without_interval,
      refused_value(view, SEMACREDIT_MESSAGE_THRESHOLD, SEMACREDIT_MESSAGE_REPEAT - 4))
POINT(bus, interval_0_with_threshold,
      refused_value(view, SEMACREDIT_MESSAGE_INTERVAL, SEMACREDIT_MESSAGE_INTERVAL))
POINT(bus, tuning_without_clock,
      refused_value(view, SEMACREDIT_TUNE_ENABLE, SEMACREDIT_TUNE_ENABLE + 4))
POINT(bus, clock_0_with_tuning,
      refused_value(view, SEMACREDIT_CLOCK_QUANTA, SEMACREDIT_CLOCK_QUANTA))
WHEN(true)
POINT(bus, data_before_address, view->bus.data_full && !view->bus.address_full)
POINT(bus, address_before_data, view->bus.address_full && !view->bus.data_full)
POINT(bus, answer_waits, view->out->axi_bvalid && !view->in->axi_bready)
POINT(bus, read_waits, view->out->axi_rvalid && !view->in->axi_rready)
POINT(bus, read_refused, reads(view, 0, 4095) && view->out->axi_rresp)
POINT(bus, read_and_write_at_once, view->bus.performed && view->bus.reading)

WHEN(view->out->axi_rvalid)
POINT(status, window_read, reads(view, SEMACREDIT_WINDOW, SEMACREDIT_MULTIPLIER - 4))
POINT(status, multiplier_read, reads(view, SEMACREDIT_MULTIPLIER, SEMACREDIT_IN_FORCE - 4))
POINT(status, in_force_read, reads(view, SEMACREDIT_IN_FORCE, SEMACREDIT_DEBT - 4))
POINT(status, debt_read,
      reads(view, SEMACREDIT_DEBT, SEMACREDIT_DEBT + 0xfc) && view->out->axi_rdata)
POINT(status, denials_read,
      reads(view, SEMACREDIT_DENIALS, SEMACREDIT_DENIALS + 0xfc) && view->out->axi_rdata)
POINT(status, counters_read,
      reads(view, SEMACREDIT_GRANTS, SEMACREDIT_WAITING) && view->out->axi_rdata)
POINT(status, holder_read,
      reads(view, SEMACREDIT_HOLDER_STATE, SEMACREDIT_HOLDER_STATE) && view->out->axi_rdata)
POINT(status, errors_read,
      reads(view, SEMACREDIT_ERRORS, SEMACREDIT_FIRST_ERROR_INFO) && view->out->axi_rdata)
WHEN(view->first_error)
POINT(status, error_of_a_stray, view->first_error == 1)
POINT(status, error_of_an_unknown_opcode, view->first_error == 2)
POINT(status, error_of_a_write, view->first_error == 4)
POINT(status, error_of_a_read, view->first_error == 5)
POINT(status, error_while_another_stands,
      view->first_error && view->errors & ~(UINT32_C(1) << (view->first_error - 1)))
WHEN(view->out->quiet || view->out_before->quiet)
POINT(status, quiet, view->out->quiet)
POINT(status, quiet_ends_by_a_beat, view->out_before->quiet && !view->out->quiet)
POINT(status, beat_in_quiet, view->out->quiet &&beats_in(view))

// Numbers one bit apart, by that bit: what compares all others confuses them. A point of blocks
// whose number has so many `bits`.
// clang-format off
#define TAG(bit) BIT(tag, bit, size->tag_w, tag_bit == bit)
#define DOMAIN(bit) BIT(domain, bit, 8, near_domain(view, bit))
#define EPOCH(bit) BIT(epoch, bit, 2, near_handle(view, epoch_at(view) + bit, 32))
#define GENERATION(bit) BIT(generation, bit, size->gen_w, \
                            near_handle(view, path_id_w(size) + bit, epoch_at(view)))
#define ID(bit) BIT(id, bit, path_id_w(size), near_handle(view, bit, path_id_w(size)))
#define PARTITION(bit) BIT(partition, bit, index_w(size->hbm), \
                           near_lane(view, 0, atomics(view), bit))
#define ATOMIC_ENGINE(bit) BIT(atomic_engine, bit, index_w(size->atomic), \
                               near_lane(view, atomics(view), engines(view), bit))
#define RESPONSE_ENGINE(bit) BIT(response_engine, bit, index_w(size->response), \
                                 near_lane(view, engines(view), lanes(view), bit))
#define SLOT(bit) BIT(slot, bit, index_w(size->slots), \
                      slots_have(&view->waits, (view->named - 1u) ^ 1u << bit))
#define WINDOW(bit) BIT(window, bit, index_w(path_lanes(size)), near_write(view, bit))
#define CALIBRATED(bit) BIT(calibrated, bit, index_w(path_lanes(size)), \
                            near_enabled(view, SEMACREDIT_CALIBRATE_ENABLE, bit))
#define TUNED(bit) BIT(tuned, bit, index_w(path_lanes(size)), \
                       near_enabled(view, SEMACREDIT_TUNE_ENABLE, bit))
#define READ(bit) BIT(read, bit, index_w(path_lanes(size)), near_read(view, bit))
WHEN(tag_bit != NEAR_NONE)
TAG(0) TAG(1) TAG(2) TAG(3) TAG(4) TAG(5) TAG(6) TAG(7) TAG(8) TAG(9) TAG(10) TAG(11) TAG(12)
TAG(13) TAG(14) TAG(15) TAG(16) TAG(17) TAG(18) TAG(19) TAG(20) TAG(21) TAG(22) TAG(23) TAG(24)
TAG(25) TAG(26) TAG(27) TAG(28) TAG(29) TAG(30) TAG(31) TAG(32) TAG(33) TAG(34) TAG(35) TAG(36)
TAG(37) TAG(38) TAG(39) TAG(40) TAG(41) TAG(42) TAG(43) TAG(44) TAG(45) TAG(46) TAG(47) TAG(48)
TAG(49) TAG(50) TAG(51) TAG(52) TAG(53) TAG(54) TAG(55) TAG(56) TAG(57) TAG(58) TAG(59) TAG(60)
TAG(61) TAG(62) TAG(63)
WHEN(taken(view)->is.domain > 0)
DOMAIN(0) DOMAIN(1) DOMAIN(2) DOMAIN(3) DOMAIN(4) DOMAIN(5) DOMAIN(6) DOMAIN(7)
WHEN(strays(view, STRAY_ANY))
EPOCH(0) EPOCH(1) GENERATION(0) GENERATION(1) GENERATION(2) GENERATION(3) GENERATION(4)
GENERATION(5) GENERATION(6) GENERATION(7) ID(0) ID(1) ID(2) ID(3) ID(4) ID(5) ID(6) ID(7) ID(8)
ID(9)
WHEN(kind(view, PATH_DENY))
PARTITION(0) PARTITION(1) PARTITION(2) PARTITION(3) PARTITION(4)
ATOMIC_ENGINE(0) ATOMIC_ENGINE(1) RESPONSE_ENGINE(0) RESPONSE_ENGINE(1)
WHEN(granted(view)->taken)
SLOT(0) SLOT(1) SLOT(2) SLOT(3) SLOT(4) SLOT(5) SLOT(6)
WHEN(kind(view, PATH_WINDOW) && moves_lane(view))
WINDOW(0) WINDOW(1) WINDOW(2) WINDOW(3) WINDOW(4) WINDOW(5)
CALIBRATED(0) CALIBRATED(1) CALIBRATED(2) CALIBRATED(3) CALIBRATED(4) CALIBRATED(5)
TUNED(0) TUNED(1) TUNED(2) TUNED(3) TUNED(4) TUNED(5)
WHEN(view->out->axi_rvalid)
READ(0) READ(1) READ(2) READ(3) READ(4) READ(5)
    // clang-format on
