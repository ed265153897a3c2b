"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "474b30714fb3",
        (
            Target(15236, "weak", "0"),
            Target(35626, "best", "1"),
            Target(48720, "middle", "1"),
            Target(56309, "middle", "036800dfi000q00"),
        ),
    ),
    "no_guns": Targets(
        "ed237eb2a985",
        (
            Target(5001, "weak", "1"),
            Target(5326, "middle", "1"),
            Target(7325, "middle", "4"),
            Target(7350, "best", "14080ce00j00000vx00"),
        ),
    ),
    "one_bomb": Targets(
        "93e9fd94baac",
        (
            Target(1500, "weak", "1"),
            Target(4566, "best", "0"),
            Target(24150, "middle", "4"),
            Target(33000, "middle", "1467ac0fik0nqs0"),
        ),
    ),
    "lance_only": Targets(
        "bbd09bfc8136",
        (
            Target(19753, "weak", "1"),
            Target(37382, "best", "1"),
            Target(47082, "middle", "0"),
            Target(55341, "middle", "03079b0fh0loqr000z0"),
        ),
    ),
    "scatter_only": Targets(
        "d4af17b18d3f",
        (
            Target(6636, "weak", "1"),
            Target(78275, "best", "1"),
            Target(110151, "middle", "2"),
            Target(116692, "middle", "1"),
        ),
    ),
    "ice_field": Targets(
        "b272f10d9933",
        (
            Target(7127, "weak", "1"),
            Target(8229, "middle", "0"),
            Target(10625, "best", "3"),
            Target(11261, "best", "1"),
        ),
    ),
    "metal_rain": Targets(
        "bd10c0c55526",
        (
            Target(12108, "weak", "0"),
            Target(16932, "best", "0"),
            Target(18899, "middle", "4"),
            Target(22944, "best", "14679cd0i0mopru0xz2"),
        ),
    ),
    "one_heart": Targets(
        "4602e55fc563",
        (
            Target(488, "weak", "1"),
            Target(2125, "best", "1"),
            Target(7838, "middle", "0"),
            Target(8435, "middle", "2457ac0f0jl0ps0w0z04000"),
        ),
    ),
    "crossfire": Targets(
        "3b3efb080b98",
        (
            Target(20234, "best", "0"),
            Target(22121, "middle", "0"),
            Target(25273, "middle", "2"),
            Target(27260, "best", "1"),
        ),
    ),
    "in_the_dark": Targets(
        "5e08b9bea041",
        (
            Target(4135, "weak", "1"),
            Target(63833, "best", "1"),
            Target(68577, "middle", "245790efhkloq0uw0z20070"),
            Target(71418, "middle", "0"),
        ),
    ),
    "wells": Targets(
        "cc0a0c825df1",
        (
            Target(11979, "weak", "0"),
            Target(83050, "middle", "0"),
            Target(94758, "middle", "4"),
            Target(117918, "middle", "0307000fi00n0stvy00"),
        ),
    ),
    "headwind": Targets(
        "150c0eacc46a",
        (
            Target(2580, "weak", "0"),
            Target(39624, "best", "0"),
            Target(42813, "middle", "3"),
            Target(51636, "best", "3"),
        ),
    ),
    "minefield": Targets(
        "c263aba328ed",
        (
            Target(2342, "middle", "1"),
            Target(3958, "middle", "0"),
            Target(59152, "best", "1067abe0hkm0qr0wyz00500"),
            Target(64282, "best", "1"),
        ),
    ),
    "lancers": Targets(
        "9c6a1bb352bb",
        (
            Target(1159, "weak", "1"),
            Target(23814, "best", "1"),
            Target(28771, "best", "3"),
            Target(30012, "best", "0"),
        ),
    ),
    "weavers": Targets(
        "bde015ed8ff9",
        (
            Target(9767, "weak", "0"),
            Target(38285, "best", "1"),
            Target(52893, "middle", "1"),
            Target(65846, "middle", "03570bef00loqs000z0"),
        ),
    ),
    "snipers": Targets(
        "c276b510613c",
        (
            Target(147, "middle", "0"),
            Target(4678, "weak", "0"),
            Target(31622, "best", "5"),
            Target(43596, "best", "0407abdfi0loq0twxz0"),
        ),
    ),
    "carriers": Targets(
        "3dd765e7f76e",
        (
            Target(8786, "weak", "1"),
            Target(10483, "best", "0"),
            Target(10573, "best", "0367"),
            Target(10608, "best", "4"),
        ),
    ),
    "duel": Targets(
        "2522ca9267c4",
        (
            Target(6238, "best", "2"),
            Target(6686, "middle", "0"),
            Target(6961, "best", "4"),
            Target(6966, "best", "5"),
        ),
    ),
    "ram": Targets(
        "38b2fa45a556",
        (
            Target(3188, "weak", "1"),
            Target(5891, "best", "0"),
            Target(6101, "best", "3"),
            Target(6500, "best", "5"),
        ),
    ),
    "forty_shots": Targets(
        "532637ba7f57",
        (
            Target(2070, "weak", "0"),
            Target(2818, "weak", "1"),
            Target(26506, "middle", "3"),
            Target(28679, "middle", "1060ac00h0lo00u"),
        ),
    ),
    "sprint": Targets(
        "95418b73768f",
        (
            Target(7198, "weak", "1"),
            Target(7478, "best", "0"),
            Target(7630, "middle", "1400"),
            Target(7925, "middle", "1"),
        ),
    ),
    "clean_up": Targets(
        "81025c1d0bf6",
        (
            Target(5640, "weak", "1"),
            Target(6411, "best", "1"),
            Target(6550, "middle", "146"),
            Target(6588, "middle", "4"),
        ),
    ),
    "dart": Targets(
        "663b37f1978c",
        (
            Target(2280, "weak", "1"),
            Target(27901, "middle", "0"),
            Target(43590, "best", "1"),
            Target(49928, "best", "3"),
        ),
    ),
    "bulwark": Targets(
        "36af42f6b0cc",
        (
            Target(6522, "weak", "1"),
            Target(100071, "middle", "1"),
            Target(121131, "best", "1"),
            Target(125559, "best", "1400acef0jmoq0u0yz2"),
        ),
    ),
    "comet": Targets(
        "c6916aa5c164",
        (
            Target(2448, "middle", "0"),
            Target(3201, "weak", "1"),
            Target(7345, "best", "1"),
            Target(7350, "best", "105700d00km00s00yz0"),
        ),
    ),
    "bare": Targets(
        "688710cc5b28",
        (
            Target(521, "middle", "1"),
            Target(2516, "weak", "0"),
            Target(5845, "best", "1"),
            Target(5850, "best", "100090efi000000"),
        ),
    ),
    "parade": Targets(
        "df5d7ad7ab68",
        (
            Target(5373, "weak", "0"),
            Target(6853, "middle", "0"),
            Target(6955, "best", "3"),
            Target(6998, "middle", "5"),
        ),
    ),
    "repulsors": Targets(
        "689eb681beef",
        (
            Target(7793, "weak", "0"),
            Target(50349, "best", "1"),
            Target(59049, "middle", "0"),
            Target(70145, "middle", "00080bd00kloqr00000"),
        ),
    ),
    "one_spark": Targets(
        "b07620665f41",
        (
            Target(991, "weak", "0"),
            Target(1250, "best", "1"),
            Target(1955, "middle", "1"),
            Target(5342, "middle", "4"),
        ),
    ),
    "powder": Targets(
        "6a984a0fe73d",
        (
            Target(4706, "weak", "0"),
            Target(62787, "best", "0"),
            Target(86811, "middle", "3"),
            Target(94219, "middle", "2"),
        ),
    ),
}
