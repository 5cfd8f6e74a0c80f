"""Parses and checks a tournament file. Each fault names its line and a remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec.structs import replace

from audit.house_rulings import HOUSE, add_house_rulings
from audit.intake.programs import get_program
from audit.options import Pins
from audit.tournaments.exact_numbers import parse_float_text
from audit.tournaments.file.presets import PRESETS
from audit.tournaments.file.sample import list_facts_by_seat
from audit.tournaments.file.seat_names import find_strange_seats
from audit.tournaments.file.toml_table import TomlTable
from audit.tournaments.scoring.schemes import SCHEMES
from audit.tournaments.scoring.tie_breaks import is_known_key, list_all_keys
from audit.tournaments.tournament import RosterPlayer, ScoringRules, SeatedTable, Tournament
from engine.kernel.basics.foreign_toml import TomlError, read_toml
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Header, LogError
from engine.kernel.packs.reader import PackError, PackFaults
from engine.kernel.spellings import echo_text

MAX_FILE = 16_000_000
# More than any event has. The work of counting grows faster than these numbers.
MOST_PLAYERS, MOST_TABLES, MOST_SEATS, MOST_ROUNDS, MOST_KEYS = 100_000, 20_000, 100, 1_000, 30
BYES = ("neutral", "win")
SIZE = re.compile(r"[1-9][0-9]{0,2}")
CHOICES = {
    "ties": ("game", "share"),
    "shared": ("average", "lower", "higher"),
    "dropped": ("ladder", "0"),
    "stopped": ("standing", "draw"),
}
TO_KEY = "Write a key from [players]."
BEGIN = "`deadreckon tournament new` writes a file to begin with."


def parse_tournament(raw: bytes, games: Mapping[str, Game], packs: Mapping[str, str] | None = None) -> Tournament:
    """Parse a tournament file. Raises `LogError` with all faults."""
    text = _decode_text(raw)
    faults = PackFaults(text)
    tree = _parse_toml(text)
    top = TomlTable(tree, (), faults)
    head = top.open_entry("tournament")
    found = _read_head(head, top, games, packs or {})
    roster = _read_roster(top)
    known_players = {player.id for player in roster}
    tables = tuple(_read_tables(top, known_players))
    preset = head.read_word("preset", "", PRESETS)
    entry = top.open_entry("scoring")
    scoring, keys = _read_scoring_rules(entry, preset)
    if found.game in games and scoring.rank_by:
        _check_rank_fact(games[found.game], scoring.rank_by, entry)
    keys = _read_tie_breaks(head, keys)
    made = replace(found, roster=roster, tables=tables, scoring=scoring, tie_breaks=keys, preset=preset)
    made = replace(made, restart=head.is_set("restart"), minutes=head.read_number("minutes"))
    head.refuse_unread_keys()
    top.refuse_unread_keys()
    if faults.faults:
        raise LogError.from_faults(sorted(faults.faults, key=lambda fault: fault.line))
    return made


def _decode_text(raw: bytes) -> str:
    if len(raw) > MAX_FILE:
        raise LogError(
            "The file of the tournament is larger than 16 MB.", "Put logs into a folder, not into this file.", 0, 0
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise LogError(f"The file is not UTF-8 (byte {wrong.start}).", "Save it as UTF-8.", 0, 0) from None


def _parse_toml(text: str) -> dict[str, object]:
    try:
        return read_toml(text, parse_float=parse_float_text)
    except TomlError as wrong:
        raise LogError(f"This is not readable as TOML: {wrong.says}.", BEGIN, wrong.line, wrong.column) from None


def _read_head(head: TomlTable, top: TomlTable, games: Mapping[str, Game], packs: Mapping[str, str]) -> Tournament:
    name = head.read_word("name", None)
    game = head.read_word("game", None, games)
    pins = Pins(
        layers=head.read_words("layers"), pack=head.read_word("pack"), rulings=top.open_entry("rulings").read_pairs()
    )
    if game in games:
        pins = _pin_house_readings(pins, game, top, packs)
        _check_pins(games[game], pins, top, packs)
    return Tournament(name=name, game=game, pins=pins, roster=())


def _pin_house_readings(pins: Pins, game: str, top: TomlTable, packs: Mapping[str, str]) -> Pins:
    """Add the readings of the named house rulings to the pins."""
    try:
        return replace(pins, rulings=add_house_rulings(pins.rulings, game, packs))
    except LogError as fault:
        top.open_entry("rulings").add_fault(HOUSE, fault.fault.says, fault.fault.hint)
        return replace(pins, rulings={name: reading for name, reading in pins.rulings.items() if name != HOUSE})


def _check_pins(game: Game, pins: Pins, top: TomlTable, packs: Mapping[str, str]) -> None:
    """Check the pins against the game: layers, readings and pack."""
    rulings, head = top.open_entry("rulings"), top.open_entry("tournament")
    layers = {layer.id for layer in (game.base, *game.layers)}
    wrong = [name for name in pins.layers if name not in layers]
    for name in wrong:
        head.add_fault("layers", f"{game.title} has no layer {echo_text(name)}.", head.suggest_near(name, layers))
    good = {}
    for question, reading in pins.rulings.items():
        if question not in game.questions:
            hint = rulings.suggest_near(question, game.questions) or f"`deadreckon rulings {game.name}` lists them."
            rulings.add_fault(question, f"{game.title} has no open question {echo_text(question)}.", hint)
        elif reading not in game.questions[question].readings:
            hint = rulings.suggest_near(reading, game.questions[question].readings)
            rulings.add_fault(question, f"{question} has no reading {echo_text(reading)}.", hint)
        else:
            good[question] = reading
    try:
        if not wrong:
            get_program(game, pins.layers, good)
            game.content(Header(game=game.name, layers=pins.layers, pack=pins.pack), packs)
    except LayerError as fault:
        head.add_fault("layers", str(fault), f"`deadreckon rules {game.name}` shows which layers there are.")
    except PackError as fault:
        head.add_fault(
            "pack", fault.fault.says, f"{fault.fault.hint} One of your own is named with --pack FILE.".strip()
        )
    except LogError as fault:
        head.add_fault("pack", fault.fault.says, fault.fault.hint)


def _read_roster(top: TomlTable) -> tuple[RosterPlayer, ...]:
    players, also = top.open_entry("players"), top.open_entry("also")
    names = players.read_pairs()
    others: dict[str, list[str]] = {}
    for spelling, key in also.read_pairs().items():
        if key in names:
            others.setdefault(key, []).append(spelling)
        else:
            also.add_fault(
                spelling,
                f"no player on the roster has the key {echo_text(key)}.",
                also.suggest_near(key, names) or TO_KEY,
            )
    if not names:
        top.add_fault("players", "there are no players.", 'Write [players] and below it a line for each: ada = "Ada".')
    if len(names) > MOST_PLAYERS:
        top.add_fault(
            "players", f"{len(names):,} take part.", f"Up to {MOST_PLAYERS:,} are counted: split it into several."
        )
    return tuple(RosterPlayer(key, name, tuple(others.get(key, ()))) for key, name in names.items())


def _read_tables(top: TomlTable, players: set[str]) -> Iterator[SeatedTable]:
    ids: set[tuple[int, int]] = set()
    busy: set[tuple[int, str]] = set()
    seated: list[tuple[TomlTable, Mapping[str, str]]] = []
    for entry in top.open_list("tables", MOST_TABLES):
        number, table = entry.read_number("round", None, 1, MOST_ROUNDS), entry.read_number("table", None, 1)
        seats = entry.open_entry("seats").read_pairs()
        listed = tuple(seats.values()) or entry.read_words("players")
        entry.allow_key("players")
        if (number, table) in ids:
            entry.add_fault("table", f"round {number} has two tables {table}.", "Number the tables of a round anew.")
        ids.add((number, table))
        _check_seats(entry, number, listed, players, busy)
        entry.refuse_unread_keys()
        seated.append((entry, seats))
        yield SeatedTable(number, table, listed, seats)
    for at, says, hint in find_strange_seats([seats for _, seats in seated]):
        seated[at][0].add_fault("seats", says, hint)


def _check_seats(
    entry: TomlTable, number: int, listed: tuple[str, ...], players: set[str], busy: set[tuple[int, str]]
) -> None:
    where = "seats" if "seats" in entry.table else "players"
    if len(listed) < 2:  # noqa: PLR2004 - a game needs two players
        entry.add_fault(where, "a table needs two players.", 'Write seats = { green = "ada", orange = "ben" }.')
    if len(listed) > MOST_SEATS:
        entry.add_fault(
            where, f"{len(listed):,} sit at one table.", f"Up to {MOST_SEATS} can: write a table for each game."
        )
        return
    for player in listed:
        if player not in players:
            hint = entry.suggest_near(player, players) or TO_KEY
            entry.add_fault(where, f"no player on the roster has the key {echo_text(player)}.", hint)
        elif (number, player) in busy:
            entry.add_fault(where, f"{echo_text(player)} sits twice in round {number}.", "One seat a round for each.")
        busy.add((number, player))


def _read_scoring_rules(entry: TomlTable, preset: str) -> tuple[ScoringRules, tuple[str, ...]]:
    base = PRESETS[preset or "ladder-5-3-2-1"]
    usual = base.scoring
    said = {key: entry.read_word(key, getattr(usual, key), among) for key, among in CHOICES.items()}
    rules = ScoringRules(
        scheme=entry.read_word("points", usual.scheme, SCHEMES),
        ladder=entry.read_fractions("ladder") or usual.ladder,
        by_size=_read_by_size(entry.open_entry("by_size")),
        rank_by=entry.read_word("rank_by"),
        bye=_read_bye(entry, usual.bye),
        best_of=entry.read_number("best_of", 0, 1),
        start=entry.read_fraction("start", usual.start),
        unit=entry.read_fraction("unit", usual.unit),
        **said,
    )
    if rules.scheme in {"ladder", "uma"} and len(rules.ladder) < 2:  # noqa: PLR2004 - a first and a last
        entry.add_fault("ladder", "a ladder has two rungs at least.", "Write what the first place gets, and the last.")
    if not rules.unit:
        entry.add_fault("unit", "nothing can be divided by 0.", "Leave it out, or write 1000.")
    entry.refuse_unread_keys()
    return rules, base.tie_breaks


def _check_rank_fact(game: Game, fact: str, entry: TomlTable) -> None:
    """Check that the game has the fact that seats are ranked by."""
    there = list_facts_by_seat(game)
    if fact not in there:
        hint = entry.suggest_near(fact, there) or f"`deadreckon facts {game.name}` lists them."
        entry.add_fault("rank_by", f"{game.title} has no fact {echo_text(fact)}.", f"{hint} * stands for each seat.")


def _read_bye(entry: TomlTable, usual: str) -> str:
    value = entry.table.get("bye", usual)
    if isinstance(value, str) and value in BYES:
        entry.allow_key("bye")
        return value
    return str(entry.read_fraction("bye", Fraction(0)))


def _read_by_size(entry: TomlTable) -> dict[int, tuple[Fraction, ...]]:
    found = {}
    for size in entry.table:
        values = entry.read_fractions(size)
        if not SIZE.fullmatch(size) or (values and len(values) != int(size)):
            entry.add_fault(size, "for a table of so many there is one value each.", "Write 3 = [4, 2, 1].")
        elif values:
            found[int(size)] = values
    return found


def _read_tie_breaks(head: TomlTable, usual: tuple[str, ...]) -> tuple[str, ...]:
    keys = head.read_words("tie_breaks") if "tie_breaks" in head.table else usual
    head.allow_key("tie_breaks")
    if len(keys) > MOST_KEYS:
        head.add_fault(
            "tie_breaks", f"there are {len(keys):,} of them.", f"Up to {MOST_KEYS} are compared: name the first."
        )
        return ()
    for key in keys:
        if not is_known_key(key):
            hint = head.suggest_near(key, list_all_keys()) or f"There is: {', '.join(list_all_keys())}."
            head.add_fault("tie_breaks", f"there is no tie-break {echo_text(key)}.", hint)
    if len(set(keys)) < len(keys):
        head.add_fault("tie_breaks", "one of them is named twice.", "Name each once: the second time it has no effect.")
    return keys
