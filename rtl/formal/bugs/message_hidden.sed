# A message that is loaded in the clock of a calibration is not counted.
# file: rtl/sema_status.sv
s/if \(message_i\)/if (message_i \&\& !calibrate_i)/
