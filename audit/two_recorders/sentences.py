"""What is told of two records, as an arbiter tells it."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, OneRecord
from audit.two_recorders.differences import Difference, Entry
from audit.two_recorders.headers import SAYS, HeadDifference
from audit.two_recorders.judgement import Bearing
from engine.kernel.editions import own_first, source_of
from engine.kernel.spellings import shown

# More of a line, or of a header, than this is no help to a reader.
QUOTED = 160


def head_says(head: HeadDifference) -> str:
    """Tell what two headers say differently."""
    return f"{SAYS[head.key]}: A says {_quoted(head.a)}, B says {_quoted(head.b)}."


def _quoted(said: str) -> str:
    return cut(said) if said else "nothing"


def cut(said: str) -> str:
    """Shorten what is quoted, with every sign in it to be seen."""
    return shown(said if len(said) <= QUOTED else f"{said[: QUOTED - 1]}…")


def record_says(name: str, record: OneRecord) -> str:
    """Tell what one record comes to by itself."""
    events = len(record.prepared.log.events)
    parts = [f"{name}: {counted(events, 'event')}, {counted(record.broken, 'breach', 'breaches')} of a rule"]
    if record.unread:
        parts.append(f"{counted(record.unread, 'line')} that cannot be read or applied")
    if record.corrections:
        parts.append(f"{counted(record.corrections, 'correction')} laid over it first")
    if record.rulings:
        parts.append(f"{counted(record.rulings, 'ruling')} by number, not compared")
    return ", ".join(parts) + "."


def counted(number: int, one: str, many: str = "") -> str:
    """Count things in words: none, one, several."""
    return f"{number or 'no'} {one if number == 1 else many or f'{one}s'}"


def kind_says(difference: Difference) -> str:
    """Tell in what two records differ at a place."""
    a, b = len(difference.a), len(difference.b)
    has, lacks = ("A", "B") if a else ("B", "A")
    what = "a line" if a + b == 1 else counted(a + b, "line")
    match difference.kind:
        case "missing":
            return f"{has} has {what} that {lacks} has not."
        case "doubled":
            return f"{has} has {what} twice that {lacks} has once."
        case "swapped":
            return "Both have the same two lines, in the other order."
        case _:
            what = f"A has {counted(a, 'line')}, B has {counted(b, 'line')}."
            return "A and B say different things." if a == b == 1 else what


def line_says(entry: Entry, record: OneRecord) -> str:
    """Quote a line with its place in its file."""
    return f"line {record.prepared.log.lines[entry.seq - 1]}: {cut(entry.line.removeprefix('?: '))}"


def bearing_says(bearing: Bearing, comparison: Comparison) -> str:
    """Tell what the rules say of a difference."""
    if bearing.side and bearing.breach is not None and bearing.breach.breach is not None:
        name, other = ("A", "B") if bearing.side == "a" else ("B", "A")
        rule = bearing.breach.laid.rule
        prepared = comparison.a.prepared
        cites = own_first(rule.cites, source_of(prepared.game, prepared.program.rulebook.layers))
        written = f" ({cites[0]})" if cites else ""
        place = _place(bearing, comparison, other)
        return (
            f"The rules bear out {name}. As {other} has it, {rule.id}{written} is broken{place}: "
            f"{bearing.breach.breach.says}"
        )
    return UNDECIDED[bearing.why]


UNDECIDED = {
    "neither": "The rules allow both, as far as these logs show: ask the table.",
    "both": "Each breaks a rule, so the rules bear out neither: ask the table.",
    "unread": "What stands here in one of them cannot be read, which breaks no rule: ask who wrote it.",
    "unexamined": "Not examined: there are too many differences or breaches before the end to try this one through.",
    "heads": "Not judged: the headers set different tables. Settle that first.",
}


def _place(bearing: Bearing, comparison: Comparison, other: str) -> str:
    """Say in which line of the other log it is broken, be it a line that both have."""
    if not any(bearing.at):
        return " by the end of the record"
    records = {"A": comparison.a, "B": comparison.b}
    seqs = dict(zip(("A", "B"), bearing.at, strict=True))
    name = other if seqs[other] else next(name for name, seq in seqs.items() if seq)
    return f" at line {records[name].prepared.log.lines[seqs[name] - 1]} of {name}"


def summary_says(comparison: Comparison) -> str:
    """Tell in one sentence what it comes to."""
    if comparison.same:
        return "Both records say the same."
    found = comparison.both.differences
    if not found:
        return "The headers differ, and all events are the same."
    sides = [bearing.side for bearing in comparison.bearings]
    return (
        f"{counted(len(found), 'difference')}: the rules bear out A in {sides.count('a')}, B in {sides.count('b')}, "
        f"and leave {sides.count(None)} open."
    )
