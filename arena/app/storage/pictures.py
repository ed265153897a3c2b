"""Picture files: never overwritten and never half written."""

from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from arena.app.storage.files import numbered, write_new_file

PREFIX = "arena-"
"""Prefix of picture file names."""


def encode_png(pixels: NDArray[np.uint8]) -> bytes:
    """Return a PNG of RGB `pixels`, top row first, shape (height, width, 3)."""
    content = BytesIO()
    Image.fromarray(pixels).save(content, "PNG")
    return content.getvalue()


def save_picture(pixels: NDArray[np.uint8], folder: Path, stamp: datetime) -> Path:
    """Write a PNG named after `stamp` into `folder`, which is made if missing.

    Args:
        pixels: RGB, top row first, shape (height, width, 3).

    Raises:
        OSError: it cannot be written; then there is no file.
    """
    content = encode_png(pixels)
    folder.mkdir(parents=True, exist_ok=True)
    paths = numbered(folder / f"{PREFIX}{stamp:%Y%m%d-%H%M%S}.png")
    while True:
        with suppress(FileExistsError):
            write_new_file(path := next(paths), content)
            return path
