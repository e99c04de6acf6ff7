# An opcode between the known ones counts as a write.
# file: rtl/sema_estimator.sv
s/default: hbm_demand = '0;/default: hbm_demand = opcode[3] ? '0 : length;/
