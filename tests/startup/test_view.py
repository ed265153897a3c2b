"""The warm-up leaves nothing of the view to compile."""

import os
import subprocess
import sys

import pytest

from arena.startup.view import warm_up_view

CALLED_BY_KERNELS = {"throw_particles", "push_smoke", "send_wave"}
"""They come with their callers from the cache."""
ALL_KERNELS = """
from arena.jit import kernels
from arena.startup.view import warm_up_view
warm_up_view()
own = [kernel for kernel in kernels._kernels if kernel.__module__.startswith("arena.view")]
print(len(own), *(kernel.__name__ for kernel in own if len(kernel.signatures) != 1))
"""


@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="nothing is compiled")
def test_every_kernel_of_the_view_is_compiled_for_one_kind_of_arguments() -> None:
    """In a process of its own: other tests call kernels with arrays that no picture has."""
    told = subprocess.run([sys.executable, "-c", ALL_KERNELS], capture_output=True, text=True, check=True)
    count, *others = told.stdout.split()
    assert int(count) > 20
    assert set(others) <= CALLED_BY_KERNELS


def test_it_can_be_called_again() -> None:
    warm_up_view()
