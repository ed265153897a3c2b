"""Tests that also run without the compiler."""

INTERPRETED_TESTS = (
    *(f"tests/ai/test_{name}.py" for name in ("avoidance", "bearings")),
    *(f"tests/grid/test_{name}.py" for name in ("collision_grid", "sorting", "sphere_tests")),
    *(f"tests/nav/test_{name}.py" for name in ("costs", "routes")),
    *(f"tests/sim/test_{name}.py" for name in ("births", "bounds", "compaction", "motion", "navigation")),
    *(f"tests/sim/{name}.py" for name in ("test_random", "test_sleep", "tables/test_state", "test_world")),
    *(f"tests/view/test_{name}.py" for name in ("culling", "instances", "lattice")),
    *("tests/game/test_rivers.py", "tests/game/scoring/test_lives.py"),
    *("tests/jit/test_tables.py", "tests/test_sphere.py"),
)
"""Files of tests on small sizes: kernels as plain Python, where an index out of bounds, an integer out of
range or an unset name is an error. The rest of the suite is left out for its time (worlds at play take
minutes) or because it is about compiled code itself (tests/jit)."""

COVERING_TESTS = (
    *(
        f"tests/game/scoring/test_{name}.py"
        for name in ("cascades", "harm", "near_misses", "shards", "tally")
    ),
    *(f"tests/game/spawning/test_{name}.py" for name in ("drops", "formations")),
    *(f"tests/game/bots/test_{name}.py" for name in ("risks", "sparks")),
    *(f"tests/game/test_{name}.py" for name in ("companion_voice", "crates", "returns", "seats")),
    *("tests/game/waves/test_agenda.py", "tests/scenarios/test_bosses.py"),
    *(f"tests/ai/test_{name}.py" for name in ("stalker", "sniper", "strikes")),
    *("tests/grid/test_crowds.py", "tests/nav/test_flow.py", "tests/nav/test_search.py"),
    "tests/grid/test_large_loads.py::test_blocks_leave_the_table_of_one_thread",
    *(f"tests/sim/test_{name}.py" for name in ("quarantine", "damage", "splits")),
    *(f"tests/sim/groups/test_{name}.py" for name in ("links", "volleys")),
    "tests/sim/fittings/test_effects.py",
)
"""Further files whose tests reach branches of kernels that nothing else does; too slow without the compiler
for every change. `kernel_coverage.py` runs them, each test for a few seconds."""
