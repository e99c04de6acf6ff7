# A denial is not reported again when other lanes refuse than before.
# file: rtl/sema_arbiter.sv
# caught by: lockstep: kind
s/(assign news_o +=) first_o \|\| .*;$/\1 first_o;/
