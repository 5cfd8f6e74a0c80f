"""A ship: the sail on its mast, the crow's nest, the cabin, the hold, the brig, and the gun ports."""

from __future__ import annotations

from typing import Any, Final

from engine.games.north_wind.content import COMMODITIES, ROLES, Content
from engine.games.north_wind.content.pieces import BRIG, CANNONS, HOLD
from engine.games.north_wind.picture.pieces import GOODS, cannon, piece, slot
from engine.games.north_wind.picture.words import hold_words
from engine.games.north_wind.state import Player
from engine.games.north_wind.terms import Terms
from engine.kernel.drawing.lettering import BOLD, Told, cut_to_fit, spell_count, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import draw_letter, row
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, box, draw_caption, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

WIDE: Final = 255.0
HIGH: Final = 236.0
WOOD: Final = "#c99b66"
PLANK: Final = "#b48652"
DECK: Final = 118.0
MAST: Final = 128.0
# Where the notches of the mast are drawn, and their greatest distance.
NOTCHES: Final = (78.0, 26.0)
NOTCH: Final = 14.0
MOST_NOTCHES: Final = 9
SAIL: Final = (76.0, 34.0)
SLOT: Final = 22.0
# The parts side by side below the deck, from the stern to the bow.
CABIN: Final = (14.0, 92.0)
CARGO: Final = (112.0, 86.0)
CELL: Final = (204.0, 28.0)
ROLE: Final = 17.0


def draw_ship(content: Content, terms: Terms, player: Player, livery: Livery) -> Markup:
    """Draw a ship with everything aboard."""
    return element(
        "g",
        _hull(),
        _mast(content, terms, player.seat, player.sail, livery),
        _nest(content, player),
        _cabin(content, player),
        _hold(player.seat, player.hold),
        _brig(player.seat, player.brig),
        _cannons(player.seat, player.cannons),
    )


@draw_once
def _hull() -> Markup:
    """Draw the hull from the side, the stern on the left, and nothing below the waterline."""
    stern, bow = f"M3 {DECK - 14}H84L90 {DECK}H200", f"L253 {DECK - 16}Q248 {HIGH - 30} 212 {HIGH - 3}"
    shape = f"{stern}{bow}H20Q4 {HIGH - 34} 3 {DECK - 14}Z"
    plank = f"M10 {HIGH - 29}H236"
    return element(
        "g",
        element("path", d=shape, fill=WOOD, stroke=INK, stroke_width=1.6),
        element("path", d=plank, stroke=PLANK, stroke_width=1.4),
    )


# The sail


@draw_once
def _mast(content: Content, terms: Terms, seat: str, level: Told, livery: Livery) -> Markup:
    """Draw the mast with its notches, and the sail in one of them."""
    top = content.ship.sail_max
    start = content.starting.sail
    low = min([one for one in (start, level) if is_known(one)], default=0)
    high = max([one for one in (top, level, low + 1) if is_known(one)])
    pole = element("path", d=f"M{MAST} 18V{DECK}", stroke=PLANK, stroke_width=5)
    notched = [] if high - low >= MOST_NOTCHES else _notches(low, high, level)
    y = _height(level, low, high) if is_known(level) and notched else (NOTCHES[0] + NOTCHES[1]) / 2
    of = f"of {spell_value(top)}" if terms.highest_sail == "pack-value" else ""
    said = element("title", f"{seat}: sailing level {spell_value(level)} {of}".rstrip())
    place = spot(f"{seat}.sail", level, MAST - SAIL[0] / 2, y, *SAIL)
    return element("g", said, pole, *notched, _sail(livery, y, sure=is_known(level)), _level(level, of), place)


def _height(level: int, low: int, high: int) -> float:
    pitch = min(NOTCH, (NOTCHES[0] - NOTCHES[1]) / max(1, high - low))
    return NOTCHES[0] - (level - low) * pitch


def _notches(low: int, high: int, level: Any) -> list[Markup]:  # noqa: ANN401 - a number, or UNKNOWN
    """Number the notches on the right of the sail."""
    parts = []
    for number in range(low, high + 1):
        y = _height(number, low, high)
        here = is_known(level) and number == level
        parts.append(element("path", d=f"M{MAST + 2} {y:.2f}h48", stroke=INK if here else FAINT, stroke_width=0.8))
        look: dict[str, str | float | None] = {"font_weight": "bold", "fill": INK} if here else {}
        parts.append(draw_caption(MAST + 54, y + 4, str(number), 11, **look))
    return parts


def _sail(livery: Livery, y: float, *, sure: bool) -> Markup:
    wide, high = SAIL
    left = MAST - wide / 2
    cloth = f"M{left} {y:.2f}h{wide}q8 {high / 2} 0 {high}h{-wide}q8 {-high / 2} 0 {-high}z"
    broken = None if sure else "4 3"
    return element(
        "g",
        element("path", d=cloth, fill=livery.fill, stroke=INK, stroke_width=1.4, stroke_dasharray=broken),
        draw_letter(livery, MAST + 4, y + high / 2 + 6, 17),
    )


def _level(level: Any, of: str) -> Markup:  # noqa: ANN401 - a number, or UNKNOWN
    """Write the sailing level on the left."""
    return element(
        "g",
        draw_caption(8, 62, "sail"),
        draw_text(8, 82, cut_to_fit(level, 20 * BOLD, 56), 20, font_weight="bold"),
        draw_caption(8, 97, of),
    )


# The crew


def _aboard(player: Player, role: str) -> bool | None:
    """Return whether a role is aboard; None: unknown."""
    if role in [one for one in player.crew if is_known(one)]:
        return True
    return None if player.crew_untold or any(not is_known(one) for one in player.crew) else False


def _in_nest(content: Content) -> str:
    nest = content.ship.crow_nest
    return nest if is_known(nest) else "lookout"


def _in_cabin(content: Content) -> list[str]:
    """List the roles of the cabin, as the pack has them. A slot with an unknown role takes one that is left."""
    cabin = content.ship.cabin_roles
    aboard = [role for role in cabin if is_known(role)] if is_known(cabin) else []
    rest = [role for role in ROLES if role not in aboard and role != _in_nest(content)]
    return [*aboard, *rest][: max(len(aboard), 4)]


def _nest(content: Content, player: Player) -> Markup:
    """Draw the crow's nest on top of the mast."""
    role = _in_nest(content)
    cup = element("path", d=f"M{MAST - 15} 14h30l-5 10h-20z", fill=WOOD, stroke=INK)
    place = spot(f"{player.seat}.{role}", _said(_aboard(player, role)), MAST - 9, -3, 18, 18)
    title = element("title", f"crow's nest: {role} {_said(_aboard(player, role))}")
    return element(
        "g",
        title,
        _crew(player, role, MAST - 9, -3, 18),
        cup,
        draw_caption(MAST - 22, 22, role, text_anchor="end"),
        place,
    )


def _said(aboard: bool | None) -> str:  # noqa: FBT001 - three answers: yes, no, unknown
    return "?" if aboard is None else "aboard" if aboard else "not aboard"


def _crew(player: Player, role: str, x: float, y: float, size: float) -> Markup:
    aboard = _aboard(player, role)
    if aboard:
        fill = GOODS["crew"][0]
        return element("circle", cx=x + size / 2, cy=y + size / 2, r=size / 2 - 0.5, fill=fill, stroke=INK)
    return slot(x, y, size, "?" if aboard is None else "")


def _cabin(content: Content, player: Player) -> Markup:
    """Draw the slots of the cabin, each with its role, and note crew members without a known role."""
    left, top = CABIN[0], DECK + 6
    parts = []
    for number, role in enumerate(_in_cabin(content)):
        y = top + number * (ROLE + 2)
        aboard = _aboard(player, role)
        parts.append(element("title", f"{role}: {_said(aboard)}"))
        bold = "bold" if aboard else None
        parts.append(_crew(player, role, left, y, ROLE))
        parts.append(spot(f"{player.seat}.{role}", _said(aboard), left, y, ROLE, ROLE))
        parts.append(
            draw_text(left + ROLE + 4, y + 12.5, cut_to_fit(role, 11, CABIN[1] - ROLE - 4), 11, font_weight=bold)
        )
    return element("g", *(element("g", part) for part in parts), _untold(player))


def _untold(player: Player) -> Markup:
    """Note crew members that are, or may be, aboard with an unknown role."""
    strange = len([one for one in player.crew if not is_known(one)])
    says = f"{strange} with role ?" if strange else "more crew: ?" if player.crew_untold else ""
    return draw_text(WIDE, 12, cut_to_fit(says, 11, WIDE - MAST - 12), 11, text_anchor="end")


# Cargo and captains


@draw_once
def _hold(seat: str, hold: dict[str, Any]) -> Markup:
    """Draw the hold with its six slots. If a log has put more into it, write how many more."""
    lying, more = _cargo(hold)
    goods_listed = ", ".join(f"{spell_value(number)} {goods}" for goods, number in hold.items())
    left, top = CARGO[0], DECK + 22
    cells = [slot(left + 3 + column * 27, top + line * 26, SLOT) for line in range(2) for column in range(3)]
    lines = [row(lying[at : at + 3], left + 3, top + at // 3 * 26, 3 * SLOT + 13, SLOT + 3) for at in range(0, HOLD, 3)]
    says = f"hold +{more}" if more > 0 else "hold"
    return element(
        "g",
        element("title", f"hold: {goods_listed}"),
        box(left, DECK + 5, CARGO[1], 72, fill="#f3e3cc", stroke=INK),
        draw_text(left + CARGO[1] / 2, DECK + 17, says, 11, text_anchor="middle"),
        *cells,
        *lines,
        spot(f"{seat}.hold", hold_words(hold), left, DECK + 5, CARGO[1], 72),
    )


def _cargo(hold: dict[str, Any]) -> tuple[list[Markup], int]:
    """Draw the units that have room, with a question mark for goods of unknown number; return how many have none."""
    counts = {goods: hold.get(goods, 0) for goods in COMMODITIES}
    more = sum(number if is_known(number) else 1 for number in counts.values()) - HOLD
    units = [
        (at, piece(goods, 0, 0, SLOT, sure=is_known(number)))
        for goods, number in counts.items()
        for at in range(min(number, HOLD) if is_known(number) else 1)
    ]
    # If not all have room, one of each comes first.
    shown = sorted(units, key=lambda one: one[0]) if more > 0 else units
    return [unit for _, unit in shown[:HOLD]], more


@draw_once
def _brig(seat: str, number: Told) -> Markup:
    """Draw the brig with its two slots."""
    left, top = CELL[0], DECK + 22
    over = number - BRIG if is_known(number) else 0
    lying = BRIG if not is_known(number) else min(number, BRIG)
    cells = [slot(left + 3, top + 26 * at, SLOT) for at in range(BRIG)]
    men = [piece("captain", left + 3, top + 26 * at, SLOT, sure=is_known(number)) for at in range(lying)]
    more = draw_text(left + CELL[1] / 2, DECK + 88, f"+{over}" if over > 0 else "", 11, text_anchor="middle")
    return element(
        "g",
        element("title", f"brig: {spell_count(number, 'captain')}"),
        box(left, DECK + 5, CELL[1], 72, fill="#f3e3cc", stroke=INK),
        draw_text(left + CELL[1] / 2, DECK + 17, "brig", 11, text_anchor="middle"),
        *cells,
        *men,
        more,
        spot(f"{seat}.brig", spell_count(number, "captain"), left, DECK + 5, CELL[1], 72),
    )


@draw_once
def _cannons(seat: str, number: Told) -> Markup:
    """Draw the four gun ports."""
    y = HIGH - 23
    ports = [
        cannon(112 + at * 25, y, mounted=is_known(number) and at < number, note="" if is_known(number) else "?")
        for at in range(CANNONS)
    ]
    title = element("title", f"cannons: {spell_value(number)} of {CANNONS}")
    place = spot(f"{seat}.cannons", number, 112, y, CANNONS * 25 - 5, 16)
    return element("g", title, draw_text(104, y + 12, "cannons", 11, text_anchor="end"), *ports, place)
