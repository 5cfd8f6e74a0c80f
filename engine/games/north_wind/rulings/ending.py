"""Open questions about when the game is won, and about a game without a winner."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-16",
        asks="When does a player win who reaches the number of tokens in another player's turn?",
        term="won_off_turn",
        readings={
            "win-at-own-next-turn-start": "The player wins when their own next turn begins, if the tokens are still "
            "there and nobody else has won.",
            "immediate-win": "The player wins at once, in the other player's turn.",
            "win-at-end-of-own-next-turn": "The player wins when their own next turn ends, if the tokens are still "
            "there and nobody else has won.",
        },
        why="To win, the tokens must be on the board in one's own turn. Only a fourth crew member hired by letter "
        "brings this about.",
    ),
    Question(
        id="NW-AMB-17",
        asks="Is the turn in which somebody wins played to its end?",
        term="winning_turn",
        readings={
            "immediate": "The game ends as soon as the number of tokens is reached.",
            "finish-turn": "The turn is played to its end, and then the game is over.",
        },
        why="The first to have the tokens wins, and nothing is left to decide.",
    ),
    Question(
        id="NW-AMB-41",
        asks="What if all 27 tasks are done and nobody has enough tokens?",
        term="full_board",
        readings={
            "play-on": "The game goes on until somebody earns the tokens that are lacking.",
            "most-tokens-wins": "The game ends, and the player with the most tokens on the board wins.",
        },
        why="Only the number of tokens ends the game. With every bonus token placed it takes four players, each "
        "then one token short, and the next fourth crew member decides.",
    ),
)
