"""Targets of the trials by name, as `scripts/record_trials.py` found them."""

from arena.catalogue.medals import Target, Targets

TARGETS: dict[str, Targets] = {
    "warm_up": Targets(
        "f5b1a2eb9253",
        (
            Target(15236, "weak", "0"),
            Target(40685, "best", "1"),
            Target(54035, "middle", "2000acdf00l0qr0"),
            Target(54323, "middle", "1"),
        ),
    ),
    "no_guns": Targets(
        "36eead612743",
        (
            Target(2335, "weak", "1"),
            Target(4630, "best", "1"),
            Target(5675, "middle", "5"),
            Target(7350, "best", "1300a00g00mn0000000"),
        ),
    ),
    "one_bomb": Targets(
        "a76f9067a1f1",
        (
            Target(950, "weak", "0"),
            Target(6716, "best", "1"),
            Target(19600, "middle", "0"),
            Target(42000, "middle", "04689c00i0m0p00"),
        ),
    ),
    "lance_only": Targets(
        "3a493ccaf16b",
        (
            Target(8656, "weak", "1"),
            Target(36557, "best", "0"),
            Target(48891, "middle", "04500ce0ijl00su0x01"),
            Target(51198, "middle", "1"),
        ),
    ),
    "scatter_only": Targets(
        "0676ed63bf25",
        (
            Target(10062, "weak", "1"),
            Target(88241, "best", "1"),
            Target(104381, "middle", "1360ab000000pst0x00"),
            Target(104689, "middle", "0"),
        ),
    ),
    "ice_field": Targets(
        "ba01ce368d5d",
        (
            Target(7857, "weak", "1"),
            Target(9741, "best", "0"),
            Target(11077, "best", "5"),
            Target(11898, "best", "2"),
        ),
    ),
    "metal_rain": Targets(
        "5cb937506053",
        (
            Target(12108, "weak", "0"),
            Target(16187, "best", "1"),
            Target(18853, "best", "2"),
            Target(23250, "best", "23570ceghjlnqs0wx01"),
        ),
    ),
    "one_heart": Targets(
        "dee7b09fa2ef",
        (
            Target(310, "best", "1"),
            Target(868, "weak", "0"),
            Target(7838, "middle", "0"),
            Target(8700, "middle", "2358abd0h00nqr0wxz00500"),
        ),
    ),
    "crossfire": Targets(
        "3350fb2fe475",
        (
            Target(11101, "weak", "1"),
            Target(20652, "middle", "1"),
            Target(24677, "best", "1"),
            Target(25536, "middle", "2"),
        ),
    ),
    "in_the_dark": Targets(
        "83584d9f2c4e",
        (
            Target(4151, "weak", "1"),
            Target(62581, "best", "0"),
            Target(67719, "middle", "2458a0d0hj0n0r000014679"),
            Target(71418, "middle", "0"),
        ),
    ),
    "wells": Targets(
        "1c2157aaac80",
        (
            Target(11979, "weak", "0"),
            Target(83050, "middle", "0"),
            Target(94277, "best", "2"),
            Target(118428, "middle", "0467a0df0jl0p000x00"),
        ),
    ),
    "headwind": Targets(
        "da95fb478c65",
        (
            Target(6540, "weak", "1"),
            Target(41674, "middle", "0"),
            Target(46165, "middle", "1"),
            Target(46341, "middle", "046800d0ijm0p0uw0z0"),
        ),
    ),
    "minefield": Targets(
        "9efcd76b942e",
        (
            Target(2190, "middle", "1"),
            Target(3958, "middle", "0"),
            Target(46009, "best", "4"),
            Target(64907, "best", "146700eg0jmn0ruvy010570"),
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
        "e7957f5d891e",
        (
            Target(600, "weak", "0"),
            Target(924, "middle", "0"),
            Target(2964, "middle", "3"),
            Target(3570, "weak", "1"),
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
