"""The end of the game: who has enough tokens, and when that counts."""

from __future__ import annotations

from engine.games.north_wind.rules.tasks import OF_TOKENS
from engine.games.north_wind.sources import END, INTRODUCTION, MOST_TASKS
from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game", reads=("tokens",))

# Whatever moves the moment at which tokens count.
OF_THE_END = ("NW-AMB-16", "NW-AMB-17", *OF_TOKENS, "NW-AMB-41")

chapter.by_flow(
    "NW-WIN-01",
    says="With two or three players, the first to have 10 tokens on the board wins.",
    cite=(END, INTRODUCTION),
    rulings=OF_THE_END,
)
chapter.by_flow(
    "NW-WIN-02",
    says="With four players, the first to have 8 tokens on the board wins.",
    cite=(END, INTRODUCTION),
    rulings=OF_THE_END,
)
chapter.by_flow("NW-WIN-03", says="Tokens on task fields and on bonus fields count alike.", cite=END, rulings=OF_TOKENS)
chapter.by_flow("NW-WIN-04", says="A player wins in their own turn.", cite=END, rulings=OF_THE_END)
chapter.by_flow(
    "NW-WIN-05",
    says="The game is over as soon as somebody has won; no round is played to its end.",
    cite=END,
    rulings=OF_THE_END,
)
chapter.by_flow("NW-WIN-06", says="There is one winner.", cite=END, rulings=("NW-AMB-41",))
chapter.by_flow(
    "NW-WIN-07",
    says="A bonus token that was taken back no longer counts.",
    cite=(MOST_TASKS, END),
    rulings=OF_TOKENS,
)
