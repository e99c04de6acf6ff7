"""Options of the verbs that Python is: refused in one line, as the program refuses its own."""
import argparse
import difflib
import os
import sys
from typing import Any, NamedTuple


class Option(NamedTuple):
    """`value`: what the help calls it, or "" for a flag."""
    letter: str
    name: str
    value: str
    help: str
    type: Any = str
    default: Any = ""


def number(least, most):
    def read(text):
        if text.isascii() and text.isdigit() and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"expected a whole number from {least} to {most}, found '{text}'")
    return read


def one_of(*names):
    def read(text):
        if text in names:
            return text
        raise argparse.ArgumentTypeError(f"expected one of {', '.join(names)}, found '{text}'")
    return read


# Of more than one program.
DECIDER = one_of("golden", "rtl", "lockstep")
CONFIG_DIR = Option("-C", "config-dir", "DIR", "folder of the workloads' configurations (default: "
                    "sim; where there is none, that beside the program)")
JOBS = Option("-j", "jobs", "N", "worker processes (default: one for each core)", number(1, 64),
              os.cpu_count())


class Parser(argparse.ArgumentParser):
    """`name`: of the program and verb, for messages; `options`: its table."""

    def __init__(self, name, about, options):
        super().__init__(prog=name, description=about, argument_default=argparse.SUPPRESS)
        self.names = [f"--{option.name}" for option in options]
        for one in options:
            kind = ({"type": one.type, "metavar": one.value} if one.value
                    else {"action": "store_true"})
            if one.type is list:
                kind = {"action": "append", "metavar": one.value}
            if one.default != "":
                kind["default"] = one.default
            self.add_argument(*filter(None, (one.letter, f"--{one.name}")), help=one.help, **kind)

    def error(self, message):
        where, _, why = message.removeprefix("argument ").partition(": ")
        why = f"{where.rpartition('/')[2]}: {why}" if message.startswith("argument ") else message
        print(f"semacredit: {self.prog.rpartition(' ')[2]}: {why} (see '{self.prog} --help')",
              file=sys.stderr)
        sys.exit(2)

    def _print_message(self, message, file=None):
        """Some versions lose that it could not be written."""
        (file or sys.stderr).write(message)

    def read(self, words):
        """A dictionary, without options that are not given and have no default."""
        found, more = self.parse_known_args(words)
        if more and more[0].startswith("-"):
            near = difflib.get_close_matches(more[0].partition("=")[0], self.names, 1)
            meant = f", did you mean {near[0]}?" if near else ""
            self.error(f"unknown option '{more[0]}'{meant}")
        if more:
            self.error(f"expected no further argument, found '{more[0]}'")
        return vars(found)
