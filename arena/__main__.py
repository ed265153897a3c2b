"""`python -m arena` is the command `arena`.

Python looks for modules in the current folder first then, and would run whatever lies there: so that folder
is taken from its path, unless it is the one that this package came from.
"""

import os  # which Python has loaded before it looks anywhere
import sys


def run() -> int:
    """Run the command line; Ctrl-C while its modules are imported prints no traceback."""
    import signal  # noqa: PLC0415 - nothing may be imported before the path is right

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from arena.cli import main  # noqa: PLC0415 - as above

    return main()


if __name__ == "__main__":
    home = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
    if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != home:
        del sys.path[0]
    sys.exit(run())
