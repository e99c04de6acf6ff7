// The points of coverage.h: POINT(kind, name, condition on `ref`), by the chapters of rtl/spec.
// WHEN(condition): those from here to the next one are only met while it holds. Included where
// points are met and where they are listed.

WHEN(ref_newest(ref))
POINT(offer, write, takes(ref, 0, 0))
POINT(offer, read, takes(ref, 1, 1))
POINT(offer, notification, takes(ref, 2, 2))
POINT(offer, atomic, takes(ref, 8, 15))
POINT(offer, write_responds, takes(ref, 0, 0) && taken(ref)->responds)
POINT(offer, atomic_responds, takes(ref, 8, 15) && taken(ref)->responds)
POINT(offer, reply_of_no_length,
      !takes(ref, 1, 1) && taken(ref)->is.response_length == 0 && taken(ref)->responds)
POINT(offer, owes_done, taken(ref)->holds)
POINT(offer, urgent, takes_group(ref, 0))
POINT(offer, small, takes_group(ref, 1))
POINT(offer, large, takes_group(ref, 2))
POINT(offer, domain, taken(ref)->is.domain > 0)
POINT(offer, unknown_opcode, rejects_for(ref, true, false))
POINT(offer, missing_stage, rejects_for(ref, false, true))
POINT(offer, missing_response_engine, rejects_for(ref, false, false))
POINT(offer, demand_0, takes(ref, 0, 2) && taken(ref)->demand[0] == 0)
POINT(offer, demand_saturates, taken(ref)->demand[0] == all_ones(ref))
POINT(offer, response_saturates, taken(ref)->demand[1] == all_ones(ref))
POINT(offer, quantum, takes(ref, 0, 15) && ref->settings.quantum_hbm && ref->settings.quantum_time)
POINT(offer, back_to_back, taken_ago(ref, 1) && taken_ago(ref, 2))

WHEN(true)
POINT(class, idle_lane_keeps_a_slot, without_pool(ref, true, 0, true))
POINT(class, no_pool_for_others, without_pool(ref, false, 0, false))
POINT(class, no_pool_for_more, without_pool(ref, false, 1, false))
POINT(class, short_has_one, short_class(ref, 1))
POINT(class, short_has_two, short_class(ref, 2))
POINT(class, all_slots_taken, ref->taken == ref->size.slots)
POINT(class, busy_lane_shut_others_open, shares(ref))
POINT(class, engine_spared_by_what_lacks_its_stage, spares(ref, REF_NO_STAGE))
POINT(class, stage_spared_by_what_lacks_its_engine, spares(ref, REF_NO_ENGINE))
POINT(class, closed_by_enable, ref_past(ref, 1)->closed)
POINT(class, asked_while_closed, ref_past(ref, 1)->offered &&ref_past(ref, 2)->closed)

WHEN(granted(ref)->taken)
POINT(decision, grant_to_partition, enters(ref, 0) && entered(ref, 0) < atomics(ref))
POINT(decision, grant_to_atomic_engine, enters(ref, 0) && entered(ref, 0) >= atomics(ref))
POINT(decision, grant_with_response, enters(ref, 1))
POINT(decision, grants_back_to_back,
      enters(ref, 0) && ref_past(ref, 1)->left[0] && ref_past(ref, 2)->left[0])
POINT(decision, exact_fit_of_stage, fills(ref, 0))
POINT(decision, exact_fit_of_response, fills(ref, 1))
POINT(decision, empty_stage_admits, empty_admits(ref, 0))
POINT(decision, empty_response_engine_admits, empty_admits(ref, 1))
WHEN(kind(ref, PATH_DENY))
POINT(decision, refused_by_partition, on(ref, 0, atomics(ref)))
POINT(decision, refused_by_atomic_engine, on(ref, atomics(ref), engines(ref)))
POINT(decision, refused_by_response_engine, on(ref, engines(ref), lanes(ref)))
POINT(decision, refused_by_table, on(ref, lanes(ref), lanes(ref) + 1))
POINT(decision, refused_by_table_alone, path(ref)->trace_mask == UINT64_C(1) << lanes(ref))
POINT(decision, refused_by_stage_and_response,
      on(ref, 0, engines(ref)) && on(ref, engines(ref), lanes(ref)))
POINT(decision, refused_by_a_closed_lane, refuses(ref, true))
POINT(decision, refused_above_the_window, refuses(ref, false))
POINT(decision, refused_by_a_holder_limit, crowded(ref, false))
POINT(decision, refused_by_the_floor, crowded(ref, true))
POINT(decision, refused_above_the_floor,
      crowded(ref, true) && ref_left(ref) > (int)ref->limits.floor)
POINT(decision, refused_through_its_stage, through(ref))
POINT(decision, refused_for_what_is_parked,
      on(ref, lanes(ref), lanes(ref) + 1) && ref->held_count < ref->limit)
POINT(decision, refused_at_limit_0, on(ref, lanes(ref), lanes(ref) + 1) && ref->limit == 0)
WHEN(true)
POINT(decision, more_held_than_the_limit, ref->held_count > ref->limit)
POINT(decision, reject, kind(ref, PATH_REJECT))
POINT(decision, table_full, ref->held_count == ref->size.depth)
POINT(decision, floor_reached_by_what_is_parked, reaches_floor(ref))

WHEN(rivals(ref))
POINT(choice, first_by_age, wins(ref, 0))
POINT(choice, urgent_first, wins(ref, 1))
POINT(choice, fewer_wire_bytes_first, wins(ref, 2))
POINT(choice, earlier_first, wins(ref, 3))
WHEN(true)
POINT(choice, candidate_refused, ref_past(ref, 1)->refused > 0)
POINT(choice, probe, kind(ref, PATH_DENY) && !stood(ref))
POINT(choice, second_probe_with_other_lacks,
      kind(ref, PATH_DENY) && decided(ref)->reported &&
          decided(ref)->reported != decided(ref)->lacks)
POINT(choice, follower_waits_though_it_fits, slots_any(&ref->follows))
POINT(choice, window_in_place_of_a_candidate,
      kind(ref, PATH_WINDOW) && any_slot(ref, REF_CANDIDATE))
POINT(choice, pause_of_a_candidate, any_slot(ref, REF_PAUSED))
POINT(choice, pause_by_enable, any_slot(ref, REF_PAUSED) && !enables(ref, 2))
POINT(choice, grant_in_the_last_clock_of_a_pause,
      kind(ref, PATH_GRANT) && ref_past(ref, 3)->pause && !ref_past(ref, 4)->pause)
POINT(choice, reject_among_others, kind(ref, PATH_REJECT) && ref->taken > 1)

WHEN(kind(ref, PATH_FLUSHED))
POINT(flush, one, true)
POINT(flush, in_a_pause, ref_past(ref, 4)->pause)
POINT(flush, of_what_lacked_something, decided(ref)->lacks)
POINT(flush, of_what_would_be_granted, stood(ref))
POINT(flush, of_what_would_be_rejected, decided(ref)->rejects)
POINT(flush, of_an_owner_of_a_spot, decided(ref)->owns)
POINT(flush, in_spite_of_a_spot, decided(ref)->lanes &ref_past(ref, 3)->owned & ~decided(ref)->owns)
POINT(flush, once_its_predecessor_left,
      decided(ref)->is.domain &&decided(ref)->marked + 8 < ref->clock)
POINT(flush, after_a_denial, decided(ref)->marked <= decided(ref)->refused + 2)
WHEN(true)
POINT(flush, of_tags, ref_past(ref, 1)->flush &&ref_past(ref, 1)->flush_of == 64)
POINT(telemetry, capture_waits_for_its_turn, ref->telemetry.asked && ref->telemetry.word != 0)
POINT(flush, granted_as_it_was_chosen_before, granted(ref)->marked)

POINT(held_back, by_a_refusal, any_slot(ref, REF_REFUSAL))
POINT(held_back, itself_after_its_refusal,
      decided(ref)->refused != 0 && decided(ref)->refused + 5 == ref->clock)
POINT(held_back, by_the_table, ref_past(ref, 3)->table)
POINT(held_back, not_the_more_urgent,
      kind(ref, PATH_GRANT) && ref_past(ref, 3)->refused &&
          decided(ref)->group < ref_past(ref, 3)->group)
POINT(held_back, not_on_other_lanes,
      kind(ref, PATH_GRANT) && ref_past(ref, 3)->refused && !ref_past(ref, 3)->table &&
          !(decided(ref)->lanes & ref_past(ref, 3)->lanes))

WHEN(visited(ref)->taken)
POINT(spot, due, true)
POINT(spot, taken, visit_is(ref, REF_TAKES))
POINT(spot, two_owned_by_one, visit_is(ref, REF_TAKES) && owns_two(visited(ref)))
POINT(spot, owner_waits, visit_is(ref, REF_OWNS))
POINT(spot, not_free, visit_is(ref, REF_OWNS_NOTHING) && owned_by_others(ref))
POINT(spot, lost_by_a_closed_lane, loses(ref) && is_closed(ref, visited(ref)))
POINT(spot, lost_through_its_stage,
      loses(ref) && visited(ref)->responds &&
          ref_split(ref, visited(ref)->lane[0], visited(ref)->lane[1]))
POINT(spot, lost_by_a_bar, loses(ref) && visited(ref)->lacks & ref->spots.barred)
POINT(spot, urgent_takes_it_while_the_lane_rests,
      visit_is(ref, REF_TAKES) && visited(ref)->is.urgent && visited(ref)->lanes & ref->spots.rests)
POINT(spot, kept_by_a_rest,
      visit_is(ref, REF_OWNS_NOTHING) && visited(ref)->lanes & ref->spots.rests &&
          !is_closed(ref, visited(ref)))
POINT(spot, age_saturates, visited(ref)->age == (1u << ref->size.age_w) - 1)
WHEN(ref->spots.owned || ref_past(ref, 3)->owned)
POINT(spot, owned, ref->spots.owned)
POINT(spot, several_owned, ref->spots.owned &(ref->spots.owned - 1))
POINT(spot, holds_back, any_slot(ref, REF_SPOT))
POINT(spot, owner_granted, granted(ref)->owns)
POINT(spot, others_go_on, granted(ref)->taken && !(granted(ref)->lanes & ref_past(ref, 3)->owned))
POINT(spot, bound_to_0_with_owners, ref->settings.bound == 0)
WHEN(true)
POINT(spot, goes_first, ref_first(ref, decided(ref)))
POINT(spot, goes_first_without_a_spot,
      ref_first(ref, granted(ref)) && !granted(ref)->owns && !granted(ref)->rejects)
POINT(spot, left_and_not_free, ref->spots.left)
POINT(spot, barred, ref->spots.barred)
POINT(spot, rests, ref->spots.rests)
POINT(spot, rest_ended_by_eight, ref_past(ref, 1)->rest_ended[0])
POINT(spot, rest_ended_by_nobody, ref_past(ref, 1)->rest_ended[1])
POINT(spot, turns_stand_still, ref->taken && !ref->spots.turns)

WHEN(ref->reports)
POINT(return, partition, returns(ref, 0, 0, RETURN_BACK))
POINT(return, atomic_engine, returns(ref, 1, ref->size.atomic, RETURN_BACK))
POINT(return, response_engine, returns(ref, 1u + ref->size.atomic, done(ref) - 1, RETURN_BACK))
POINT(return, done, returns(ref, done(ref), done(ref), RETURN_BACK))
POINT(return, several_channels, count_returns(ref) > 1)
POINT(return, beside_a_grant, count_returns(ref) > 0 && kind(ref, PATH_GRANT))
WHEN(strays(ref, STRAY_ANY))
POINT(return, stray_of_an_epoch, strays(ref, STRAY_EPOCH))
POINT(return, stray_of_a_generation, strays(ref, STRAY_GENERATION))
POINT(return, stray_of_a_free_id, strays(ref, STRAY_FREE))
POINT(return, stray_second_time, strays(ref, STRAY_SECOND))
POINT(return, stray_at_a_wrong_port, strays(ref, STRAY_PORT))
POINT(return, stray_of_a_parked_id, strays(ref, STRAY_PARKED))
WHEN(ref->reports)
POINT(return, late, returns(ref, done(ref), done(ref), RETURN_LATE))
POINT(return, late_of_a_parked_id, strays(ref, LATE_PARKED))
WHEN(true)
POINT(return, free, ref->ends != 0)
POINT(return, several_free, (ref->ends & (ref->ends - 1)) != 0)
POINT(return, free_by_done, ref->ends >> done(ref) & 1)
POINT(return, generation_wraps,
            kind(ref, PATH_GRANT) && ref->counts.grants > ref->size.depth &&
                (path(ref)->trace_handle >> path_id_w(&ref->size) &
                 ((1u << ref->size.gen_w) - 1)) == 0)
WHEN(ref->collected)
POINT(return, collector_full, ref->collected > 1 && collector(ref, 2, 1))
POINT(return, all_partitions_wait,
            ref->collected >= ref->size.hbm && collector(ref, 1, ref->size.hbm))
WHEN(ref->reports)
POINT(return, sent_by_software, sent_is(ref, RETURN_BACK))
POINT(return, sent_late, sent_is(ref, RETURN_LATE))
POINT(return, sent_late_for_a_stage, sent(ref, 4) < done(ref) && sent_is(ref, RETURN_LATE))
WHEN(true)
POINT(return, sent_while_partitions_wait, ref->collected > 0 && sent(ref, 1) == 0)
POINT(return, few_ids_free, ref->held_count + 4 > ref->size.depth)
POINT(return, few_ids_not_parked, ref->held_count + ref->parked_count + 4 > ref->size.depth)

WHEN(ref->ids_parked || ref_past(ref, 1)->unparked)
POINT(parked, some, ref->ids_parked)
POINT(parked, all, ref_past(ref, 1)->all_parked)
POINT(parked, some_unparked, ref_past(ref, 1)->unparked && ref->ids_parked)
POINT(parked, all_unparked, ref_past(ref, 1)->unparked && !ref->ids_parked)
POINT(parked, grant_beside_many,
      kind(ref, PATH_GRANT) && ref->held_count + ref->parked_count + 1 == ref->size.depth)
POINT(parked, reset, !ref->in->path.rst_n)
WHEN(true)

WHEN(path(ref)->answer_kind || ref_past(ref, 1)->offered || ref_past(ref, 1)->left[1])
POINT(again, held, path(ref)->answer_kind == ANSWER_HELD)
POINT(again, waits, path(ref)->answer_kind == ANSWER_WAITS)
POINT(again, unknown, path(ref)->answer_kind == ANSWER_UNKNOWN)
POINT(again, taken_and_leaves, ref_past(ref, 1)->left[1])
POINT(again, asked, ref_past(ref, 1)->offered && !ref_past(ref, 1)->taken)
POINT(again, in_the_last_clock_held,
      path(ref)->answer_kind == ANSWER_HELD && !ref_holding(ref, path(ref)->answer_handle))

WHEN(!ref->in->path.rst_n || ref->after_reset)
POINT(reset, while_something_waits, !ref->in->path.rst_n && ref->taken > 0)
POINT(reset, while_something_is_held, !ref->in->path.rst_n && ref->held_count > 0)
POINT(reset, epoch_3, ref->after_reset && ref->epoch == 3)

WHEN(kind(ref, PATH_WINDOW))
POINT(window, of_a_partition, on(ref, 0, atomics(ref)))
POINT(window, of_an_atomic_engine, on(ref, atomics(ref), engines(ref)))
POINT(window, of_a_response_engine, on(ref, engines(ref), lanes(ref)))
POINT(window, command_limit, on(ref, lanes(ref), lanes(ref) + 1))
POINT(window, closes_a_lane, moves_lane(ref) && path(ref)->trace_stage == 0)
POINT(window, opens_a_lane, moves_lane(ref) && ref->window[ref_moved(ref)] == 0)
POINT(window, below_the_debt, moves_lane(ref) && path(ref)->trace_stage < ref->debt[ref_moved(ref)])
POINT(window, at_most, moves_lane(ref) && path(ref)->trace_stage == all_ones(ref) - 1)
POINT(window, four_clocks_after_another, ref->window_clock + 4 == ref->clock)
POINT(window, divided,
      moves_lane(ref) && ref->bus.performed &&
          ref->registers[SEMACREDIT_MULTIPLIER / 4 + ref_moved(ref)] != 4096)
POINT(window, multiplier_written,
      moves_lane(ref) && ref->bus.performed && ref->bus.address >= SEMACREDIT_MULTIPLIER &&
          ref->bus.address < SEMACREDIT_IN_FORCE)
POINT(window, calibrated_moves,
      moves_lane(ref) && ref->calibrated >> ref_moved(ref) & 1 && !ref->bus.performed)
POINT(window, calibrated_up,
      moves_lane(ref) && ref->calibrated >> ref_moved(ref) & 1 && !ref->bus.performed &&
          path(ref)->trace_stage > ref->window[ref_moved(ref)])
POINT(window, limited,
      moves_lane(ref) &&
          ref_effective(ref, ref_moved(ref), 1) ==
              ref_effective(ref, ref_moved(ref), ref->registers[R_multiplier + ref_moved(ref)]))
WHEN(true)
POINT(learn, two_due, (ref->learn.due & (ref->learn.due - 1)) != 0)
POINT(learn, due_while_one_works, ref->learn.works && ref->learn.due)
POINT(learn, due_again_at_work, ref->learn.works && ref->learn.due >> ref->learn.lane & 1)
POINT(learn, cleared_at_work, ref->learn.works && ref->learn.spoilt)
POINT(learn, long_service,
      ref->learn.works && ref->learn.ends == ref->clock + 1 && ref->learn.value == 16383)

WHEN(ref_loads(ref))
POINT(message, loaded, message_is(ref, false))
POINT(message, repeated, message_is(ref, true))
WHEN(true)
POINT(message, waits, ref->out->message_valid && !ref->in->message_ready)
POINT(message, return_while_one_waits,
      ref->out->message_valid && !ref_loads(ref) && count_returns(ref) > 0)
WHEN(ref_loads(ref))
POINT(message, by_threshold,
      ref->message_clock &&
          ref->clock - ref->message_clock < ref->registers[SEMACREDIT_MESSAGE_INTERVAL / 4])
POINT(message, count_wraps, credit_wraps(ref))
POINT(message, epoch_above_0, ref->out->message_epoch > 0)
POINT(message, asked_at_interval_0, ref->asked && !ref->registers[SEMACREDIT_MESSAGE_INTERVAL / 4])
POINT(message, first_of_an_interval, ref->first_before && ref->message_clock)
POINT(message, repeated_for_ever, ref->repeats > 15)
POINT(message, credit_falls, credit_falls(ref))
WHEN(true)
POINT(message, asked_while_one_waits, ref->asked && ref->out->message_valid && !ref_loads(ref))

WHEN(ref->bus.answered)
POINT(bus, plain_write, answers(ref, true, SEMACREDIT_ATOMIC_SERVICE, SEMACREDIT_HBM_RECIPROCAL))
POINT(bus, unit_write, answers(ref, true, SEMACREDIT_WINDOW, SEMACREDIT_IN_FORCE - 4))
POINT(bus, limit_write, answers(ref, true, SEMACREDIT_COMMAND_LIMIT, SEMACREDIT_COMMAND_LIMIT))
POINT(bus, static_write, answers(ref, true, SEMACREDIT_QUANTUM_HBM, SEMACREDIT_SMALL_LIMIT))
POINT(bus, static_refused_while_enabled, refuses_static(ref) && enables(ref, 1))
POINT(bus, static_refused_for_the_clocks,
      refuses_static(ref) && !enables(ref, 1) && !is_in_use(ref))
POINT(bus, static_refused_for_what_waits,
      refuses_static(ref) && closed_for_long(ref) && ref->taken > 0 && !ref->held_count)
POINT(bus, static_refused_for_what_is_held,
      refuses_static(ref) && closed_for_long(ref) && ref->taken == 0 && ref->held_count)
POINT(bus, enable_write, answers(ref, true, SEMACREDIT_ENABLE, SEMACREDIT_ENABLE))
POINT(bus, unpark_of_none,
      answers(ref, true, SEMACREDIT_PARKED, SEMACREDIT_PARKED + 0x7c) && ref->bus.data &&
          !ref_past(ref, 1)->unparked)
POINT(bus, send, answers(ref, true, SEMACREDIT_SEND, SEMACREDIT_SEND))
POINT(bus, errors_cleared, clears_errors(ref))
POINT(bus, errors_cleared_in_part, clears_errors(ref) && ref->errors & ~ref->bus.data)
POINT(bus, error_set_as_it_is_cleared, clears_errors(ref) && ref->errors & ref->bus.data)
POINT(bus, no_such_register, refused_access(ref, false))
POINT(bus, read_only, refused_access(ref, true))
POINT(bus, unaligned, answers(ref, false, 0, 4095) && ref->bus.address % 4)
POINT(bus, strobes, answers(ref, false, 0, 4095) && ref->bus.strobes != 15)
POINT(bus, too_wide, refused_bits(ref))
POINT(bus, limit_above_depth,
      refused_value(ref, SEMACREDIT_COMMAND_LIMIT, SEMACREDIT_COMMAND_LIMIT))
POINT(bus, capture, answers(ref, true, SEMACREDIT_CAPTURE, SEMACREDIT_CAPTURE))
POINT(bus, capture_of_maxima,
      answers(ref, true, SEMACREDIT_CAPTURE, SEMACREDIT_CAPTURE) && ref->bus.data == 3)
POINT(bus, capture_of_nothing, refused_value(ref, SEMACREDIT_CAPTURE, SEMACREDIT_CAPTURE))
POINT(bus, flush_of_no_lane, refused_value(ref, SEMACREDIT_FLUSH, SEMACREDIT_FLUSH))
POINT(bus, multiplier_0, refused_value(ref, SEMACREDIT_MULTIPLIER, SEMACREDIT_IN_FORCE - 4))
POINT(bus, holder_limit_0, refused_value(ref, SEMACREDIT_HOLDER_LIMIT, SEMACREDIT_HOLDER_LIMIT + 8))
POINT(bus, limits_of_multipliers,
      refused_value(ref, SEMACREDIT_MULTIPLIER_MIN, SEMACREDIT_MULTIPLIER_MAX))
POINT(bus, calibrate_work_0,
      refused_value(ref, SEMACREDIT_CALIBRATE_WORK, SEMACREDIT_CALIBRATE_WORK + 8))
POINT(bus, atomic_service_0,
      refused_value(ref, SEMACREDIT_ATOMIC_SERVICE, SEMACREDIT_RESPONSE_FIXED - 4))
POINT(bus, threshold_without_interval,
      refused_value(ref, SEMACREDIT_MESSAGE_THRESHOLD, SEMACREDIT_MESSAGE_REPEAT - 4))
POINT(bus, interval_0_with_threshold,
      refused_value(ref, SEMACREDIT_MESSAGE_INTERVAL, SEMACREDIT_MESSAGE_INTERVAL))
WHEN(true)
POINT(bus, data_before_address, ref->bus.data_full && !ref->bus.address_full)
POINT(bus, address_before_data, ref->bus.address_full && !ref->bus.data_full)
POINT(bus, answer_waits, ref->out->axi_bvalid && !ref->in->axi_bready)
POINT(bus, read_waits, ref->out->axi_rvalid && !ref->in->axi_rready)
POINT(bus, read_refused, reads(ref, 0, 4095) && ref->out->axi_rresp)
POINT(bus, read_and_write_at_once, ref->bus.performed && ref->bus.reading)

WHEN(ref->out->axi_rvalid)
POINT(status, window_read, reads(ref, SEMACREDIT_WINDOW, SEMACREDIT_MULTIPLIER - 4))
POINT(status, multiplier_read, reads(ref, SEMACREDIT_MULTIPLIER, SEMACREDIT_IN_FORCE - 4))
POINT(status, in_force_read, reads(ref, SEMACREDIT_IN_FORCE, SEMACREDIT_DEBT - 4))
POINT(status, debt_read, reads(ref, SEMACREDIT_DEBT, SEMACREDIT_DEBT + 0xfc) && ref->out->axi_rdata)
POINT(status, denials_read,
      reads(ref, SEMACREDIT_DENIALS, SEMACREDIT_DENIALS + 0xfc) && ref->out->axi_rdata)
POINT(status, counters_read,
      reads(ref, SEMACREDIT_GRANTS, SEMACREDIT_WAITING) && ref->out->axi_rdata)
POINT(status, holder_age_across_the_wrap,
      reads(ref, SEMACREDIT_HOLDER_AGE, SEMACREDIT_HOLDER_AGE) && holder_wraps(ref))
POINT(status, holder_read,
      reads(ref, SEMACREDIT_HOLDER_STATE, SEMACREDIT_HOLDER_STATE) && ref->out->axi_rdata)
POINT(status, errors_read, reads(ref, SEMACREDIT_ERRORS, SEMACREDIT_ERRORS) && ref->out->axi_rdata)
POINT(status, info_read, reads_info(ref, 1))
POINT(status, info_of_two_errors, reads_info(ref, 2))
POINT(status, parked_read,
      reads(ref, SEMACREDIT_PARKED, SEMACREDIT_PARKED + 0x7c) && ref->out->axi_rdata)
POINT(status, identity_read, reads(ref, SEMACREDIT_IDENTITY, SEMACREDIT_IDENTITY))
POINT(status, sizes_read, reads(ref, SEMACREDIT_SIZES, SEMACREDIT_MORE_SIZES))
WHEN(ref->errors || ref->out_before->irq)
POINT(status, error_of_a_stray, ref->errors &SEMACREDIT_ERROR_STRAY)
POINT(status, error_of_an_unknown_opcode, ref->errors &SEMACREDIT_ERROR_UNKNOWN)
POINT(status, error_of_an_age, ref->errors &SEMACREDIT_ERROR_OLD)
POINT(status, error_of_a_write, ref->errors &SEMACREDIT_ERROR_WRITE)
POINT(status, error_of_a_read, ref->errors &SEMACREDIT_ERROR_READ)
POINT(status, error_of_parked_ids, ref->errors &SEMACREDIT_ERROR_PARKED)
POINT(status, irq, ref->out->irq)
POINT(status, irq_raised, ref->out->irq && !ref->out_before->irq)
POINT(status, irq_falls, !ref->out->irq && ref->out_before->irq)
POINT(status, irq_masked, ref->errors &&error_mask(ref) && !(ref->errors & error_mask(ref)))
WHEN(ref->registers[SEMACREDIT_AGE_LIMIT / 4] && ref->held_count)
POINT(status, age_error_again,
      checks_age(ref) && ref->held[ref->age_turn].reported && !(ref->errors & SEMACREDIT_ERROR_OLD))
POINT(status, age_across_the_wrap, checks_age(ref) && ref->held[ref->age_turn].now > ref->in->now)
POINT(status, age_error_across_the_wrap,
      ref_past(ref, 1)->old &&held_of(ref, ref_past(ref, 1)->old_handle)->now > ref->in->now)
WHEN(ref->out->quiet || ref->out_before->quiet)
POINT(status, quiet, ref->out->quiet)
POINT(status, quiet_ends_by_a_beat, ref->out_before->quiet && !ref->out->quiet)
POINT(status, beat_in_quiet, ref->out->quiet &&beats_in(ref))

// Numbers one bit apart, by that bit: what compares all others confuses them. A point of blocks
// whose number has so many `bits`.
// clang-format off
#define TAG(bit) BIT(tag, bit, size->tag_w, tag_bit == bit)
#define DOMAIN(bit) BIT(domain, bit, 8, near_domain(ref, bit))
#define EPOCH(bit) BIT(epoch, bit, 2, near_handle(ref, epoch_at(ref) + bit, 32))
#define GENERATION(bit) BIT(generation, bit, size->gen_w, \
                            near_handle(ref, path_id_w(size) + bit, epoch_at(ref)))
#define ID(bit) BIT(id, bit, path_id_w(size), near_handle(ref, bit, path_id_w(size)))
#define PARTITION(bit) BIT(partition, bit, index_w(size->hbm), \
                           near_lane(ref, 0, atomics(ref), bit))
#define ATOMIC_ENGINE(bit) BIT(atomic_engine, bit, index_w(size->atomic), \
                               near_lane(ref, atomics(ref), engines(ref), bit))
#define RESPONSE_ENGINE(bit) BIT(response_engine, bit, index_w(size->response), \
                                 near_lane(ref, engines(ref), lanes(ref), bit))
#define SLOT(bit) BIT(slot, bit, index_w(size->slots), \
                      slots_have(&ref->waits, (ref->named - 1u) ^ 1u << bit))
#define WINDOW(bit) BIT(window, bit, index_w(path_lanes(size)), near_write(ref, bit))
#define CALIBRATED(bit) BIT(calibrated, bit, index_w(path_lanes(size)), \
                            near_enabled(ref, SEMACREDIT_CALIBRATE_ENABLE, bit))
#define READ(bit) BIT(read, bit, index_w(path_lanes(size)), near_read(ref, bit))
WHEN(tag_bit != NEAR_NONE)
TAG(0) TAG(1) TAG(2) TAG(3) TAG(4) TAG(5) TAG(6) TAG(7) TAG(8) TAG(9) TAG(10) TAG(11) TAG(12)
TAG(13) TAG(14) TAG(15) TAG(16) TAG(17) TAG(18) TAG(19) TAG(20) TAG(21) TAG(22) TAG(23) TAG(24)
TAG(25) TAG(26) TAG(27) TAG(28) TAG(29) TAG(30) TAG(31) TAG(32) TAG(33) TAG(34) TAG(35) TAG(36)
TAG(37) TAG(38) TAG(39) TAG(40) TAG(41) TAG(42) TAG(43) TAG(44) TAG(45) TAG(46) TAG(47) TAG(48)
TAG(49) TAG(50) TAG(51) TAG(52) TAG(53) TAG(54) TAG(55) TAG(56) TAG(57) TAG(58) TAG(59) TAG(60)
TAG(61) TAG(62) TAG(63)
WHEN(taken(ref)->is.domain > 0)
DOMAIN(0) DOMAIN(1) DOMAIN(2) DOMAIN(3) DOMAIN(4) DOMAIN(5) DOMAIN(6) DOMAIN(7)
WHEN(strays(ref, STRAY_ANY))
EPOCH(0) EPOCH(1) GENERATION(0) GENERATION(1) GENERATION(2) GENERATION(3) GENERATION(4)
GENERATION(5) GENERATION(6) GENERATION(7) ID(0) ID(1) ID(2) ID(3) ID(4) ID(5) ID(6) ID(7) ID(8)
ID(9)
WHEN(kind(ref, PATH_DENY))
PARTITION(0) PARTITION(1) PARTITION(2) PARTITION(3) PARTITION(4)
ATOMIC_ENGINE(0) ATOMIC_ENGINE(1) RESPONSE_ENGINE(0) RESPONSE_ENGINE(1)
WHEN(granted(ref)->taken)
SLOT(0) SLOT(1) SLOT(2) SLOT(3) SLOT(4) SLOT(5) SLOT(6)
WHEN(kind(ref, PATH_WINDOW) && moves_lane(ref))
WINDOW(0) WINDOW(1) WINDOW(2) WINDOW(3) WINDOW(4) WINDOW(5)
CALIBRATED(0) CALIBRATED(1) CALIBRATED(2) CALIBRATED(3) CALIBRATED(4) CALIBRATED(5)
WHEN(ref->out->axi_rvalid)
READ(0) READ(1) READ(2) READ(3) READ(4) READ(5)
    // clang-format on
