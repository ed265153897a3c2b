"""Tuning values of the world with their units; `arena.catalogue` holds those of single kinds and weapons.

The values are compile-time constants of kernels. A change alters `tuning_hash()`, so earlier replays no
longer verify.

Units: lengths in units [u], times in seconds [s] or ticks (integers, 60 a second), angles in radians [rad],
masses in [u^3] (density 1).
"""

import dataclasses
import hashlib
from dataclasses import dataclass

TICK_RATE = 60
"""Simulation ticks per second."""

DT = 1.0 / TICK_RATE
"""Length of a tick [s]."""


@dataclass(frozen=True)
class ArenaTuning:
    """Planet, orbital shell and outer orbit."""

    planet_radius: float = 50.0  # [u], for up to `density_bodies` bodies
    shell_altitude: float = 2.0  # [u] of the orbital shell above the ground
    outer_altitude: float = 16.0  # [u] above the shell, from where bodies drop in
    density_bodies: int = 4000  # with more bodies the planet grows, so that density stays constant


@dataclass(frozen=True)
class MineTuning:
    """Mines."""

    life: float = 40.0  # [s] of lifetime
    drag: float = 1.5  # [1/s] share of speed lost


@dataclass(frozen=True)
class FreighterTuning:
    """Freighters."""

    touch_pause: float = 0.5  # [s] cooldown of damage by touch


@dataclass(frozen=True)
class PlayerTuning:
    """Players."""

    shield_delay: float = 3.0  # [s] without a hit before the shield recharges
    shield_rate: float = 12.0  # [hit points/s]
    boost_speed: float = 44.0  # [u/s] during the dash
    boost_time: float = 0.22  # [s] of dash, untouchable
    boost_recharge: float = 1.6  # [s] from empty to full
    strike_grace: float = 0.25  # [s] untouchable after a dash that destroyed something
    strike_refund: float = 0.2  # share of the dash's charge for each enemy that it destroyed
    strike_refund_most: float = 0.6  # share of the charge up to which these refill it
    bombs: int = 2  # at the start of a life
    bombs_max: int = 5  # most that one ship carries
    bomb_radius: float = 13.0  # [u] along the surface
    bomb_damage: float = 200.0  # [hit points]
    spawn_grace: float = 2.5  # [s] untouchable after a respawn
    touch_pause: float = 0.35  # [s] cooldown of damage by touch
    reunion_delay: float = 1.6  # [s] between death and respawn
    lives: int = 3


@dataclass(frozen=True)
class PickupTuning:
    """Pickups of destroyed enemies."""

    radius: float = 0.55  # [u]
    life: float = 14.0  # [s] of lifetime
    drag: float = 1.2  # [1/s] share of speed lost
    inherited: float = 0.35  # share of the velocity of the destroyed enemy
    reach: float = 0.5  # [u] between hulls at which it is collected
    pull_reach: float = 6.0  # [u] between hulls within which it is pulled
    pull_speed: float = 26.0  # [u/s]


@dataclass(frozen=True)
class CrateTuning:
    """Crates with modules."""

    radius: float = 1.1  # [u]
    health: float = 1e6  # [hit points], more than all bombs take
    fall: float = 1.6  # [s] from outer orbit to the shell, all of it announced
    life: float = 8.0  # [s] on the shell
    reach: float = 0.6  # [u] between hulls at which it is opened
    distance: float = 11.0  # [u] from the player around whom the three land


@dataclass(frozen=True)
class AsteroidTuning:
    """Asteroids: sizes are log-normal, mass is radius cubed."""

    radius_min: float = 0.4  # [u]
    radius_max: float = 4.0  # [u]
    radius_log_mean: float = -0.2
    radius_log_sigma: float = 0.6
    speed_min: float = 0.8  # [u/s]
    speed_max: float = 4.0  # [u/s]
    load_radius: float = 0.9  # [u] of the smallest one that may be loaded when it appears
    split_radius: float = 0.75  # [u], smaller ones do not split
    splits: int = 2  # number of splits from an asteroid to its smallest pieces
    split_ratio: float = (
        0.7937005259841  # radius of each of two children over the parent's; 2^(-1/3) keeps the mass
    )
    split_speed: float = 3.5  # [u/s] of each child away from the other
    health_per_radius: float = 22.0  # [hit points/u]
    contact_damage: float = 14.0  # [hit points] to a player on touch
    score_per_radius: float = 20.0  # points/u


@dataclass(frozen=True)
class BulletTuning:
    """Bullets of every weapon; the catalogue holds speeds and ranges."""

    radius: float = 0.15  # [u]
    muzzle_gap: float = 0.1  # [u] between ship and new bullet
    inherited: float = 0.5  # share of the ship's own velocity that its bullets keep
    pierced: float = 0.65  # share of its damage that one keeps which flies on from a body hit


@dataclass(frozen=True)
class ContactTuning:
    """Contact response of solid bodies."""

    restitution: float = 1.0  # 1 is elastic
    separation_speed_max: float = 6.0  # [u/s] after an impact; elastic dust would gain speed without limit
    correction: float = 0.4  # share of the penetration removed per tick
    slop: float = 0.01  # [u] of penetration that is allowed
    bump_speed: float = 2.0  # [u/s] of closing speed above which a touch adds an event
    partners: int = 16  # sample limit per body where more than a hundred overlap in one place
    iterations: int = 12  # of the contact solver per tick; longer chains continue in the next tick


@dataclass(frozen=True)
class LandingTuning:
    """Dropping in from outer orbit."""

    descent_speed: float = 8.0  # [u/s]
    fall_least: float = 0.9  # [s] of the shortest fall; its ring is visible throughout
    warning_time: float = 1.6  # [s] of growing ring before the landing, or the whole fall if shorter
    grace_radius: float = 7.0  # [u] around a player within which nothing lands
    hold_altitude: float = 3.0  # [u] above the shell where a body waits for the player to leave
    drift_speed: float = 5.0  # [u/s] of a waiting body away from the player


@dataclass(frozen=True)
class ZoneTuning:
    """Effect of zones on ships and bodies."""

    flow_time: float = 0.45  # [s] of a zone's acceleration that give the flow around ships
    flow_share: float = 0.5  # largest flow over a ship's own speed
    fastest: float = 16.0  # [u/s] limit of the speed that zones give to bodies without an engine


@dataclass(frozen=True)
class TelegraphTuning:
    """Telegraphs before damage."""

    charge_time: float = 0.6  # [s] of muzzle glow before a shot
    harmless_time: float = 0.6  # [s] after a birth in which mines, drones and pieces do not hurt by touch


@dataclass(frozen=True)
class BurstTuning:
    """Volatile ships: a killed one bursts and takes small enemies near it along."""

    fuse: int = 7  # [ticks] from its death to its burst
    reach: float = 2.6  # [u] between centres within which a burst takes ships along
    largest: float = 0.95  # [u] radius of ships that it takes along
    cascades: int = 16  # that run at the same time; sparks beyond join the latest


@dataclass(frozen=True)
class LinkTuning:
    """Links of ships that shield others."""

    reach: float = 12.0  # [u] between centres within which a link begins
    slack: float = 3.0  # [u] more, beyond which it ends
    most: int = 5  # links of one ship
    cut_time: float = 5.0  # [s] after a cut before a ship is linked again


@dataclass(frozen=True)
class VolleyTuning:
    """Volleys: ships near one another that fire a pattern together. Patterns are in the catalogue."""

    period: float = 6.0  # [s] from volley to volley, one clock for all
    windup: float = 0.9  # [s] for which one is announced
    reach: float = 11.0  # [u] within which ships take part together
    least: int = 2  # others near it with which a ship takes part
    range: float = 22.0  # [u] to the nearest player within which it does


@dataclass(frozen=True)
class ModuleTuning:
    """Numbers of effects that several modules share; strengths are in the rows of the catalogue."""

    reach: float = 6.0  # [u] within which a hit sparks over, or a bullet flies on to the next enemy
    blast_reach: float = 3.0  # [u] between centres within which a hit hurts others
    splinter_fan: float = 1.0  # [rad]
    splinter_share: float = 0.22  # of the damage of the bullet
    splinter_life: float = 0.35  # [s]
    chilled_speed: float = 0.55  # share of its speed that a chilled ship keeps
    flame_interval: float = 0.05  # [s] between two flames of a dash
    flame_life: float = 1.4  # [s]
    charge_interval: float = 1.5  # [s] between two charges
    charge_life: float = 6.0  # [s]
    repel_reach: float = 7.0  # [u]
    orb_distance: float = 2.4  # [u] from the ship's centre
    orb_turn: float = 3.2  # [rad/s] around it
    orb_reach: float = 0.45  # [u] from an orb's centre within which it stops a bullet
    orb_damage: float = 0.7  # [hit points] of each tick of touch


@dataclass(frozen=True)
class MindTuning:
    """Decisions of enemies. Weights are shares of full thrust."""

    think_interval: int = 3  # [ticks] between decisions of one enemy, staggered by row
    sight: float = 7.0  # [u] within which neighbours and asteroids are perceived
    neighbours: int = 96  # sample limit of perceived bodies
    chase: float = 1.0
    separation: float = 4.0
    separation_gap: float = 2.6  # [u] between hulls within which ships separate
    separation_brake: float = 0.2  # [s/u] additional separation per closing speed
    alignment: float = 0.5
    cohesion: float = 0.12
    avoidance_time: float = 1.2  # [s] time horizon for collisions with asteroids
    avoidance_gap: float = 1.6  # [u] kept from an asteroid's surface
    avoidance_lag: float = 0.1  # [s] delay from a wanted to an actual velocity
    avoidance_retreat: float = 0.1  # [s] to leave that gap again
    avoidance_drift: float = 2.0  # [u/s] added to closing speeds for the order of urgency
    drone_weave: float = (
        0.35  # alternating sideways share of a drone's chase, so that swarms do not form lines
    )
    drone_weave_ticks: int = 90  # period of it [ticks]
    drone_weave_distance: float = 10.0  # [u] from the target below which weaving fades out
    gunner_range: float = 11.0  # [u] that gunners keep from their target
    gunner_band: float = 4.0  # [u] scale of the approach to that range
    strafe_easing: float = 0.6  # share of strafing lost at full approach
    gunner_strafe_ticks: int = 160  # [ticks] before a gunner changes side
    gunner_fire_range: float = 16.0  # [u], at most the visible distance behind the player
    gunner_aim_range: float = 48.0  # [u] beyond which it faces the target without intercept aiming
    gunner_spread: float = 0.06  # [rad] of error in each shot
    roam_thrust: float = 0.4  # share of thrust while there is no player to hunt


@dataclass(frozen=True)
class SpecialistTuning:
    """Parameters of single specialists' minds."""

    dodge_sight: float = 15.0  # [u] within which a weaver sees bullets
    dodge_time: float = 0.5  # [s] time horizon for them
    dodge_gap: float = 0.9  # [u] kept between their paths and its hull
    dodge_later: float = 0.6  # reduction of the push of a bullet at the end of that time
    crowd: int = 512  # sample limit of the queries of weavers, stalkers and companions
    cover_sight: float = 18.0  # [u] within which a stalker searches for cover
    cover_radius: float = 0.9  # [u] smallest radius of an asteroid for cover
    cover_gap: float = 1.2  # [u] between a stalker and its cover
    flight: float = 20.0  # [u] of retreat without cover
    arrival: float = 2.5  # [u] from the cover within which it slows down
    station_side: float = 2.7  # [u] to the side of its player where a companion flies
    station_back: float = 1.3  # [u] behind it
    station_pull: float = 3.5  # [1/s] speed towards that place per distance
    guard: float = 21.0  # [u] around its player within which it searches for enemies
    guard_back: float = 0.45  # weight of direction in choosing an enemy; those behind count as nearer
    escort_time: float = 4.0  # [s] after its player's last shot within which a companion fires
    brood: int = 14  # drones that a carrier launches in its life


@dataclass(frozen=True)
class SleepTuning:
    """Sleep of bodies far from every player."""

    live_radius: float = 80.0  # [u] of arc around each player within which bodies are awake
    margin: float = 6.0  # [u] hysteresis: a body leaves the region beyond this margin
    timeout: int = 30  # [ticks] that a body stays awake after it left
    cruise: float = 0.5  # share of its top speed at which a ship falls asleep, towards the nearest player


@dataclass(frozen=True)
class NavigationTuning:
    """Tiles on the shell, their costs near asteroids, and the rates of planning."""

    travellers: int = 16  # ships with an A* path of their own at the same time, in a match
    level: int = 4  # subdivisions of the icosahedron: 10 * 4^level + 2 tiles, 2,562 of 3.8 u on the shell
    refresh_ticks: int = 16  # [ticks] in which every tile's cost is refreshed once
    blocked_gap: float = 0.8  # [u] from an asteroid's surface to a tile's centre; less blocks the tile
    costly_gap: float = 2.6  # [u]; less makes the tile costly
    costly_factor: float = 4.0  # times a free tile's cost just outside `blocked_gap`, 1 to 16
    escape_factor: float = 8.0  # times a free tile's cost for each blocked tile on the way out, 1 to 16
    routes_per_tick: int = 2  # routes planned in one tick at most
    route_tiles: int = 192  # tiles stored of a route; the rest is planned later
    retry_ticks: int = 45  # [ticks] before a route that misses its goal is planned again
    lost_steps: float = 3.0  # [mean distances between tiles] off its route at which a ship plans anew
    waypoint_share: float = (
        0.25  # of the distance to the next waypoint at which the current one counts as passed
    )
    flow_distance: float = 16.0  # [u] from the nearest player; drones beyond it follow the flow field
    flow_tiles_per_tick: int = 384  # tiles of the flow field processed in one tick
    flow_slack: float = 0.5  # share of a step by which a counted path may exceed the best, < 1
    flow_straightness: float = 0.02  # constant share of a path's weight; the rest depends on its straightness
    flow_blocked_share: float = 0.06  # factor on the weight of a path over a blocked tile beside free ones


ARENA = ArenaTuning()
MIND = MindTuning()
SPECIALIST = SpecialistTuning()
MINES = MineTuning()
FREIGHT = FreighterTuning()
PILOT = PlayerTuning()
ASTEROID = AsteroidTuning()
BULLET = BulletTuning()
PICKUP = PickupTuning()
CRATE = CrateTuning()
CONTACT = ContactTuning()
BURST = BurstTuning()
LINKS = LinkTuning()
VOLLEY = VolleyTuning()
MODULES = ModuleTuning()
LANDING = LandingTuning()
TELEGRAPH = TelegraphTuning()
ZONES = ZoneTuning()
NAVIGATION = NavigationTuning()
SLEEP = SleepTuning()


def tuning_hash() -> bytes:
    """Eight bytes of hash over all values here; part of `arena.game.rules.rules_hash`."""
    rows = sorted((name, repr(value)) for name, value in globals().items() if dataclasses.is_dataclass(value))
    rows += [("TICK_RATE", repr(TICK_RATE))]
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).digest()
