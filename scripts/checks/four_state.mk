# A four-state simulator. Included by the Makefile.

needs_four-state := build/semacredit $(hdl)
run_four-state := scripts/checks/four_state.sh build/semacredit build/check/four-state sim \
    build/hdl rtl/bugs/planted.txt
checks += four-state
## test four-state: tapes replayed in Icarus Verilog show what they recorded, without an x
