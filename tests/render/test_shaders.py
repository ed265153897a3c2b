"""Shader sources: includes, and errors one can act on."""

import re
from pathlib import Path

import moderngl
import pytest

from arena import resources
from arena.render import shaders
from arena.render.shaders import ShaderError, load_program, source


def test_includes_are_pasted_once():
    text = source("ships/ships.frag", ("HDR",))
    assert text.startswith("#version 330\n#define HDR\n")
    assert text.count("uniform Scene") == 1
    assert "#include" not in text


def test_every_shader_folder_is_complete():
    folders = [p for p in resources.path("shaders").iterdir() if p.name not in ("common", "bake", "post")]
    for folder in folders:
        names = {p.name for p in folder.iterdir()}
        assert names == {f"{folder.name}.vert", f"{folder.name}.frag"}


def test_noise_is_called_in_one_place_of_each_shader():
    """Software renderers compile a copy for each call: with one for each layer a picture took 50 s."""
    for path in sorted(resources.path("shaders/bake").glob("*.frag")):
        text = source(f"bake/{path.name}")
        assert len(re.findall(r"\bnoise\(", text)) == 2, path.name  # defined and called
        assert len(re.findall(r"\boctaves\(", text)) == 2, path.name
        assert len(re.findall(r"\bsum_layers\(", text)) == 2, path.name


@pytest.mark.gl
def test_a_broken_shader_names_driver_log_and_line(
    ctx: moderngl.Context, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    texts = {
        "shaders/a.vert": "void main() { gl_Position = vec4(nonsense); }",
        "shaders/a.frag": "void main() {}",
    }
    monkeypatch.setattr(shaders.resources, "text", texts.__getitem__)
    with pytest.raises(ShaderError) as caught:
        load_program(ctx, "a.vert", "a.frag")
    message = str(caught.value)
    assert "a.vert + a.frag does not compile" in message
    assert ctx.info["GL_RENDERER"] in message
    assert "nonsense" in message
    assert "   2  void main()" in message


@pytest.mark.gl
def test_all_tiers_compile_and_leave_binding_zero_free(ctx: moderngl.Context):
    for defines in ((), ("HDR",)):
        for folder in resources.path("shaders").iterdir():
            if folder.name in ("common", "bake", "post"):
                continue
            program = load_program(
                ctx, f"{folder.name}/{folder.name}.vert", f"{folder.name}/{folder.name}.frag", defines
            )
            scene = program.get("Scene", None)
            assert not isinstance(scene, moderngl.UniformBlock) or scene.binding == 1
