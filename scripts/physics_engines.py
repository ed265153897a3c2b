"""Free spheres in space, moved and bounced: by our simulation, and by physics engines from PyPI.

Each is a `Contender` of `benchmarking`: `load` takes a state, or None to go on from where it is; `run` is one
step of 1/60 s.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.grid import CollisionGrid
from arena.sim.kinds import Pool
from arena.sim.landing import drop_in_bodies
from arena.sim.step import (
    begin_tick,
    enclose_motion,
    find_contacts,
    find_pairs,
    move_bodies,
    rebuild_grid,
    solve_contacts,
)
from arena.sim.world import World
from arena.workers import WorkerPool

HOW_TO_INSTALL = "pip install -c constraints.txt -e '.[rivals]'"
SETTLE_TICKS = 120
"""Ticks that freshly scattered spheres are given to part where they overlap."""
TOUCHING = 1e-3
"""Pairs whose surfaces are nearer than this [u] may be judged differently: engines compute in float32."""

Pairs = set[tuple[int, int]]


class Mismatch(Exception):
    """An engine does not see the contacts that there are; the text names it."""


class State(NamedTuple):
    """All spheres at one moment."""

    position: NDArray[np.float64]  # [u], shape (n, 3)
    velocity: NDArray[np.float64]  # [u/s], shape (n, 3)
    saved: bytes  # the same for our world


class Spheres(NamedTuple):
    """Constant inputs, and the states from which every engine is timed."""

    radius: NDArray[np.float64]  # [u], shape (n,)
    mass: NDArray[np.float64]  # [u^3], shape (n,)
    states: list[State]


class ArenaPhysics:
    """Our tick without minds, weapons and damage: motion, grid, pairs, contacts."""

    def __init__(self, count: int, seed: int, workers: int) -> None:
        """Fill a world with `count` asteroids and nothing else."""
        self.name = f"arena, {workers} worker{'s' if workers > 1 else ''}"
        self.threads = workers
        with stress_match(StressConfig(0, count, 0, seed=seed, workers=1)) as run:
            self.world: World = run.world
        self.world.pools[Pool.PLAYER].give(0)
        self.world.workers = WorkerPool(workers)

    def load(self, frame: State | None) -> None:
        """Return to a state, or go on."""
        if frame is not None:
            self.world.restore(frame.saved)

    def run(self) -> None:
        """One tick; the calls are those of `arena.sim.step.step`, in its order."""
        world = self.world
        begin_tick(world)
        move_bodies(world)
        drop_in_bodies(world)
        enclose_motion(world)
        rebuild_grid(world)
        find_pairs(world)
        find_contacts(world)
        solve_contacts(world)

    def close(self) -> None:
        """Join the threads."""
        self.world.workers.close()

    def spheres(self, states: int, apart: int) -> Spheres:
        """Let the spheres settle, then note them every `apart` ticks."""
        for _ in range(SETTLE_TICKS):
            self.run()
        taken: list[State] = []
        rows, bodies = self.world.rows(Pool.ASTEROID), self.world.bodies
        for _ in range(states):
            position, velocity = (
                column[rows].astype(np.float64) for column in (bodies.position, bodies.velocity)
            )
            taken.append(State(position, velocity, self.world.snapshot()))
            for _ in range(apart):
                self.run()
        return Spheres(
            bodies.radius[rows].astype(np.float64), 1.0 / bodies.inv_mass[rows].astype(np.float64), taken
        )


class BulletPhysics:
    """pybullet's `stepSimulation`, without a window; https://pybullet.org.

    What made it fastest here: bodies are plain rigid bodies (`useMaximalCoordinates`) instead of articulated
    ones; no friction, so that a contact is one row to solve; no damping, no gravity; pairs in any order; as
    many solver iterations as ours has rounds (its default of 50 takes a third longer, a single one hardly
    less). Inertia stays: without it all velocities turn into NaN. Its wheels have no threads.
    """

    threads = 1

    def __init__(self, spheres: Spheres) -> None:
        """Make one body per sphere, at the first state."""
        bullet: Any = import_module("pybullet")
        self.name = "pybullet"
        self._bullet, self._spheres = bullet, spheres
        self._client = bullet.connect(bullet.DIRECT)
        bullet.setGravity(0.0, 0.0, 0.0, physicsClientId=self._client)
        bullet.setPhysicsEngineParameter(
            fixedTimeStep=tuning.DT,
            numSubSteps=0,
            numSolverIterations=tuning.CONTACT.iterations,
            enableConeFriction=0,
            deterministicOverlappingPairs=0,
            physicsClientId=self._client,
        )
        first = spheres.states[0]
        self._bodies = [
            self._make_body(*each)
            for each in zip(
                spheres.radius.tolist(), spheres.mass.tolist(), first.position.tolist(), strict=True
            )
        ]
        self._row = {body: row for row, body in enumerate(self._bodies)}
        self.load(first)

    def _make_body(self, radius: float, mass: float, position: list[float]) -> int:
        bullet, client = self._bullet, self._client
        shape = bullet.createCollisionShape(bullet.GEOM_SPHERE, radius=radius, physicsClientId=client)
        body = bullet.createMultiBody(
            baseMass=mass,
            baseCollisionShapeIndex=shape,
            basePosition=position,
            useMaximalCoordinates=True,
            physicsClientId=client,
        )
        bullet.changeDynamics(
            body,
            -1,
            restitution=tuning.CONTACT.restitution,
            lateralFriction=0.0,
            rollingFriction=0.0,
            spinningFriction=0.0,
            linearDamping=0.0,
            angularDamping=0.0,
            physicsClientId=client,
        )
        return body

    def load(self, frame: State | None) -> None:
        """Put every body to where a state has it, or go on."""
        if frame is None:
            return
        bullet, client, upright = self._bullet, self._client, (0.0, 0.0, 0.0, 1.0)
        for body, position, velocity in zip(
            self._bodies, frame.position.tolist(), frame.velocity.tolist(), strict=True
        ):
            bullet.resetBasePositionAndOrientation(body, position, upright, physicsClientId=client)
            bullet.resetBaseVelocity(body, velocity, (0.0, 0.0, 0.0), physicsClientId=client)

    def run(self) -> None:
        """One step."""
        self._bullet.stepSimulation(physicsClientId=self._client)

    def velocities(self) -> NDArray[np.float64]:
        """Of every sphere [u/s], shape (n, 3)."""
        get = self._bullet.getBaseVelocity
        return np.array([get(body, physicsClientId=self._client)[0] for body in self._bodies])

    def overlaps(self) -> Pairs:
        """Pairs that it finds overlapping where they are."""
        self._bullet.performCollisionDetection(physicsClientId=self._client)
        points = self._bullet.getContactPoints(physicsClientId=self._client)
        rows = ((self._row[point[1]], self._row[point[2]]) for point in points if point[8] < 0.0)
        return {(min(pair), max(pair)) for pair in rows}

    def close(self) -> None:
        """Free everything."""
        self._bullet.disconnect(physicsClientId=self._client)


class Engine(NamedTuple):
    """A library, how many times faster we want to be, and how to set it up."""

    package: str
    module: str
    target: float  # its time over ours
    make: Callable[[Spheres], BulletPhysics]


ENGINES = (Engine("pybullet", "pybullet", 25.0, BulletPhysics),)


def overlapping_pairs(spheres: Spheres, state: State) -> Pairs:
    """The pairs of spheres that overlap in a state."""
    half = float(np.abs(state.position).max(initial=1.0)) + 1.0
    grid = CollisionGrid([-half] * 3, [half] * 3, cells="auto")
    grid.rebuild(state.position, spheres.radius)
    return {(i, j) for i, j in grid.pairs().tolist()}


def check_overlaps(name: str, found: Pairs, spheres: Spheres, state: State) -> None:
    """Hold the overlapping pairs that an engine found against the right ones.

    Raises:
        Mismatch: they differ by more than rounding.
    """
    right = overlapping_pairs(spheres, state)
    for i, j in found ^ right:
        gap = float(np.linalg.norm(state.position[i] - state.position[j]) - spheres.radius[[i, j]].sum())
        if abs(gap) > TOUCHING:
            does = "misses" if (i, j) in right else "invents"
            raise Mismatch(f"{name} {does} a contact: spheres {i} and {j} are {gap:.3f} u apart")
