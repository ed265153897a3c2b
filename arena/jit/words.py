"""Words that kernels read at run time where a constant would be compiled in: changing one compiles nothing.

`arena.sim.kinds` keeps a mask of kinds in each. Compiled code refers to them by the name of a symbol, which
is bound to this process's memory when the code is linked, so kernels on disk hold for any values. Words are
written at import and never again, and kernels may take them for constant memory.
"""

# An intrinsic is declared with a typing context that its callers do not pass.
# pyright: reportCallIssue=false, reportMissingParameterType=false, reportUnknownParameterType=false

import numpy as np
from llvmlite import binding, ir
from numba import types
from numba.extending import intrinsic, overload

from arena.jit.annotations import Integer

SYMBOL, COUNT = "arena_jit_words", 64
_words = np.zeros(COUNT, np.uint32)
_taken = dict[int, str]()
binding.add_symbol(SYMBOL, _words.ctypes.data)


def keep_word(place: int, name: str, value: int) -> np.uint32:
    """Store a word and return its place, for `word`; `name` says whose it is.

    Raises:
        ValueError: the place is another's, or not within 0 to 63.
    """
    if not 0 <= place < COUNT or _taken.setdefault(place, name) != name:
        raise ValueError(
            f"word {place} for {name}: there are 0 to {COUNT - 1}, of which these are taken: {_taken}"
        )
    _words[place] = value
    return np.uint32(place)


def word(place: Integer):
    """The word at a place."""
    return _words[place]


@intrinsic
def _load_word(typingctx, place):
    def codegen(context, builder, sig, args):
        words = builder.module.globals.get(SYMBOL)
        if words is None:
            form = ir.ArrayType(ir.IntType(32), COUNT)
            words = ir.GlobalVariable(builder.module, form, SYMBOL)
            words.global_constant = True
        zero = ir.Constant(ir.IntType(64), 0)
        return builder.load(builder.gep(words, [zero, args[0]], inbounds=True))

    return types.uint32(types.uint64), codegen


@overload(word)
def _overload_word(place):
    return lambda place: _load_word(np.uint64(place))
