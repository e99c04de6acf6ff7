# A window grows past its ceiling.
# file: rtl/sema_autotune.sv
s/tuned = larger > \{1.b0, highest\} \? highest : larger/tuned = larger/
