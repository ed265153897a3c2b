"""Shader sources: includes, and errors one can act on."""

import re
from typing import Any

import moderngl
import pytest

from arena import resources
from arena.render import shaders
from arena.render.renderer import PASSES
from arena.render.shaders import FromShaders, ShaderError, load_program, read_source, set_uniforms
from arena.view.palette import load_palette


def test_includes_are_pasted_once():
    text = read_source("ships/ships.frag", ("FINE",)).text
    assert text.startswith("#version 330\n#define FINE\n")
    assert text.count("uniform Scene") == 1
    assert "#include" not in text


def test_every_shader_folder_is_complete():
    several = ("common", "bake", "hulls", "post", "contrast")
    folders = [p for p in resources.path("shaders").iterdir() if p.name not in several]
    for folder in folders:
        names = {p.name for p in folder.iterdir()}
        stems = {p.stem for p in folder.iterdir()}
        assert names == {f"{stem}.{end}" for stem in stems for end in ("vert", "frag")}
        assert folder.name == "particles" or stems == {folder.name}


def test_every_world_has_a_recipe_and_every_recipe_a_world():
    worlds = [path.stem for path in resources.path("assets/palettes/worlds").glob("*.toml")]
    recipes = {path.stem for path in resources.path("shaders/bake").glob("*.frag")}
    assert {load_palette(world).scenery.ground for world in worlds} == recipes - {"clouds", "sky"}


def test_noise_is_called_in_one_place_of_each_shader():
    """Software renderers compile a copy for each call: with one for each layer a picture took 50 s."""
    for path in sorted(resources.path("shaders/bake").glob("*.frag")):
        text = read_source(f"bake/{path.name}").text
        assert len(re.findall(r"\bnoise\(", text)) == 2, path.name  # defined and called
        assert len(re.findall(r"\boctaves\(", text)) == 2, path.name
        assert len(re.findall(r"\bsum_layers\(", text)) == 2, path.name


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """All shaders that there are."""
    made = {"shaders/a.vert": "void main() {}", "shaders/a.frag": "void main() {}"}
    monkeypatch.setattr(shaders.resources, "text", made.__getitem__)
    return made


@pytest.mark.gl
def test_a_broken_shader_names_driver_log_and_line(ctx: moderngl.Context, texts: dict[str, str]):
    texts["shaders/a.vert"] = "void main() { gl_Position = vec4(nonsense); }"
    with pytest.raises(ShaderError) as caught:
        load_program(ctx, "a.vert", "a.frag")
    message = str(caught.value)
    for told in (
        "a.vert + a.frag does not compile", ctx.info["GL_RENDERER"], "nonsense", "   2  void main()",
    ):  # fmt: skip
        assert told in message


@pytest.mark.gl
def test_all_tiers_compile_and_leave_binding_zero_free(ctx: moderngl.Context):
    numbers = {each.name: each.numbers for each in PASSES}
    for path in resources.path("shaders").glob("*/*.vert"):
        name = f"{path.parent.name}/{path.stem}"
        for defines in () if path.parent.name in ("common", "bake", "hulls", "post") else ((), ("FINE",)):
            symbols = (*defines, *numbers.get(path.parent.name, ()))
            program = load_program(ctx, f"{name}.vert", f"{name}.frag", symbols)
            scene = program.get("Scene", None)
            assert not isinstance(scene, moderngl.UniformBlock) or scene.binding == 1


def test_each_line_of_a_source_knows_its_file_and_line() -> None:
    text, places = read_source("ships/ships.frag", ("FINE",))
    lines = text.splitlines()
    assert len(lines) == len(places)
    for line, (name, number) in list(zip(lines, places, strict=True))[2:]:
        assert resources.text(f"shaders/{name}").splitlines()[number - 1] == line
    assert len({name for name, _ in places}) > 2


@pytest.mark.parametrize(
    "log",
    [
        "GLSL Compiler failed\n\nfragment_shader\n===\n0:4(7): error: `nonsense' undeclared\n0:5(1): x\n",
        "GLSL Compiler failed\n\nfragment_shader\n===\n0(4) : error C1503: `nonsense' undeclared\n",
        "GLSL Compiler failed\n\nfragment_shader\n===\nERROR: 0:4: `nonsense' undeclared\n",
    ],
    ids=["Mesa", "NVIDIA", "AMD"],
)
def test_what_drivers_complain_of_is_found_in_its_file(log: str, texts: dict[str, str]) -> None:
    texts["shaders/a.frag"] = '#include "b.glsl"\nout vec4 color;\nvoid main() { color = nonsense; }'
    texts["shaders/b.glsl"] = "uniform vec4 one;"
    sources = {name: read_source(name) for name in ("a.vert", "a.frag")}
    said = shaders.summarize(sources, log)
    assert said.startswith("shaders/a.frag, line 3: ") and said.endswith("`nonsense' undeclared")


def test_a_complaint_without_a_line_names_both_files() -> None:
    sources = {name: read_source(name) for name in ("ships/ships.vert", "ships/ships.frag")}
    said = shaders.summarize(sources, "GLSL Linker failed\n\nProgram\n=======\nerror: they do not fit\n")
    assert said == "shaders/ships/ships.vert, shaders/ships/ships.frag: error: they do not fit"


def test_what_is_made_from_shaders_is_made_anew_when_one_of_them_changes(texts: dict[str, str]) -> None:
    texts.update({"shaders/a.vert": '#include "b.glsl"', "shaders/b.glsl": "one"})
    made: list[str] = []

    def make() -> int:
        if texts["shaders/b.glsl"] == "wrong":
            raise ShaderError("all of it", "shaders/b.glsl, line 1: wrong")
        made.append(texts["shaders/b.glsl"])
        return len(made)

    part = FromShaders(make, (("a.vert", "a.frag"),))
    assert part.made == 1 and not part.reload() and part.made == 1
    texts["shaders/b.glsl"] = "two"
    assert part.reload() and part.made == 2
    texts["shaders/b.glsl"] = "wrong"
    for _ in range(2):
        with pytest.raises(ShaderError):
            part.reload()
    assert part.made == 2
    texts["shaders/b.glsl"] = "two"
    assert not part.reload() and part.made == 2


@pytest.mark.gl
def test_a_uniform_is_set_once_for_each_value_that_differs(
    ctx: moderngl.Context, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs: list[Any] = [load_program(ctx, "common/fullscreen.vert", "post/bright.frag") for _ in range(2)]
    kind: Any = type(programs[0]["texel"])
    value, written = kind.value, list[object]()

    def write(uniform: object, number: object) -> None:
        written.append(number)
        value.fset(uniform, number)

    monkeypatch.setattr(kind, "value", property(value.fget, write))
    for threshold, texel in ((0.5, (0.25, 0.5)), (0.5, (0.25, 0.5)), (0.75, (0.25, 0.5)), (0.5, (0.5, 0.5))):
        for program in programs:
            set_uniforms(program, threshold=threshold, texel=texel, unknown=1)
            assert program["threshold"].value == threshold and program["texel"].value == texel
    each = [0.5, (0.25, 0.5)]
    assert written == [*each, *each, 0.75, 0.75, 0.5, (0.5, 0.5), 0.5, (0.5, 0.5)]
