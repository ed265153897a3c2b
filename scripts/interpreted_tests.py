"""Tests that also run without the compiler."""

INTERPRETED_TESTS = (
    *(f"tests/ai/test_{name}.py" for name in ("avoidance", "bearings")),
    *(f"tests/grid/test_{name}.py" for name in ("collision_grid", "sorting", "sphere_tests")),
    *(f"tests/nav/test_{name}.py" for name in ("costs", "routes")),
    *(f"tests/sim/test_{name}.py" for name in ("births", "bounds", "compaction", "motion", "navigation")),
    *(f"tests/sim/{name}.py" for name in ("test_random", "test_sleep", "tables/test_state", "test_world")),
    *(f"tests/view/test_{name}.py" for name in ("culling", "instances", "lattice")),
    *("tests/jit/test_tables.py", "tests/test_sphere.py"),
)
"""Files of tests on small sizes: kernels as plain Python, where an index out of bounds, an integer out of
range or an unset name is an error. The rest of the suite is left out for its time (worlds at play take
minutes) or because it is about compiled code itself (tests/jit)."""
