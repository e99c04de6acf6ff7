# Who is offered becomes the oldest.
# file: rtl/sema_elder.sv
s/if \(insert_i && !remain\) head_q/if (insert_i) head_q/
