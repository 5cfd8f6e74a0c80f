"""Twin games in which rules are broken: if only hidden values differ, a reader sees no difference."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from api.web.live.table_page import list_choices_now
from audit.live import NOBODY, LiveSetup, LiveState, View, advance_game, begin_game, describe_books, fold_game
from engine.kernel.events import Amend, Claim, Event, Insert, Retract, Ruling
from engine.kernel.replay.replay import Replay
from engine.kernel.spellings import write_line
from fixtures.kits import GAMES
from fixtures.simulate import Session, company

HIDING = ("tailwinds", "winds-of-plunder", "north-wind", "windward")
# The number of events of a game, and how many of them follow the hidden one.
LONGEST, AFTERWARDS = 90, 14
GAMES_OF_EACH = 3
Pair = tuple[Event, Event]
Pairs = list[Pair]


@cache
def session(name: str, seed: int) -> Session:
    """Play a game once, for everything that is tried with it."""
    played = Session(GAMES[name], company(GAMES[name], seed), seed)
    played.finish(LONGEST)
    return played


def game_played(name: str, dice: random.Random) -> tuple[LiveSetup, list[Event]]:
    """Take a game; in North Wind a player looks under a stack now and then, in turn or not."""
    played = session(name, dice.randrange(GAMES_OF_EACH))
    live, events = begin_game(msgspec.json.encode(played.header), GAMES), list(played.events)
    if name == "north-wind":
        form, tiles = live.game.vocabulary.forms["look"], sorted(cast("Iterable[str]", live.domains["tile"]))
        for place in sorted(dice.sample(range(10, len(events)), 6), reverse=True):
            looked = form.cls(by=dice.choice(seats(live)), what="under", tile=dice.choice(tiles))  # type: ignore[call-arg] # so
            events.insert(place, looked)
    return live, events


def seats(live: LiveSetup) -> list[str]:
    return [player.seat for player in live.header.players]


def hidden(live: LiveSetup, events: Sequence[Event], seat: str) -> list[tuple[int, str]]:
    """List the events that contain something hidden from a seat, each with its field."""
    run, found = Replay(live.program, live.prepared.build_table()), list[tuple[int, str]]()
    for place, event in enumerate(events):
        found += [(place, field) for field in live.game.hidden_fields(run.table, event, seat)]
        run.run([(place + 1, event)])
    return found


def otherwise(live: LiveSetup, event: Event, name: str, dice: random.Random) -> Event:
    """Return the same event with another possible value in a field."""
    form, said = live.game.vocabulary.by_class[type(event)], getattr(event, name)
    kind = next(field.kind for field in form.fields if field.attribute == name)
    domain: Any = live.domains.get(kind)
    values: list[Any] = list(range(9)) if domain is None else sorted(domain)
    if live.game.name == "winds-of-plunder" and form.verb == "drawn":
        # All players see which of the two piles a card is from.
        values = [card for card in values if card.startswith("tr-") == said.startswith("tr-")]
    if isinstance(said, tuple):
        place = dice.randrange(len(said))
        return replace(event, **{name: (*said[:place], dice.choice(values), *said[place + 1 :])})
    return replace(event, **{name: dice.choice(values)})


# ---- illegal acts, the same in both games ----

Deed = Callable[[LiveSetup, Pairs, int, random.Random], Iterator[Pair]]


def another_seat(live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    event = pairs[at][0]
    yield both(replace(event, by=dice.choice(seats(live)))) if hasattr(event, "by") else both(event)


def twice(_live: LiveSetup, pairs: Pairs, at: int, _dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[at], pairs[at])


def out_of_turn(_live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[dice.randrange(len(pairs))], pairs[at])


def another_value(live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    event = pairs[at][0]
    fields = [field for field in live.game.vocabulary.by_class[type(event)].fields if getattr(event, field.attribute)]
    named = [field.attribute for field in fields if field.kind in live.domains]
    yield both(otherwise(live, event, dice.choice(named), dice)) if named else pairs[at]


def left_out(_live: LiveSetup, _pairs: Pairs, _at: int, _dice: random.Random) -> Iterator[Pair]:
    yield from ()


def amended(live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[at], quoting(live, Amend, dice.randint(max(1, at - 9), at), dice.choice(pairs)))


def inserted(live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[at], quoting(live, Insert, dice.randint(max(1, at - 9), at), dice.choice(pairs[at:])))


def retracted(_live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[at], both(Retract(at=dice.randint(max(1, at - 9), at))))


def ruled(_live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    yield from (pairs[dice.randrange(len(pairs))], both(Ruling(at=at + 1)))


def claimed(live: LiveSetup, pairs: Pairs, at: int, dice: random.Random) -> Iterator[Pair]:
    facts = View(fold_game(live, [event for event, _ in pairs[:at]])).facts_after()
    yield pairs[at]
    for fact in dice.sample(sorted(facts), 4):
        yield both(Claim(fact=fact, value=dice.choice([facts[fact], 1, 2])))


def both(event: Event) -> Pair:
    return event, event


def quoting(live: LiveSetup, record: type[Amend | Insert], at: int, pair: Pair) -> Pair:
    one, other = (record(at=at, line=write_line(event, live.game.vocabulary)) for event in pair)
    return one, other


DEEDS: tuple[Deed, ...] = (
    another_seat, twice, out_of_turn, another_value, left_out, amended, inserted, retracted, ruled, claimed,
)  # fmt: skip


# ---- twins, and what one reader gets of them ----


def twins(name: str, deed: Deed, number: int) -> tuple[LiveSetup, str, Pairs, int]:
    """Two games in one: pairs of events, of which some differ in what is hidden from a seat."""
    dice = random.Random(f"{name} {deed.__name__} {number}")
    live, events = game_played(name, dice)
    seat = (*seats(live), NOBODY)[number % (len(seats(live)) + 1)]
    secrets = hidden(live, events, seat)
    first, _ = dice.choice([one for one in secrets if one[0] < len(events) - 4])
    pairs = [both(event) for event in events[: (40 if name == "windward" else first) + AFTERWARDS]]
    for place, field in secrets:
        if place == first or (first < place < len(pairs) and dice.random() < 1 / 4):
            pairs[place] = (events[place], otherwise(live, events[place], field, dice))
    for _ in range(4):
        at = dice.randrange(first + 1, len(pairs))
        if pairs[at][0] is pairs[at][1]:
            pairs[at : at + 1] = list(deed(live, pairs, at, dice))
    return live, seat, pairs, first


def told(live: LiveSetup, seat: str, events: list[Event], since: int) -> Iterator[tuple[str, Any]]:
    """Everything that a reader gets of a game while it is recorded, and afterwards at every place."""
    live_state, answers = advance_game(fold_game(live, events[:since]), events[since:], seat)
    yield "answers", [answer.answer_document() for answer in answers]
    yield "events", list(View(live_state, seat=seat).event_documents())
    yield "books", describe_books(live_state, seat)["parts"]
    for which in ("adjudicated", "played"):
        view = View(live_state, which, seat)
        yield which, [view.findings(), view.header_document(), list_choices_now(view), view.picture_after()]
        for seq, _ in view.book.entries[since::5]:
            yield f"{which} {seq}", view.step_document(seq)


@pytest.mark.parametrize("deed", DEEDS)
@pytest.mark.parametrize("name", HIDING)
def test_twins_in_which_rules_are_broken_are_told_alike(name: str, deed: Deed) -> None:
    live, seat, pairs, since = twins(name, deed, DEEDS.index(deed))
    one, other = (list(told(live, seat, list(events), since)) for events in zip(*pairs, strict=True))
    for mine, theirs in zip(one, other, strict=True):
        assert mine == theirs, f"{seat or 'an onlooker'} is told something"


@pytest.mark.parametrize("name", HIDING)
def test_who_may_see_everything_is_told_twins_apart(name: str) -> None:
    """Without this check the test above would also pass for twins that are not different."""
    live, _, pairs, since = twins(name, twice, 0)
    one, other = (View(fold_game(live, list(events))) for events in zip(*pairs, strict=True))
    assert list(one.event_documents(since)) != list(other.event_documents(since))


@pytest.mark.parametrize("name", HIDING)
def test_whoever_asks_step_by_step_is_told_what_is_told_of_the_whole(name: str) -> None:
    """A reader's view is carried on from one state to the next, and never computed anew."""
    live, seat, pairs, since = twins(name, amended, 1)
    events = [event for event, _ in pairs]
    grown = fold_game(live, events[:since])
    for event in events[since:]:
        grown, _ = advance_game(grown, [event], seat)
        View(grown, seat=seat).facts_after()
    at_once: LiveState = fold_game(live, events)
    for which in ("played", "adjudicated"):
        one, other = (View(state, which, seat) for state in (grown, at_once))
        assert (one.findings(), one.facts_after(), one.picture_after()) == (
            other.findings(),
            other.facts_after(),
            other.picture_after(),
        )
        assert list(one.event_documents()) == list(other.event_documents())


def test_what_was_never_recorded_is_forgotten() -> None:
    live, seat, pairs, since = twins("winds-of-plunder", twice, 1)
    before = fold_game(live, [event for event, _ in pairs[:since]])
    lost, _ = advance_game(before, [event for _, event in pairs[since:]], seat)
    kept, _ = advance_game(before, [event for event, _ in pairs[since:-2]], seat)
    afresh = fold_game(live, [event for event, _ in pairs[:-2]])
    assert View(kept, seat=seat).facts_after() == View(afresh, seat=seat).facts_after()
    assert list(View(before, seat=seat).event_documents()) == list(View(lost, seat=seat).event_documents(0, before.seq))


@pytest.mark.parametrize(
    "line", ["orange: commit crew-4", "orange: commit crew-5", "green: commit sailor-3", "claim: orange.hand crew-4"]
)
@pytest.mark.parametrize("seat", ["green", NOBODY])
def test_another_hand_in_a_declared_position_changes_nothing_that_others_are_told(seat: str, line: str) -> None:
    seen = []
    for hand in ("crew-4 crew-6", "crew-5 crew-3"):
        position = {"green.hand": "sailor-2 sailor-3", "orange.hand": hand, "orange.played": "crew-5b", "round": 4}
        header = {
            "game": "tailwinds",
            "pack": "tailwinds-reconstructed-1",
            "players": [{"seat": "green", "role": "sailor"}, {"seat": "orange", "role": "crew"}],
            "position": position,
        }
        live = begin_game(msgspec.json.encode(header), GAMES)
        event = live.read(line)
        assert isinstance(event, Event)
        seen.append(list(told(live, seat, [event, live.read("orange: commit crew-6")], 0)))  # type: ignore[list-item] # so
    assert seen[0] == seen[1]
