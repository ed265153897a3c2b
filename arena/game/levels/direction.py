"""Direction of a place, as a level writes it."""

import math
from dataclasses import dataclass
from typing import Any

from arena.toml_reader.problems import written
from arena.toml_reader.values import Value


@dataclass(frozen=True)
class Direction(Value):
    """Direction of a place on the shell, written as a vector of any length from the planet's centre."""

    most: float = 1000.0

    def read(self, value: object) -> tuple[float, float, float]:
        """Return the direction, of length 1."""
        if not isinstance(value, list) or len(value) != 3:
            raise self.refuse(value)
        for part in value:
            if type(part) not in (int, float) or not abs(part) <= self.most:
                raise ValueError(f"{written(part)} is not allowed in a place; write {self.words}")
        x, y, z = (float(part) for part in value)
        size = math.sqrt(x * x + y * y + z * z)
        if size < 1e-3:
            raise ValueError(f"a place needs a direction; write {self.words}, not all of them zero")
        return x / size, y / size, z / size

    @property
    def words(self) -> str:
        """Format in words."""
        return f"three numbers from {-self.most:g} to {self.most:g} as in [0, 0.5, 1]"

    @property
    def json(self) -> dict[str, Any]:
        """Format as JSON Schema."""
        part = {"type": "number", "minimum": -self.most, "maximum": self.most}
        return {"type": "array", "items": part, "minItems": 3, "maxItems": 3}
