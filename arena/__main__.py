"""`python -m arena` is the command `arena`.

Python looks for modules in the current folder first then, and would run whatever lies there: so that folder
is taken from its path, unless it is the one that this package came from.
"""

import os  # which Python has loaded before it looks anywhere
import sys

HOME = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))  # noqa: PTH120
if not sys.flags.safe_path and os.path.realpath(sys.path[0]) != HOME:
    del sys.path[0]

import signal  # noqa: E402 - nothing may be imported before

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C while modules are imported prints no traceback

from arena.cli import main  # noqa: E402 - as above

if __name__ == "__main__":
    sys.exit(main())
