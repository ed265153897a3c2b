"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "4bb589a7d651",
        (
            Target(14390, "weak", "0"),
            Target(34903, "best", "0"),
            Target(46071, "middle", "3"),
            Target(50616, "best", "2"),
        ),
    ),
    "no_guns": Targets(
        "04a95333d5bb",
        (
            Target(3695, "best", "0"),
            Target(5001, "weak", "1"),
            Target(7340, "middle", "2"),
            Target(7350, "best", "1"),
        ),
    ),
    "one_bomb": Targets(
        "8633c6c2dfb2",
        (
            Target(1500, "weak", "1"),
            Target(3066, "best", "0"),
            Target(16000, "middle", "2"),
            Target(52800, "middle", "1467a00fh00o0ru"),
        ),
    ),
    "lance_only": Targets(
        "ea36a16876d2",
        (
            Target(4076, "weak", "0"),
            Target(39673, "middle", "0"),
            Target(47885, "middle", "1"),
            Target(57719, "middle", "2"),
        ),
    ),
    "scatter_only": Targets(
        "d86d64439b1d",
        (
            Target(7274, "best", "1"),
            Target(32680, "middle", "1"),
            Target(93661, "best", "23579c00ijlnp0u000"),
            Target(102144, "best", "3"),
        ),
    ),
    "ice_field": Targets(
        "28b7238e4732",
        (
            Target(4365, "weak", "1"),
            Target(8802, "best", "0"),
            Target(10361, "best", "2"),
            Target(15502, "best", "23009b0fi0mnprt"),
        ),
    ),
    "metal_rain": Targets(
        "489c5b14efcf",
        (
            Target(7785, "weak", "1"),
            Target(13686, "middle", "1"),
            Target(18357, "best", "23070cefijln00uvx02"),
            Target(21262, "best", "2"),
        ),
    ),
    "one_heart": Targets(
        "7ec0802f6612",
        (
            Target(781, "weak", "0"),
            Target(3363, "best", "1"),
            Target(3983, "middle", "0"),
            Target(6905, "middle", "2007ab0f0j00p000x0"),
        ),
    ),
    "crossfire": Targets(
        "315685d84538",
        (
            Target(3743, "weak", "0"),
            Target(21842, "best", "1"),
            Target(25602, "middle", "2"),
            Target(26703, "middle", "1"),
        ),
    ),
    "in_the_dark": Targets(
        "ee77c18a0126",
        (
            Target(5370, "weak", "1"),
            Target(52751, "best", "0"),
            Target(60046, "best", "3"),
            Target(77270, "best", "236800eghjlo00twyz14089"),
        ),
    ),
    "wells": Targets(
        "9875e0896d3a",
        (
            Target(11979, "weak", "0"),
            Target(83050, "middle", "0"),
            Target(94758, "middle", "4"),
            Target(117918, "middle", "0307000fi00n0stvy00"),
        ),
    ),
    "headwind": Targets(
        "7f49241af369",
        (
            Target(2580, "weak", "0"),
            Target(39624, "best", "0"),
            Target(42813, "middle", "3"),
            Target(51636, "best", "3"),
        ),
    ),
    "minefield": Targets(
        "b3936405b369",
        (
            Target(2342, "middle", "1"),
            Target(3958, "middle", "0"),
            Target(59152, "best", "1067abe0hkm0qr0wyz00500"),
            Target(64282, "best", "1"),
        ),
    ),
    "lancers": Targets(
        "d0482e703314",
        (
            Target(1159, "weak", "1"),
            Target(23814, "best", "1"),
            Target(28771, "best", "3"),
            Target(30012, "best", "0"),
        ),
    ),
    "weavers": Targets(
        "6f0678f18f92",
        (
            Target(9767, "weak", "0"),
            Target(38285, "best", "1"),
            Target(52893, "middle", "1"),
            Target(65846, "middle", "03570bef00loqs000z0"),
        ),
    ),
    "snipers": Targets(
        "c1d00818d2c8",
        (
            Target(147, "middle", "0"),
            Target(4678, "weak", "0"),
            Target(31622, "best", "5"),
            Target(43596, "best", "0407abdfi0loq0twxz0"),
        ),
    ),
    "carriers": Targets(
        "e323e29b9b5b",
        (
            Target(8786, "weak", "1"),
            Target(10483, "best", "0"),
            Target(10573, "best", "0367"),
            Target(10608, "best", "4"),
        ),
    ),
    "duel": Targets(
        "c3f7a8e6698c",
        (
            Target(6238, "best", "2"),
            Target(6686, "middle", "0"),
            Target(6961, "best", "4"),
            Target(6966, "best", "5"),
        ),
    ),
    "ram": Targets(
        "171d2912cc1a",
        (
            Target(3188, "weak", "1"),
            Target(5891, "best", "0"),
            Target(6101, "best", "3"),
            Target(6500, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "27ecdd0d8502",
        (
            Target(2070, "weak", "0"),
            Target(2818, "weak", "1"),
            Target(26506, "middle", "3"),
            Target(28679, "middle", "1060ac00h0lo00u"),
        ),
    ),
    "sprint": Targets(
        "9295376baa11",
        (
            Target(7198, "weak", "1"),
            Target(7478, "best", "0"),
            Target(7630, "middle", "1400"),
            Target(7925, "middle", "1"),
        ),
    ),
    "clean_up": Targets(
        "ed5b2fa54105",
        (
            Target(5640, "weak", "1"),
            Target(6411, "best", "1"),
            Target(6550, "middle", "146"),
            Target(6588, "middle", "4"),
        ),
    ),
    "dart": Targets(
        "b48f21bf8d47",
        (
            Target(2280, "weak", "1"),
            Target(27901, "middle", "0"),
            Target(43590, "best", "1"),
            Target(49928, "best", "3"),
        ),
    ),
    "bulwark": Targets(
        "5ec1dc63b922",
        (
            Target(6522, "weak", "1"),
            Target(100071, "middle", "1"),
            Target(121131, "best", "1"),
            Target(125559, "best", "1400acef0jmoq0u0yz2"),
        ),
    ),
    "comet": Targets(
        "454d610296af",
        (
            Target(2448, "middle", "0"),
            Target(3201, "weak", "1"),
            Target(7345, "best", "1"),
            Target(7350, "best", "105700d00km00s00yz0"),
        ),
    ),
    "bare": Targets(
        "b7057d89ae18",
        (
            Target(521, "middle", "1"),
            Target(2516, "weak", "0"),
            Target(5845, "best", "1"),
            Target(5850, "best", "100090efi000000"),
        ),
    ),
    "parade": Targets(
        "36239e59eea8",
        (
            Target(5373, "weak", "0"),
            Target(6853, "middle", "0"),
            Target(6955, "best", "3"),
            Target(6998, "middle", "5"),
        ),
    ),
    "repulsors": Targets(
        "9413b9efeab4",
        (
            Target(7793, "weak", "0"),
            Target(50349, "best", "1"),
            Target(59049, "middle", "0"),
            Target(70145, "middle", "00080bd00kloqr00000"),
        ),
    ),
    "one_spark": Targets(
        "c2f981f7abc5",
        (
            Target(991, "weak", "0"),
            Target(1300, "best", "1"),
            Target(2105, "middle", "1"),
            Target(5492, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "5f90d914401e",
        (
            Target(4706, "weak", "0"),
            Target(62787, "best", "0"),
            Target(86811, "middle", "3"),
            Target(94219, "middle", "2"),
        ),
    ),
}
