"""The task board: three columns of nine tasks from the bottom up, the tokens on them, and the bonus fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.games.north_wind.content import HARBORS, Content, Task
from engine.games.north_wind.content.pieces import FIELDS, HOLD_OF_A_KIND
from engine.games.north_wind.picture.pieces import TOKEN, piece, token
from engine.games.north_wind.picture.words import bonus_owners, holder, task_words, ways_of
from engine.games.north_wind.state import Table
from engine.kernel.drawing.lettering import Told, cut_to_fit, list_names, spell_count, spell_title, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import coin, row
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, INNER, SEA, SHADED, WHITE, box, draw_caption, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

COLUMN: Final = 132.0
APART: Final = 6.0
BOARD: Final = 3 * COLUMN + 2 * APART + 16
HEADING: Final = 24.0
FIELD: Final = 26.0
BONUS: Final = 30.0
SMALL: Final = 16.0
HEIGHT: Final = 8 + HEADING + BONUS + FIELDS * FIELD + 12 + 2 * BONUS + 4
# Where a demand begins, and where the token is.
DEMAND: Final = 22.0
LYING: Final = COLUMN - TOKEN - 5
# More tokens than these on one bonus field are counted instead of drawn.
MOST_TOKENS: Final = 12


def draw_board(table: Table, colours: dict[str, Livery], x: float, y: float) -> Markup:
    """Draw the whole board."""
    columns = [
        _column(
            table.content,
            harbor,
            table.columns[harbor],
            table.most.get(harbor, ""),
            colours,
            8 + number * (COLUMN + APART),
            untold=harbor in table.heights_untold,
        )
        for number, harbor in enumerate(HARBORS)
    ]
    low = 8 + HEADING + BONUS + FIELDS * FIELD + 12
    return element(
        "g",
        box(0, 0, BOARD, HEIGHT, fill=SEA, stroke=INK),
        *columns,
        _shared("All three harbors supplied", bonus_owners(table, table.supplied), colours, low),
        _shared("Crew of four", bonus_owners(table, table.crewed), colours, low + BONUS),
        transform=f"translate({x:.2f} {y:.2f})",
    )


@draw_once
def _column(  # noqa: PLR0913 - the values of a column, and its place
    content: Content,
    harbor: str,
    owners: list[Any],
    most: Told,
    colours: dict[str, Livery],
    x: float,
    *,
    untold: bool,
) -> Markup:
    top = 8 + HEADING + BONUS
    fields = [
        _field(
            content.task(harbor, number),
            harbor,
            number,
            owners,
            colours,
            x,
            top + (FIELDS - number) * FIELD,
            untold=untold,
        )
        for number in range(1, FIELDS + 1)
    ]
    name = spell_title(harbor) + _beyond(owners, untold=untold)
    heading = draw_text(x + COLUMN / 2, 25, cut_to_fit(name, 14, COLUMN), 14, text_anchor="middle", font_weight="bold")
    return element("g", heading, _most(most, colours, harbor, x), *fields)


def _beyond(owners: list[Any], *, untold: bool) -> str:
    """Count the tokens that no field has room for, or mark that there may be more than are drawn."""
    if untold:
        return " (+?)"
    beyond = len(owners) - FIELDS
    return f" (+{beyond})" if beyond > 0 else ""


def _most(owner: Told, colours: dict[str, Livery], harbor: str, x: float) -> Markup:
    """Draw the bonus field of a harbor, for the most tasks in its column."""
    y = 8 + HEADING
    lies = [] if is_known(owner) and not owner else [token(owner, colours, x + LYING, y + 4)]
    return element(
        "g",
        element("title", f"{spell_title(harbor)}, most tasks: {holder(owner)}"),
        box(x, y, COLUMN, BONUS - 4, fill=INNER, stroke=INK),
        draw_text(x + 7, y + 17.5, "most tasks", 12),
        _place(x + LYING, y + 4),
        *lies,
        spot(f"most.{harbor}", holder(owner), x + LYING, y + 4, TOKEN, TOKEN),
    )


def _place(x: float, y: float) -> Markup:
    """Draw the empty place of a token."""
    return box(x, y, TOKEN, TOKEN, rx=1.5, fill="none", stroke=FAINT, stroke_dasharray="3 3")


def _field(  # noqa: PLR0913, PLR0917 - the values of a field, and its place
    task: Task | None,
    harbor: str,
    number: int,
    owners: list[Any],
    colours: dict[str, Livery],
    x: float,
    y: float,
    *,
    untold: bool,
) -> Markup:
    done, due = number <= len(owners), number == len(owners) + 1 and not untold
    says = f"; token of {spell_value(owners[number - 1])}" if done else ""
    # The current task is emphasized; finished ones are faint.
    look: dict[str, str | float | None] = {"stroke": INK, "stroke_width": 2.2} if due else {}
    lies = [token(owners[number - 1], colours, x + LYING, y + 3)] if done else []
    return element(
        "g",
        element("title", f"{spell_title(harbor)}, field {number}: {task_words(task)}{says}"),
        box(x, y, COLUMN, FIELD - 2, fill=SHADED if done else WHITE, **look),
        draw_caption(x + 7, y + 16.5, str(number), 12),
        element("g", *_demand(task, x + DEMAND, y + 4), opacity=0.5 if done else None),
        *lies,
        spot(f"column.{harbor}.{number}", _token_of(owners, number), x + LYING, y + 3, TOKEN, TOKEN),
    )


def _token_of(owners: list[Any], number: int) -> str:
    return f"token of {spell_value(owners[number - 1])}" if number <= len(owners) else "no token"


def _demand(task: Task | None, x: float, y: float) -> list[Markup]:
    """Draw what a task asks for, in pieces if there is room and else in words."""
    room = LYING - DEMAND - 4
    ways = ways_of(task)
    if not is_known(ways):
        return [draw_text(x, y + 13, "?", 14, font_weight="bold")]
    parts: list[Markup] = []
    left = x
    for at, way in enumerate(ways):
        if at:
            parts.append(draw_caption(left, y + 12.5, "or"))
            left += 16
        drawn = _way(way, left, y)
        parts += drawn
        left += len(drawn) * (SMALL + 1) + 2
    if left - x > room + 4:
        return [draw_text(x, y + 12.5, cut_to_fit(task_words(task), 11, room), 11)]
    return parts


def _way(way: Mapping[str, Any], x: float, y: float) -> list[Markup]:
    if not is_known(way):
        return [draw_text(x, y + 13, "?", 14, font_weight="bold")]
    drawn: list[Markup] = []
    for goods, number in way.items():
        if goods == "gold":
            drawn.append(coin(x + len(drawn) * (SMALL + 1), y, number, SMALL))
            continue
        sure = is_known(number)
        for _ in range(min(number, HOLD_OF_A_KIND) if sure else 1):
            drawn.append(piece(goods, x + len(drawn) * (SMALL + 1), y, SMALL, sure=sure))
    return drawn


@draw_once
def _shared(name: str, owners: list[Any], colours: dict[str, Livery], y: float) -> Markup:
    """Draw a bonus field on which every player may have a token."""
    width, tokens = BOARD - 16, owners[:MOST_TOKENS]
    left = 8 + width / 2
    more = f" and {spell_count(len(owners) - MOST_TOKENS, 'more token').removesuffix('s')}" if tokens != owners else ""
    places = [] if tokens else [_place(left + 6, y + 4)]
    lying = [token(owner, colours, 0, 0) for owner in tokens]
    return element(
        "g",
        element("title", f"{name}: {', '.join(map(spell_value, owners)) or 'nobody'}"),
        box(8, y, width, BONUS - 4, fill=INNER, stroke=INK),
        draw_text(15, y + 17.5, cut_to_fit(name + more, 12, width / 2 - 8), 12),
        *places,
        row(lying, left + 6, y + 4, width / 2 - 12, TOKEN + 2),
        spot(name, list_names(owners), left + 6, y + 4, max(1, len(tokens)) * (TOKEN + 4), TOKEN),
    )
