"""Local players who join and leave during a match."""

from arena.app.input.devices import KEYBOARD
from arena.app.play.local_players import device_source
from arena.app.play.session import Session
from arena.app.services import Services


class Party:
    """Lets local players join and leave during a match."""

    def __init__(self, services: Services, session: Session) -> None:
        self._services, self._session = services, session

    @property
    def open(self) -> bool:
        """True if players may come and go."""
        return self._session.match.mode.spec.open_seats and not self._session.match.over

    @property
    def slots(self) -> list[int]:
        """Players present, bots included."""
        return [player.slot for player in self._session.players]

    def roll(self) -> str:
        """Players and their devices in one line."""
        devices = self._services.devices
        return ", ".join(f"P{slot + 1}: {devices.seat_label(slot) or 'a bot'}" for slot in sorted(self.slots))

    @property
    def inviting(self) -> bool:
        """True if a free pad and a free seat exist."""
        seats = self._session.match.setup.seats
        return (
            self.open and len(self.slots) < seats and any(d != KEYBOARD for d in self._services.devices.free)
        )

    def welcome(self) -> None:
        """Add players whose devices asked to join."""
        for device in self._services.devices.take_asking():
            slot = self._free_slot() if self.open else None
            if slot is None:
                self._services.say(f"No seat is free for {self._services.devices.label(device)}")
            else:
                self.join(device, slot)

    def join(self, device: str, slot: int) -> None:
        """Give the ship of `slot` to a device."""
        services = self._services
        controls = services.devices.take_seat(device, slot)
        self._session.join(slot, device_source(controls, services.settings, slot))
        services.say(f"Player {slot + 1} flies with {services.devices.label(device)}")

    def leave(self, slot: int) -> None:
        """Remove a player; the last one stays."""
        if self.open and len(self.slots) > 1 and slot in self.slots:
            self._services.devices.leave_seat(slot)
            self._session.leave(slot)
            self._services.say(f"Player {slot + 1} has left")

    def _free_slot(self) -> int | None:
        """Slot of a player whose device is lost, else an empty one, else a bot's."""
        devices, seats = self._services.devices, self._session.match.setup.seats
        nobody = [slot for slot in range(seats) if slot not in self.slots]
        bots = [slot for slot in self.slots if not devices.holds(slot)]
        return next(iter((*devices.missing, *nobody, *bots)), None)
