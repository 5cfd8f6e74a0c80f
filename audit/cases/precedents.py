"""Lists earlier rulings by game and question, for arbiters who have to decide the same question."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from audit.cases.events import CaseRecord

# The value of `ruled` if the arbiter lets an event count although it breaks a rule.
STANDS = "stands"


class Precedent(Struct, frozen=True, kw_only=True):
    """One ruling in force: the question and its reading, or the ruling on a line, with its case."""

    game: str
    # The open question, or the rule that the arbiter waived. Empty if a line was corrected.
    about: str
    ruled: str
    who: str
    why: str
    at: str
    # The path of the case, the number of the ruling in it, and the head of its hash chain.
    case: str
    event: int
    head: str
    # Whether an appeal against it is open.
    appealed: bool = False


def list_precedents(cases: Iterable[tuple[str, CaseRecord]], game: str = "", about: str = "") -> list[Precedent]:
    """List the rulings in force, sorted by game and question, then by time and case."""
    found = (one for path, case in cases for one in _list_case_precedents(path, case))
    kept = (one for one in found if game in {"", one.game} and about in {"", one.about})
    return sorted(kept, key=lambda one: (one.game, not one.about, one.about, one.at, one.case))


def _list_case_precedents(path: str, case: CaseRecord) -> Iterator[Precedent]:
    ruling = case.ruling
    if ruling is None:
        return
    said = [*ruling.readings.items(), *(_parse_ruling_line(line) for line in ruling.lines)]
    for about, ruled in said:
        yield Precedent(
            game=case.opened.game,
            about=about,
            ruled=ruled,
            who=ruling.who,
            why=ruling.why,
            at=ruling.at,
            case=path,
            event=case.standing,
            head=case.head,
            appealed=bool(case.appeal),
        )


def _parse_ruling_line(line: str) -> tuple[str, str]:
    """Split a line into the rule that it waives (or nothing) and what it rules."""
    words = line.removeprefix("record:").split()
    return (words[2], STANDS) if words[:1] == ["ruling"] and words[2:3] else ("", line.strip())


def find_contradictions(listed: Iterable[Precedent]) -> dict[tuple[str, str], list[Precedent]]:
    """Find the questions that were read in more than one way."""
    by_question: dict[tuple[str, str], list[Precedent]] = {}
    for one in listed:
        if one.about and one.ruled != STANDS:
            by_question.setdefault((one.game, one.about), []).append(one)
    return {key: several for key, several in by_question.items() if len({one.ruled for one in several}) > 1}


def split_publishable_rulings(listed: Sequence[Precedent]) -> tuple[list[dict[str, str]], list[str]]:
    """List the questions that were always read in one way, as entries of a rulings pack.

    The second list explains which questions are left out: contradictory ones and those under appeal.
    """
    readings = [one for one in listed if one.about and one.ruled != STANDS]
    apart = find_contradictions(readings)
    appealed = {(one.game, one.about) for one in readings if one.appealed}
    kept: dict[tuple[str, str], dict[str, str]] = {}
    for one in readings:
        key = (one.game, one.about)
        if key not in apart and key not in appealed:
            where = f"{one.case}, event {one.event}, {one.head}"
            kept.setdefault(key, _make_pack_entry(one, where))
    left = [f"{question} is left out: it was read in more than one way." for _, question in apart]
    left += [f"{about} is left out: an appeal is open." for key in sorted(appealed - set(apart)) for about in key[1:]]
    return list(kept.values()), left


def _make_pack_entry(one: Precedent, where: str) -> dict[str, str]:
    return {
        "game": one.game,
        "question": one.about,
        "reading": one.ruled,
        "why": one.why,
        "who": one.who,
        "at": one.at,
        "case": where,
    }
