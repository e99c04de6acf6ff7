# A return gives back twice its amount.
# file: rtl/sema_lane.sv
s/headroom_q \+ \$signed\(\{1'b0, amount_i\}\) : headroom_q;/headroom_q + $signed({1'b0, amount_i}) + $signed({1'b0, amount_i}) : headroom_q;/
