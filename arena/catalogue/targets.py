"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "8d84b6b39782",
        (
            Target(15236, "weak", "0"),
            Target(35626, "best", "1"),
            Target(48720, "middle", "1"),
            Target(56309, "middle", "036800dfi000q00"),
        ),
    ),
    "no_guns": Targets(
        "89a3e1256364",
        (
            Target(5001, "weak", "1"),
            Target(5326, "middle", "1"),
            Target(7325, "middle", "4"),
            Target(7350, "best", "14080ce00j00000vx00"),
        ),
    ),
    "one_bomb": Targets(
        "0e3afda3f93a",
        (
            Target(1500, "weak", "1"),
            Target(4566, "best", "0"),
            Target(24150, "middle", "4"),
            Target(33000, "middle", "1467ac0fik0nqs0"),
        ),
    ),
    "lance_only": Targets(
        "dd1dc2ba7bdc",
        (
            Target(19753, "weak", "1"),
            Target(37382, "best", "1"),
            Target(47082, "middle", "0"),
            Target(55341, "middle", "03079b0fh0loqr000z0"),
        ),
    ),
    "scatter_only": Targets(
        "8929d0bc06dd",
        (
            Target(6636, "weak", "1"),
            Target(78275, "best", "1"),
            Target(110151, "middle", "2"),
            Target(116692, "middle", "1"),
        ),
    ),
    "ice_field": Targets(
        "41801e706d58",
        (
            Target(7127, "weak", "1"),
            Target(8229, "middle", "0"),
            Target(10625, "best", "3"),
            Target(11261, "best", "1"),
        ),
    ),
    "metal_rain": Targets(
        "a081ff9c0332",
        (
            Target(12108, "weak", "0"),
            Target(16932, "best", "0"),
            Target(18899, "middle", "4"),
            Target(22944, "best", "14679cd0i0mopru0xz2"),
        ),
    ),
    "one_heart": Targets(
        "3e31cad33b0f",
        (
            Target(488, "weak", "1"),
            Target(2125, "best", "1"),
            Target(7838, "middle", "0"),
            Target(8435, "middle", "2457ac0f0jl0ps0w0z04000"),
        ),
    ),
    "crossfire": Targets(
        "cc2a64baa481",
        (
            Target(20234, "best", "0"),
            Target(22121, "middle", "0"),
            Target(25273, "middle", "2"),
            Target(27260, "best", "1"),
        ),
    ),
    "in_the_dark": Targets(
        "5067825f3d9b",
        (
            Target(4135, "weak", "1"),
            Target(63833, "best", "1"),
            Target(68577, "middle", "245790efhkloq0uw0z20070"),
            Target(71418, "middle", "0"),
        ),
    ),
    "wells": Targets(
        "1416f322727c",
        (
            Target(11979, "weak", "0"),
            Target(83050, "middle", "0"),
            Target(94758, "middle", "4"),
            Target(117918, "middle", "0307000fi00n0stvy00"),
        ),
    ),
    "headwind": Targets(
        "0c20392c3e14",
        (
            Target(2580, "weak", "0"),
            Target(39624, "best", "0"),
            Target(42813, "middle", "3"),
            Target(51636, "best", "3"),
        ),
    ),
    "minefield": Targets(
        "e2452c4e9004",
        (
            Target(2342, "middle", "1"),
            Target(3958, "middle", "0"),
            Target(59152, "best", "1067abe0hkm0qr0wyz00500"),
            Target(64282, "best", "1"),
        ),
    ),
    "lancers": Targets(
        "b820d56644c2",
        (
            Target(1150, "weak", "0"),
            Target(26785, "middle", "0"),
            Target(27335, "best", "00600b0gi00nps0v0z0"),
            Target(30012, "best", "0"),
        ),
    ),
    "weavers": Targets(
        "550169fd0be9",
        (
            Target(9767, "weak", "0"),
            Target(43447, "best", "1"),
            Target(54265, "middle", "1"),
            Target(60978, "middle", "0007a0e0i0000s00x01"),
        ),
    ),
    "snipers": Targets(
        "c541165737fe",
        (
            Target(147, "middle", "0"),
            Target(4678, "weak", "0"),
            Target(45337, "best", "2400a0dfijloqruw0z1"),
            Target(50547, "best", "2"),
        ),
    ),
    "carriers": Targets(
        "9a66696ded3f",
        (
            Target(10111, "weak", "1"),
            Target(10483, "best", "0"),
            Target(10620, "middle", "1"),
            Target(10815, "middle", "046"),
        ),
    ),
    "duel": Targets(
        "9e09267d073e",
        (
            Target(4388, "weak", "1"),
            Target(6538, "middle", "1"),
            Target(6915, "best", "24579b000j0np"),
            Target(7071, "best", "4"),
        ),
    ),
    "ram": Targets(
        "323e6d23e3eb",
        (
            Target(3586, "weak", "1"),
            Target(5891, "best", "0"),
            Target(6073, "middle", "4"),
            Target(6511, "middle", "5"),
        ),
    ),
    "forty_shots": Targets(
        "d42b343576a2",
        (
            Target(2070, "weak", "0"),
            Target(5465, "best", "1"),
            Target(14642, "best", "2"),
            Target(28381, "middle", "0"),
        ),
    ),
    "sprint": Targets(
        "ccee8632e7e5",
        (
            Target(7196, "weak", "1"),
            Target(7478, "best", "0"),
            Target(7553, "best", "2067"),
            Target(7621, "best", "2"),
        ),
    ),
    "clean_up": Targets(
        "cbb99955cd75",
        (
            Target(5583, "weak", "0"),
            Target(6500, "best", "1"),
            Target(6508, "middle", "0"),
            Target(6528, "middle", "1"),
        ),
    ),
    "dart": Targets(
        "fe6d9ddf2392",
        (
            Target(3311, "weak", "1"),
            Target(27901, "middle", "0"),
            Target(41222, "best", "5"),
            Target(47584, "best", "236790efik00q00wx01"),
        ),
    ),
    "bulwark": Targets(
        "b268794879c4",
        (
            Target(4000, "weak", "1"),
            Target(72479, "middle", "1"),
            Target(125026, "best", "1"),
            Target(133824, "best", "13600cdfh0m0psuv000"),
        ),
    ),
    "comet": Targets(
        "e8f0bf927340",
        (
            Target(1398, "weak", "0"),
            Target(2640, "best", "0"),
            Target(7266, "best", "3"),
            Target(7350, "middle", "20080000000npsu0000"),
        ),
    ),
    "bare": Targets(
        "510a7ae440ed",
        (
            Target(458, "middle", "1"),
            Target(2516, "weak", "0"),
            Target(5833, "best", "5"),
            Target(5850, "best", "130000e00000000"),
        ),
    ),
    "parade": Targets(
        "3d14894450fb",
        (
            Target(6033, "weak", "1"),
            Target(6860, "best", "0"),
            Target(6966, "middle", "1"),
            Target(7001, "middle", "3"),
        ),
    ),
    "repulsors": Targets(
        "8658c7b8fde5",
        (
            Target(7793, "weak", "0"),
            Target(46437, "best", "1"),
            Target(59049, "middle", "0"),
            Target(62758, "middle", "0007ac0gijm0qruv000"),
        ),
    ),
    "one_spark": Targets(
        "ea7a8ad6b5d2",
        (
            Target(462, "weak", "1"),
            Target(662, "best", "1"),
            Target(1464, "middle", "5"),
            Target(3206, "middle", "2"),
        ),
    ),
    "powder": Targets(
        "331d4ace4057",
        (
            Target(4706, "weak", "0"),
            Target(47652, "best", "1"),
            Target(77163, "best", "2"),
            Target(106560, "middle", "20000cdfh000000vx00"),
        ),
    ),
}
