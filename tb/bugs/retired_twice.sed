# A reservation whose last component returns with its end-to-end completion retires on both channels.
# file: rtl/sema_reservation_table.sv
# caught by: lockstep: retire
s/^(  assign response_last =).*$/\1 1'b1;/
