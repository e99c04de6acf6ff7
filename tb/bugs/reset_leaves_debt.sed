# A reset does not reach the response lane while it has debt.
# file: rtl/sema_resource_table.sv
# caught by: lockstep: debt
/u_response \($/,/\);$/ s/\.rst_ni,/.rst_ni(rst_ni || debt_o[(NHbm+1)*CntW +: CntW] != '0),/
