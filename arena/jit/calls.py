"""Calls of kernels by address: a list of kernels that one compiled loop runs, with no Python between them.

`arena.sim.step` makes such a list of the systems of a tick, `arena.ai.minds` one of the minds by kind. A
kernel that is called by address is compiled on its own and cached as any other: a list costs no compilation,
and a new kernel in it compiles nothing else. An exception within it goes up as from any other call.

Without a compiler an address is a number in a list of functions.
"""

# An intrinsic is declared with a typing context that its callers do not pass.
# pyright: reportMissingParameterType=false, reportUnknownParameterType=false

from collections.abc import Callable
from typing import Any

from numba import typeof, types
from numba.core import cgutils
from numba.extending import intrinsic

from arena.jit.kernels import is_interpreted

NOTHING = 0
"""Result of a kernel without a return value: compiled code stores a null for it."""

_functions: list[tuple[Callable[..., Any], tuple[Any, ...]]] = []
"""Without a compiler: functions, and the types of their arguments."""


def address_of(kernel: Any, *arguments: Any) -> int:
    """Address of the machine code of a kernel, which is compiled or loaded where it has to be; never 0.

    Args:
        kernel: a kernel that returns a whole number, or nothing.
        arguments: examples of what it is called with; of tables the class and the columns' types count.

    Raises:
        TypeError: it returns something else.
    """
    signature = tuple(typeof(argument) for argument in arguments)
    if is_interpreted:
        entry = kernel, signature
        if entry not in _functions:
            _functions.append(entry)
        return _functions.index(entry) + 1
    if signature not in kernel.overloads:
        kernel.compile(signature)
    compiled = kernel.overloads[signature]
    returned = types.unliteral(compiled.signature.return_type)
    if returned not in (types.none, types.int64):
        raise TypeError(f"{kernel.__name__} returns {returned}: by address only whole numbers come back")
    address: int = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name)
    return address


def _call_function(address: int, arguments: tuple[Any, ...]) -> int:
    function, signature = _functions[address - 1]
    given = tuple(typeof(argument) for argument in arguments)
    assert given == signature, f"{function.__name__} is for {signature}, not for {given}"
    result = function(*arguments)
    return NOTHING if result is None else int(result)


@intrinsic
def _call_machine_code(_, address, arguments):
    kinds, result = tuple(arguments.types), types.int64

    def generate(context: Any, builder: Any, _: Any, values: Any) -> Any:
        number, packed = values
        form = context.call_conv.get_function_type(result, kinds)
        entry = builder.inttoptr(number, form.as_pointer())
        given = [builder.extract_value(packed, place) for place in range(len(kinds))]
        status, value = context.call_conv.call_function(builder, entry, result, kinds, given)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return value

    return result(types.int64, arguments), generate


call_address: Any = _call_function if is_interpreted else _call_machine_code
"""Call the kernel at an address with a tuple of arguments, from a kernel; its whole number, or NOTHING.

The arguments must have the types that `address_of` was given examples of; that is checked without a compiler
alone.
"""
