"""Twin games of Windward look alike to each seat."""

from __future__ import annotations

import msgspec
import pytest

from audit.live import NOBODY
from engine.games import GAMES
from engine.games.windward.events import Deal
from engine.kernel.log import Log
from fixtures.simulate import play
from tests.support.games.windward_ledger.pieces import PACK
from tests.support.logs.live_logs import live_game, told


def twins(log: Log, other: str) -> tuple[Log, str]:
    """Deal another card in the place of one that its captain never shows; give the captain."""
    for place, event in enumerate(log.events):
        if not isinstance(event, Deal):
            continue
        spelt = " ".join(repr(one) for one in log.events[place + 1 :] if getattr(one, "by", "") == event.seat)
        hidden = [n for n, card in enumerate(event.cards) if card not in {*_shown(spelt), other}]
        if hidden:
            cards = (*event.cards[: hidden[0]], other, *event.cards[hidden[0] + 1 :])
            dealt = msgspec.structs.replace(event, cards=cards)
            return Log(
                log.header, [*log.events[:place], dealt, *log.events[place + 1 :]], log.lines, "text"
            ), event.seat
    raise LookupError("Everybody has shown every card.")


def _shown(spelt: str) -> set[str]:
    return {card for card in PACK["cards"] if f"'{card}'" in spelt}


@pytest.mark.parametrize("other", ["harpoon", "deadweight", "aerogenerator"])
@pytest.mark.parametrize("seed", range(2))
def test_twin_games_are_told_alike(seed: int, other: str) -> None:
    whole = play(GAMES["windward"], 4, seed)
    log = Log(whole.header, whole.events[:90], range(90), "text")
    twin, holder = twins(log, other)
    one, two = (live_game(each.header, list(each.events))[1] for each in (log, twin))
    others = [player.seat for player in log.header.players if player.seat != holder]
    for seat in (others[seed], NOBODY):
        for mine, theirs in zip(told(one, seat, 7), told(two, seat, 7), strict=True):
            assert mine == theirs
    assert list(told(one, holder, 30)) != list(told(two, holder, 30))
