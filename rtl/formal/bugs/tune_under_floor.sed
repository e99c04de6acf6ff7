# A window shrinks below its floor.
# file: rtl/sema_autotune.sv
s/if \(tuned < lowest\) tuned = lowest;//
