"""Numbers of the modes: waves, scoring, lives, bot, stress. `arena.tuning` holds the world's.

`rules_hash()` covers both modules and the catalogue, and replays carry it. Units as in `arena.tuning`:
lengths [u], times in ticks (60 a second) or seconds [s], angles [rad]. Named tuples rather than dataclasses,
because kernels read those as compile-time constants.
"""

import hashlib
from typing import NamedTuple

from arena.catalogue import catalogue_hash, seal_catalogue
from arena.tuning import ARENA, LANDING, PILOT, tuning_hash


class MatchRules(NamedTuple):
    """Capacities of a match's pools."""

    enemies: int = 256  # alive at once, per match
    endless_enemies: int = 1024  # the same, in endless waves
    asteroids: int = 512
    bullets: int = 1024
    mines: int = 48
    pickups: int = 48
    players_max: int = 4


class Difficulty(NamedTuple):
    """Numbers of a difficulty level: above all, dangers that demand an answer."""

    enemies: float  # share of the wave's weight
    pause: float  # share of the time between groups, and of lulls
    few: float  # share of the ships alive by which a phase's groups come early, or wait
    fall: float  # [s] for which landings are announced
    fronts: int  # waves by which groups on more sides at once come earlier
    shapes: tuple[str, ...]  # formations of peaks and last stands
    together: int  # kinds beside drones that come together in a peak
    lives: int
    score: float  # share of all points


DIFFICULTIES = {
    "easy": Difficulty(
        *(0.85, 1.25, 0.4, 2.6, -2),
        ("wedge", "wall", "column", "crescent", "swarm"),
        *(1, PILOT.lives + 1, 0.5),
    ),
    "normal": Difficulty(
        *(1.0, 1.0, 1.0, 2.0, 0),
        ("ring", "pincer", "crescent", "cross", "spiral", "wall"),
        *(2, PILOT.lives, 1.0),
    ),
    "hard": Difficulty(
        *(1.2, 0.8, 1.2, 1.4, 2),
        ("ring", "pincer", "corridor", "spiral", "crescent"),
        *(3, PILOT.lives, 1.8),
    ),
}


class WaveRules(NamedTuple):
    """Endless waves; weights are in drones, see `arena.catalogue.kind_row.Debut`."""

    banner: int = 150  # [ticks] that a wave's announcement stands
    beat_banner: int = 110  # [ticks] that a peak's and a last stand's does
    lead_in: int = 120  # [ticks] of calm from a wave's banner to its first group
    weight_first: float = 26.0  # weight of wave 1
    weight_growth: float = 28.0  # more in every wave
    weight_curve: float = 6.0  # times waves before it, squared
    opening: float = 0.16  # shares of the weight by beat; this one is the opening's
    build_up: float = 0.32
    peak: float = 0.36
    last_stand: float = 0.16
    halo: float = 0.08  # share of the weight of the escort of a carrier or shielder
    volley_from: int = (
        2  # wave from which on peaks of two kinds or more beside drones have one that fires volleys
    )
    swarm_share: float = 0.45  # share of a beat's weight that is drones
    second_opening: int = 4  # wave from which on an opening has two groups
    opening_left: float = 0.4  # share of a beat's ships with which the next may begin
    build_up_left: float = 0.2
    peak_left: float = 0.3
    left_least: int = 3  # ships with which it may begin anyway
    opening_patience: float = 7.0  # [s] after which it begins anyway
    build_up_patience: float = 14.0
    peak_patience: float = 18.0
    beat_least: int = 150  # [ticks] from a beat's last group to the next beat, so that it has landed
    build_up_rounds: int = 2
    build_up_pause: float = 5.0  # [s] from round to round
    lull: float = 5.0  # [s] of calm before the peak
    peak_pause: float = 1.5  # [s] from its drones to the others, and between these
    last_stand_pause: float = 2.5  # [s] of calm before it
    last_stand_kinds: int = 3  # the last stand's kind is one of so many of the heaviest known
    fronts_every: int = 3  # [waves] after which groups land on one side more of the player at once
    fronts_max: int = 4
    group_max: int = 36  # drones that land together
    dealt_until: int = 4  # wave up to which debuts change places from seed to seed
    rounds_every: int = 6  # [waves] after which a build-up has one round more
    together_every: int = 8  # [waves] after which one kind more comes together in a peak
    simple_shapes: tuple[str, ...] = ("wedge", "column", "wall", "swarm", "block", "cross")
    strong_shapes: tuple[str, ...] = ("wedge", "wall", "column", "pincer", "crescent")
    limit: int = 2700  # [ticks] after the last group at which the next wave comes anyway
    boss_every: int = 5  # [waves] from one boss to the next
    boss_share: float = 0.6  # of the weight that comes with a boss
    boss_limit: int = 10800  # [ticks], as `limit`
    haste: float = 0.08  # share by which every wave divides its pauses further
    retry: int = 30  # [ticks] until a group that found no room tries again
    tide_from: int = 8  # first wave with a tide
    tide_every: int = 3  # [waves] from one tide to the next
    tide_first: int = 360  # drones of the first one
    tide_growth: int = 60  # more in every later one
    tide_most: int = 600
    tide_flow: int = 2100  # [ticks] from its beginning until it ebbs
    tide_aside: float = 13.0  # [u] at which its river passes where the players were
    tide_interval: int = 20  # [ticks] from one of its drones that begins to hunt to the next
    tide_company: int = 24  # hostile ships from which on none of its drones begins to hunt
    tide_ebb: int = 12  # drones that leave in a tick, at most
    tries: int = 8  # random places tried for an asteroid


class FormationRules(NamedTuple):
    """Landing of groups; see `arena.game.spawning.formations`."""

    spacing: float = 2.2  # [u] between neighbours of small ships
    room: float = 2.6  # radii of a larger ship that it takes instead
    near: float = 14.0  # [u] from the player where a group lands, at least
    far: float = 26.0  # [u] at most, so that it lands in view or just behind the horizon
    behind: float = 0.75  # share of the way from the one to the other that is not used in the player's back
    fall: float = ARENA.outer_altitude / LANDING.descent_speed  # [s] from outer orbit to the shell
    tries: int = 8  # random places tried


class FieldRules(NamedTuple):
    """The asteroid field of a match."""

    first: int = 70  # at the start
    growth: int = 4  # more wanted in every wave
    most: int = 160
    clear: float = 13.0  # [u] around players where none is placed at the start
    team_gap: float = 4.0  # [u] between players at the start
    refill_interval: int = 40  # [ticks] between asteroids that drop in where the field is thin
    whole_radius: float = 0.75  # [u]; smaller ones are debris and do not count as field


class ScoreRules(NamedTuple):
    """Points and the multiplier."""

    multiplier_max: int = 30
    kept: int = 2  # what a death divides the multiplier, and the shards towards its next step, by
    pickup_points: int = 50  # for any pickup, times the multiplier
    struck: int = 2  # times a kill's points that a strike pays besides
    bonus_told: int = 75  # [ticks] for which a bonus is shown
    wave_clear: int = 250  # points for a beaten wave, times its number


class ShardRules(NamedTuple):
    """Shards of destroyed enemies and asteroids; `arena.catalogue` says how many each leaves."""

    capacity: int = 512  # that lie about at once; the oldest go
    life: float = 5.0  # [s]
    of_rock: int = 1  # of an asteroid that is not debris
    of_cascade: int = 4  # ships of a cascade for each shard
    first_step: int = 25  # shards from a multiplier of 1 to 2
    step_growth: int = 5  # more for every further step
    spread: float = 6.0  # [u/s] at which they part, at most
    thrown: float = 6.5  # [u/s] away from who destroyed the body
    drag: float = 1.6  # [1/s] share of speed lost
    reach: float = 0.5  # [u] from a player's hull at which one is collected
    pull_reach: float = 1.0  # [u] within which it is pulled
    pull_speed: float = 28.0  # [u/s]
    run_pause: int = 45  # [ticks] within which the next one continues a run


class CascadeRules(NamedTuple):
    """Points of what volatile ships take along."""

    points: int = 12  # for each ship of a cascade, times the multiplier
    growth: float = 100.0  # ships in a cascade for which each of them pays twice that
    told: int = 5  # ships from which on a cascade is shown


class NearMissRules(NamedTuple):
    """Near misses: conditions and pay."""

    gap: float = 0.9  # [u] between hulls, at most
    ship_speed: float = 13.0  # [u/s] with which a ship must pass; bullets are always fast
    pause: int = 24  # [ticks] between two ships that count
    points: int = 330  # times the multiplier
    boost: float = 0.1  # share of the dash's charge
    streak: int = 60  # [ticks] within which the next one or the next strike is shown together with the last


class SightRules(NamedTuple):
    """Visibility: bounds of the calm camera's picture at 16:9, and of the arrows at its rim.

    Arcs from the player's ship, in the frame of its sticks; tests hold the camera to them.
    """

    reach: float = 50.0  # [u] ahead and to the sides
    behind: float = 18.0  # [u] below the ship
    arrows: int = 6  # at the rim, for the nearest enemies out of the picture
    arrow_reach: float = 70.0  # [u]
    arrow_angle: float = 0.06  # [rad] within which one arrow points at a whole group
    least: int = 30  # [ticks] of warning that everything gives before it hurts


class DropRules(NamedTuple):
    """Drops of destroyed enemies."""

    chance: float = 0.05  # factor on the chance of each kind


class CrateRules(NamedTuple):
    """Offers of modules. Weights are relative to that of any module that was not taken yet."""

    count: int = 3  # crates of an offer
    again: float = 1.5  # of a module that is held and may rise a level
    towards: tuple[float, ...] = (24.0, 6.0)  # of one with which an evolution is ready, lacks one more, ...
    evolution: float = 1000.0  # of an evolution whose parts are held: always offered, but for a tie


class RespawnRules(NamedTuple):
    """Reunion: places at which a player returns."""

    tries: int = 24  # places tried; the one farthest from harm wins
    reach: float = 30.0  # [u] from the place of death, at most
    horizon: float = 20.0  # [u] beyond which harm does not count


class BotRules(NamedTuple):
    """Flight of the bot, at any skill."""

    horizon: float = 0.8  # [s] that it looks ahead
    bullet_margin: float = 0.5  # [u] of room it wants from bullets
    body_margin: float = 1.5  # [u] of room it wants from ships and asteroids
    bullet_fear: float = 1.0  # weight of a bullet's hit
    asteroid_fear: float = 1.5
    ship_fear: float = 1.9
    hit_fear: float = 2.5  # times the weight, for what would touch
    keep: float = 6.0  # [u] it keeps from its target's hull
    keep_slack: float = 2.5  # [u] around that in which it only circles
    crowd: float = 5.0  # [u] within which ships push it away
    crowd_reach: float = 12.0  # [u] about the end of a course within which ships count, the less the farther
    lead_most: float = 3.0  # of a module towards an evolution, for its choice of a crate
    wish: float = 0.8  # weight of going where it wants
    inertia: float = 0.22  # weight of going on as before
    smooth_calm: float = 0.12  # share of the new stick taken over in a tick
    smooth_scared: float = 0.4
    scared: float = 1.2  # danger at which it turns fully scared
    aim_wander_ticks: int = 48  # [ticks] that such a swing takes
    aim_cone: float = 0.9  # cosine between aim and lead within which it fires
    landing_early: float = 0.05  # [s] before a landing that its shots may arrive
    loyalty: float = 4.0  # [u] by which a new target must be nearer
    asteroid_distance: float = 9.0  # [u] that asteroids seem farther than ships
    asteroid_reach: float = 15.0  # [u] within which it shoots at asteroids
    bomb_share: float = 0.75  # share of the bomb's reach within which it counts ships
    bomb_health: float = 0.35  # share of health below which half as many suffice
    bomb_rest: int = 90  # [ticks] between bombs
    weapon_gain: float = 1.1  # times the damage of the weapon in hand that another one has to do
    weapon_rest: int = 40  # [ticks] between two changes of weapon
    pickup_wish: float = 0.7  # share of its wish that then goes there
    crate_wish: float = 0.85  # share of its wish that goes to the crate of its choice
    crate_distance: float = 40.0  # [u] of way that outweigh a module of ordinary worth
    shard_worth: float = 4.0  # of shards on a course, one at most for each, from which on it is that much
    shard_room: float = 4.0  # [u] to the nearest ship from which on a shard weighs as much as it can
    strike_landing: float = 1.0  # [s] before its landing from which on a ship counts there
    strike_after: float = 0.35  # [s] from the dash's begin to the moment at which its end should be free
    strike_room: float = 7.0  # [u] about the end within which whoever is left weighs, the less the farther
    strike_caution: float = 0.6  # share of an enemy struck that one left at the end takes back
    spark_reach: float = 22.0  # [u] within which it looks for a spark
    spark_calm: float = 9.0  # [u] within which it shoots at who hunts it first; nearer for larger sparks
    circle: int = 240  # [ticks] after which it may circle the other way


class PracticeRules(NamedTuple):
    """Limits and aids of practice."""

    wave_max: int = 60  # that it may begin with
    shield: int = 2  # [ticks] for which who cannot be hurt is untouchable, renewed in every one


class LessonRules(NamedTuple):
    """The first flight: what has to be done before a lesson counts as learnt."""

    least: int = 45  # [ticks] that each lesson stands, so that it can be read
    praise: int = 50  # [ticks] between two lessons
    move: int = 70  # [ticks] with the stick more than `stick` out
    stick: float = 0.4
    aim: float = 5.0  # [rad], about, that the aim turns in all
    kills: int = 3  # ships
    rocks: int = 2  # rocks and pieces, each by the weapon for its material
    strikes: int = 2  # drones
    shards: int = 8
    targets: int = 5  # ships that are sent whenever none is left to shoot at
    crowd: int = 9  # ships that are sent to be bombed
    end: int = 150  # [ticks] of the last word
    health: float = 0.5  # share of it below which a pupil's shield is filled up again


class BotVariety(NamedTuple):
    """Attempts of the bot at one game, see `arena.game.bots.attempt`."""

    part: int = 240  # [ticks] after which a recipe may name another variation
    factors: tuple[tuple[str, tuple[float, float]], ...] = (  # of a skill's numbers
        ("reaction", (0.5, 1.5)),
        ("sight", (0.75, 1.3)),
        ("caution", (0.4, 1.4)),
        ("aim_wander", (0.2, 1.2)),
        ("boost_danger", (0.5, 1.8)),
        ("bomb_ships", (0.5, 1.7)),
        ("pickup_reach", (0.3, 1.6)),
        ("shard_reach", (0.3, 2.2)),
        ("strike_ships", (0.3, 1.7)),
    )
    few_shots: int = 3  # so many, or fewer, are kept for volatiles
    saved_least: int = 300  # [ticks] for which they are, at least
    saved_more: int = 900  # [ticks] longer, at most


class BotGoalRules(NamedTuple):
    """Weight of the mode's goal in the bot's flight."""

    stay: float = 0.5  # share of a radius to stay in, within which it does as it likes
    reach: float = 0.0  # the same, for a place that it only has to reach
    devotion: float = 0.85  # share of its wish, outside, that leads there


class CampaignRules(NamedTuple):
    """Phases of a level."""

    banner: int = 170  # [ticks] that a phase's announcement stands
    lead_in: int = 40  # [ticks] from a phase's begin to its first group, which lands under the banner
    beat: int = 100  # [ticks] from a phase's end to the next one's begin
    dusk: int = 90  # [ticks] in which the sun's light fades for a dark phase, and comes back
    retry: int = 30  # [ticks] until a group that found no room tries again
    spread: float = 2.4  # [u] between neighbours of a group
    refill_interval: int = 50  # [ticks] between asteroids that drop in where the field is thin
    freighter_arrival: float = 4.0  # [u] from a way point at which a freighter turns to the next
    freighter_guard: float = 16.0  # [u] from it within which its escort keeps
    runner_reach: float = 12.0  # [u] from a runner within which its hunters keep
    runner_ahead: float = 20.0  # [degrees] along its way to which it steers
    belt_width: float = 14.0  # [u] of a runner's belt of asteroids
    belt_radius: float = 1.1  # [u] of its smallest asteroids
    belt_span: float = 1.2  # [u] by which they may be larger
    flood_births: int = 200  # drones that enter a tide's rivers in a tick, at most
    flood_room: int = 64  # drones fewer than a tide has, which leaves room for groups
    flood_hunters: float = 0.5  # share of a tide's hunters
    cascade_growth: float = 2000.0  # instead of `CascadeRules.growth`: a tide pays as other phases do
    flood_ebb: int = 120  # drones that a tide loses in a tick when it is over, the farthest first
    ship_bonus: int = 2000  # points for each life left after the last phase
    extra_points: int = 1500  # for a phase's second goal


class VoiceRules(NamedTuple):
    """Timing of companions' lines."""

    length: int = 170  # [ticks] that a line stands
    least: int = 40  # [ticks] before a more urgent one may take its place
    look_interval: int = 12  # [ticks] between looks around
    sight: float = 30.0  # [u] within which it names who came for the first time
    behind_distance: float = 9.0  # [u] within which it warns of ships in the player's back
    behind_cosine: float = 0.6  # cosine of the angle to straight back, from which ships count as behind
    behind_pause: int = 1200  # [ticks] before it warns of them again
    hurt_health: float = 0.35  # share of health below which a hit makes it warn
    hurt_pause: int = 600  # [ticks] before it does so again
    kill_pause: int = 1500  # [ticks] before it tells of its kills again


class StressRules(NamedTuple):
    """The load that `arena stress` holds."""

    bodies_max: int = 1_000_000  # in all
    ticks: int = 600  # default of a run without ticks and seconds
    warm_up: int = 60  # [ticks] before measuring
    falling: float = 0.05  # share of new ships and asteroids that appear above the shell
    stagger: float = 0.9  # share of the first bullets' lives that may already be over
    player_gap: float = 4.0  # [u] between resting players


class TideRules(NamedTuple):
    """Rivers of drones; distances are arcs of the shell where not said."""

    drones: int = 10_000  # in all rivers
    volatile_every: int = 6  # one of so many drones is volatile
    rivers_least: int = 3
    rivers_most: int = 5
    tilt_least: float = 0.55  # cosine between a river's axis and the start: it flows past it at an arc's sine
    tilt_most: float = 0.8
    width: float = 100.0  # [u] of all rivers together, so that all seeds are as dense
    flow: float = 7.0  # [u/s]
    pull: float = 0.4  # [1/s] with which a drone returns to its lane
    pull_most: float = 4.0  # [u/s] at most
    acceleration: float = 24.0  # [u/s^2]
    room: float = 12.0  # [u] around a player within which a river gives way
    room_speed: float = 20.0  # [u/s] with which it does, next to the player
    meet: int = 4  # [ticks] from one contact of two drones of a river to the next
    rocks: int = 24  # asteroids
    hunters: int = 60  # that hunt all players together, at the end, on normal
    hunters_first: float = 0.07  # share of them that may at the start
    interval: int = 16  # [ticks] from one that begins to hunt to the next
    lead_in: int = 150  # [ticks] before the first one
    near: float = 12.0  # [u] chord from every player within which none begins
    far: float = 32.0  # [u] from a player beyond which none begins
    leash: float = 42.0  # [u] chord from every player beyond which a hunter goes back
    unseen: float = 76.0  # [u] from every player beyond which drones come anew
    attempts: int = 16  # at a place for one, in a tick
    births: int = 3  # in a tick, at most
    full: float = 0.98  # share of the drones below which players are told that more come
    minutes: int = 3
    banner: int = 180  # [ticks] that an announcement stands


class TrialTimes(NamedTuple):
    """Trials; what one has and sends is in its row of `arena.catalogue.trials`."""

    banner: int = 170  # [ticks] that its title stands
    lead_in: int = 90  # [ticks] of calm before the first group
    boss_place: tuple[float, float, float] = (0.0, 0.6, 0.8)  # direction of a boss; players begin at z


MATCH = MatchRules()
WAVES = WaveRules()
FORMATION = FormationRules()
FIELD = FieldRules()
SCORE = ScoreRules()
CASCADE = CascadeRules()
SHARDS = ShardRules()
NEAR = NearMissRules()
SIGHT = SightRules()
DROPS = DropRules()
CRATES = CrateRules()
REUNION = RespawnRules()
BOT = BotRules()
PRACTICE = PracticeRules()
LESSON = LessonRules()
BOT_VARIETY = BotVariety()
BOT_GOAL = BotGoalRules()
CAMPAIGN = CampaignRules()
VOICE = VoiceRules()
TIDE = TideRules()
TRIAL = TrialTimes()
STRESS = StressRules()

seal_catalogue()


def rules_hash(rows_hash: bytes | None = None) -> bytes:
    """Eight bytes that change with any number here, in `arena.tuning`, or in rules of the catalogue.

    `rows_hash` takes the place of the whole catalogue's.
    """
    rows = [(name, repr(value)) for name, value in sorted(globals().items()) if name.isupper()]
    rows_hash = catalogue_hash() if rows_hash is None else rows_hash
    return hashlib.blake2b(tuning_hash() + rows_hash + repr(rows).encode(), digest_size=8).digest()
