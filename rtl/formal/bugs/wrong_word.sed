# A write goes to the register beside the one that was meant.
# file: rtl/sema_axi.sv
s/(assign write_word_o +=) address_q\[AddressW-1:2\];/\1 address_q[AddressW-1:2] ^ 1;/
