"""The end of the game: which player has enough tokens, and when that counts."""

from __future__ import annotations

from engine.games.north_wind.folds.tokens import take_back
from engine.games.north_wind.rules.claims.end import winner
from engine.games.north_wind.rules.tasks.tasks import OF_TOKENS
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.scoring import has_enough, may_win_now
from engine.games.north_wind.sources import END, INTRODUCTION, MOST_TASKS
from engine.games.north_wind.task_board import on_board
from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game", reads=("tokens",))

# The readings that change the moment at which tokens count.
OF_THE_END = ("NW-AMB-16", "NW-AMB-17", *OF_TOKENS, "NW-AMB-41")

chapter.upheld(
    "NW-WIN-01",
    says="With two or three players, the first to have 10 tokens on the board wins.",
    cite=(END, INTRODUCTION),
    rulings=OF_THE_END,
    by=has_enough,
    phases=("over",),
    claims=(Wrong.TEN_TOKENS,),
)
chapter.upheld(
    "NW-WIN-02",
    says="With four players, the first to have 8 tokens on the board wins.",
    cite=(END, INTRODUCTION),
    rulings=OF_THE_END,
    by=has_enough,
    phases=("over",),
    claims=(Wrong.EIGHT_TOKENS,),
)
chapter.upheld(
    "NW-WIN-03",
    says="Tokens on task fields and on bonus fields count alike.",
    cite=END,
    rulings=OF_TOKENS,
    by=on_board,
    claims=(Wrong.BONUSES_NOT_COUNTED,),
)
chapter.upheld(
    "NW-WIN-04",
    says="A player wins in their own turn.",
    cite=END,
    rulings=OF_THE_END,
    by=may_win_now,
    claims=(Wrong.NOT_IN_OWN_TURN,),
)
chapter.upheld(
    "NW-WIN-05",
    says="The game is over as soon as somebody has won; no round is played to its end.",
    cite=END,
    rulings=OF_THE_END,
    phases=("over",),
    claims=(Wrong.PLAYED_ON,),
)
chapter.upheld(
    "NW-WIN-06",
    says="There is one winner.",
    cite=END,
    rulings=("NW-AMB-41",),
    by=winner,
    claims=(Wrong.SEVERAL_WINNERS,),
)
chapter.upheld(
    "NW-WIN-07",
    says="A bonus token that was taken back no longer counts.",
    cite=(MOST_TASKS, END),
    rulings=OF_TOKENS,
    by=take_back,
    claims=(Wrong.TAKEN_BACK_COUNTED,),
)
