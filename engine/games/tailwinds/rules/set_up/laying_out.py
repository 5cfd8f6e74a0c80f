"""Set-up: the track, and the first Rainbow market."""

from __future__ import annotations

from engine.games.tailwinds.content.pieces import MARKET, TRACK_CARDS
from engine.games.tailwinds.events import LayTrack, RevealMarket, ShuffleRainbow
from engine.games.tailwinds.folds.setting_up import read_face
from engine.games.tailwinds.sources import RAINBOW, SETUP_2, SETUP_3
from engine.games.tailwinds.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

chapter = Chapter("Set-up")


@chapter.rule(
    "TW-SETUP-10",
    reads=("track",),
    on=LayTrack,
    says="All six track cards lie in one line, the finish at its end.",
    cite=SETUP_2,
    rulings=("TW-AMB-36",),
)
def six_track_cards(table: Table, event: LayTrack) -> Breach | None:
    names = [read_face(card)[0] for card in _all_known(event.cards)]
    due = list(table.content.track)
    if sorted(names) != sorted(due):
        return Breach(f"The track is {' '.join(names)}.", {"cards": len(names)}, f"The {TRACK_CARDS} cards, each once.")
    if names != due and table.terms.track_order == "pack-order":
        return Breach(f"The track is {' '.join(names)}.", {"cards": len(names)}, f"In this order: {' '.join(due)}.")
    return None


def _all_known(cards: tuple[str, ...]) -> tuple[str, ...]:
    if any(card is UNKNOWN for card in cards):
        raise Undetermined
    return cards


@chapter.rule(
    "TW-SETUP-11",
    on=LayTrack,
    says="A standard game shows standard faces only, an advanced one at least one advanced face.",
    cite=SETUP_2,
)
def faces_fit_the_mode(table: Table, event: LayTrack) -> Breach | None:
    turned = [card for card in _all_known(event.cards) if read_face(card)[1] == "advanced"]
    if bool(turned) == table.terms.advanced:
        return None
    if turned:
        return Breach(
            f"{turned[0]} lies in a standard game.", {"card": turned[0]}, "Or layer advanced-track in the header."
        )
    return Breach("No advanced face lies in an advanced game.", {}, "At least one, or no layer advanced-track.")


@chapter.rule(
    "TW-SETUP-12",
    on=(RevealMarket, ShuffleRainbow),
    says="The Rainbow cards are shuffled, and three are turned up.",
    cite=SETUP_3,
    narrows=("TW-LOG-03", "TW-MARKET-02"),
)
def three_in_the_market(table: Table, event: RevealMarket | ShuffleRainbow) -> Breach | None:
    if table.phase != "set-up":
        return None
    if isinstance(event, ShuffleRainbow):
        late = "The Rainbow cards are shuffled after the market was turned up."
        return Breach(late, {}, "The shuffle comes first.") if table.market else None
    if table.market:
        return Breach("The market is turned up a second time.", {}, "Its three cards stay until they are taken.")
    shown = len(event.cards)
    if shown == MARKET:
        return None
    return Breach(f"The market shows {shown} card{'s'[: shown != 1]}.", {"cards": shown}, "Three cards.")


@chapter.rule(
    "TW-SETUP-13",
    on=Start,
    says="Nobody holds a Rainbow card at the start.",
    cite=(SETUP_3, RAINBOW),
)
def no_rainbow_at_first(table: Table, _: Start) -> Breach | None:
    """Only a position in the first round can break this. A card played from an empty hand breaks TW-RAIN-14."""
    if table.header.position.get("round") != 1 or table.header.position.get("acted", "none") != "none":
        return None
    holder = next((s for s, p in table.players.items() if any(is_known(c) for c in p.rainbow)), None)
    if holder is None:
        return None
    return Breach(
        f"{holder} holds a Rainbow card as the first round begins.",
        {"seat": holder, "fact": f"{holder}.rainbow"},
        "None.",
    )


chapter.upheld(
    "TW-SETUP-14",
    says="Once the first round has begun, the track stays as it was laid.",
    cite=SETUP_2,
    phases=("choosing", "resolving"),
    claims=("track",),
    narrows=("TW-SETUP-10", "TW-SETUP-11"),
)
