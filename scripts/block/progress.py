"""A progress line on a terminal, as of csim/base/progress.h: how many of how many, time left."""
import sys
import time


def shown(what, unit, total, items):
    """The items as they come. The line is wiped before each, and while what is made of it runs."""
    began, done, items = time.monotonic(), 0, iter(items)
    terminal = sys.stderr.isatty()
    while True:
        taken = time.monotonic() - began
        if terminal and taken >= 1:
            left = f", {taken / done * (total - done):.0f} s left" if done else ""
            print(f"\r\033[K{what}: {done} of {total} {unit}, {100 * done / total:.0f} %, "
                  f"{taken:.0f} s{left}", end="", file=sys.stderr, flush=True)
        try:
            item = next(items)
        except StopIteration:
            return
        finally:
            if terminal and taken >= 1:
                print("\r\033[K", end="", file=sys.stderr, flush=True)
        done += 1
        yield item
