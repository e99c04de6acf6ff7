# A window grows although no operation was denied for it.
# file: rtl/sema_autotune.sv
# caught by: lockstep: window
s/if \(wanted \&\& idle/if (idle/
