"""Shader programs from `shaders/<pass>/`, with `#include "folder/file"` and errors one can act on."""

import re
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

import moderngl

from arena import resources

VERSION = "#version 330"
SCENE_BINDING = 1
"""Binding 0 is left free: text drawn by the window's library vanishes when a block sits there."""
PLAIN = int, float, tuple
"""Types of the values of uniforms that are told apart by `==`."""
_INCLUDE = re.compile(r'#include "([A-Za-z0-9_./]+)"\s*$')
_MESSAGE = re.compile(r"^(?:ERROR: )?\d+[:(](\d+)\)?(?:\(\d+\))?\s*:\s*(.*)$", re.MULTILINE)
"""A line of a log: "0:12(5): error: ..." (Mesa), "0(12) : error ..." (NVIDIA), "ERROR: 0:12: ..." (AMD)."""

SourceLocation = tuple[str, int]
"""A file below `shaders` and a line in it, from 1."""


class ShaderError(RuntimeError):
    """A shader was refused; the message holds the driver, its log and the numbered source."""

    def __init__(self, message: str, summary: str) -> None:
        super().__init__(message)
        self.summary = summary
        """Error message of one line: file, line and the driver's words."""


class ShaderSource(NamedTuple):
    """A shader, ready to compile."""

    text: str
    places: tuple[SourceLocation, ...]  # origin of each line of the text


def read_source(name: str, defines: tuple[str, ...] = ()) -> ShaderSource:
    """Return `shaders/<name>` with its includes (each once) and `defines`."""
    lines = [(VERSION, (name, 0)), *((f"#define {define}", (name, 0)) for define in defines)]
    lines += _expand(name, set())
    return ShaderSource("\n".join(text for text, _ in lines), tuple(place for _, place in lines))


def _expand(name: str, seen: set[str]) -> list[tuple[str, SourceLocation]]:
    """Lines and their places, of a file that was not `seen` before."""
    if name in seen:
        return []
    seen.add(name)
    lines: list[tuple[str, SourceLocation]] = []
    for number, text in enumerate(resources.text(f"shaders/{name}").splitlines(), 1):
        if include := _INCLUDE.match(text):
            lines += _expand(include[1], seen)
        else:
            lines.append((text, (name, number)))
    return lines


def load_program(
    ctx: moderngl.Context, vertex: str, fragment: str, defines: tuple[str, ...] = ()
) -> moderngl.Program:
    """Compile and link `shaders/<vertex>` and `shaders/<fragment>`, and bind the scene block if used.

    Raises:
        ShaderError: with driver, log and numbered source.
    """
    sources = {name: read_source(name, defines) for name in (vertex, fragment)}
    texts = [source.text for source in sources.values()]
    try:
        program = ctx.program(vertex_shader=texts[0], fragment_shader=texts[1])
    except moderngl.Error as error:
        log = str(error).strip()
        raise ShaderError(_explain(ctx, sources, log), summarize(sources, log)) from error
    program.extra = {}  # values by the names of uniforms, see `set_uniforms`
    scene = program.get("Scene", None)
    if isinstance(scene, moderngl.UniformBlock):
        scene.binding = SCENE_BINDING
    return program


def summarize(sources: dict[str, ShaderSource], log: str) -> str:
    """Return the first complaint of a driver in one line, with the file and line that it is about."""
    vertex, fragment = sources
    name = fragment if "fragment_shader" in log else vertex  # moderngl says which of the two it was
    found = _MESSAGE.search(log)
    if found is None:
        said = " ".join(log.splitlines()[-1:])
        return f"shaders/{', shaders/'.join(sources)}: {said}"
    places = sources[name].places
    file, line = places[min(max(1, int(found[1])), len(places)) - 1]
    return f"shaders/{file}, line {line}: {found[2].strip()}"


def _explain(ctx: moderngl.Context, sources: dict[str, ShaderSource], log: str) -> str:
    lines = [f"The shader {' + '.join(sources)} does not compile."]
    lines.append(f"driver: {ctx.info['GL_RENDERER']}, OpenGL {ctx.info['GL_VERSION']}")
    lines.append(log)
    for name, source in sources.items():
        lines.append(f"--- {name}")
        lines += [f"{number:4d}  {line}" for number, line in enumerate(source.text.splitlines(), 1)]
    return "\n".join(lines)


def set_uniforms(program: moderngl.Program, **values: object) -> None:
    """Set uniforms, as far as the compiler kept them; a number that is there already is not set again."""
    known = program.extra
    for name, value in values.items():
        if isinstance(value, PLAIN):
            if known.get(name) == value:
                continue
            known[name] = value
        # Not `name in program`, which looks at one after the other.
        uniform = program.get(name, None)
        if isinstance(uniform, moderngl.Uniform):
            uniform.value = value


class Fullscreen:
    """A program whose vertex shader makes one triangle that covers the target."""

    def __init__(
        self, ctx: moderngl.Context, vertex: str, fragment: str, defines: tuple[str, ...] = ()
    ) -> None:
        """Compile it, as `load_program` does."""
        self._program = load_program(ctx, vertex, fragment, defines)
        self._array = ctx.vertex_array(self._program, [])

    def draw(self, **values: object) -> None:
        """Draw it with these uniforms; those that were set before stay."""
        set_uniforms(self._program, **values)
        self._array.render(moderngl.TRIANGLES, vertices=3)


T = TypeVar("T")


class FromShaders(Generic[T]):
    """Something that is made from shaders, and made anew where their text has changed."""

    def __init__(
        self, make: Callable[[], T], files: tuple[tuple[str, str], ...], defines: tuple[str, ...] = ()
    ) -> None:
        """Make it by `make`, which may raise a ShaderError, from pairs of a vertex and a fragment shader."""
        self._make = make
        self._names = [name for pair in files for name in pair]
        self._defines = defines
        self.name = self._names[-1].split("/")[0]
        """The folder of its shaders."""
        self._texts = self._read()
        self.made = make()

    def reload(self) -> bool:
        """Make it anew if a shader or what it includes has changed; return whether it was.

        Raises:
            ShaderError: one was refused or cannot be read; `made` stays what it was.
        """
        texts = self._read()
        if texts == self._texts:
            return False
        self.made, self._texts = self._make(), texts
        return True

    def _read(self) -> list[str]:
        try:
            return [read_source(name, self._defines).text for name in self._names]
        except (OSError, UnicodeDecodeError, ValueError) as error:
            raise ShaderError(str(error), f"shaders/{self.name}: {error}") from error
