# A reset does not clear the count of calibrations.
# file: rtl/sema_status.sv
s/calibrations_o <= '0;/calibrations_o <= calibrations_o;/
