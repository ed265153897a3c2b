"""Machine code from disk, of which the intermediate code is read only by kernels that are compiled here.

numba keeps both in a file, and reads both at once: the second is a third of the time to load a kernel, and
only needed to inline it into one that is compiled in the same process. Of all the names that it defines numba
wants to know at once; so these are kept beside it. `cache` loads and saves kernels through this.
"""

# numba has no public door to this; what is used here is checked by tests/jit/test_cache.py.
# pyright: reportPrivateUsage=false

from typing import Any

from llvmlite import binding
from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

KIND = "object and names"
"""Name in files for libraries of this class; numba's own words are "object" and "bitcode"."""


class KernelLibrary(JITCodeLibrary):
    """A library of numba that can wait for its intermediate code."""

    _waiting = b""  # the intermediate code, until it is read

    def serialize_using_object_code(self) -> Any:
        """The machine code, the intermediate code and the names that it defines."""
        name, _, data = super().serialize_using_object_code()
        module = self._get_module_for_linking()
        values = [*module.functions, *module.global_variables]
        return name, KIND, (*data, [value.name for value in values if not value.is_declaration])

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, data = state
        if kind != KIND:
            return super()._unserialize(codegen, state)
        machine_code, intermediate, names = data
        library = codegen.create_library(name)
        library.enable_object_caching()
        library._set_compiled_object(machine_code)
        library._finalize_final_module()
        library._waiting = intermediate
        codegen._engine._defined_symbols.update(names)
        return library

    def _get_module_for_linking(self) -> Any:
        if self._waiting:
            self._shared_module, self._waiting = binding.parse_bitcode(self._waiting), b""
        return super()._get_module_for_linking()


def use_kernel_libraries() -> None:
    """Let numba make libraries of this class, for whatever it compiles."""
    target: Any = cpu_target.target_context
    target.codegen()._library_class = KernelLibrary
