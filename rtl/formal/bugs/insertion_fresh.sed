# A new operation counts as fresh if the one before it in its slot was.
# file: rtl/sema_compare.sv
s/~\(inserted \| \(overtaken/~((overtaken/
