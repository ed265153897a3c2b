"""Shader programs from `shaders/<pass>/`, with `#include "folder/file"` and errors one can act on."""

import re

import moderngl

from arena import resources

VERSION = "#version 330"
_INCLUDE = re.compile(r'^#include "([A-Za-z0-9_./]+)"\s*$', re.MULTILINE)
SCENE_BINDING = 1
"""Binding 0 is left free: text drawn by the window's library vanishes when a block sits there."""


class ShaderError(RuntimeError):
    """A shader was refused; the message holds the driver, its log and the numbered source."""


def source(name: str, defines: tuple[str, ...] = ()) -> str:
    """Return the text of `shaders/<name>` with its includes (each once) and `defines`, ready to compile."""
    body = _expand(name, set())
    return "\n".join([VERSION, *(f"#define {define}" for define in defines), body])


def _expand(name: str, seen: set[str]) -> str:
    seen.add(name)

    def paste(match: re.Match[str]) -> str:
        return "" if match[1] in seen else _expand(match[1], seen)

    return _INCLUDE.sub(paste, resources.text(f"shaders/{name}"))


def load_program(
    ctx: moderngl.Context, vertex: str, fragment: str, defines: tuple[str, ...] = ()
) -> moderngl.Program:
    """Compile and link `shaders/<vertex>` and `shaders/<fragment>`, and bind the scene block if used.

    Raises:
        ShaderError: with driver, log and numbered source.
    """
    texts = source(vertex, defines), source(fragment, defines)
    try:
        program = ctx.program(vertex_shader=texts[0], fragment_shader=texts[1])
    except moderngl.Error as error:
        raise ShaderError(_explain(ctx, vertex, fragment, texts, str(error))) from error
    scene = program.get("Scene", None)
    if isinstance(scene, moderngl.UniformBlock):
        scene.binding = SCENE_BINDING
    return program


def _explain(ctx: moderngl.Context, vertex: str, fragment: str, texts: tuple[str, str], log: str) -> str:
    lines = [f"The shader {vertex} + {fragment} does not compile."]
    lines.append(f"driver: {ctx.info['GL_RENDERER']}, OpenGL {ctx.info['GL_VERSION']}")
    lines.append(log.strip())
    for name, text in zip((vertex, fragment), texts, strict=True):
        lines.append(f"--- {name}")
        lines += [f"{number:4d}  {line}" for number, line in enumerate(text.splitlines(), 1)]
    return "\n".join(lines)


def set_uniform(program: moderngl.Program, name: str, value: object) -> None:
    """Set a uniform if the compiler kept it."""
    if name in program:
        program[name] = value
