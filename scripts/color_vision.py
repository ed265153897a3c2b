"""Pictures as eyes see them that lack one of three kinds of cones, and without any colour.

`gallery.py` shows scenes so, and the tests of the colour sets measure by it. Such eyes are simulated after
Machado, Oliveira & Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency"
(2009), at full severity.
"""

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
LUMINANCE = np.array((0.2126, 0.7152, 0.0722))
"""Of linear red, green and blue (ITU-R BT.709)."""
LMS = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip
STANDARD, GREY = "standard", "grey"
EYES: dict[str, F64] = {
    STANDARD: np.eye(3),
    GREY: np.array([LUMINANCE] * 3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
"""Matrix of such vision for linear red, green and blue, shape (3, 3)."""


def linear(color: object) -> F64:
    """Light of sRGB colours, both in 0..1, any shape."""
    shares = np.asarray(color, np.float64)
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def encoded(light: F64) -> F64:
    """The inverse of `linear`; what no screen can show is clipped."""
    light = np.clip(light, 0.0, 1.0)
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1.0 / 2.4) - 0.055)


def oklab(light: F64) -> F64:
    """Lightness, green-red and blue-yellow (Ottosson, "Oklab", 2020) of linear light, shape (..., 3)."""
    return np.cbrt(np.clip(light, 0.0, 1.0) @ LMS.T) @ LAB.T


def as_seen(pixels: NDArray[np.uint8], eyes: str) -> NDArray[np.uint8]:
    """A picture as one of `EYES` sees it, shape (..., 3)."""
    return np.round(encoded(linear(pixels / 255.0) @ EYES[eyes].T) * 255.0).astype(np.uint8)
