# An opcode between the known ones counts as a write.
# file: rtl/sema_estimator.sv
s/^( +)known_o   = opcode_i\[3\];/\1known_o   = opcode_i[3]; hbm_o = opcode_i[3] ? '0 : length_i;/
