"""Reads the tables of a pack into pieces, and checks each value for its kind, its bounds and its consistency."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from engine.games.winds_of_plunder.content.pieces import (
    AREAS,
    BONUSES,
    BOOTY_STEPS,
    EFFECTS,
    ICONS,
    PARAMS,
    PORTS,
    PORTS_IN_AN_AREA,
    REPUTATION_RANKS,
    STARTING_PORTS,
    TIMINGS,
    ActionCard,
    ActionKind,
    Port,
    VpTile,
)
from engine.kernel.packs.reader import PackTable, Value, ask_if_meant
from engine.kernel.packs.shipped import Names, PieceList
from engine.kernel.unknown import UNKNOWN, is_known

MAX_COPIES = 40
_NUMBER = re.compile(r"[1-9][0-9]?")


def read_ports(listing: PieceList) -> dict[str, Port]:
    """Read the ports: four areas side by side with three ports each, and one order from north to south."""
    ports: dict[str, Port] = {}
    for name, table in listing.pieces:
        ports[name] = Port(
            id=name,
            name=table.word("name", ""),
            area=table.number("area", least=1, most=AREAS),
            rank=table.number("rank", least=1, most=PORTS),
            start=table.flag("start", default=False) if table.known else UNKNOWN,
            path=table.path,
        )
        table.close()
    _one_rank_each(listing, ports)
    _no_crowded_area(listing, ports)
    _five_to_start_from(listing, ports)
    return ports


def _one_rank_each(listing: PieceList, ports: Mapping[str, Port]) -> None:
    taken: dict[int, str] = {}
    for name, table in listing.pieces:
        rank = ports[name].rank
        if is_known(rank) and taken.setdefault(rank, name) != name:
            remedy = f'Number the ports 1 to {PORTS} from north to south, with "??" for one that nobody has placed.'
            table.add_fault("rank", f"{rank} is where {taken[rank]} lies.", remedy)


def _no_crowded_area(listing: PieceList, ports: Mapping[str, Port]) -> None:
    # If no area has more than three of the twelve ports, each has three.
    inside: Counter[int] = Counter()
    for name, table in listing.pieces:
        area = ports[name].area
        if is_known(area):
            inside[area] += 1
            if inside[area] > PORTS_IN_AN_AREA:
                remedy = f"Areas count 1 (west) to {AREAS} (east); each has {PORTS_IN_AN_AREA} ports."
                table.add_fault("area", f"area {area} has {PORTS_IN_AN_AREA} ports already.", remedy)


def _five_to_start_from(listing: PieceList, ports: Mapping[str, Port]) -> None:
    flags = [port.start for port in ports.values()]
    sure = sum(flag is True for flag in flags)
    complete = len(flags) == PORTS and not listing.open and all(map(is_known, flags))
    if sure > STARTING_PORTS or (complete and sure < STARTING_PORTS):
        remedy = f"{STARTING_PORTS} Treasure cards are dealt to start from: set start = true on their ports."
        listing.entry.proof.add_fault(listing.entry.path, f"{sure} ports to start from.", remedy)


def read_tiles(listing: PieceList) -> dict[str, VpTile]:
    """Read the VP tiles."""
    tiles: dict[str, VpTile] = {}
    for name, table in listing.pieces:
        tiles[name] = VpTile(name, table.number("vp"), _icons(table), table.path)
        table.close()
    return tiles


def _icons(table: PackTable) -> tuple[str, ...]:
    icons: tuple[str, ...] = table.words("icons")
    # With one unknown icon, no icon is known to be missing on the tile.
    seen: tuple[str, ...] = icons if is_known(icons) and all(map(is_known, icons)) else UNKNOWN
    for icon in seen if is_known(seen) else ():
        if icon not in ICONS:
            table.add_fault(
                "icons", f'"{icon}" is on no tile.', ask_if_meant(icon, ICONS) or f"Use {', '.join(ICONS)}."
            )
    return seen


def read_treasures(listing: PieceList, ports: Names) -> dict[str, str]:
    """Read the port of each Treasure card."""
    treasures: dict[str, str] = {}
    taken: dict[str, str] = {}
    for card, table in listing.pieces:
        treasures[card] = port = table.word("port")
        table.close()
        if not is_known(port):
            continue
        if taken.setdefault(port, card) != card:
            table.add_fault(
                "port", f"{taken[port]} is the card of {port} already.", "Each card names a port of its own."
            )
        _a_port(table, "port", port, ports)
    return treasures


def _a_port(table: PackTable, key: str, port: str, ports: Names) -> None:
    if port not in ports:
        remedy = ask_if_meant(port, ports) or "Write a port as the pack's [ports] spell it."
        table.add_fault(key, f'there is no port "{port}".', remedy)


def read_kinds(listing: PieceList, ports: Names) -> dict[str, ActionKind]:
    """Read the kinds of Action card, each with its copies."""
    kinds: dict[str, ActionKind] = {}
    taken: dict[str, str] = {}
    for kind, table in listing.pieces:
        kinds[kind] = found = _kind(kind, table, ports)
        for name in found.names:
            if taken.setdefault(name, kind) != kind:
                says = f"{name} is a card of {taken[name]} already."
                table.proof.add_fault(table.path, says, "Give the kind another name.")
    return kinds


def _kind(kind: str, table: PackTable, ports: Names) -> ActionKind:
    if not table.known:
        return ActionKind(ActionCard(kind, kind, path=table.path))
    effect = table.word("effect", among=EFFECTS)
    card = ActionCard(
        id=kind,
        kind=kind,
        name=table.word("name", ""),
        effect=effect,
        params=table.params(effect, EFFECTS, PARAMS),
        limit=table.number_or("none", "limit", None, least=1),
        timing=table.word("timing", "any_own_turn", TIMINGS),
        overrides=table.rules("overrides", like="WP-SAIL-09"),
        text=table.word("text", ""),
        path=table.path,
    )
    copies = table.number("copies", None, least=1, most=MAX_COPIES)
    free_ports = _free_ports(table, copies, ports)
    table.close()
    return ActionKind(card, copies, free_ports)


def _free_ports(table: PackTable, copies: int | None, ports: Names) -> Mapping[str, Value]:
    """Read where a purchase is free: one list for every copy, or one for each by its number."""
    if not table.has_key("free_ports"):
        return {}
    if copies is None or not isinstance(table.table["free_ports"], dict):
        return {"": _port_list(table, "free_ports", ports)}
    each = table.entry("free_ports")
    numbers = range(1, copies + 1) if is_known(copies) else filter(_NUMBER.fullmatch, each.table)
    lists = {str(number): _port_list(each, str(number), ports) for number in numbers}
    each.close()
    return lists


def _port_list(table: PackTable, key: str, ports: Names) -> tuple[str, ...]:
    listed: tuple[str, ...] = table.words(key)
    for port in listed if is_known(listed) else ():
        if is_known(port):
            _a_port(table, key, port, ports)
    return listed


def read_ceiling(top: PackTable, part: str, key: str) -> int | None:
    """Read a maximum; None: there is no limit."""
    entry = top.entry(part)
    ceiling: int | None = entry.number_or("none", key, least=1)
    entry.close()
    return ceiling


def read_steps(top: PackTable, part: str, key: str, steps: int) -> tuple[int, ...]:
    """Read a scale of values that the board prints, first to last."""
    entry = top.entry(part)
    values: tuple[int, ...] = entry.numbers(key)
    if is_known(values) and len(values) != steps:
        entry.add_fault(
            key, f"{len(values)} values.", f'The board prints {steps}: list them all, "??" for one not seen.'
        )
    entry.close()
    return values


def read_booty(top: PackTable) -> tuple[int, ...]:
    """Read the points of each step on the Booty scale."""
    return read_steps(top, "booty", "values", BOOTY_STEPS)


def read_reputation(top: PackTable) -> tuple[int, ...]:
    """Read the points for a third port of an area, by the order of the players."""
    return read_steps(top, "reputation", "bonus", REPUTATION_RANKS)


def read_end_bonus(top: PackTable) -> dict[str, tuple[int, int]]:
    """Read the bonuses at the end: for how many of a thing, how many VP."""
    entry = top.entry("end")
    bonus = {key: _rate(entry, key) for key in BONUSES}
    entry.close()
    return bonus


def _rate(entry: PackTable, key: str) -> tuple[int, int]:
    rate = entry.numbers(key)
    if not is_known(rate):
        return UNKNOWN, UNKNOWN
    if len(rate) != 2 or (is_known(rate[0]) and rate[0] < 1):  # noqa: PLR2004 - how many, for how many points
        entry.add_fault(key, "is no rate.", "Write [3, 1] for 1 VP per full 3.")
        return UNKNOWN, UNKNOWN
    return rate[0], rate[1]
