-F path.f
sema_map.sv
sema_next_axi.sv
sema_next_decode.sv
sema_next_settings.sv
sema_next_bases.sv
sema_next_queue.sv
sema_next_unit.sv
sema_next_calibrator.sv
sema_next_tuner.sv
sema_next_messages.sv
sema_next_status.sv
sema_next_errors.sv
sema_next_age.sv
sema_next_holders.sv
sema_next_read.sv
sema_next.sv
