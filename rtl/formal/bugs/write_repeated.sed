# A write is performed again while its response waits.
# file: rtl/sema_axi.sv
s/(data_full_q +<=) !perform \&\& /\1 /; s/(address_full_q <=) !perform \&\& /\1 /
