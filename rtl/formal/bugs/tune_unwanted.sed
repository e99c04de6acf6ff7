# A window grows though nobody was denied.
# file: rtl/sema_autotune.sv
s/if \(wanted && idle > lasted >> 4\)/if (idle > lasted >> 4)/
