# HBM demands are held against the room of lane 0.
# file: rtl/sema_compare.sv
s/room\[lane_q\[4\*b\+w\]\]/room[0]/
