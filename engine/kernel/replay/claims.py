"""Claims: facts that the table states. They are compared with the computed facts and never taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.kernel.events import Claim, Event
from engine.kernel.facts import Fact
from engine.kernel.flow import Broken
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.rules import EVERYTHING_ELSE, Breach, Rule, Settled
from engine.kernel.table import AnyTable
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# The facts that are claimed only when the game is over, in every game.
WINNER = "winner"
ENDINGS = frozenset({WINNER, "ending"})
Compare = Callable[[AnyTable, Claim], list[Broken] | None]


def has_unknown_name(value: object) -> bool:
    """Return whether a list contains an unknown name."""
    return isinstance(value, str) and any(str(UNKNOWN) in word for word in value.split())


def is_same_value(claimed: object, reckoned: object) -> bool:
    """Compare as a reader would: `7` is 7, the order of cards does not matter, and `7` agrees with `7 inside`."""
    if isinstance(claimed, int) and isinstance(reckoned, str):
        return reckoned == str(claimed) or reckoned.startswith(f"{claimed} ")
    return claimed == reckoned or sorted(str(claimed).split()) == sorted(str(reckoned).split())


def fold_claim(table: AnyTable, claim: Claim) -> None:
    """Change nothing but one flag: the players think that the game is over, so that playing on is a breach."""
    if is_known(claim.fact) and claim.fact in ENDINGS and is_known(claim.value):
        table.said_over = True


def fold_stop(table: AnyTable, _event: Event) -> None:
    """Record that play ended here, whatever the rules of the end say."""
    table.stopped = True


def find_result_fact(game: Game, table: AnyTable, fact: str) -> Fact:
    """Compute a fact. The winner of a game that was stopped is its current leader."""
    if fact == WINNER and table.stopped and not game.flow[table.phase].over:
        try:
            return game.standing(table)
        except Undetermined:
            return UNKNOWN
    return game.reckoners(table)[fact](table)


class ClaimedRules:
    """Finds the rule that a wrong claim breaks: rules declare which facts or cases they settle."""

    def __init__(self, game: Game, rules: Iterable[Rule]) -> None:
        self.game = game
        self.rules: dict[Settled, str] = {}
        for rule in rules:
            for what in rule.claims:
                if self.rules.setdefault(what, rule.id) != rule.id:
                    raise LayerError(f"{rule.id} and {self.rules[what]} both settle {what}.")

    def find_rule(self, table: AnyTable, claim: Claim, reckoned: object) -> str:
        """Return the rule of the case, else that of the fact, else the one for everything else."""
        if not is_known(reckoned) or reckoned is None or (table.stopped and claim.fact == WINNER):
            return self.rules[EVERYTHING_ELSE]
        try:
            case = self.game.wrong(table, claim, reckoned)
        except Undetermined:
            return self.rules[EVERYTHING_ELSE]
        named = list_fact_patterns(claim.fact, table.seats) if case is None else iter((case,))
        return next((self.rules[what] for what in named if what in self.rules), self.rules[EVERYTHING_ELSE])


def list_fact_patterns(fact: str, seats: Iterable[str]) -> Iterator[str]:
    """List the names by which a rule may refer to a fact: its own, the same fact of any seat, or its family."""
    yield fact
    first, dot, rest = fact.partition(".")
    if dot:
        yield f"*.{rest}" if first in seats else f"{first}.*"


def build_comparison(game: Game, claimed_rules: ClaimedRules) -> Compare:
    """Build the check that compares every claim of this game with the computed fact."""

    def compare_claim(table: AnyTable, claim: Claim) -> list[Broken] | None:
        reckoned = find_result_fact(game, table, claim.fact)
        if not (is_known(reckoned) and is_known(claim.value)):
            raise Undetermined
        if claim.value == reckoned or (claim.fact not in game.ordered and is_same_value(claim.value, reckoned)):
            return None
        if has_unknown_name(claim.value) or has_unknown_name(reckoned):
            raise Undetermined
        facts = {"fact": claim.fact, "claimed": claim.value, "reckoned": reckoned}
        as_it_stood = ", as the table stood when play was stopped" if claim.fact == WINNER and table.stopped else ""
        says = f"The log claims {claim.fact} is {claim.value}; by our count it is {reckoned}{as_it_stood}."
        says = f"{says} {game.recount(table, claim)}".rstrip()
        return [(claimed_rules.find_rule(table, claim, reckoned), Breach(says, facts))]

    return compare_claim
