"""Builds the planted RTL with cocotb's runner and runs the example; prints what cocotb prints.
usage: cocotb_run.py RTL_FOLDER BUILD_FOLDER PLANTED     PLANTED: which bugs are in force"""

import sys
from pathlib import Path

from cocotb_tools.runner import get_runner

rtl, build, planted = (Path(argument).resolve() for argument in sys.argv[1:])
lists = (rtl / "path.f").read_text() + (rtl / "sema.f").read_text()
sources = [rtl / line for line in lists.split() if line.endswith("sv")]
runner = get_runner("verilator")
runner.build(sources=sources, hdl_toplevel="semacredit", build_dir=build, always=True,
             build_args=["-Wno-fatal", "-Wno-lint", "-O3", "--no-assert", str(planted)])
runner.test(hdl_toplevel="semacredit", test_module="cocotb_example", build_dir=build,
            test_dir=build, results_xml=str(build / "results.xml"))
