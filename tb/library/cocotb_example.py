"""A cocotb testbench of rtl/semacredit.sv that libsemacredit drives and judges, as dpi_example.sv
does. The environment says with what: SEMACREDIT_LIBRARY, SEMACREDIT_WORKLOAD, SEMACREDIT_SEED."""

import ctypes
import os
import sys
import time

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import semacredit  # noqa: E402

DEPTH = 128


@cocotb.test()
async def agrees(dut):
    library = semacredit.load(os.environ["SEMACREDIT_LIBRARY"])
    error = ctypes.create_string_buffer(400)
    workload = ctypes.c_void_p(library.semacredit_workload_open(
        os.environ["SEMACREDIT_WORKLOAD"].encode(),
        ctypes.c_uint64(int(os.environ.get("SEMACREDIT_SEED", "0"))), error,
        ctypes.c_size_t(len(error))))
    assert workload, error.value.decode()
    golden = ctypes.c_void_p(library.semacredit_golden_open(DEPTH))
    checker = ctypes.c_void_p(library.semacredit_checker_open(DEPTH))
    ports, expected = semacredit.Ports(library, DEPTH), semacredit.Ports(library, DEPTH)
    inputs = [(getattr(dut, row[0]), row) for row in ports.inputs]
    outputs = [(getattr(dut, row[0]), row) for row in ports.outputs]
    driven = {}

    def drive():
        for handle, row in inputs:
            value = ports.get(row)
            if driven.get(handle) != value:
                handle.value = driven[handle] = value

    drive()
    dut.rst_ni.value = driven[dut.rst_ni] = 0
    Clock(dut.clk_i, 2, "ns").start()
    for _ in range(3):
        await FallingEdge(dut.clk_i)
    clocks, started = 0, time.process_time()
    while library.semacredit_workload_clock(workload, ports.handle):
        drive()
        await FallingEdge(dut.clk_i)
        for handle, row in outputs:
            ports.set(row, int(handle.value))
        library.semacredit_drive(expected.handle, ports.handle)
        library.semacredit_golden_clock(golden, expected.handle)
        differ = library.semacredit_differ(ports.handle, expected.handle, error,
                                           ctypes.c_size_t(len(error)))
        assert not differ, f"clock {clocks}: {error.value.decode()}"
        assert library.semacredit_checker_clock(checker, ports.handle), \
            library.semacredit_checker_finding(checker).decode()
        clocks += 1
    assert library.semacredit_checker_drained(checker), \
        library.semacredit_checker_finding(checker).decode()
    rate = clocks / (time.process_time() - started)
    print(f"{clocks} clocks, no difference; {rate:.0f} clocks/s")
