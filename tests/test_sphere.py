"""Geometry on the sphere: inverse maps, kept lengths and angles, no special place."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena import sphere

COMPONENT = st.floats(-1, 1)
POINT = st.tuples(COMPONENT, COMPONENT, COMPONENT).filter(lambda v: math.hypot(*v) > 0.1)


def on_sphere(vector: tuple[float, float, float], radius: float = 52.0) -> np.ndarray:
    return sphere.unit(vector) * radius


@given(POINT, POINT)
def test_log_inverts_exp(point: tuple[float, float, float], target: tuple[float, float, float]) -> None:
    p, q = on_sphere(point), on_sphere(target)
    np.testing.assert_allclose(sphere.exp_map(p, sphere.log_map(p, q)), q, atol=1e-5)
    assert np.linalg.norm(sphere.log_map(p, q)) == pytest.approx(float(sphere.distance(p, q)), abs=1e-5)


@given(POINT, POINT)
def test_transport_keeps_length_angle_and_tangency(
    point: tuple[float, float, float], target: tuple[float, float, float]
) -> None:
    p, q = on_sphere(point), on_sphere(target)
    first, second = sphere.tangent_frame(p)
    carried, other = (sphere.parallel_transport(p, q, axis) for axis in (first, second))
    assert np.linalg.norm(carried) == pytest.approx(1)
    assert float(carried @ other) == pytest.approx(0, abs=1e-9)
    assert float(carried @ sphere.unit(q)) == pytest.approx(0, abs=1e-6)


ANY = st.floats(-1e150, 1e150)
ANYWHERE = st.tuples(ANY, ANY, ANY)


@given(ANYWHERE, ANYWHERE.filter(any))
def test_one_vector_is_computed_as_many_are_to_the_bit(
    vector: tuple[float, float, float], point: tuple[float, float, float]
) -> None:
    alone, several = np.array(vector), np.array([vector, vector])
    assert sphere.unit(alone).tobytes() == sphere.unit(several)[1].tobytes()
    with np.errstate(all="ignore"):
        one, many = sphere.project_tangent(point, alone), sphere.project_tangent([point, point], several)
    assert one.tobytes() == many[1].tobytes()
    for axis, axes in zip(sphere.tangent_frame(alone), sphere.tangent_frame(several), strict=True):
        assert axis.tobytes() == axes[1].tobytes()


@given(POINT)
def test_tangent_frame_is_right_handed_everywhere(point: tuple[float, float, float]) -> None:
    for direction in (point, (0, 0, 1), (0, 0, -1), (1e-9, 0, -1)):
        n = sphere.unit(direction)
        first, second = sphere.tangent_frame(n)
        np.testing.assert_allclose(np.cross(first, second), n, atol=1e-9)


def test_antipode_has_a_fixed_way() -> None:
    p = np.array([0.0, 0.0, 52.0])
    way = sphere.log_map(p, -p)
    assert np.linalg.norm(way) == pytest.approx(52 * math.pi)
    np.testing.assert_array_equal(way, sphere.log_map(p, -p))
    np.testing.assert_allclose(sphere.exp_map(p, way), -p, atol=1e-9)
    carried = sphere.parallel_transport(p, -p, sphere.unit(np.cross(p, way)))
    assert np.isfinite(carried).all()


def test_slerp_runs_along_the_great_circle() -> None:
    p, q = np.array([52.0, 0, 0]), np.array([0, 54.0, 0])
    middle = sphere.slerp(p, q, 0.5)
    np.testing.assert_allclose(middle, np.array([1, 1, 0]) / math.sqrt(2) * 53, atol=1e-9)


@given(st.floats(-1000, 1000))
def test_portable_sine_and_cosine(angle: float) -> None:
    sine, cosine = sphere.quadrant_sine_cosine(angle)
    assert sine == pytest.approx(math.sin(angle), abs=1e-9)
    assert cosine == pytest.approx(math.cos(angle), abs=1e-9)


def test_carry_is_parallel_transport() -> None:
    p, motion, vector = np.array([0, 0, 52.0]), np.array([300.0, 40, 0]), np.array([1.0, 2, 0])
    step = 1 / 60
    expected = sphere.parallel_transport(p, sphere.exp_map(p, motion * step), vector)
    np.testing.assert_allclose(
        sphere.kernel_parallel_transport(*vector, *p, *motion, step), expected, atol=1e-9
    )
