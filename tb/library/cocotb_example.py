"""A cocotb testbench of rtl/semacredit.sv that libsemacredit drives and judges, as
dpi_example.sv does. The environment says with what: SEMACREDIT_LIBRARY, SEMACREDIT_WORKLOAD,
SEMACREDIT_SEED."""

import ctypes
import os
import sys
import time

import cocotb
from cocotb.triggers import Timer

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import semacredit  # noqa: E402


@cocotb.test()
async def agrees(dut):
    library = semacredit.load(os.environ["SEMACREDIT_LIBRARY"])
    error = ctypes.create_string_buffer(400)
    size = ctypes.c_size_t(len(error))
    workload = ctypes.c_void_p(library.semacredit_workload_open(
        os.environ["SEMACREDIT_WORKLOAD"].encode(),
        ctypes.c_uint64(int(os.environ.get("SEMACREDIT_SEED", "0"))), None, error, size))
    assert workload, error.value.decode()
    golden = ctypes.c_void_p(library.semacredit_block_open(b"golden", None, error, size))
    checker = ctypes.c_void_p(library.semacredit_checker_open(None))
    ports, expected = (semacredit.Ports(library, lambda name: len(getattr(dut, name)))
                       for _ in range(2))
    inputs = [(getattr(dut, row[0]), row) for row in ports.inputs]
    outputs = [(getattr(dut, row[0]), row) for row in ports.outputs]
    driven = {}

    def drive():
        for handle, row in inputs:
            value = ports.get(row)
            if driven.get(handle) != value:
                handle.value = driven[handle] = value

    async def level(value):
        dut.clk_i.value = value
        await Timer(1, "ns")

    # The golden model's outputs drive the workload; those of the device are read beside the inputs
    # of their clock, so that an output which follows an input is a difference.
    clocks, started = 0, time.process_time()
    while library.semacredit_workload_clock(workload, expected.handle):
        library.semacredit_drive(ports.handle, expected.handle)
        drive()
        await level(0)
        if clocks > 0:
            for handle, row in outputs:
                ports.set(row, int(handle.value))
        differ = library.semacredit_differ(ports.handle, expected.handle)
        assert not differ, \
            f"clock {clocks}: {library.semacredit_difference(ports.handle).decode()}"
        assert library.semacredit_checker_clock(checker, ports.handle), \
            library.semacredit_checker_finding(checker).decode()
        await level(1)
        library.semacredit_block_clock(golden, expected.handle)
        clocks += 1
    assert not library.semacredit_workload_failure(workload), \
        library.semacredit_workload_failure(workload).decode()
    assert library.semacredit_checker_drained(checker), \
        library.semacredit_checker_finding(checker).decode()
    rate = clocks / (time.process_time() - started)
    print(f"{clocks} clocks, no difference; {rate:.0f} clocks/s")
