# A denial of which the operation was told shows its tag.
# file: rtl/sema_commit.sv
s/(tag_o +<= shown \|\|) repeat_i/\1 deny_i || repeat_i/
