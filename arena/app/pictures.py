"""Pictures of the screen, as files that never replace another."""

from datetime import datetime
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image


def save_picture(pixels: NDArray[np.uint8], folder: Path, stamp: datetime) -> Path:
    """Write a PNG named after `stamp` into `folder`, which is made if missing.

    Args:
        pixels: RGB, top row first, shape (height, width, 3).

    Raises:
        OSError: it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    name = stamp.strftime("arena-%Y%m%d-%H%M%S")
    for number in range(1, 1000):
        path = folder / f"{name}{f'-{number}' if number > 1 else ''}.png"
        try:
            with path.open("xb") as file:
                Image.fromarray(pixels).save(file, "PNG")
        except FileExistsError:
            continue
        return path
    raise FileExistsError(f"too many pictures named {name} in {folder}")
