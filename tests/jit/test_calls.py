"""`arena.jit.calls`: kernels called by address."""

import os
import subprocess
import sys

import pytest

WRONG_TYPE = """
import numpy as np
from arena.jit.calls import address_of, call_address

def half(count):
    return count // 2

address = address_of(half, 3)
assert call_address(address, (8,)) == 4
call_address(address, (GIVEN,))
"""


@pytest.mark.parametrize("given", ["8.0", "np.int32(8)", "np.zeros(1, np.int64)"])
def test_arguments_of_another_type_are_found_without_a_compiler(given: str) -> None:
    code = WRONG_TYPE.replace("GIVEN", given)
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("AssertionError: half is for (int64,), not for (")
