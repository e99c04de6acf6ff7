# The core's target synth, instead of Edalize's script: to Yosys' generic gates, no device.
yosys -import
source edalize_yosys_procs.tcl
set_defines
read_files
set_params
hierarchy -check -top $top
yosys synth -top $top
yosys check -assert
stat
write_verilog -noattr $name.v
