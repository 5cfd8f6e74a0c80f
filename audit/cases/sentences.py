"""Describes a case and its ruling options in sentences for the parties."""

from __future__ import annotations

from collections.abc import Iterator

from audit.cases.events import (
    AnswerInCase,
    AnyCaseEvent,
    AppealRuling,
    AskParty,
    AttachExhibit,
    CaseRecord,
    CloseCase,
    OpenCase,
    RuleInCase,
    UpholdRuling,
)
from audit.cases.precedents import Precedent
from audit.cases.ruling_options import RulingOptionOutcome, describe_rulings
from audit.cases.standings_impact import PODIUM, StandingsImpact
from audit.model.document import Result
from audit.model.labels import name_result, name_verdict
from engine.kernel.replay.claims import WINNER

SHORT, MOST_NAMED = 12, 6


def describe_case_event(number: int, event: AnyCaseEvent) -> str:
    """Describe one event of a case."""
    when = f" ({event.at})" if event.at else ""
    return f"{number}. {event.who}{when} {_describe_action(event)}"


def _describe_action(event: AnyCaseEvent) -> str:
    match event:
        case OpenCase():
            about = f", about event {', '.join(map(str, event.about))}" if event.about else ""
            question = f", on {event.question}" if event.question else ""
            return f"claims{about}{question}: {event.says}"
        case AnswerInCase():
            return f"answers {'the claim' if event.to == 1 else f'question {event.to}'}: {event.says}"
        case AttachExhibit():
            says = f": {event.says}" if event.says else ""
            return f"attaches {event.name} ({event.size:,} bytes, SHA-256 {event.sha256[:SHORT]}…){says}"
        case AskParty():
            return f"asks {event.whom}: {event.says}"
    return _describe_decision(event)


def _describe_decision(event: RuleInCase | AppealRuling | UpholdRuling | CloseCase) -> str:
    match event:
        case RuleInCase():
            what = (
                "dismisses the claim" if event.dismissed else f"rules {describe_rulings(event.readings, event.lines)}"
            )
            instead = f" instead of ruling {event.instead}" if event.instead else ""
            return f"{what}{instead}: {event.why}"
        case AppealRuling():
            return f"appeals against ruling {event.against}: {event.why}"
        case UpholdRuling():
            return f"upholds the ruling against appeal {event.appeal}: {event.why}"
        case CloseCase():
            return f"closes the case{f': {event.why}' if event.why else '.'}"


def describe_case_state(case: CaseRecord) -> Iterator[str]:
    """Describe the state of a case."""
    yield f"The case is {case.state}, as of event {len(case.events)} ({case.head[:SHORT]})."
    if case.standing:
        yield f"Ruling {case.standing} stands."
    if case.appeal:
        yield f"Appeal {case.appeal} is open."
    yield from (f"Question {number} has no answer yet." for number in case.unanswered)


def describe_option_outcome(one: RulingOptionOutcome, now: RulingOptionOutcome) -> Iterator[str]:
    """Describe the outcome of a log under a ruling option, compared with its outcome now."""
    if one.refused:
        yield f"This is not possible: {one.refused}"
        return
    yield f"{name_verdict(one.verdict)}, {describe_game_result(one.result)}"
    if one.result and now.result and name_winner(one.result) != name_winner(now.result):
        yield f"The winner would be {name_winner(one.result)}, and not {name_winner(now.result)}."
    if one.gone:
        yield f"No longer: {_name_violations(one.gone)}."
    if one.new:
        yield f"New: {_name_violations(one.new)}."
    if not (one.gone or one.new) and one.result == now.result and one.verdict == now.verdict:
        yield "Nothing changes."


def describe_game_result(result: Result | None) -> str:
    """Describe the result of a game in one line."""
    if result is None:
        return "no result."
    scores = ", ".join(f"{score.seat} {score.total}" for score in result.scores)
    return f"winner {name_winner(result)} ({scores or 'no scores'}), {name_result(result.status)}."


def name_winner(result: Result) -> str:
    """Name the winner by the rules."""
    return str(result.reckoned.get(WINNER, "??"))


def _name_violations(found: tuple[tuple[int, str], ...]) -> str:
    named = ", ".join(f"{rule} at event {seq}" for seq, rule in found[:MOST_NAMED])
    return named + (f" and {len(found) - MOST_NAMED} more" if found[MOST_NAMED:] else "")


def describe_standings_impact(stakes: StandingsImpact) -> Iterator[str]:
    """Describe who would move in the standings."""
    yield f"The table would be {stakes.status}."
    if not stakes.moved:
        yield "No player moves in the standings."
    else:
        yield f"The first {PODIUM} places {'would change' if stakes.podium else 'stay as they are'}."
    for one in stakes.moved:
        yield (
            f"{one.name}: place {one.before} with {one.points_before} points, then {one.after} with {one.points_after}."
        )


def describe_precedent(one: Precedent) -> str:
    """Describe one precedent, and the case that it comes from."""
    when = f", {one.at}" if one.at else ""
    appealed = "; an appeal is open" if one.appealed else ""
    about = f"{one.about}: " if one.about else ""
    return f"{about}{one.ruled} ({one.who}{when}; {one.case}, event {one.event}{appealed}): {one.why}"
