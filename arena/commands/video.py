"""Video files: animated WebP, for which Pillow is enough, and MP4 by PyAV, at the best quality that fits."""

import importlib
import math
import struct
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from arena import shutdown
from arena.commands import CommandError

QUALITY_LEAST, QUALITY = 5, 85
"""The lowest quality that is tried, of 0 to 100, and the usual and highest one."""
WEBP_METHOD = 4
"""Effort of the encoder, 0 to 6."""
WEBP_BATCH = 64
"""Pictures that are encoded between two checks for a request to end."""
FULL = 0.98
"""Share of the size asked for from which on no better quality is tried: an encoding may take a minute."""
GROWTH, GROWTH_LEAST = 0.04, 0.005
"""Growth of the logarithm of the size by a step of quality: first guess, and the least that is believed."""
CRF_WORST, CRF_STEP = 51.0, 0.4
"""x264's constant rate factor at quality 0, and its decrease for each step of quality."""

Encoder = Callable[[int], bytes]
"""Encodes a film at a quality, 0 to 100."""


class Film:
    """Pictures of one size, kept as PNG: raw, a minute at 960x540 takes 3 GB."""

    def __init__(self, size_px: tuple[int, int], fps: int) -> None:
        self.size_px, self.fps = size_px, fps
        self._pictures: list[bytes] = []

    def __len__(self) -> int:
        return len(self._pictures)

    def add(self, pixels: NDArray[np.uint8]) -> None:
        """Append an RGB picture, top row first, shape (height, width, 3)."""
        content = BytesIO()
        Image.fromarray(pixels).save(content, "PNG", compress_level=1)
        self._pictures.append(content.getvalue())

    def encode_webp(self, quality: int) -> bytes:
        """Animated WebP that begins again at its end.

        Each picture is a still: the camera moves, so that differences between pictures save nothing.
        """
        chunks: list[bytes] = []
        with ThreadPoolExecutor() as pool:
            for first in range(0, len(self), WEBP_BATCH):
                shutdown.check()
                batch = self._pictures[first : first + WEBP_BATCH]
                chunks += pool.map(partial(_webp_chunk, quality=quality), batch)
        width, height = (side - 1 for side in self.size_px)
        sides = _three_bytes(width) + _three_bytes(height)
        begins = [round(1000 * number / self.fps) for number in range(len(self) + 1)]
        frames = [
            _riff(b"ANMF", bytes(6) + sides + _three_bytes(end - begin) + b"\2" + chunk)
            for begin, end, chunk in zip(begins, begins[1:], chunks, strict=False)
        ]
        head = _riff(b"VP8X", b"\2\0\0\0" + sides) + _riff(b"ANIM", bytes(6))
        return _riff(b"RIFF", b"WEBP" + head + b"".join(frames))

    def encode_mp4(self, quality: int) -> bytes:
        """H.264 in an MP4 whose index comes first, so that a browser plays it while it loads."""
        av: Any = importlib.import_module("av")
        with TemporaryDirectory() as folder:  # to move the index, FFmpeg opens the file again by its name
            path = Path(folder) / "film.mp4"
            with av.open(str(path), "w", options={"movflags": "faststart"}) as container:
                stream = container.add_stream("libx264", rate=self.fps)
                stream.width, stream.height = self.size_px
                stream.pix_fmt = "yuv420p"
                stream.options = {"crf": f"{CRF_WORST - CRF_STEP * quality:.1f}", "preset": "slow"}
                for picture in self._pictures:
                    shutdown.check()
                    pixels = np.asarray(Image.open(BytesIO(picture)))
                    container.mux(stream.encode(av.VideoFrame.from_ndarray(pixels, format="rgb24")))
                container.mux(stream.encode(None))
            return path.read_bytes()


def check_mp4(size_px: Sequence[int]) -> None:
    """Refuse what cannot become an MP4 before anything is drawn.

    Raises:
        CommandError: PyAV is not installed, or a side is odd.
    """
    try:
        importlib.import_module("av")
    except ImportError as problem:
        raise CommandError(
            "an .mp4 needs PyAV: pip install av (the extra `film`); a .webp does not", CommandError.FAILED
        ) from problem
    if any(side % 2 for side in size_px):
        raise CommandError(f"an .mp4 has even sides, not {size_px[0]}x{size_px[1]}")


def fit_size(encode: Encoder, most: int, tell: Callable[[int, int], None]) -> tuple[bytes, int]:
    """Encode at the best quality whose file is at most `most` bytes, or one that nearly fills it.

    The logarithm of the size grows about evenly with the quality, so it is guessed by the secant method.

    Args:
        encode: larger files for higher qualities.
        most: [bytes].
        tell: hears each quality that was tried, and the size that it gave [bytes].

    Returns:
        The file and the quality.

    Raises:
        CommandError: it is too large at the lowest quality.
    """
    best, found, smallest = b"", 0, 0
    low, high, quality, growth = QUALITY_LEAST, QUALITY, (QUALITY_LEAST + QUALITY) // 2, GROWTH
    last = None
    while low <= high:
        quality = max(low, min(quality, high))
        data = encode(quality)
        tell(quality, len(data))
        if len(data) <= most:
            best, found, low = data, quality, quality + 1
        else:
            high, smallest = quality - 1, len(data)
        if most * FULL <= len(data) <= most:
            break
        size = math.log(len(data))
        if last is not None:
            growth = max((size - last[1]) / (quality - last[0]), GROWTH_LEAST)
        last = quality, size
        quality += math.floor((math.log(most) - size) / growth)
    if not best:
        raise CommandError(
            f"the film takes {smallest / 1e6:.1f} MB even at the lowest quality; "
            "ask for fewer --seconds or --fps, or a smaller --size",
            CommandError.FAILED,
        )
    return best, found


def _webp_chunk(picture: bytes, quality: int) -> bytes:
    """The chunk of a still WebP that holds its pixels."""
    content = BytesIO()
    Image.open(BytesIO(picture)).save(content, "WEBP", quality=quality, method=WEBP_METHOD)
    return content.getvalue()[12:]


def _riff(name: bytes, content: bytes) -> bytes:
    return name + struct.pack("<I", len(content)) + content + bytes(len(content) % 2)


def _three_bytes(number: int) -> bytes:
    return struct.pack("<I", number)[:3]
