"""Set-up: players, decks and colours."""

from __future__ import annotations

from engine.games.tailwinds.content.pieces import CARDS_IN_A_DECK, DECKS
from engine.games.tailwinds.sources import COMPONENTS, SETUP_1, TITLE
from engine.games.tailwinds.state import Table
from engine.kernel.events import Start
from engine.kernel.facts import NOTHING
from engine.kernel.positions import read_names
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, is_known

chapter = Chapter("Set-up")


FEWEST, MOST = 2, 4


@chapter.rule("TW-SETUP-01", on=Start, says="Two, three or four players take part.", cite=TITLE)
def player_count(table: Table, _: Start) -> Breach | None:
    count = len(table.header.players)
    if FEWEST <= count <= MOST:
        return None
    seated = "1 player is" if count == 1 else f"{count} players are"
    return Breach(f"{seated} named in the header.", {"players": count}, "Two, three or four.")


@chapter.rule("TW-SETUP-02", on=Start, says="Each player uses exactly one of the six decks.", cite=SETUP_1)
def one_deck(table: Table, _: Start) -> Breach | None:
    for player in table.header.players:
        if player.role not in DECKS:
            chosen = f"a deck called {player.role}" if player.role else "no deck"
            return Breach(f"{player.seat} plays with {chosen}.", {"seat": player.seat}, f"One of {', '.join(DECKS)}.")
    return None


@chapter.rule("TW-SETUP-03", on=Start, says="No two players use the same deck.", cite=(COMPONENTS, SETUP_1))
def own_deck(table: Table, _: Start) -> Breach | None:
    roles = [p.role for p in table.header.players if p.role in DECKS]
    twice = next((r for r in roles if roles.count(r) > 1), None)
    if twice is None:
        return None
    return Breach(f"The {twice} deck is used {_times(roles.count(twice))}.", {"deck": twice}, "Another deck for each.")


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"  # noqa: PLR2004 - the word for two


@chapter.rule(
    "TW-SETUP-04", on=Start, says="The opening hand is the seven cards of the chosen deck.", cite=(COMPONENTS, SETUP_1)
)
def seven_cards(table: Table, _: Start) -> Breach | None:
    """Only a declared position can break this, because a hand from the start is dealt by the deck."""
    if (foreign := _foreign_card(table)) is not None:
        return foreign
    for seat, player in table.players.items():
        gone = len(player.played) + len(player.removed) + (player.card is not None)
        if not all(map(is_known, (*player.played, *player.removed))):
            continue
        if is_known(player.size) and table.header.position.get("round") == 1 and player.size + gone != CARDS_IN_A_DECK:
            held = player.size + gone
            cards = "1 card" if held == 1 else f"{held} cards"
            return Breach(
                f"{seat} starts with {cards}.", {"seat": seat, "cards": held, "fact": f"{seat}.hand"}, "Seven cards."
            )
    return None


def _foreign_card(table: Table) -> Breach | None:
    """Find a card of another deck among those that a declared position gives a player."""
    for seat, player in table.players.items():
        deck = table.content.decks.get(player.deck, UNKNOWN)
        for zone in ("hand", "played", "removed", "card") if is_known(deck) else ():
            cards = read_names(table.header.position.get(f"{seat}.{zone}", NOTHING))
            if strange := next((card for card in cards if is_known(card) and card not in deck), ""):
                says = f"{seat} has {strange}, which is no card of the {player.deck} deck."
                return Breach(says, {"seat": seat, "card": strange, "fact": f"{seat}.{zone}"}, "A card of that deck.")
    return None


@chapter.rule(
    "TW-SETUP-05",
    reads=("decks",),
    on=Start,
    says="Each player sails the two boats of their deck's colour.",
    cite=SETUP_1,
    claims=("*.boats",),
)
def own_colour(table: Table, _: Start) -> Breach | None:
    """A colour named twice is refused as a log. A deck used twice breaks a rule of its own and has no second colour."""
    roles = [p.role for p in table.header.players]
    for player in table.header.players:
        colour = table.content.colours.get(player.role, player.seat) if roles.count(player.role) == 1 else player.seat
        if colour != player.seat:
            facts: dict[str, int | str] = {"seat": player.seat, "colour": colour}
            return Breach(f"The {player.role} sails the {player.seat} boats.", facts, f"The {colour} boats.")
    return None
