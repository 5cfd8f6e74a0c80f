"""Set-up: players, decks, boats, the track and the first market."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.games.tailwinds.content.pieces import CARDS_IN_A_DECK, DECKS, TRACK_CARDS
from engine.games.tailwinds.doubt import ANY_BOAT
from engine.games.tailwinds.events import LayTrack, PlaceBoat, RevealMarket, ShuffleRainbow
from engine.games.tailwinds.folds.setting_up import read_face
from engine.games.tailwinds.reckoning import free_lane, is_free
from engine.games.tailwinds.sources import COMPONENTS, MOVEMENT, RAINBOW, SETUP_1, SETUP_2, SETUP_3, TITLE
from engine.games.tailwinds.state import LANE_NUMBER, LANES, WAITING, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, Undetermined, known

chapter = Chapter("Set-up")
FEWEST, MOST = 2, 4
MARKET = 3


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
    """Only a declared position can say otherwise; a hand from the start is dealt by the deck."""
    for seat, player in table.players.items():
        gone = len(player.played) + len(player.removed) + (player.card is not None)
        if not all(map(known, (*player.played, *player.removed))):
            continue
        if known(player.size) and table.header.position.get("round") == 1 and player.size + gone != CARDS_IN_A_DECK:
            held = player.size + gone
            cards = "1 card" if held == 1 else f"{held} cards"
            return Breach(f"{seat} starts with {cards}.", {"seat": seat, "cards": held}, "Seven cards.")
    return None


@chapter.rule(
    "TW-SETUP-05",
    reads=("decks",),
    on=Start,
    says="Each player sails the two boats of their deck's colour.",
    cite=SETUP_1,
)
def own_colour(table: Table, _: Start) -> Breach | None:
    """A colour named twice is no log; a deck used twice has a rule of its own, and no colour for the second."""
    roles = [p.role for p in table.header.players]
    for player in table.header.players:
        colour = table.content.colours.get(player.role, player.seat) if roles.count(player.role) == 1 else player.seat
        if colour != player.seat:
            facts: dict[str, int | str] = {"seat": player.seat, "colour": colour}
            return Breach(f"The {player.role} sails the {player.seat} boats.", facts, f"The {colour} boats.")
    return None


@chapter.rule(
    "TW-SETUP-06",
    on=PlaceBoat,
    says="A die roll settles who places boats first.",
    cite=SETUP_1,
    rulings=("TW-AMB-01",),
)
def rolled_for_first(table: Table, event: PlaceBoat) -> Breach | None:
    if table.placed or table.phase != "set-up":
        return None
    if not table.rolls:
        return Breach(f"{event.by} places first, and no roll was made.", {"seat": event.by}, "A roll for the start.")
    reading = table.terms.first_placer
    if reading == "free-agreement":
        return None
    first = sorted(_selected(table, max if reading.startswith("highest") else min))
    if first == [event.by]:
        return None
    facts: dict[str, int | str] = {"seat": event.by, "selected": " ".join(first)}
    if len(first) > 1:
        return Breach(f"{event.by} places first, and {' and '.join(first)} are tied.", facts, "They roll again.")
    return Breach(
        f"{event.by} places first, and the roll chose {first[0]}.", facts, f"{first[0]} places both boats first."
    )


def _selected(table: Table, best: Callable[[Iterable[int]], int]) -> set[str]:
    """Play the rolls through: those tied for the best roll again among themselves."""
    rolled = {seat for seat, _ in table.rolls}
    if "" in rolled:
        # Somebody rolled, and nobody wrote down who.
        raise Undetermined
    contenders = rolled
    batch: dict[str, int] = {}
    for seat, value in table.rolls:
        if seat not in contenders or seat in batch:
            continue
        batch[seat] = value
        if len(batch) == len(contenders):
            winning = best(batch.values())
            contenders = {s for s, v in batch.items() if v == winning}
            batch = {}
    return contenders


@chapter.rule(
    "TW-SETUP-07",
    on=PlaceBoat,
    says="Boats are placed clockwise from the first player, both boats of one before the next.",
    cite=SETUP_1,
)
def clockwise(table: Table, event: PlaceBoat) -> Breach | None:
    if not table.placed or table.phase != "set-up":
        return None
    due = _next_placer(table)
    if event.by == due:
        return None
    if not due:
        return Breach(f"{event.by} places a boat, and all are placed.", {"seat": event.by})
    return Breach(
        f"{event.by} places a boat, and {due} is next.", {"seat": event.by, "due": due}, f"{due} places a boat."
    )


def _next_placer(table: Table) -> str:
    """Whose boat comes next ("" when all are placed)."""
    seats, last = table.seats, table.placed[-1]
    waiting = [s for s in seats if any(b.state is WAITING for b in table.players[s].boats)]
    start = seats.index(last)
    return next((s for s in (*seats[start:], *seats[:start]) if s in waiting), "")


@chapter.rule(
    "TW-SETUP-08",
    reads=("track",),
    on=PlaceBoat,
    says="Boats start on starting spaces, as their owner likes.",
    cite=SETUP_1,
    rulings=("TW-AMB-04",),
)
def starting_space(table: Table, event: PlaceBoat) -> Breach | None:
    if table.phase != "set-up" or event.space in table.starts:
        return None
    allowed = ", ".join(str(s) for s in sorted(table.starts))
    says = f"{event.by} starts on space {event.space}, which is no starting space."
    return Breach(says, {"space": event.space}, f"One of {allowed}.")


@chapter.rule(
    "TW-SETUP-09",
    on=PlaceBoat,
    says="The line-up too has three lanes a space and one boat a lane.",
    cite=MOVEMENT,
    rulings=("TW-AMB-02",),
    hangs_on=ANY_BOAT,
)
def one_boat_a_lane(table: Table, event: PlaceBoat) -> Breach | None:
    if table.phase != "set-up":
        return None
    free = free_lane(table, event.space)
    facts: dict[str, int | str] = {"space": event.space}
    if not free:
        return Breach(f"Space {event.space} holds three boats already.", facts, "Another starting space.")
    lane = LANE_NUMBER[event.lane] if event.lane else free
    if not is_free(table, event.space, lane):
        return Breach(
            f"The {event.lane} lane of space {event.space} is taken.", facts, f"The {LANES[free]} lane is free."
        )
    if lane != free and table.terms.placing_lane == "innermost-free":
        says = f"{event.by} takes the {event.lane} lane of space {event.space}, with the {LANES[free]} lane free."
        return Breach(says, facts, f"The {LANES[free]} lane.")
    return None


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
    """Only a position in the first round can say so; a card played from an empty hand breaks TW-RAIN-14."""
    if table.header.position.get("round") != 1 or table.header.position.get("acted", "none") != "none":
        return None
    holder = next((s for s, p in table.players.items() if any(known(c) for c in p.rainbow)), None)
    if holder is None:
        return None
    return Breach(f"{holder} holds a Rainbow card as the first round begins.", {"seat": holder}, "None.")


chapter.upheld(
    "TW-SETUP-14",
    says="Once the first round has begun, the track stays as it was laid.",
    cite=SETUP_2,
    phases=("choosing", "resolving"),
    claims=("track",),
    narrows=("TW-SETUP-10", "TW-SETUP-11"),
)
