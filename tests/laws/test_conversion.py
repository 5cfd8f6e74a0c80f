"""An audit treats a log and its conversions alike: the same events, the same verdict, the same roots."""

from __future__ import annotations

import csv
import io
import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from audit import AuditOptions
from audit.intake.known_games import KnownGames
from audit.intake.reader import read_log
from audit.pipeline import audit_with_replay
from audit.rewrite.convert import convert_log, read_log_leniently, read_to_convert
from audit.rewrite.with_decisions import append_corrections
from engine.kernel.events import Amend, Event, Insert, Retract, Unreadable
from engine.kernel.log import Log, LogError
from engine.kernel.spellings import SPELLINGS, write, write_line
from fixtures.cases import cases
from fixtures.goldens import goldens
from fixtures.kits import GAMES
from fixtures.readings import readings
from fixtures.simulate import company, play
from fixtures.slips import slip
from fixtures.typed_lines import HABITS
from tests.support.logs.workbooks import workbook

# Lines between the others that are not events, and lines that cannot be read.
ASIDES = ("Round 3", "# tea", "# # 4 green: done", "#  4 green: done", "", "20:15 tea")
FAULTS = ("nothing to see here 5", "green: fly 3", "claim: winner nobodyelse", "xx: done")
SLIPS = ("doubled", "missing")
SHORT = 45
# One of this many kept logs is judged; the others are only read.
SAMPLED = 60
KNOWN = KnownGames(GAMES, AuditOptions())


class Judged(NamedTuple):
    """Return what an audit says of a log, as far as its spelling must not matter; of a refused log, only the header."""

    header: str
    events: tuple[str, ...] = ()
    book: tuple[tuple[int, str], ...] = ()
    verdict: str = ""
    roots: tuple[tuple[int | None, str], ...] = ()
    findings: tuple[tuple[int | None, str, str], ...] = ()


def judged(raw: bytes, *laid: Event) -> Judged:
    report, log = audit_with_replay(raw, GAMES, AuditOptions(laid=laid))
    found = report.found
    return Judged(
        repr(log.prepared.header),
        tuple(map(said, log.prepared.log.events)),
        tuple((seq, said(event)) for seq, event in log.prepared.entries),
        found.verdict,
        tuple((one.seq, one.rule) for one in found.findings if one.is_root),
        tuple(sorted((one.seq or 0, one.status, one.rule) for one in found.findings)),
    )


def said(event: Event) -> str:
    """Spell an event without the number that its line states; of an unreadable one, only that number."""
    return "?" if type(event) is Unreadable else repr(replace(event, seq=0))


def respelled(raw: bytes, spelling: str) -> bytes:
    log = read_to_convert(raw, GAMES)
    return convert_log(raw, log, spelling, GAMES[log.header.game].vocabulary).encode()


def is_refused(log: Log) -> bool:
    """Return whether a log has a line that cannot be read; such a log is not converted."""
    if not any(type(event) is Unreadable for event in log.events):
        return False
    for spelling in SPELLINGS:
        with pytest.raises(LogError, match="could not be read"):
            convert_log(b"", log, spelling, GAMES[log.header.game].vocabulary)
    return True


def kept(game: str) -> Iterator[bytes]:
    yield from (golden.log for golden in goldens(game))
    yield from (case.log.encode() for case in cases(game))
    yield from (reading.log.encode() for reading in readings(game))


def read_anew(raw: bytes) -> tuple[str, list[str], list[tuple[int | None, str]]]:
    """Return everything of a log that is judged: header, events, and faults."""
    log = read_log(raw, KNOWN)
    return repr(log.header), [*map(said, log.events)], [(fault.seq, fault.says) for fault in log.faults]


@pytest.mark.parametrize("game", GAMES)
def test_each_kept_log_is_one_to_an_audit_in_every_spelling(game: str) -> None:
    for at, raw in enumerate(kept(game)):
        log = read_log_leniently(raw, GAMES)
        if is_refused(log):
            continue
        spelled = [convert_log(raw, log, spelling, GAMES[game].vocabulary).encode() for spelling in SPELLINGS]
        was = read_anew(raw)
        assert [read_anew(one) for one in spelled] == [was] * len(SPELLINGS), raw.decode()
        # Judge a few of them as well, and all that repeat something, because a repeated line is not an event.
        if "?" in was[1] or at % SAMPLED == 0:
            assert [judged(one) for one in spelled] == [judged(raw)] * len(SPELLINGS), raw.decode()


def test_a_workbook_is_one_to_an_audit_in_every_spelling() -> None:
    raw = DrawnLog("tailwinds", 4, "lines").raw
    rows = [*csv.reader(io.StringIO(respelled(raw, "csv").decode(), newline=""))]
    player = next(player for player in read_log_leniently(raw, GAMES).header.players if player.name)
    book = workbook([[(cell if cell != player.seat else player.name) or None for cell in row] for row in rows])
    assert [judged(respelled(book, spelling)) for spelling in SPELLINGS] == [judged(raw)] * len(SPELLINGS)


class DrawnLog(NamedTuple):
    """A random log, identified by its game, its seed and its spelling."""

    game: str
    seed: int
    form: str

    @property
    def raw(self) -> bytes:
        """Return the log itself; every second one has a slip in it."""
        dice = random.Random(repr(self))
        log = play(GAMES[self.game], company(GAMES[self.game], self.seed), self.seed)
        log = replace(log, events=log.events[:SHORT], lines=range(len(log.events[:SHORT])))
        text = write(log, "text", GAMES[self.game].vocabulary)
        if self.seed % 2:
            text, _ = slip(text, dice.choice(SLIPS), self.seed)
        players = {player.seat: player.name for player in log.header.players}
        return FORMS[self.form](text, players, dice).encode()


def as_lines(text: str, players: dict[str, str], dice: random.Random) -> str:
    """Type some lines as people do: a player's name for a seat, another habit, remarks between the lines."""
    header, _, body = text.partition("\n---\n")
    lines = (
        [f"{at}. {line}" for at, line in enumerate(body.splitlines(), 1)]
        if dice.random() < 1 / 2
        else body.splitlines()
    )
    found = []
    for line in lines:
        habit = HABITS[dice.choice(sorted(HABITS))] if dice.random() < 1 / 2 else named
        found.append((habit(line, dice, players) if dice.random() < 1 / 3 else None) or line)
        found += [dice.choice(ASIDES)] if dice.random() < 1 / 20 else []
    if dice.random() < 1 / 4:
        found.insert(dice.randrange(len(found)), dice.choice(FAULTS))
    return f"{header}\n---\n" + "".join(f"{line}\n" for line in found)


def named(line: str, _: random.Random, players: dict[str, str]) -> str:
    """Replace the seat by the player's name."""
    return re.sub(r"^((?:[0-9]+\. )?)(\w+):", lambda found: f"{found[1]}{players.get(found[2]) or found[2]}:", line)


def as_sheet(text: str, players: dict[str, str], dice: random.Random) -> str:
    """Write a log as a spreadsheet of any country: players for seats, capitals, remarks above and within."""
    log = read_log_leniently(text.encode(), GAMES)
    rows = [*csv.reader(io.StringIO(write(log, "csv", GAMES[log.header.game].vocabulary)))]
    titles = next(at for at, row in enumerate(rows) if row[:2] == ["by", "do"])
    for row in rows[titles + 1 :]:
        row[0] = players.get(row[0], row[0]) if dice.random() < 1 / 3 else row[0]
        row[1] = row[1].capitalize() if dice.random() < 1 / 9 else row[1]
    rows.insert(titles + 2, ["# 4. green: done"])
    rows.insert(titles, ["# at the club, late; and long"])
    rows.insert(0, ["# a table, of four"])
    if dice.random() < 1 / 4:
        rows.insert(dice.randrange(titles + 4, len(rows)), ["green", "fly", "3"])
    out = io.StringIO()
    csv.writer(out, delimiter=dice.choice(",;\t"), lineterminator="\n").writerows(rows)
    return out.getvalue()


def as_json(text: str, players: dict[str, str], dice: random.Random) -> str:
    """Write a log as a program does, with numbers, and sometimes with a player's name for a seat, which is wrong."""
    log = read_log_leniently(text.encode(), GAMES)
    events = [replace(event, seq=at) for at, event in enumerate(log.events, 1)]
    del events[len(events) // 2]
    lines = write(replace(log, events=events, lines=range(len(events))), "jsonl", GAMES[log.header.game].vocabulary)
    seat, name = dice.choice(sorted(players.items()))
    return lines.replace(f'"by":"{seat}"', f'"by":"{name}"', 1) if dice.random() < 1 / 4 else lines


FORMS = {"lines": as_lines, "sheet": as_sheet, "json": as_json}
DRAWN = [DrawnLog(game, seed, form) for game in GAMES for seed in (2, 3) for form in FORMS]


def decisions(drawn: DrawnLog, events: list[Event]) -> tuple[Event, ...]:
    """Draw an arbiter's decisions about a log."""
    dice = random.Random(f"decided {drawn!r}")
    line = write_line(
        replace(dice.choice([one for one in events if type(one) is not Unreadable]), seq=0),
        GAMES[drawn.game].vocabulary,
    )
    at = dice.randrange(1, len(events) + 1)
    found = [Retract(at=at), Amend(at=dice.randrange(1, len(events) + 1), line=line), Insert(at=at - 1, line=line)]
    return tuple(dice.sample(found, 2))


@pytest.mark.parametrize("drawn", DRAWN, ids=repr)
def test_a_drawn_log_and_what_is_decided_about_it_are_one_to_an_audit_in_every_spelling(drawn: DrawnLog) -> None:
    raw, vocabulary = drawn.raw, GAMES[drawn.game].vocabulary
    log = read_log_leniently(raw, GAMES)
    if is_refused(log):
        return
    decided = decisions(drawn, log.events)
    was = judged(raw)
    ruled = judged(raw, *decided)
    assert judged(append_corrections(raw, log, vocabulary, decided)) == ruled
    for spelling in SPELLINGS:
        spelled = respelled(raw, spelling)
        assert judged(spelled) == was
        behind = append_corrections(spelled, read_log_leniently(spelled, GAMES), vocabulary, decided)
        assert (judged(behind) if spelling == "csv" else judged(spelled, *decided)) == ruled


def test_of_the_drawn_logs_some_are_refused_and_most_are_not() -> None:
    refused = [drawn for drawn in DRAWN if is_refused(read_log_leniently(drawn.raw, GAMES))]
    assert 0 < len(refused) <= len(DRAWN) / 3
