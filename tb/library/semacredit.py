# SPDX-License-Identifier: Apache-2.0
"""libsemacredit for Python, by ctypes: semacredit.h says what each function does."""

import ctypes
import os

_POINTERS = ("ports_open", "block_open", "checker_open", "workload_open")
_FLAGS = ("differ", "checker_clock", "checker_drained", "workload_clock", "port_is_output")
_TEXTS = ("port_name", "difference", "block_wrong", "checker_finding", "workload_failure")


def load(path):
    """The library at `path`, its functions by their names in semacredit.h."""
    library = ctypes.CDLL(os.fspath(path))
    for name in _POINTERS:
        getattr(library, "semacredit_" + name).restype = ctypes.c_void_p
    for name in _FLAGS:
        getattr(library, "semacredit_" + name).restype = ctypes.c_bool
    for name in _TEXTS:
        getattr(library, "semacredit_" + name).restype = ctypes.c_char_p
    library.semacredit_get.restype = ctypes.c_uint64
    return library


class Ports:
    """The ports of one clock, as whole values of a handle each. `bits`: of a port by its name."""

    def __init__(self, library, bits, size=None):
        self.library = library
        self.handle = ctypes.c_void_p(library.semacredit_ports_open(size))
        self.inputs, self.outputs = [], []
        port = 0
        while name := library.semacredit_port_name(port):
            elements = library.semacredit_port_elements(self.handle, port)
            row = (name.decode(), port, elements, bits(name.decode()) // elements)
            kept = self.outputs if library.semacredit_port_is_output(port) else self.inputs
            kept.append(row)
            port += 1

    def get(self, row):
        """The value of a row of `inputs` or `outputs`."""
        _, port, elements, bits = row
        value = 0
        for element in range(elements):
            value |= self.library.semacredit_get(self.handle, port, element) << element * bits
        return value

    def set(self, row, value):
        """Sets it."""
        _, port, elements, bits = row
        for element in range(elements):
            part = value >> element * bits & (1 << bits) - 1
            self.library.semacredit_set(self.handle, port, element, ctypes.c_uint64(part))
