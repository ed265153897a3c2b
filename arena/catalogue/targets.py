"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "108f48178cc9",
        (
            Target(21648, "weak", "1"),
            Target(57140, "best", "1"),
            Target(72789, "best", "3"),
            Target(83354, "middle", "13070cefik0nqsu"),
        ),
    ),
    "no_guns": Targets(
        "66ec538bdf37",
        (
            Target(4641, "best", "1"),
            Target(5940, "middle", "0"),
            Target(7328, "best", "3"),
            Target(7343, "middle", "4"),
        ),
    ),
    "one_bomb": Targets(
        "3280a94d9e9f",
        (
            Target(1850, "weak", "1"),
            Target(4516, "best", "0"),
            Target(39110, "middle", "1"),
            Target(88600, "middle", "14670c0fik0oq0u"),
        ),
    ),
    "lance_only": Targets(
        "1dcf58781fbb",
        (
            Target(5624, "weak", "1"),
            Target(56275, "best", "0"),
            Target(74425, "best", "3"),
            Target(86916, "middle", "2060a000h00o00u0xz2"),
        ),
    ),
    "scatter_only": Targets(
        "132940c15c38",
        (
            Target(5856, "weak", "0"),
            Target(119215, "best", "1"),
            Target(162204, "middle", "4"),
            Target(186365, "middle", "0008ab0f0k0n000w001"),
        ),
    ),
    "ice_field": Targets(
        "2dbaed67647e",
        (
            Target(4338, "weak", "1"),
            Target(9835, "middle", "1"),
            Target(12343, "best", "046090d0i0moqst"),
            Target(12843, "best", "2"),
        ),
    ),
    "metal_rain": Targets(
        "989a6ef734ec",
        (
            Target(8672, "weak", "1"),
            Target(23117, "best", "1"),
            Target(25733, "best", "0"),
            Target(27098, "best", "3"),
        ),
    ),
    "one_heart": Targets(
        "44a17eda712c",
        (
            Target(736, "weak", "1"),
            Target(3985, "middle", "0"),
            Target(4820, "best", "0"),
            Target(8680, "best", "3"),
        ),
    ),
    "crossfire": Targets(
        "65bdb1e74655",
        (
            Target(7904, "weak", "0"),
            Target(26464, "middle", "1"),
            Target(28434, "best", "1"),
            Target(29137, "best", "13080c0g00mo0s0v0z0"),
        ),
    ),
    "in_the_dark": Targets(
        "152a3f929233",
        (
            Target(5854, "weak", "1"),
            Target(71374, "best", "1"),
            Target(84220, "middle", "2"),
            Target(110276, "best", "20000c0gikm00s00y01067a"),
        ),
    ),
    "wells": Targets(
        "174c4c8d6c7f",
        (
            Target(5760, "weak", "1"),
            Target(125689, "middle", "0"),
            Target(172478, "middle", "1"),
            Target(177896, "middle", "2"),
        ),
    ),
    "headwind": Targets(
        "02c984fb67aa",
        (
            Target(3798, "weak", "0"),
            Target(66059, "middle", "0"),
            Target(77808, "middle", "1"),
            Target(83860, "middle", "2067abdf0jm0qsuvy02"),
        ),
    ),
    "minefield": Targets(
        "a56bc5536642",
        (
            Target(5395, "middle", "1"),
            Target(15426, "middle", "0"),
            Target(51565, "best", "0"),
            Target(60622, "best", "04009c0g0j0nq0t0yz00680"),
        ),
    ),
    "lancers": Targets(
        "ef28672f1ba3",
        (
            Target(2252, "weak", "1"),
            Target(10664, "middle", "1"),
            Target(34209, "best", "0"),
            Target(35137, "best", "2"),
        ),
    ),
    "weavers": Targets(
        "17b5f9879355",
        (
            Target(2424, "weak", "0"),
            Target(56257, "best", "0"),
            Target(68346, "best", "3"),
            Target(88957, "middle", "00009c0fi0moq0uw0z0"),
        ),
    ),
    "snipers": Targets(
        "307217273813",
        (
            Target(2102, "weak", "1"),
            Target(8715, "middle", "0"),
            Target(57276, "best", "1"),
            Target(59808, "best", "03579bdgik0oqr00y01"),
        ),
    ),
    "carriers": Targets(
        "3023439b050e",
        (
            Target(9753, "weak", "0"),
            Target(10461, "best", "0"),
            Target(10668, "best", "4"),
            Target(10825, "best", "5"),
        ),
    ),
    "duel": Targets(
        "1ad139ee2870",
        (
            Target(6606, "middle", "3"),
            Target(6830, "middle", "0"),
            Target(7056, "best", "3"),
            Target(7261, "best", "1"),
        ),
    ),
    "ram": Targets(
        "e1f0723ba79a",
        (
            Target(5363, "middle", "3"),
            Target(6061, "middle", "1"),
            Target(6383, "best", "5"),
            Target(6696, "best", "0050acefhj0000"),
        ),
    ),
    "forty_shots": Targets(
        "32cdd565ce3b",
        (
            Target(3460, "weak", "0"),
            Target(6953, "best", "0"),
            Target(35283, "middle", "2"),
            Target(55816, "middle", "3"),
        ),
    ),
    "sprint": Targets(
        "d5a2c67734e5",
        (
            Target(7120, "weak", "0"),
            Target(7815, "best", "1"),
            Target(7950, "best", "4"),
            Target(7986, "middle", "145"),
        ),
    ),
    "clean_up": Targets(
        "29fc4a157a19",
        (
            Target(5820, "weak", "0"),
            Target(6258, "middle", "0"),
            Target(6476, "best", "2"),
            Target(6488, "middle", "1"),
        ),
    ),
    "dart": Targets(
        "d176698c1e2b",
        (
            Target(2535, "weak", "1"),
            Target(68844, "best", "0"),
            Target(76698, "best", "1"),
            Target(80094, "best", "140700eg00m0qru0y01"),
        ),
    ),
    "bulwark": Targets(
        "d87badfe5683",
        (
            Target(24450, "weak", "0"),
            Target(94294, "middle", "1"),
            Target(174109, "best", "4"),
            Target(240200, "middle", "4"),
        ),
    ),
    "comet": Targets(
        "341fa59f1fe3",
        (
            Target(2605, "best", "0"),
            Target(3670, "middle", "0"),
            Target(7333, "best", "1"),
            Target(7350, "best", "1000000000l00r000z0"),
        ),
    ),
    "bare": Targets(
        "d8bf126792a2",
        (
            Target(521, "middle", "1"),
            Target(2516, "weak", "0"),
            Target(5845, "best", "1"),
            Target(5850, "best", "100090efi000000"),
        ),
    ),
    "parade": Targets(
        "df770a5db176",
        (
            Target(6148, "middle", "1"),
            Target(6743, "weak", "1"),
            Target(6991, "best", "2"),
            Target(6996, "best", "1"),
        ),
    ),
    "repulsors": Targets(
        "94016e32c857",
        (
            Target(26791, "weak", "1"),
            Target(78728, "best", "1"),
            Target(89249, "middle", "2"),
            Target(100121, "best", "00600ce0hk000stwx01"),
        ),
    ),
    "one_spark": Targets(
        "02e3a4efeafa",
        (
            Target(991, "weak", "0"),
            Target(1350, "best", "1"),
            Target(1655, "middle", "1"),
            Target(5492, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "ae4075c02b0e",
        (
            Target(3934, "weak", "0"),
            Target(39377, "middle", "0"),
            Target(102142, "best", "2360ac0fhkl0qrtwy00"),
            Target(130930, "best", "3"),
        ),
    ),
}
