"""Contrast of deadly things in a picture, one by one; `measure_readability.py` counts it.

A thing is an enemy's ship, a mine, a part of a boss or an enemy's bullet. Its silhouette comes from its mesh
and the camera, not from colours; how much of it is in sight, from the picture with it and the one without it
alone. What is measured of each:

apart       distance in Oklab of the better third of its pixels from the median of what lies within two of its
            radii in the picture without it; by lightness alone; and with the picture blurred by 2 px
ink         share of the pixels next to its silhouette that are darker than hull and ground
contrast    of WCAG 2.1, (L1 + 0.05) / (L2 + 0.05) of relative luminance, the better of two:

itself      the brightest sixth of its pixels against three quarters of what lies within two of its radii in
            the picture without it
outline     all along its silhouette, pixels inside against those next to them outside, as they are in the
            picture with it: the contrast that three quarters of the silhouette reach. Whatever lies farther
            out, a bright rim in a dark line is seen
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from color_vision import LUMINANCE, linear, oklab
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from arena.render.hull_maps import mesh_texels
from arena.render.passes.crowd import HEAVY
from arena.view.cameras.camera import project
from arena.view.culling import DRAWN
from arena.view.frame import BOSS_MESH, FRIENDLY_MESHES, MESHES, PART_MESH, Frame, Instances

OUTLINED, AROUND = 0.85, 0.75
"""Shares of the pixels of a thing, and of those around it, that are darker than what is compared."""
ALONG = 0.75
"""Share of a silhouette that reaches the contrast of the outline."""
BESIDE, BEYOND, INSIDE = 2, 5, 0.12
"""Reach of the band beside a pixel of the silhouette, and of the band beyond that [px]; and the inside of
large things [drawn radii], whose outline runs along the upper edge of their sides."""
BETTER, BLUR, INKED = 1.0 / 3.0, 2.0, 0.8
"""Share of a thing that is compared; the blur [px]; and of a luminance, what is darker than it."""
CHANGED = 10
"""Of 255, in any channel: less is no part of the thing."""
SMALLEST = 2.7
"""Drawn radius below which a thing is not judged [px]."""
SAME = 0.5
"""Things of a kind that are nearer to one another lie in one place [drawn radii]."""
FEWEST = 4
"""Pixels in sight below which something lies before a thing."""
ORB = 1.18
"""Radius of an enemy's bullet over its width: there half of the light of its ring is gone."""
SMALL = 2.2
"""Scale below which ships turn to the eye, as in shaders/ships/ships.vert."""
FINER = 4
"""Silhouettes are drawn in so much finer pixels: Pillow also fills those that an edge only touches."""
FRIENDS = tuple(map(float, FRIENDLY_MESHES))
F64 = NDArray[np.float64]
Bools = NDArray[np.bool_]
Pixels = NDArray[np.uint8]


class Thing(NamedTuple):
    """Deadly things in one picture."""

    name: str
    batch: str  # "ships" or "bullets" of the frame
    index: int  # in it
    place: tuple[float, float]  # [px], origin top-left
    reach: float  # drawn radius [px]
    triangles: F64  # of its silhouette [px], shape (n, 3, 2)


class Sight(NamedTuple):
    """A thing, and the parts about it of the pictures with and without it, as luminance and as colour."""

    thing: Thing
    corner: tuple[int, int]  # upper left of the parts in the picture [px]
    full: Pixels
    bare: Pixels


class Judged(NamedTuple):
    """One thing in one picture."""

    name: str
    contrast: float
    apart: tuple[float, float, float]  # in colour, by lightness alone, blurred
    ink: float
    in_sight: float  # share of its silhouette
    crop: Pixels


def luminance(pixels: Pixels) -> F64:
    """Relative luminance of sRGB pixels, 0 to 1, shape of all axes but the last."""
    return linear(pixels / 255.0) @ LUMINANCE


def contrast(one: float, other: float) -> float:
    """Of two luminances, 1 to 21."""
    return float((max(one, other) + 0.05) / (min(one, other) + 0.05))


def lethal_things(frame: Frame) -> list[Thing]:
    """Everything that kills and is on screen, before the horizon and large enough."""
    found = [*_hostile_ships(frame), *_hostile_bullets(frame)]
    return [thing for thing in found if thing.reach > SMALLEST]


def _hostile_ships(frame: Frame) -> Iterator[Thing]:
    ships = frame.ships
    scales = np.where(HEAVY[ships["kind"].astype(np.intp)], 1.0, DRAWN) * ships["scale"].astype(np.float64)
    places, reaches, shown = _on_screen(frame, ships["position"], scales)
    for index in np.flatnonzero(shown & ~np.isin(ships["kind"], FRIENDS)).tolist():
        triangles = _silhouette(frame, ships[index], float(scales[index]))
        x, y = places[index].tolist()
        yield Thing(
            _name(int(ships["kind"][index])), "ships", index, (x, y), float(reaches[index]), triangles
        )


def _hostile_bullets(frame: Frame) -> Iterator[Thing]:
    bullets = frame.bullets
    places, reaches, shown = _on_screen(frame, bullets["head"], ORB * bullets["width"])
    for index in np.flatnonzero(shown & (bullets["orb"] > 0.0)).tolist():
        x, y = places[index].tolist()
        head, radius = bullets["head"][index].astype(np.float64), ORB * float(bullets["width"][index])
        yield Thing("bullet", "bullets", index, (x, y), float(reaches[index]), _disc(frame, head, radius))


def _name(mesh: int) -> str:
    if mesh in PART_MESH:
        return "boss_part"
    return "boss" if mesh in BOSS_MESH else MESHES[mesh]


def _on_screen(frame: Frame, points: F64, radii: F64) -> tuple[F64, F64, Bools]:
    """Places [px] and drawn radii [px] of points, and which neither planet nor rim of the picture hides."""
    height, camera, points = frame.size_px[1], frame.camera, points.astype(np.float64)
    here, ahead = project(camera, points)
    depth = np.maximum((points - camera.eye) @ camera.forward, 1.0)
    facing = points @ camera.eye.astype(np.float64) > frame.planet_radius**2
    shown = ahead & facing & (np.abs(here) < 0.97).all(axis=1)
    return _pixels(here, frame.size_px), radii * height / (2.0 * camera.tan_half_fov * depth), shown


def _pixels(here: F64, size_px: tuple[int, int]) -> F64:
    width, height = size_px
    return np.stack([(here[..., 0] + 1.0) * 0.5 * width, (1.0 - here[..., 1]) * 0.5 * height], axis=-1)


def _silhouette(frame: Frame, ship: Instances, scale: float) -> F64:
    """Triangles of a hull [px] as shaders/ships/ships.vert places them, shape (n, 3, 2)."""
    texels, corners = mesh_texels()
    kind = int(ship["kind"])
    corner = texels[2 * kind, : corners[kind]].astype(np.float64)
    nose, place = ship["nose"].astype(np.float64), ship["position"].astype(np.float64)
    outward = place / np.linalg.norm(place)
    right = np.cross(nose, outward)
    right /= np.linalg.norm(right)
    up = outward * np.cos(ship["bank"]) + right * np.sin(ship["bank"])
    if scale < SMALL and kind not in PART_MESH:
        up = _turned(up, frame.camera.eye - place, frame.facing)
    across = np.cross(np.cross(outward, right), up)
    across /= np.linalg.norm(across)
    axes = np.stack([across, np.cross(up, across), up])
    here, _ = project(frame.camera, place + corner[:, :3] @ axes * scale)
    return _pixels(here, frame.size_px).reshape(-1, 3, 2)


def _turned(up: F64, to_eye: F64, least: float) -> F64:
    """Up direction of a small ship as drawn, as in shaders/common/facing.glsl."""
    to_eye /= np.linalg.norm(to_eye)
    facing = float(up @ to_eye)
    if facing >= least:
        return up
    across = up - facing * to_eye
    return least * to_eye + across * (math.sqrt(1.0 - least * least) / np.linalg.norm(across))


def _disc(frame: Frame, place: F64, radius: float) -> F64:
    """Triangles of a disc that faces the eye [px], shape (n, 3, 2)."""
    sight = place - frame.camera.eye
    across = np.cross(sight, frame.camera.up)
    across /= np.linalg.norm(across)
    above = np.cross(across, sight / np.linalg.norm(sight))
    turns = np.linspace(0.0, 2.0 * np.pi, 33)[:, None]
    rim, _ = project(frame.camera, place + radius * (np.cos(turns) * across + np.sin(turns) * above))
    rim = _pixels(rim, frame.size_px)
    return np.stack([np.broadcast_to(rim[0], rim[:-1].shape), rim[:-1], rim[1:]], axis=1)


def apart(things: list[Thing]) -> list[list[Thing]]:
    """Part things into groups that are left out together: none lies where another one is judged.

    But two bullets in one place look like one, so they go together.
    """
    groups: list[list[Thing]] = []
    for thing in sorted(things, key=lambda one: -one.reach):
        free = (group for group in groups if all(_is_clear(thing, other) for other in group))
        group = next(free, None)
        if group is None:
            groups.append(group := [])
        group.append(thing)
    return groups


def _is_clear(one: Thing, other: Thing) -> bool:
    away = math.dist(one.place, other.place)
    return away > 4.0 * (one.reach + other.reach) or (one.name == other.name and away < SAME * one.reach)


def without(frame: Frame, things: list[Thing]) -> Frame:
    """A frame without some things and the light and shade that ships lay below themselves."""
    rows = {batch: [one.index for one in things if one.batch == batch] for batch in ("ships", "bullets")}
    ships, bullets = np.delete(frame.ships, rows["ships"]), np.delete(frame.bullets, rows["bullets"])
    gone = frame.ships[rows["ships"]]
    below = np.zeros(len(frame.sprites), bool)
    if len(gone):
        along = _unit(frame.sprites["position"]) @ _unit(gone["position"]).T
        below = (along > np.cos(gone["scale"].astype(np.float64) / frame.shell_radius)).any(axis=1)
    return replace(frame, ships=ships, bullets=bullets, sprites=frame.sprites[~below])


def _unit(vectors: F64) -> F64:
    vectors = vectors.astype(np.float64)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def look_at(thing: Thing, full: Pixels, bare: Pixels) -> Sight:
    """The parts of two pictures about a thing."""
    half, (x, y), (height, width, _) = int(2.2 * thing.reach) + BEYOND, thing.place, full.shape
    top, left = max(0, int(y) - half), max(0, int(x) - half)
    part = slice(top, min(height, int(y) + half + 1)), slice(left, min(width, int(x) + half + 1))
    return Sight(thing, (left, top), full[part], bare[part])


def judge(sight: Sight) -> Judged | None:
    """Contrast of a thing; None for an occluded one."""
    thing = sight.thing
    shape = draw_silhouette(sight)
    changed = np.any(np.abs(sight.full.astype(np.int16) - sight.bare) > CHANGED, axis=-1)
    seen = shape & changed
    if seen.sum() < FEWEST:
        return None
    full, away = luminance(sight.full), _away(sight)
    ground = luminance(sight.bare)[away <= 2.0 * thing.reach]
    itself = contrast(np.quantile(full[seen], OUTLINED), np.quantile(ground, AROUND))
    return Judged(
        thing.name,
        max(itself, outline(full, shape, grown(changed), round(INSIDE * thing.reach))),
        distances(sight, seen, away <= 2.0 * thing.reach),
        ink(full, shape, seen, float(np.median(ground))),
        float(seen.sum() / shape.sum()),
        sight.full,
    )


def distances(sight: Sight, seen: Bools, around: Bools) -> tuple[float, float, float]:
    """Distances in Oklab of what the better third of a thing has at least, see above."""
    lab, bare = (oklab(linear(pixels / 255.0)) for pixels in (sight.full, sight.bare))
    surroundings = np.median(bare[around], axis=0)
    soft = np.asarray(Image.fromarray(sight.full).filter(ImageFilter.GaussianBlur(BLUR)))
    away, blurred = (pixels[seen] - surroundings for pixels in (lab, oklab(linear(soft / 255.0))))
    third = (np.linalg.norm(away, axis=1), np.abs(away[:, 0]), np.linalg.norm(blurred, axis=1))
    return tuple(float(np.quantile(each, 1.0 - BETTER)) for each in third)  # pyright: ignore[reportReturnType]


def ink(full: F64, shape: Bools, seen: Bools, ground: float) -> float:
    """Share of the pixels next to a silhouette that are darker than hull and ground."""
    beside = ~shape & _windows(seen, BESIDE, False).any(axis=(2, 3))
    darker = INKED * (min(float(np.median(full[seen])), ground) + 0.05)
    return float((full[beside] + 0.05 < darker).mean()) if beside.any() else 0.0


def _away(sight: Sight) -> F64:
    """Distance of each pixel's middle from the thing's [px]."""
    (left, top), (height, width, _), (x, y) = sight.corner, sight.full.shape, sight.thing.place
    rows, columns = np.arange(height)[:, None], np.arange(width)[None]
    return np.hypot(rows + 0.5 + top - y, columns + 0.5 + left - x)


def draw_silhouette(sight: Sight) -> Bools:
    """Mask of the pixel centres that a thing covers without occlusion."""
    height, width, _ = sight.full.shape
    image = Image.new("1", (FINER * width, FINER * height))
    canvas = ImageDraw.Draw(image)
    for triangle in FINER * (sight.thing.triangles - np.array(sight.corner)):
        canvas.polygon([(x, y) for x, y in triangle.tolist()], fill=1)
    return np.array(image, bool)[FINER // 2 :: FINER, FINER // 2 :: FINER]


def grown(mask: Bools) -> Bools:
    """Mask of pixels and their neighbours."""
    return _windows(mask, 1, False).max(axis=(2, 3))


def outline(full: F64, shape: Bools, in_sight: Bools, deep: int) -> float:
    """The contrast that a silhouette reaches along its part `ALONG`; 1 where none of it is in sight.

    At each pixel of its border that is in sight it is the best of three: of the brightest or the darkest
    quarter of the shape nearby, at most `deep` away, against the median of what is next to the shape; and of
    that, a dark line, against the median of what lies beyond it.
    """
    deep, middle = max(BESIDE, deep), slice(BEYOND - BESIDE, BEYOND + BESIDE + 1)
    near = _windows(shape, BEYOND, False)
    plus = near[:, :, [BEYOND - 1, BEYOND, BEYOND, BEYOND + 1], [BEYOND, BEYOND - 1, BEYOND + 1, BEYOND]]
    border = shape & in_sight & ~plus.all(axis=2)
    if not border.any():
        return 1.0
    apart = np.where(near[border], np.nan, _windows(full, BEYOND, np.nan)[border])
    beside = _middle(apart[:, middle, middle], 0.5)
    apart[:, middle, middle] = np.nan
    beyond = _middle(apart, 0.5)
    own = np.where(_windows(shape, deep, False)[border], _windows(full, deep, np.nan)[border], np.nan)
    steps = np.stack([_middle(own, 0.75) / beside, beside / _middle(own, 0.25), beyond / beside])
    best = np.nanmax(steps[:, ~np.isnan(steps).all(axis=0)], axis=0)
    return float(np.quantile(best, 1.0 - ALONG)) if len(best) else 1.0


def _middle(lights: F64, share: float) -> F64:
    """A quantile of each of n windows, as the contrast compares it; NaN where a window is all NaN."""
    flat = lights.reshape(len(lights), -1)
    found = np.full(len(flat), np.nan)
    some = ~np.isnan(flat).all(axis=1)
    found[some] = np.nanquantile(flat[some], share, axis=1) + 0.05
    return found


def _windows(values: NDArray[Any], reach: int, beyond: float) -> NDArray[Any]:
    """Neighbourhood of each pixel, shape (height, width, 2 * reach + 1, the same)."""
    padded = np.pad(values, reach, constant_values=beyond)
    return np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))
