"""Open questions about joining in by commercial letter, and receiving one."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-07",
        asks="In what order do opponents join in by letter, and with how many letters each?",
        term="letter_order",
        readings={
            "clockwise-once-each": "Opponents decide clockwise from the player on turn, with one letter each.",
            "free-order-once-each": "Opponents decide one after another in any order, with one letter each.",
            "as-many-letters-as-held": "Opponents decide clockwise, and each further letter is a further use.",
        },
        why="They go one by one for 1 letter each, and clockwise is the only order that the rulebook knows.",
    ),
    Question(
        id="NW-AMB-08",
        asks="Do the crew members of an opponent who joins in by letter help with that trade?",
        term="joiner_crew",
        readings={
            "yes": "The joiner's own Boatswain and Bookkeeper work as in a turn of their own.",
            "no": "Crew members help only in their owner's turn.",
        },
        why="Only the Treasurer and the Lookout are tied to one's own turn or voyage.",
    ),
    Question(
        id="NW-AMB-09",
        asks="Once the second action is performed, may opponents still use its tile by letter?",
        term="last_letters",
        readings={
            "letters-first": "Opponents may still use the tile of the second action by letter.",
            "no-letters": "The voyage is over with the second action, and its tile is closed to letters.",
        },
        why="The tile has been used, which is all that a letter needs. The end of the voyage affects further tiles.",
    ),
    Question(
        id="NW-AMB-10",
        asks="Must a player take the letter that is due after the voyage?",
        term="letter_due",
        readings={
            "compulsory": "A player who meets both requirements receives the letter.",
            "optional": "A player who meets both requirements may go without the letter.",
        },
        why="It is put as something one receives, not as a choice.",
    ),
    Question(
        id="NW-AMB-12",
        asks="Is the letter due after a voyage that ended in defeat?",
        term="letter_after_defeat",
        readings={
            "yes": "A defeat ends the voyage like anything else, and the letter is due if its requirements are met.",
            "no": "A player whose voyage ended in defeat receives no letter.",
        },
        why="Two requirements are given, and a defeat touches neither.",
    ),
    Question(
        id="NW-AMB-33",
        asks="Does an opponent who joins in by letter need the gold or the commodities for it?",
        term="joiner_pays",
        readings={
            "yes": "The joiner buys with gold and sells commodities like the player on turn; the letter comes on top.",
            "no": "The letter stands for the payment: the joiner needs no gold to buy and no commodities to sell.",
        },
        why="The joiner makes use of the same tile, and so under the same conditions.",
    ),
    Question(
        id="NW-AMB-35",
        asks="Do the uses that opponents make by letter count when the letter of the player on turn is due?",
        term="actions_counted",
        readings={
            "own-actions-only": "Only the actions of the player on turn count.",
            "all-uses": "Opponents' uses by letter count as actions of the voyage when it is asked whether the letter "
            "is due.",
        },
        why="What counts is what the player on turn has performed.",
    ),
)
