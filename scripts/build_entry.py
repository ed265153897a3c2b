"""Entry point of the one-folder build, where `sys.executable` is the game itself and no Python.

PyInstaller runs this file. Compile workers come through here, before any argument is parsed: they are started
as a Python would be, with the lines that `arena.jit.ahead` has for them and no others.
"""

import multiprocessing
import sys

if __name__ == "__main__":
    multiprocessing.freeze_support()
    if sys.argv[1:3] == ["-P", "-c"]:
        from arena.jit.ahead import CHILD

        if sys.argv[3] != CHILD:
            sys.exit("this is the game, not a Python")
        sys.argv = ["-c", *sys.argv[4:]]
        exec(CHILD, {"__name__": "__main__"})
    else:
        from arena.__main__ import run

        sys.exit(run())
