# What fits in the lanes is held to fit also while no id is ready.
# file: rtl/sema_compare.sv
s/(assign refused = .*) \| \{Slots\{!id_ready_i\}\};/\1;/
