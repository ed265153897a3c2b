"""Quality tiers: texture sizes, samples and numbers of pixels of each quality."""

from dataclasses import dataclass
from typing import Literal

Quality = Literal["low", "medium", "high", "ultra"]


@dataclass(frozen=True)
class Tier:
    """Numbers of a quality tier."""

    samples: int  # a pixel, as far as the driver offers so many
    surface_size: int  # texels along an edge of a face of the ground
    hull_px: float  # radius from which on ships are whole hulls, see `arena.render.passes.crowd`
    point_px: float  # below it they are points of light
    particles: int  # drawn at most, the newest of each layer
    hulls_most: int = 10_000  # whole hulls at most, bosses, players and the like apart
    squares_most: int = 10_000  # ships that are squares at most
    supersampling: float = 1.0  # pixels drawn over pixels shown, along each axis
    lines: int = 10_000  # most of the scene, which is enlarged where more are shown
    belt_stones: int = 5_000  # of a dense belt of debris
    bloom_px: int = 2  # pixels of the scene, along each axis, for one of the finest level of bloom
    shafts: bool = True  # the sun's light has shafts
    fine: bool = True  # the ground has detail as fine as a pixel

    @property
    def defines(self) -> tuple[str, ...]:
        """Preprocessor symbols of the shaders."""
        return ("FINE",) if self.fine else ()


TIERS: dict[str, Tier] = {
    "low": Tier(
        *(0, 1024, 7.0, 3.6, 10_000, 40, 500),
        lines=540,
        belt_stones=1_000,
        bloom_px=4,
        shafts=False,
        fine=False,
    ),
    "medium": Tier(2, 1024, 7.0, 3.4, 40_000, 200, 1_000),
    "high": Tier(4, 1536, 6.0, 3.4, 100_000, 400, 1_200),
    "ultra": Tier(2, 2048, 5.0, 3.2, 200_000, 1_000, 2_500, supersampling=1.5),
}
