# A window grows where exactly a sixteenth of the time was idle.
# file: rtl/sema_autotune.sv
s/idle > lasted >> 4/idle >= lasted >> 4/
