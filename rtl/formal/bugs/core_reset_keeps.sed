# A reset clears nothing.
# file: rtl/sema_core_decide.sv
s/run_q && !grant_o/!grant_o/
