"""Reads a header: its seats, the names they may not have, and the facts that a `position:` declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping

from engine.kernel.events import MAX_NUMBER
from engine.kernel.facts import NOTHING, Fact
from engine.kernel.log import Header, LogError
from engine.kernel.table import Own
from engine.kernel.unknown import UNKNOWN, is_known

Value = int | str
Position = Mapping[str, Value]


def seats_of(header: Header) -> tuple[str, ...]:
    """List the seats of a header, each once."""
    return tuple(dict.fromkeys(player.seat for player in header.players))


def refuse_confusing_players(header: Header, facts: Iterable[str], *, roles: bool = True) -> None:
    """Refuse a seat named like a fact or like `none`: facts would be ambiguous. Refuse roles in a game without them."""
    taken = {NOTHING, *facts}
    for player in header.players:
        if player.seat in taken or "." in player.seat:
            remedy = "Call the seat by its colour, such as green."
            raise LogError(f"A seat cannot be called {player.seat}: facts are spelled so.", remedy)
        if player.role and not roles:
            remedy = "Leave out the stroke and what follows it."
            raise LogError(f"{player.seat} is to play as {player.role}, and this game has no roles.", remedy)


def refuse_position(_table: Own, _position: Position) -> None:
    """Refuse a log that starts in mid-game."""
    raise LogError("A log of this game starts at its beginning.", "Leave the position out.")


def refuse_strangers(position: Position, zones: Mapping[str, Container[str]]) -> None:
    """Refuse unknown names in the facts that list pieces, because rules look each of them up."""
    for zone, there in zones.items():
        if strange := next((name for name in _list_names(position, zone) if name not in there), ""):
            says = f"The position names “{strange}” as {zone}, and there is nothing of that name."
            raise LogError(says, "Check how it is spelled, or write ?? for what nobody knows.", fact=zone)


def refuse_repeats(position: Position, zones: Iterable[str], what: str, remedy: str) -> None:
    """Refuse a list that names a piece twice where only one fits."""
    for zone in zones:
        said = _list_names(position, zone)
        if len(set(said)) < len(said):
            raise LogError(f"The position names {what} twice as {zone}.", remedy, fact=zone)


def refuse_out_of_bounds(position: Position, bounds: Mapping[str, tuple[int, int]]) -> None:
    """Refuse numbers that no table can show; `MAX_NUMBER` means that there is no upper bound."""
    for name, (least, most) in bounds.items():
        value = position.get(name)
        if isinstance(value, int) and not least <= value <= most:
            remedy = f"Write {least} or more, or ??." if most == MAX_NUMBER else f"Write {least} to {most}, or ??."
            raise LogError(f"The position says {name}={value}, and that cannot be.", remedy, fact=name)


def refuse_more_than_there_are(position: Position, zones: Iterable[str], there: Callable[[str], Fact]) -> None:
    """Refuse a piece that is listed in more places than there are copies of it."""
    seen: Counter[str] = Counter()
    wanted = set(zones)
    for zone in (name for name in position if name in wanted):
        for name in _list_names(position, zone):
            seen[name] += 1
            most = there(name)
            if is_known(most) and seen[name] > most:
                there_are = "is one" if most == 1 else f"are {most}"
                says = f"The position shows {name} {seen[name]} times, and there {there_are}."
                raise LogError(says, "Leave it in the place where it is.", fact=zone)


def refuse_sum(position: Position, numbers: Iterable[str], most: int, things: str) -> None:
    """Refuse numbers whose sum exceeds the supply in the box."""
    total, wanted = 0, set(numbers)
    for name, value in position.items():
        if name in wanted and isinstance(value, int):
            total += value
            if total > most:
                raise LogError(f"The position states {total} {things}; there are {most}.", "Count again.", fact=name)


def _list_names(position: Position, zone: str) -> list[str]:
    return [name for name in read_names(position.get(zone, NOTHING)) if is_known(name)]


def read_phase(position: Position, phases: tuple[str, ...]) -> str:
    """Read the phase that a position starts in: one of `phases`, by default the first."""
    named = str(position.get("phase", phases[0]))
    if named not in phases:
        remedy = f"Write phase={' or phase='.join(phases)}."
        raise LogError(f"A position cannot start in phase “{named}”.", remedy, fact="phase")
    return named


def read_number(position: Position, name: str, least: int | None = None, *, of: str = "") -> Fact:
    """Read a number that a position declares (for seat `of`). A missing number is unknown."""
    value = position.get(name, "??")
    if value == "??":
        return UNKNOWN
    if not isinstance(value, int) or (least is not None and value < least):
        says = f"The position says {name}={value}, which is not a number that can be."
        raise LogError(
            says,
            f"Write {name} as a number{'' if least is None else f', {least} or more'}, or ??.",
            fact=_spell_fact_name(of, name),
        )
    return value


def read_one_of(position: Position, name: str, among: Iterable[str], *, of: str = "") -> Fact:
    """Read a name that a position declares (for seat `of`). `none` gives "", and a missing name is unknown."""
    value = str(position.get(name, "??"))
    if value == "??":
        return UNKNOWN
    if value not in among:
        remedy = f"It is one of {', '.join(among)}, or ??."
        raise LogError(f"The position says {name}={value}.", remedy, fact=_spell_fact_name(of, name))
    return "" if value == NOTHING else value


def _spell_fact_name(seat: str, name: str) -> str:
    return f"{seat}.{name}" if seat else name


def read_names(value: Value) -> list[Fact]:
    """Read a list of names that a position declares; `none` is an empty list."""
    return [UNKNOWN if word == "??" else word for word in str(value).split() if word != NOTHING]
