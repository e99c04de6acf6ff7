#!/usr/bin/env python3
"""Place and route by nextpnr, SEEDS times: iCE40 hx8k, and ECP5 where nextpnr-ecp5 is installed.

usage: [SEEDS=N] pnr.py REPORT.csv [DESIGN[:LANES[:WIDTH]]...]      designs as of silicon.py

A design stands behind four pins, whatever its width: inputs are bits of a shift register, outputs
are folded into another one, so that none is optimised away. Each has a flop, and at most one gate
before it, so that the slowest path is the design's. The clock that is asked for is out of reach. A
design that a device has no room for is reported, and has no row.
"""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from silicon import Design, made, need, run, write

FOLDER = Path("build/fpga")
COLUMNS = ["device", "design", "lanes", "width", "logic_cells", "block_rams", "fmax_min_mhz",
           "fmax_median_mhz", "fmax_max_mhz"]
# Of a device: Yosys' pass, nextpnr, its names of cells and block RAMs.
DEVICES = {
    "hx8k": ("synth_ice40", ["nextpnr-ice40", "--hx8k", "--package", "ct256", "--pcf",
                             "constraints/hx8k_ct256.pcf", "--freq", "150"],
             "ICESTORM_LC", "ICESTORM_RAM"),
    "lfe5u-85": ("synth_ecp5", ["nextpnr-ecp5", "--85k", "--package", "CABGA756",
                                "--lpf-allow-unconstrained", "--freq", "250"],
                 "TRELLIS_COMB", "DP16KD"),
}
PINS = """
module fpga (input logic clk_i, rst_ni, serial_i, output logic serial_o);
  logic rst_q;
  logic [{inputs}:0] inputs_q;
  logic [{outputs}:0] outputs, folded_q;
  always_ff @(posedge clk_i) begin
    rst_q    <= rst_ni;
    inputs_q <= {{inputs_q[{inputs}-1:0], serial_i}};
    folded_q <= {{folded_q[{outputs}-1:0], 1'b0}} ^ outputs;
  end
  assign serial_o = folded_q[{outputs}];
  {module} #({parameters}) u_design (.clk_i, .rst_ni(rst_q){ports});
endmodule
"""


def behind_pins(design, sources, folder):
    """A wrapper, by the ports as Yosys prints them."""
    sizes = " ".join(f"-set {name} {n}" for name, n in design.values.items())
    listing = run(folder / "ports.log", "yosys", "-p", f"""
        read_verilog -sv {sources}; chparam {sizes} {design.module}
        hierarchy -top {design.module}; portlist""")
    ports, used = "", {"input": 0, "output": 0}
    for way, high, name in re.findall(r"^(input|output) \[(\d+):0\] (\w+)", listing, re.M):
        if name in ("clk_i", "rst_ni"):
            continue
        net = "inputs_q" if way == "input" else "outputs"
        ports += f", .{name}({net}[{used[way] + int(high)}:{used[way]}])"
        used[way] += int(high) + 1
    parameters = ", ".join(f".{name}({n})" for name, n in design.values.items())
    return PINS.format(module=design.module, parameters=parameters, ports=ports,
                       inputs=used["input"] - 1, outputs=used["output"] - 1)


def synthesise(device, item):
    """Of a design the netlist for the device."""
    design = Design(item, flops=False)
    folder = FOLDER / device / item.replace(":", "-")
    folder.mkdir(parents=True, exist_ok=True)
    own = folder / "design.sv"
    own.write_text(design.text)
    files = [path for path in design.files.values() if path.stem != design.module]
    sources = " ".join(map(str, [*files, own]))
    pins, netlist = folder / "pins.sv", folder / "netlist.json"
    text = behind_pins(design, sources, folder)
    if not made(netlist, DEVICES[device][0], text, *(p.read_text() for p in [*files, own])):
        pins.write_text(text)
        run(folder / "yosys.log", "yosys", "-q", "-p", f"""
            read_verilog -sv {sources} {pins}; hierarchy -check -top fpga
            {DEVICES[device][0]} -top fpga -json {netlist}""")
    return design, netlist


def place(device, netlist, seed):
    """Logic cells, block RAMs, MHz; None where it does not fit."""
    _, command, cells, rams = DEVICES[device]
    log = netlist.with_name(f"seed{seed}.log")
    if not made(log, " ".join(command), netlist.with_suffix(".json.stamp").read_text()):
        done = subprocess.run([*command, "--json", netlist, "--seed", str(seed), "-q", "-l", log,
                               "--timing-allow-fail"], text=True, capture_output=True, check=False)
        if done.returncode:
            why = re.search("ERROR.*", done.stderr)
            log.unlink(missing_ok=True)
            print(f"pnr: {device}: {netlist.parent.name}: {why[0] if why else done.stderr}")
            return None
    text = log.read_text()
    used = {name: int(count) for name, count in re.findall(r"(\w+): +(\d+)/", text)}
    # The last estimate is the one after routing.
    fmax = float(re.findall(r"Max frequency for clock.*?: ([\d.]+) MHz", text)[-1])
    return used[cells], used.get(rams, 0), fmax


def main(report, *items):
    need("yosys", "nextpnr-ice40")
    devices = ["hx8k"]
    if shutil.which("nextpnr-ecp5"):
        devices.append("lfe5u-85")
    else:
        print("pnr: no ECP5: nextpnr-ecp5 is not installed")
    seeds, rows = range(1, int(os.environ.get("SEEDS") or 5) + 1), []
    for device in devices:
        for item in items or ["reference", "core", "reference:10:16", "core:10:16"]:
            design, netlist = synthesise(device, item)
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                placed = list(pool.map(partial(place, device, netlist), seeds))
            if None in placed:
                continue
            clocks = sorted(fmax for _, _, fmax in placed)
            rows.append([device, design.name, design.lanes, design.width, *placed[0][:2],
                         clocks[0], clocks[(len(clocks) - 1) // 2], clocks[-1]])
            write(report, COLUMNS, rows)
            print(*rows[-1], flush=True)
    return 0 if rows else 1


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
