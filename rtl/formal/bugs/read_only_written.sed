# A write of a register that is only read is taken.
# file: rtl/sema_registers.sv
s/write_word_i == 10'\(272 \+ i\)/write_word_i == 10'(273 + i)/
