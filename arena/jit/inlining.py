"""Functions that are compiled into every kernel that calls them, and into nothing else.

numba makes machine code of each function that a kernel calls, and wrappers for Python and for C, used or
not. For functions that are always inlined that was a fifth of the time to compile the
game. Here such a function stays intermediate code, to be linked into kernels.
"""

# numba has no public door to this; what is used here is checked by tests/jit/test_inlining.py.
# pyright: reportPrivateUsage=false

from collections.abc import Callable
from typing import Any

from numba.core import compiler, errors, types
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import CPUDispatcher

OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None}


class InlineFunction(CPUDispatcher):
    """A function that kernels inline; Python calls it as it is written.

    A compiled twin for Python could not be cached: each process would compile it anew, in the middle of play.
    """

    def __init__(self, function: Callable[..., Any]) -> None:
        options = {"forceinline": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(function, targetoptions=OPTIONS | options)
        self._compiler: Any
        self._compiler._compile_core = self._compile_to_inline

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Run it in Python."""
        return self.py_func(*arguments, **named)

    def get_call_template(self, arguments: Any, named: Any) -> Any:
        """Compile for a call: once for all numbers of a type, where numba would for each that is written out.

        The compiler sees the number all the same after inlining. Where the types do not work out without it,
        as for the index of a tuple, it is compiled for the number.
        """
        plain = tuple(types.unliteral(argument) for argument in arguments)
        try:
            return super().get_call_template(plain, {n: types.unliteral(a) for n, a in named.items()})
        except errors.NumbaError:
            return super().get_call_template(arguments, named)

    def add_overload(self, result: Any) -> None:
        """Note what was compiled, but not where Python looks for functions to call."""
        self.overloads[tuple(result.signature.args)] = result

    def _compile_to_inline(self, arguments: Any, return_type: Any) -> Any:
        flags: Any = compiler.Flags()
        target: Any = self.targetctx
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = True
        library = InlineLibrary(target.codegen(), self.py_func.__qualname__)
        library.enable_object_caching()
        result = compiler.compile_extra(
            self.typingctx,
            target,
            self.py_func,
            args=arguments,
            return_type=return_type,
            flags=flags,
            locals=self.locals,
            library=library,
            pipeline_class=self._compiler.pipeline_class,
        )
        if result.typing_error is not None:
            raise result.typing_error
        # numba knows functions by their entry points. This one is never entered: anything of its own will do.
        result = result._replace(entry_point=(self, result.fndesc.unique_name))
        target.insert_user_function(result.entry_point, result.fndesc, [library])
        return result


class InlineLibrary(JITCodeLibrary):
    """Intermediate code that others link; no machine code is made of it."""

    def _finalize_final_module(self) -> None:
        self._finalize_dynamic_globals()
        self._verify_declare_only_symbols()
        self._finalized = True
