"""Meshes: they fit their collision sphere, face outwards, and get coarser."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue.materials import MATERIALS
from arena.render.cube_sphere import cube_sphere
from arena.render.meshes import asteroid_mesh
from arena.render.ship_meshes import PlateRow, load_hulls, ship_hull
from arena.view.frame import MESHES
from arena.view.instances import MESH_REACH


@pytest.mark.parametrize("material", [row.show.mesh for row in MATERIALS])
def test_asteroids_fit_and_get_coarser(material: str):
    counts = []
    for level in range(3):
        vertices, triangles = asteroid_mesh(material, level)
        reach = np.linalg.norm(vertices["in_position"], axis=1)
        assert reach.max() <= MESH_REACH
        assert reach.max() >= 0.95
        assert np.linalg.norm(vertices["in_normal"], axis=1) == pytest.approx(1.0, abs=1e-5)
        assert triangles.min() == 0 and triangles.max() == len(vertices) - 1
        counts.append(len(triangles))
    assert counts[0] > counts[1] > counts[2]
    assert counts[2] <= 120


def test_rock_is_closed_and_faces_outwards():
    vertices, triangles = asteroid_mesh("rock", 1)
    a, b, c = (vertices["in_position"][triangles[:, i]].astype(float) for i in range(3))
    assert np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c).min() > 0
    edges = np.sort(triangles[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    _, uses = np.unique(edges, axis=0, return_counts=True)
    assert (uses == 2).all()


@pytest.mark.parametrize("name", MESHES)
def test_ships_are_symmetric_and_flat_shaded_outwards(name: str):
    vertices, triangles = ship_hull(name).mesh()
    points = vertices["in_position"]
    assert points[:, 0].min() == pytest.approx(-points[:, 0].max())
    assert np.abs(points).max() < 1.5
    a, b, c = (points[triangles[:, i]].astype(float) for i in range(3))
    normal = np.cross(b - a, c - a)
    assert np.einsum("ij,ij->i", normal, vertices["in_normal"][triangles[:, 0]]).min() > 0
    assert set(vertices["in_paint"].tolist()) <= {0.0, 1.0, 2.0, 3.0, 4.0}
    tops = np.abs(vertices["in_normal"][:, 2]) > 0.99
    assert (vertices["in_normal"][tops, 2] > 0).all()


def test_plates_are_turned_clockwise_and_mirrored_and_stay_counter_clockwise():
    corners = ((0.0, 0.5), (0.2, 1.0), (-0.1, 1.0))
    row = PlateRow((0.0, 0.1), 0.02, ("hull",), outline=corners, turns=(0.0, 90.0), twin=True)
    plain, twin, turned, _ = outlines = [np.array(outline) for outline in row.outlines()]
    assert plain.tolist() == [list(corner) for corner in corners]
    assert twin[::-1] == pytest.approx(plain * (-1.0, 1.0))
    assert turned == pytest.approx(plain[:, ::-1] * (1.0, -1.0)), "forward has become right"
    for x, y in (outline.T for outline in outlines):
        assert float(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)) > 0.0
    there, here = (
        next(PlateRow((0.0, 0.1), 0.0, ("hull",), circle=(0.4, 3), at=at, turns=(turn,)).outlines())
        for at, turn in (((0.0, 1.0), 90.0), ((0.0, 0.0), 0.0))
    )
    assert np.array(there) == pytest.approx(np.add(here, (1.0, 0.0))), "a circle moves and stays upright"


def test_bosses_have_a_hull_for_each_stage_and_lose_plates():
    hulls = load_hulls()
    assert {"ram_0", "ram_1", "ram_2", "player", "boss_part"} <= set(hulls) and "ram" not in hulls
    horns = [row for row in hulls["ram_1"] if row.stages and row not in hulls["ram_2"]]
    assert horns and all(2 not in row.stages for row in horns)


def test_ships_have_silhouettes_of_their_own():
    grids: list[NDArray[np.bool_]] = []
    whole = [name for name in MESHES if not name.endswith(("_1", "_2"))]  # bosses at their first stage
    for name in whole:
        vertices, triangles = ship_hull(name).mesh()
        grid = np.zeros((20, 20), bool)
        points = vertices["in_position"][triangles]
        for share in np.random.default_rng(0).dirichlet((1, 1, 1), 60):
            sample = (points * share[None, :, None]).sum(axis=1)
            cells = np.clip(((sample[:, :2] + 1.4) / 2.8 * 20).astype(int), 0, 19)
            grid[cells[:, 1], cells[:, 0]] = True
        grids.append(grid)
    for (one, first), (other, second) in itertools.combinations(zip(whole, grids, strict=True), 2):
        assert (first & second).sum() / (first | second).sum() < 0.75, (one, other)  # at twenty pixels


def test_planet_mesh_is_a_sphere_that_faces_outwards():
    vertices, triangles = cube_sphere(6)
    points = vertices["in_position"].astype(float)
    assert np.linalg.norm(points, axis=1) == pytest.approx(1.0, abs=1e-6)
    a, b, c = (points[triangles[:, i]] for i in range(3))
    facing = np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c)
    assert facing.min() > 0
    assert np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2 == pytest.approx(4 * np.pi, rel=0.05)
