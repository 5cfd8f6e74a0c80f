"""Open questions about tasks and the tokens on bonus fields."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-18",
        asks="Are bonus tokens placed at once and without fail, or when their owner says so?",
        term="bonus_placing",
        readings={
            "automatic-immediately": "A bonus token is placed as soon as it is earned, without anybody's choice.",
            "optional-any-time-own-turn": "A player may place a bonus token that is earned at any time in their own "
            "turn.",
            "only-when-earned": "A player may place a bonus token when it is earned; left then, it has to be earned "
            "anew.",
        },
        why="The first bonus is put as an instruction, and only the others as permissions. Nobody gains by waiting, "
        "and a token forgotten should not cost the game.",
    ),
    Question(
        id="NW-AMB-19",
        asks="A fourth crew member is hired by letter: is the bonus token placed in that turn of another player?",
        term="crew_bonus_off_turn",
        readings={
            "at-once": "The bonus token is placed at once, in another player's turn.",
            "on-own-turn": "The bonus token is placed when its owner's next turn begins.",
        },
        why="Bonus tokens are placed as soon as they are earned, and no turn is named for it.",
    ),
    Question(
        id="NW-AMB-28",
        asks="Is it an action to reach a Destination Harbor without carrying out its task?",
        term="unpayable_task",
        readings={
            "no-action": "A Destination Harbor whose task is not carried out counts as no action.",
            "action": "A Destination Harbor whose task the player cannot carry out counts as an action all the same.",
        },
        why="Using a tile is what counts, and nothing was used.",
    ),
    Question(
        id="NW-AMB-30",
        asks="Who has the bonus for the most tasks when two others tie above its former holder?",
        term="tied_lead",
        readings={
            "nobody-until-strict-most": "Nobody has it until one player alone has the most tokens in the column.",
            "first-to-reach": "The one of the two who reached that number first has it.",
        },
        why="A token is taken back as soon as another player has as many. The other reading is a house rule.",
    ),
    Question(
        id="NW-AMB-31",
        asks="What if a bonus is earned and its player has no token left?",
        term="out_of_tokens",
        readings={
            "cannot-happen": "It does not arise, so nothing is checked: whoever has placed all tokens has won.",
            "check": "A bonus token may be placed only while its player has a token left.",
        },
        why="A player has as many tokens as it takes to win.",
        unobservable="It matters only if play goes on past the last token, with NW-AMB-17=finish-turn or "
        "NW-AMB-16=win-at-end-of-own-next-turn.",
    ),
    Question(
        id="NW-AMB-38",
        asks="Is there a supply bonus and a crew bonus for every player who qualifies, or for the first only?",
        term="shared_bonuses",
        readings={
            "every-player-once": "Every player who qualifies places one token for it.",
            "first-player-only": "Only the first player who qualifies places a token for it.",
        },
        why="Both are put to each player without any limit. Only the bonus for the most tasks shuts others out.",
    ),
    Question(
        id="NW-AMB-42",
        asks="Can one task field leave its player the choice between wine and gold?",
        term="field_choice",
        readings={
            "fixed-per-field": "Every field asks for fixed things; a harbor asks for wine on one and gold on another.",
            "choice-per-field": "Where a field shows alternatives, whoever carries out the task chooses between them.",
        },
        why="Every field that the rulebook describes is fixed. It takes a content pack with a field that shows "
        "alternatives.",
    ),
)
