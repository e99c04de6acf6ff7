# A negative headroom is compared by its low bits.
# file: rtl/sema_at_least.sv
s/(propagated\[W-1\]) & ~fail_i/\1/; s/ & ~fail_i;/;/
