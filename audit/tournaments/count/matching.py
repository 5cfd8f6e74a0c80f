"""Matches logs to tables and seats to players. Uncertain matches are reported, never chosen silently."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from msgspec import Struct

from audit.tournaments.count.submission import Submission
from audit.tournaments.tournament import RosterPlayer, SeatedTable, Tournament
from engine.kernel.spellings import echo_text

ROUND = re.compile(r"\b(?:round|runde|ronde|r)\s*[.:#]?\s*(\d{1,6})", re.IGNORECASE)
TABLE = re.compile(r"(?:\b|(?<=\d))(?:table|tisch|t)\s*[.:#]?\s*(\d{1,6})\b", re.IGNORECASE)
CLOSE, LONGEST = 0.75, 60


class MatchedLog(Struct, frozen=True):
    """A log with its table and its players, or the reason why it has no table."""

    log: Submission
    table: str = ""
    # Maps seats of the log to keys of the roster.
    seats: Mapping[str, str] = {}
    # Differences from the seating. With any of them, the result waits for the organiser.
    differs: tuple[str, ...] = ()
    # Remarks that do not affect the result.
    notes: tuple[str, ...] = ()
    unmatched: str = ""


def normalize_name(name: str) -> str:
    """Normalize a name: ignore case, repeated blanks, and the point after an initial."""
    return " ".join(name.casefold().replace(".", " ").split())


class Roster:
    """The names of all players, in the spellings that logs use."""

    def __init__(self, players: Sequence[RosterPlayer]) -> None:
        """Index the spellings."""
        self.names = {player.id: player.name for player in players}
        self._spelt: dict[str, set[str]] = defaultdict(set)
        for player in players:
            for spelling in (player.name, player.id, *player.also):
                self._spelt[normalize_name(spelling)].add(player.id)

    def find_keys(self, name: str) -> set[str]:
        """Find the keys of all players with this name: none, one, or several."""
        return self._spelt.get(normalize_name(name), set())

    def suggest_keys(self, name: str, among: Iterable[str]) -> list[str]:
        """List the players with a similar name, the nearest first."""
        mine = normalize_name(name)[:LONGEST]
        close = [(_measure_closeness(mine, normalize_name(self.names[key])[:LONGEST]), key) for key in among]
        return [key for close_by, key in sorted(close, reverse=True) if close_by >= CLOSE]


def _measure_closeness(one: str, other: str) -> float:
    """Measure how similar two names are. A first name, alone or with an initial, matches the full name."""
    mine, theirs = one.split(), other.split()
    short, long = sorted((mine, theirs), key=len)
    begun = all(b.startswith(a) or a.startswith(b) for a, b in zip(short, long, strict=False))
    return 1.0 if short and begun else SequenceMatcher(None, one, other).ratio()


def match_logs(logs: Iterable[Submission], tournament: Tournament, handed: Mapping[str, str]) -> list[MatchedLog]:
    """Find the table of each log. `handed` maps logs (by SHA-256) to the tables that they were submitted for."""
    roster = Roster(tournament.roster)
    tables = {table.id: table for table in tournament.tables}
    by_players: dict[frozenset[str], list[str]] = defaultdict(list)
    for table in tournament.tables:
        by_players[frozenset(table.players)].append(table.id)
    return [_match_log(log, roster, tables, by_players, handed.get(log.sha256, "")) for log in logs]


def _match_log(
    log: Submission,
    roster: Roster,
    tables: Mapping[str, SeatedTable],
    by_players: Mapping[frozenset[str], list[str]],
    handed: str,
) -> MatchedLog:
    if log.refused:
        return MatchedLog(log, handed, unmatched="" if handed else "It cannot be read as a log of this game.")
    named = handed or read_table_name(log.event)
    met = by_players.get(_find_sure_players(log, roster), [])
    if named:
        if named not in tables:
            return MatchedLog(log, unmatched=f"It says {echo_text(log.event)}, and there is no table {named}.")
        if not handed and met and named not in met:
            says = f"It says {echo_text(log.event)}, and its players sat at {' and '.join(met)}."
            return MatchedLog(log, unmatched=f"{says} Record the hand-in with its table.")
        return _seat_players(log, tables[named], roster)
    if len(met) == 1:
        found = _seat_players(log, tables[met[0]], roster)
        note = "Its header names no round and table; it was matched by its players."
        return MatchedLog(log, found.table, found.seats, found.differs, (*found.notes, note))
    where = f"its players met at {' and '.join(met)}" if met else "its players sat together at no table"
    return MatchedLog(log, unmatched=f"Its header names no round and table, and {where}.")


def read_table_name(event: str) -> str:
    """Read round and table from a log's event line."""
    number, table = ROUND.search(event), TABLE.search(event)
    return f"R{int(number[1])}T{int(table[1])}" if number and table else ""


def _find_sure_players(log: Submission, roster: Roster) -> frozenset[str]:
    found = [roster.find_keys(player.name) for player in log.players]
    return frozenset(key for keys in found if len(keys) == 1 for key in keys) if all(found) else frozenset()


def _seat_players(log: Submission, table: SeatedTable, roster: Roster) -> MatchedLog:
    """Find the player in each seat: by name if the name is on the table, else by seat."""
    seats: dict[str, str] = {}
    differs: list[str] = []
    left = list(table.players)
    strangers = []
    for player in log.players:
        here = [key for key in roster.find_keys(player.name) if key in left] if player.name else []
        by_seat = table.seats.get(player.seat, "")
        key = by_seat if by_seat in here else here[0] if len(here) == 1 else ""
        if not key:
            strangers.append(player)
            continue
        left.remove(key)
        seats[player.seat] = key
        if by_seat and by_seat != key:
            differs.append(f"{roster.names[key]} sat at {player.seat}, where {roster.names[by_seat]} was seated.")
    for player in strangers:
        by_seat = table.seats.get(player.seat, "")
        key = by_seat if by_seat in left else left[0] if len(left) == 1 and len(strangers) == 1 else ""
        if key:
            left.remove(key)
            seats[player.seat] = key
        differs += _explain_stranger(player.seat, player.name, key, [*left, *[key] * bool(key)], roster)
    differs += [f"{roster.names[key]} was seated, and is not in the log." for key in left]
    return MatchedLog(log, table.id, seats, tuple(differs))


def _explain_stranger(seat: str, name: str, key: str, others: Sequence[str], roster: Roster) -> list[str]:
    """Explain the difference for a seat whose player could not be found by name."""
    if not name:
        return [] if key else [f"Seat {seat} has no name in the log, and no player was seated there."]
    meant = roster.suggest_keys(name, others)
    elsewhere = roster.find_keys(name)
    if elsewhere:
        return [f"{name} is in seat {seat}, and was not seated at this table."]
    if meant:
        one = meant[0]
        return [
            f'Seat {seat} is {echo_text(name)}. Did you mean {roster.names[one]}? Then write [also] "{name}" = "{one}".'
        ]
    return [f"Seat {seat} is {echo_text(name)}, who is not on the roster."]
