#!/usr/bin/env bash
# The files that packagers of hardware read, for a release: FuseSoC's core (CAPI2) or Bender.yml,
# with the files of rtl/path.f and sema.f in their order. Paths are those of the release.
# usage: core.sh fusesoc|bender VERSION
set -euo pipefail

what=$1 version=$2
summary='Admission controller for receivers of scale-up fabrics'
mapfile -t sources < <(sed -e '/^-F/d' -e 's|^|rtl/|' rtl/path.f rtl/sema.f)

if [ "$what" = bender ]; then
    cat <<END
# semacredit $version: $summary
package:
  name: semacredit
  authors: ["The semacredit authors"]
sources:
  - files:
$(printf '      - %s\n' "${sources[@]}")
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
  bench:
    file_type: systemVerilogSource
    files:
      - tb/ip/semacredit_bench.sv
  synthesis:
    files:
      - scripts/ip/synth.tcl: {file_type: user, copyto: synth.tcl}
targets:
  default: &default
    filesets: [rtl]
    toplevel: semacredit
  # Verilator -Wall.
  lint:
    <<: *default
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
  # A bench that offers some operations, completes them and judges by itself, on Verilator.
  sim:
    <<: *default
    filesets: [rtl, bench]
    toplevel: semacredit_bench
    flow: sim
    flow_options: {tool: verilator, mode: binary, verilator_options: [--timing]}
  # Yosys, to its generic gates.
  synth:
    <<: *default
    filesets: [rtl, synthesis]
    flow: generic
    flow_options: {tool: yosys, arch: ice40, output_format: verilog, yosys_template: synth.tcl}
END
