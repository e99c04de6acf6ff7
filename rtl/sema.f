-F path.f
sema_axi.sv
sema_decode.sv
sema_enable.sv
sema_settings.sv
sema_bases.sv
sema_queue.sv
sema_unit.sv
sema_calibrator.sv
sema_messages.sv
sema_status.sv
sema_errors.sv
sema_age.sv
sema_holders.sv
path/sema_telemetry_parts.sv
sema_telemetry.sv
sema_read.sv
semacredit.sv
