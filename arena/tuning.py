"""Numbers of the world that belong to no single thing, each with its unit; `arena.catalogue` has the others.

Kernels read these values as compile-time constants, so a change here is a change of the game: it alters
`tuning_hash()`, and replays recorded before it no longer verify.

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
    """The place: planet, orbital shell and outer orbit."""

    planet_radius: float = 50.0  # [u], for up to `density_bodies` bodies
    shell_altitude: float = 2.0  # [u] of the orbital shell above the ground
    outer_altitude: float = 16.0  # [u] above the shell, where bodies drop in from
    density_bodies: int = 4000  # more bodies than this enlarge the planet so that density stays constant


@dataclass(frozen=True)
class MineTuning:
    """What only mines have."""

    life: float = 40.0  # [s] after which one ends by itself
    drag: float = 1.5  # [1/s] share of its speed that one loses


@dataclass(frozen=True)
class FreighterTuning:
    """What only freighters have."""

    touch_pause: float = 0.5  # [s] between two hurts by touching


@dataclass(frozen=True)
class PlayerTuning:
    """What only players have."""

    shield_delay: float = 3.0  # [s] without a hit before the shield recharges
    shield_rate: float = 12.0  # [hit points/s]
    boost_speed: float = 44.0  # [u/s] during the dash
    boost_time: float = 0.22  # [s] of dash, untouchable
    boost_recharge: float = 1.6  # [s] from empty to full
    bombs: int = 2  # at the start of a life
    bombs_max: int = 5  # that one ship carries
    bomb_radius: float = 13.0  # [u] along the surface
    bomb_damage: float = 200.0  # [hit points]
    spawn_grace: float = 2.5  # [s] untouchable after a return
    touch_pause: float = 0.35  # [s] between two hurts by touching
    reunion_delay: float = 1.6  # [s] between death and return
    energy_step: int = 4  # of weapon energy from one level to the next
    energy_lost: int = 3  # of each weapon's energy with every ship
    lives: int = 3


@dataclass(frozen=True)
class PickupTuning:
    """What destroyed enemies leave, and how it comes to a player."""

    radius: float = 0.55  # [u]
    life: float = 14.0  # [s] after which one ends by itself
    drag: float = 1.2  # [1/s] share of its speed that one loses
    inherited: float = 0.35  # share of the speed of who left it
    reach: float = 0.5  # [u] between hulls at which a player has it
    pull_reach: float = 6.0  # [u] between hulls from which on it comes
    pull_speed: float = 26.0  # [u/s]


@dataclass(frozen=True)
class AsteroidTuning:
    """Asteroids: sizes are log-normal, mass is radius cubed."""

    radius_min: float = 0.4  # [u]
    radius_max: float = 4.0  # [u]
    radius_log_mean: float = -0.2
    radius_log_sigma: float = 0.6
    speed_min: float = 0.8  # [u/s]
    speed_max: float = 4.0  # [u/s]
    split_radius: float = 0.75  # [u], smaller ones burst into nothing
    splits: int = 2  # how often an asteroid and its pieces can split
    split_ratio: float = (
        0.7937005259841  # radius of each of two children over the parent's; 2^(-1/3) keeps the mass
    )
    split_speed: float = 3.5  # [u/s] that children part with
    health_per_radius: float = 22.0  # [hit points/u]
    contact_damage: float = 14.0  # [hit points] to a player who touches one
    score_per_radius: float = 20.0  # points/u


@dataclass(frozen=True)
class BulletTuning:
    """Bullets of every weapon; speeds and ranges stand with the ship that fires."""

    radius: float = 0.15  # [u]
    muzzle_gap: float = 0.1  # [u] between ship and new bullet
    inherited: float = 0.5  # share of the ship's own velocity that its bullets keep


@dataclass(frozen=True)
class ContactTuning:
    """How solid bodies part."""

    restitution: float = 1.0  # 1 is elastic
    separation_speed_max: float = 6.0  # [u/s] after an impact: elastic dust gets ever faster
    correction: float = 0.4  # share of the penetration taken away each tick
    slop: float = 0.01  # [u] of penetration that is left alone
    bump_speed: float = 2.0  # [u/s] of closing speed from which a touch is an event
    partners: int = 16  # of a body that are looked at where more than a hundred overlap in one place
    iterations: int = (
        12  # of independent contacts solved per tick; chains longer than this finish in the next tick
    )


@dataclass(frozen=True)
class LandingTuning:
    """Dropping in from outer orbit."""

    descent_speed: float = 8.0  # [u/s]; outer_altitude / descent_speed is the length of the warning [s]
    fall_least: float = 0.9  # [s] that any body falls; its ring is seen all the while
    warning_time: float = 1.6  # [s] of growing ring before the landing, less where the fall is shorter
    grace_radius: float = 7.0  # [u] around a player where nothing lands
    hold_altitude: float = 3.0  # [u] above the shell where a body waits for the player to leave
    drift_speed: float = 5.0  # [u/s] with which a waiting body moves away


@dataclass(frozen=True)
class ZoneTuning:
    """How zones carry and slow ships."""

    flow_time: float = 0.45  # [s] of a zone's push that make the flow in which ships fly
    flow_share: float = 0.5  # of a ship's own speed, the fastest flow that carries it
    fastest: float = 16.0  # [u/s] to which zones drive what has no engine, however long they act on it


@dataclass(frozen=True)
class TelegraphTuning:
    """What is shown before something can hurt."""

    charge_time: float = 0.6  # [s] for which a muzzle glows before it fires
    harmless_time: float = 0.6  # [s] in which what was just laid, launched or split off hurts nobody


@dataclass(frozen=True)
class MindTuning:
    """How enemies decide. Weights are shares of full thrust."""

    think_interval: int = 3  # [ticks] between decisions of one enemy; rows take turns
    sight: float = 7.0  # [u] within which neighbours and asteroids are perceived
    neighbours: int = 96  # bodies perceived at most
    chase: float = 1.0
    separation: float = 4.0
    separation_gap: float = 2.6  # [u] between surfaces within which ships push each other apart
    separation_brake: float = 0.2  # [s/u] more of it for each u/s at which that gap closes
    alignment: float = 0.5
    cohesion: float = 0.12
    avoidance_time: float = 1.2  # [s] of looking ahead for collisions with asteroids
    avoidance_gap: float = 1.6  # [u] kept from an asteroid's surface
    avoidance_lag: float = 0.1  # [s] from a wish to a velocity
    avoidance_retreat: float = 0.1  # [s] in which a ship wants to be out of that gap again
    avoidance_drift: float = 2.0  # [u/s] at which even an asteroid that keeps its distance is thought to come
    drone_weave: float = (
        0.35  # sideways share of a drone's chase, alternating, so that swarms do not form lines
    )
    drone_weave_ticks: int = 90  # period of it [ticks]
    drone_weave_distance: float = 10.0  # [u] from the target within which weaving fades out
    gunner_range: float = 11.0  # [u] that gunners keep from their target
    gunner_band: float = 4.0  # [u] around it within which they only strafe
    strafe_easing: float = 0.6  # share of strafing that closing in at full thrust takes away
    gunner_strafe_ticks: int = 160  # [ticks] before a gunner changes side
    gunner_fire_range: float = 16.0  # [u], no farther than the picture shows in the player's back
    gunner_aim_range: float = 48.0  # [u] beyond which it only looks at its target, too far to meet
    gunner_spread: float = 0.06  # [rad] of error in each shot
    roam_thrust: float = 0.4  # share of thrust while there is no player to hunt


@dataclass(frozen=True)
class SpecialistTuning:
    """What only one specialist's mind needs."""

    lancer_lock: int = 12  # [ticks] before its charge in which a lancer no longer follows its target
    dodge_sight: float = 15.0  # [u] within which a weaver sees bullets
    dodge_time: float = 0.5  # [s] it looks ahead for them
    dodge_gap: float = 0.9  # [u] it wants between their ways and its hull
    dodge_later: float = 0.6  # share by which a bullet at the end of that time matters less
    crowd: int = 512  # bodies that a weaver or companion looks through at most
    cover_sight: float = 18.0  # [u] within which a stalker looks for an asteroid to hide behind
    cover_radius: float = 0.9  # [u] that one must have at least
    cover_gap: float = 1.2  # [u] a stalker keeps from it
    flight: float = 20.0  # [u] it flees where there is none
    arrival: float = 2.5  # [u] from its hiding place where it eases off
    station_side: float = 2.7  # [u] to the right of its player where a companion flies
    station_back: float = 1.3  # [u] behind it
    station_pull: float = 3.5  # [1/s] with which it takes up a gap to its place
    guard: float = 21.0  # [u] around its player within which it looks for enemies
    guard_back: float = 0.45  # share by which enemies in the player's back seem nearer, and others farther
    escort_time: float = 4.0  # [s] after its player's last shot in which a companion fires, too
    brood: int = 14  # drones that a carrier launches in its life


@dataclass(frozen=True)
class SleepTuning:
    """When bodies far from every player stop thinking."""

    live_radius: float = 80.0  # [u] of arc around each player within which bodies are awake
    margin: float = 6.0  # [u] beyond it before a body that was inside counts as gone
    timeout: int = 30  # [ticks] that a body stays awake after it left
    cruise: float = 0.5  # share of its top speed at which a ship falls asleep, towards the nearest player


@dataclass(frozen=True)
class NavigationTuning:
    """Tiles on the shell, what asteroids make them cost, and how often paths are worked out anew."""

    travellers: int = 16  # who may plan a route of their own at the same time, in a match
    level: int = 4  # subdivisions of the icosahedron: 10 * 4^level + 2 tiles, 2,562 of 3.8 u on the shell
    refresh_ticks: int = 16  # [ticks] in which every tile's cost is refreshed once
    blocked_gap: float = 0.8  # [u] from an asteroid's surface to a tile's centre; less blocks the tile
    costly_gap: float = 2.6  # [u]; less makes the tile costly
    costly_factor: float = 4.0  # times a free tile's cost just outside `blocked_gap`, 1 to 16
    escape_factor: float = 8.0  # times a free tile's cost for each blocked tile on the way out, 1 to 16
    routes_per_tick: int = 2  # routes planned in one tick at most
    route_tiles: int = 192  # tiles of a route that are kept; the rest is planned when they are behind
    retry_ticks: int = 45  # [ticks] before a route that misses its goal is planned again
    lost_steps: float = 3.0  # [mean distances between tiles] off its route from which a ship plans anew
    waypoint_share: float = (
        0.25  # of the way to the next waypoint, at which the one before it is passed early
    )
    flow_distance: float = 16.0  # [u] from the nearest player; drones beyond it follow the flow field
    flow_tiles_per_tick: int = 384  # tiles that the flow field settles or turns in one tick
    flow_slack: float = 0.5  # share of a step that a way may be longer than the best and still count, < 1
    flow_straightness: float = 0.02  # of that weight is a way's own; the rest is how straight it leads
    flow_blocked_share: float = 0.06  # of its weight is left to a blocked tile's way beside free ones


ARENA = ArenaTuning()
MIND = MindTuning()
SPECIALIST = SpecialistTuning()
MINES = MineTuning()
FREIGHT = FreighterTuning()
PILOT = PlayerTuning()
ASTEROID = AsteroidTuning()
BULLET = BulletTuning()
PICKUP = PickupTuning()
CONTACT = ContactTuning()
LANDING = LandingTuning()
TELEGRAPH = TelegraphTuning()
ZONES = ZoneTuning()
NAVIGATION = NavigationTuning()
SLEEP = SleepTuning()


def tuning_hash() -> bytes:
    """Eight bytes that change with any number here; part of `arena.game.rules.rules_hash`."""
    rows = sorted((name, repr(value)) for name, value in globals().items() if dataclasses.is_dataclass(value))
    rows += [("TICK_RATE", repr(TICK_RATE))]
    return hashlib.blake2b(repr(rows).encode(), digest_size=8).digest()
