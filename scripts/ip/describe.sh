#!/usr/bin/env bash
# What the repository itself has for other tools, rewritten from what it describes:
#   semacredit.core, Bender.yml          FuseSoC (CAPI2), Bender: the files of rtl/path.f and
#                                        sema.f in their order, those of endpoint.f apart
#   rtl/semacredit.rdl                   SystemRDL: the table of rtl/spec/registers.md
#   csim/driver/semacredit_registers.h   C: the same table
#   rtl/sema_map.sv                      the RTL's: the same table
# usage: describe.sh FOLDER     in the root of the tree; "." writes what git has
set -euo pipefail
here=$(dirname "$0")

folder=$1
version=$(sed -n 's/^version := //p' Makefile)
size=$(sed -nE 's/^([0-9]+(-[0-9]+){9}) .*/\1/p' scripts/block/sizes.txt | head -n 1)
summary='Admission controller for receivers of scale-up fabrics'
license='SPDX-License-Identifier: Apache-2.0'
made='Made by "make ip"; "make lint" compares.'
mapfile -t sources < <(sed -e '/^-F/d' -e 's|^|rtl/|' rtl/path.f rtl/sema.f)
mapfile -t endpoint < <(sed '/^-F/d; s|^|rtl/endpoint/|' rtl/endpoint/endpoint.f)
mkdir -p "$folder/rtl" "$folder/csim/driver"

cat >"$folder/Bender.yml" <<END
# $license
# $summary, $version. $made
package:
  name: semacredit
  authors: ["The semacredit authors"]
sources:
  - files:
$(printf '      - %s\n' "${sources[@]}")
  # Queues, and an endpoint around queues and block: of their own, "bender -t endpoint".
  - target: endpoint
    files:
$(printf '      - %s\n' "${endpoint[@]}")
END

cat >"$folder/semacredit.core" <<END
CAPI=2:
# $license
# $made
name: semacredit:admission:semacredit:$version
description: $summary
filesets:
  rtl:
    file_type: systemVerilogSource
    files:
$(printf '      - %s\n' "${sources[@]}")
  endpoint:
    file_type: systemVerilogSource
    files:
$(printf '      - %s\n' "${endpoint[@]}")
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
  # Queues in front of the block's port, with what they need of the block.
  queues:
    filesets: [rtl, endpoint]
    toplevel: sema_queues
  # The endpoint that an integrator copies: queues, block, example stages.
  endpoint:
    filesets: [rtl, endpoint]
    toplevel: semacredit_endpoint
  # Verilator -Wall.
  lint:
    <<: *default
    flow: lint
    flow_options: {tool: verilator, verilator_options: [-Wall]}
  # A bench that offers some operations, completes and checks them, on Verilator.
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

# usage: described KIND FILE
described() {
    { echo "// $license" && python3 -B "$here/registers.py" "$1" "$size" "$version"; } >"$folder/$2"
}
described rdl rtl/semacredit.rdl
described header csim/driver/semacredit_registers.h
described rtl rtl/sema_map.sv
