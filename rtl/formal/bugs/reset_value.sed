# A register has another reset value.
# file: rtl/sema_registers.sv
s/(atomic_service_q\[.* <= .*)AtomicServiceReset/\1ResponseFixedReset/
