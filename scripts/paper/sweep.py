"""Has `semacredit sweep` make the runs of a plan; a signal that ends this program ends it first."""
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

SIGNALS = signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU
running, made = [], []


def end(number):
    """Raises SystemExit, so that what is half written goes."""
    print("interrupted " + ("while results were written" if made else
                            "after 0 of its runs; nothing is written"), flush=True)
    print("semacredit: interrupted", file=sys.stderr, flush=True)
    sys.exit(128 + number)


def stop(number, _):
    """The program, where it runs, says that it was interrupted."""
    for child in running:
        child.send_signal(number)
    if not running:
        end(number)


def arm():
    """Signals that are ignored stay so. The program may have held them back until now."""
    for number in SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def guard(main, *arguments):
    """Calls it; what is wrong, or cannot be written, is one line and status 2."""
    try:
        try:
            main(*arguments)
        finally:
            sys.stdout.flush()
    except ValueError as error:
        print(f"semacredit: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        place = error.filename or "standard output"
        print(f"semacredit: {place}: cannot be written: {error.strerror}", file=sys.stderr,
              flush=True)
        os._exit(2)  # what standard output does not take is not tried again


def sweep(program, lines, *options):
    """The rows, a CSV. SystemExit, with its status, where the program has not made them; it has
    said why."""
    with tempfile.TemporaryDirectory(prefix="semacredit-") as folder:
        path = Path(folder, "rows.csv")
        with subprocess.Popen([program, "sweep", "-", "--csv", path, *options], text=True,
                              stdin=subprocess.PIPE) as child:
            running.append(child)
            child.communicate("\n".join(lines))
            running.remove(child)
        if child.returncode < 0:
            end(-child.returncode)
        if child.returncode:
            sys.exit(child.returncode)
        made.append(program)
        return path.read_text(encoding="utf-8") if path.exists() else ""
