# A void HBM completion is a return.
# file: rtl/sema_reservation_table.sv
s/(assign hbm_return_o +=) hbm_valid_q && hbm_effective_q;/\1 hbm_valid_q;/
