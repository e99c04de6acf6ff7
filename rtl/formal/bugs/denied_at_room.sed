# An Atomic demand that fills the room is held to be too much.
# file: rtl/sema_compare.sv
s/atomic_q\[4\*b\+w\] > room_atomic/atomic_q[4*b+w] >= room_atomic/
