"""Writes the sample file for `deadreckon tournament new`: short, commented and valid."""

from __future__ import annotations

import json

from engine.kernel.game import Game
from engine.kernel.log import Header
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import text

SAMPLE = """\
# A tournament of {title}. Fill it in, and run: deadreckon tournament check FILE
# Logs go into one folder; in the header of each:  event: {name}, round 1, table 1

[tournament]
name = {quoted}
game = "{game}"
# What every table is judged by, whatever its log says: editions, modes and variants, and the components.
layers = [{layers}]
pack = "{pack}"
# What breaks ties on points, in this order. Others: {keys}
tie_breaks = ["places", "share", "direct", "opponents"]
# How long a round is, for the record: minutes = 90

# How open questions are read for the whole event: deadreckon rulings {game}
[rulings]
{ruling}

# How a table is scored. Others: {schemes}
# Or all at once, in [tournament]: preset = "masters-5-3-2-1"
[scoring]
points = "ladder"
ladder = [5, 3, 2, 1]
# Who is level at a table is parted by the game's own tie-break ("game"), or shares the place ("share").
ties = "game"
# What seats are ranked by below the winner: a number of each seat (*.vp), or a list, the best first. "": final scores,
# where the game has them; else all below the winner share a place.
rank_by = "{ranked}"
# A round without a table: the mean of the ladder ("neutral"), "win", or a number.
bye = "neutral"

# Who takes part: a key without blanks, and the name.
[players]
ada = "Ada"
ben = "Ben"
cleo = "Cleo"
dan = "Dan"

# Other spellings of a name that logs may use; without a line here no other spelling is accepted.
[also]
"Ada L." = "ada"

# Who sits where, a table each. Where seats are drawn at the table: players = ["ada", "ben"]
[[tables]]
round = 1
table = 1
seats = {{ {seats} }}
"""
SEATS = ("green", "orange", "blue", "yellow")
KEYS = ("ada", "ben", "cleo", "dan")


def write_sample(game: Game, name: str, keys: tuple[str, ...], schemes: tuple[str, ...]) -> str:
    """Write a sample file with the game's own names."""
    header = _read_header(game)
    seats = [player.seat for player in header.players] or list(SEATS)
    question = next(iter(game.questions.values()), None)
    ruling = f'# {question.id} = "{question.default}"' if question else "# There are none in this game."
    return SAMPLE.format(
        title=game.title,
        name=name.replace("\n", " "),
        quoted=json.dumps(name, ensure_ascii=False),
        game=game.name,
        layers="",
        pack=header.pack if header.pack in game.shipped else "",
        keys=", ".join(keys),
        schemes=", ".join(schemes),
        ruling=ruling,
        ranked=suggest_rank_fact(game),
        seats=", ".join(f'{seat} = "{key}"' for seat, key in zip(seats, KEYS, strict=False)),
    )


def suggest_rank_fact(game: Game) -> str:
    """Suggest the fact that seats are ranked by: the first sum that the game defines, if any."""
    return next(iter(game.sums), "")


def list_facts_by_seat(game: Game) -> frozenset[str]:
    """List the facts of a game, with * for each seat."""
    header = _read_header(game)
    table = game.lay(header, game.content(header, {}), stack_layers(game, header.layers, header.rulings).terms)
    seats = {player.seat for player in header.players}
    names = (name.partition(".") for name in game.reckoners(table))
    return frozenset(f"*{dot}{rest}" if first in seats else first + dot + rest for first, dot, rest in names)


def _read_header(game: Game) -> Header:
    return text.read(game.sample.encode(), lambda _name: game.vocabulary).header
