#!/usr/bin/env bash
# The files that packagers of hardware read, for a release: FuseSoC's core (CAPI2) or Bender.yml,
# with the files of rtl/sema.f in their order. Paths are those of the release.
# usage: core.sh fusesoc|bender VERSION
set -euo pipefail

what=$1 version=$2
summary='Admission controller for receivers of scale-up fabrics'
mapfile -t sources < <(scripts/build/rtl_files.sh rtl | sed 's|^rtl/sema_reg|ip/sema_reg|')

if [ "$what" = bender ]; then
    cat <<END
# semacredit $version: $summary
package:
  name: semacredit
  authors: ["The semacredit authors"]
sources:
  - files:
$(printf '      - %s\n' "${sources[@]}")
  - target: test
    files:
      - tb/dut/four_state.v
END
    exit
fi
cat <<END
CAPI=2:
name: semacredit:admission:semacredit:$version
description: $summary
filesets:
  rtl:
    file_type: systemVerilogSource
    files:
$(printf '      - %s\n' "${sources[@]}")
  waivers:
    files:
      - rtl/waivers.vlt: {file_type: vlt}
  bench:
    files:
      - tb/dut/four_state.v: {file_type: verilogSource}
      - ip/random.vectors: {file_type: user, copyto: random.vectors}
  synthesis:
    files:
      - scripts/ip/synth.tcl: {file_type: user, copyto: synth.tcl}
parameters:
  vectors: {datatype: str, paramtype: plusarg, default: random.vectors}
targets:
  default: &default
    filesets: [rtl]
    toplevel: semacredit
  # Verilator -Wall, with the waivers' reasons in rtl/waivers.vlt.
  lint:
    <<: *default
    filesets: [rtl, waivers]
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
  # A recorded run: every output of every clock is compared; --vectors FILE takes another.
  sim:
    filesets: [rtl, bench]
    toplevel: four_state
    parameters: [vectors]
    flow: sim
    flow_options:
      tool: verilator
      mode: binary
      verilator_options: [-Wno-lint]
  # Yosys, to its generic gates.
  synth:
    <<: *default
    filesets: [rtl, synthesis]
    flow: generic
    flow_options: {tool: yosys, arch: ice40, output_format: verilog, yosys_template: synth.tcl}
END
