# A bit of the address is not decoded: a write where there is no register reaches one.
# file: rtl/sema_registers.sv
s/write_word_i == 10'\(153 \+ i\)/(write_word_i \& 10'h3bf) == 10'(153 + i)/
