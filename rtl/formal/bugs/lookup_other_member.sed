# A look-up answers with the first of a group.
# file: rtl/sema_lookup.sv
s/id_o <= \{group, member\};/id_o <= {group, GroupW'(0)};/
