"""Hooks of hatchling: a long description for PyPI, and a wheel that may bring compiled kernels along.

`pyproject.toml` names this file; hatchling loads it for every wheel and source distribution. `build.py` sets
the variable that the wheel's hook reads; without it the wheel is for any Python and system, and compiles at
its first start.
"""

import os
import platform
import re
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

KERNELS = "ARENA_BUILD_KERNELS"
"""Variable with the folder of compiled kernels that the wheel shall bring along."""
GLIBC = "manylinux_2_28"
"""Oldest Linux that the wheels of numba, which ours need, are for; the kernels themselves need none."""
PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n\n?", re.MULTILINE)
RELATIVE = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")


class LongDescription(MetadataHookInterface):
    """Takes pictures and links to files out of the README: their addresses are relative to the checkout."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Set the field of the long description."""
        text = PICTURE.sub("", Path(self.root, "README.md").read_text(encoding="utf-8"))
        text = RELATIVE.sub(r"\1", text)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class CompiledKernels(BuildHookInterface[Any]):
    """Puts compiled kernels into the wheel, and names the Python and the system that they are for."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add to what the wheel holds."""
        folder = os.environ.get(KERNELS)
        if not folder or self.target_name != "wheel" or version != "standard":
            return
        build_data["force_include"][folder] = "arena/jit/compiled"
        build_data["pure_python"] = False
        if sys.platform == "linux":
            python = f"cp{sys.version_info.major}{sys.version_info.minor}"
            build_data["tag"] = f"{python}-{python}-{GLIBC}_{platform.machine()}"
        else:
            build_data["infer_tag"] = True
