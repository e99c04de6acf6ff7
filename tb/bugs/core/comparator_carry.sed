# The comparator forgets the carry in: a demand that fits exactly is refused.
# file: rtl/sema_at_least.sv
s/generated\[0\] = propagated\[0\];/generated[0] = generated[0];/
