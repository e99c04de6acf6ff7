# A write of one register reaches another one too.
# file: rtl/sema_registers.sv
s/(write_i \&\& write_word_i == 10'\()154 \+ i\)/\1155 + i)/; s/(if \(write_word_i == 10'\()154( \+ i\)\) multiplier_min)/\1155\2/
