"""Quality tiers: what is drawn, how finely, and with what it is brought to the screen."""

from dataclasses import dataclass
from typing import Literal

Quality = Literal["low", "medium", "high", "ultra"]


@dataclass(frozen=True)
class Tier:
    """Numbers of a quality tier."""

    hdr: bool  # whether light is collected beyond what a screen can show, and mapped to it at the end
    samples: int  # a pixel, as far as the driver offers so many; needs hdr
    surface_size: int  # texels along an edge of a face of the ground
    cloud_size: int  # the same for clouds; 0: they are painted on the ground
    supersampling: float = 1.0  # pixels drawn over pixels shown, along each axis; needs hdr

    @property
    def defines(self) -> tuple[str, ...]:
        """Preprocessor symbols of the shaders."""
        return ("HDR",) if self.hdr else ()


TIERS: dict[str, Tier] = {
    "low": Tier(False, 0, 1024, 0),
    "medium": Tier(True, 0, 1024, 384),
    "high": Tier(True, 4, 1536, 512),
    "ultra": Tier(True, 4, 2048, 768, 1.5),
}
