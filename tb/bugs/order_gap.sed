# A denial takes two order numbers and a rejection three.
# file: rtl/sema_commit.sv
# caught by: lockstep: order
s/4'\(kind_o != sema_pkg::DecisionNone\)/4'(kind_o)/
