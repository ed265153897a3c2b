"""Materials of asteroids, and the kind of asteroids.

`Bodies.variant` of an asteroid is its material's number plus 16 per split, plus 128 if it is loaded: a pickup
comes out of its last piece.
"""

from arena.catalogue.kind_row import KINDS, Guide, KindRow, KindRules, KindShow, RadarSign, Trait
from arena.catalogue.registry import Registry, row_type


@row_type
class MaterialRules:
    """Numbers of a material for the simulation; weapons hold their factors on its damage."""

    share: float  # relative frequency among random asteroids
    loaded: float  # share of its large random asteroids that are loaded, 0 to 1


@row_type
class MaterialShow:
    """Appearance of a material."""

    colour: str  # role in the palette
    mesh: str
    burst: str  # effect recipe of its explosion
    guide: Guide | None = None


@row_type
class MaterialRow:
    """One material."""

    number: int
    name: str
    rules: MaterialRules
    show: MaterialShow


MATERIALS: Registry[MaterialRow] = Registry("material", 16)

ASTEROID = KINDS.add(
    KindRow(
        number=13,
        name="asteroid",
        rules=KindRules(pool="asteroid", traits=Trait.PLACEABLE, ship=None),
        show=KindShow(
            scale=1.0,
            radar=RadarSign(shape="block", radius=1.6),
            shot_sound=None,
        ),
    )
)

ROCK = MATERIALS.add(
    MaterialRow(
        number=0,
        name="rock",
        rules=MaterialRules(share=1.0, loaded=0.45),
        show=MaterialShow(colour="rock", mesh="rock", burst="rock"),
    )
)
ICE = MATERIALS.add(
    MaterialRow(
        number=1,
        name="ice",
        rules=MaterialRules(share=1.0, loaded=0.45),
        show=MaterialShow(
            colour="ice",
            mesh="ice",
            burst="ice",
            guide=Guide(
                place=22,
                title="Rock, ice, metal",
                look="brown, crystal, cube",
                answer="Scatter breaks rock, pulse ice, lance metal.",
            ),
        ),
    )
)
METAL = MATERIALS.add(
    MaterialRow(
        number=2,
        name="metal",
        rules=MaterialRules(share=1.0, loaded=0.45),
        show=MaterialShow(colour="metal", mesh="metal", burst="metal"),
    )
)
