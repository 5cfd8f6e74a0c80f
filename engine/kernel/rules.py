"""What a rule is: one sentence in our words, its citations, and one small pure function."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.kernel.events import Event

Status = Literal["enforced", "permission", "recorded", "not-modelled"]
Facts = dict[str, int | str]


@dataclass(frozen=True, slots=True)
class Source:
    """A text that citations point into."""

    key: str
    title: str
    sections: frozenset[str]

    def __call__(self, section: str, page: int | None = None) -> Cite:
        """Cite a section of this text."""
        return Cite(self.key, section, page)


@dataclass(frozen=True, slots=True)
class Cite:
    """Where a rule is written."""

    source: str
    section: str
    page: int | None = None

    def __str__(self) -> str:
        return self.section if self.page is None else f"{self.section}, page {self.page}"


@dataclass(frozen=True, slots=True)
class Breach:
    """How one event breaks one rule: what happened, the facts, and what would have been legal."""

    says: str
    facts: Facts = field(default_factory=dict)
    instead: str = ""


# A table differs from game to game, and a check takes one class of event: neither has a type the kernel could name.
Check = Callable[[Any, Any], Breach | None]
# A plain look at table and event; where it says no, the rules behind it need not be asked.
Look = Callable[[Any, Any], bool]
# Whether the terms in force (readings, modes) give a rule anything to say.
Reads = Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Rule:
    """One catalogue entry. `narrows` names the general rules that stay silent where this one speaks."""

    id: str
    says: str
    cites: tuple[Cite, ...]
    status: Status
    chapter: str = ""
    on: tuple[type[Event], ...] = ()
    check: Check | None = None
    given: str = ""
    under: Mapping[type[Event], Reads] = field(default_factory=dict)
    where: Mapping[type[Event], Look] = field(default_factory=dict)
    out_of_turn: bool = False
    # Speaks only where a rule that it narrows does, so that nobody need ask it before.
    echoes: bool = False
    narrows: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    # The parts of a content pack that a finding of this rule turns on.
    reads: tuple[str, ...] = ()
    why: str = ""


class Chapter:
    """The rules of one rulebook section, in its order."""

    def __init__(self, title: str, reads: tuple[str, ...] = ()) -> None:
        """Begin with no rules; what all of them read of a pack is said once."""
        self.title, self.reads = title, reads
        self.rules: list[Rule] = []

    def _add(self, **parts: Any) -> Rule:  # noqa: ANN401 - the fields of Rule, checked by Rule itself
        reads = parts.pop("reads", None)
        rule = Rule(chapter=self.title, reads=self.reads if reads is None else reads, **parts)
        self.rules.append(rule)
        return rule

    def rule(  # noqa: PLR0913 - all that a catalogue says of a rule
        self,
        id: str,  # noqa: A002 - every catalogue calls it so
        *,
        on: type[Event] | Iterable[type[Event]],
        says: str,
        cite: Cite | tuple[Cite, ...],
        given: str = "",
        under: Mapping[type[Event], Reads] | None = None,
        where: Mapping[type[Event], Look] | None = None,
        out_of_turn: bool = False,
        echoes: bool = False,
        narrows: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
    ) -> Callable[[Check], Check]:
        """Register a check. `given`: asked only where the log fills that field; `out_of_turn`: only off turn.

        `under`: of these events, asked only where the terms in force say so. `where`: of these events, asked only
        where a look says so; rules that name the same look share it, so that most events cost one look for all.
        `echoes`: asked only once another rule has spoken, which it always has where this one does.
        """
        kinds = (on,) if isinstance(on, type) else tuple(on)

        def register(check: Check) -> Check:
            self._add(
                id=id,
                says=says,
                cites=_cites(cite),
                status="enforced",
                on=kinds,
                check=check,
                given=given,
                under=under or {},
                where=where or {},
                out_of_turn=out_of_turn,
                echoes=echoes,
                narrows=narrows,
                rulings=rulings,
                reads=reads,
            )
            return check

        return register

    def by_flow(
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        narrows: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
    ) -> Rule:
        """Register a rule that the kernel enforces: a phase, an obligation or a wrong claim names it."""
        return self._add(
            id=id, says=says, cites=_cites(cite), status="enforced", narrows=narrows, rulings=rulings, reads=reads
        )

    def permission(
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        rulings: tuple[str, ...] = (),
    ) -> Rule:
        """Register what is allowed: there is no check, and a case shows that nothing is flagged."""
        return self._add(id=id, says=says, cites=_cites(cite), status="permission", rulings=rulings)

    def recorded(
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        why: str,
        rulings: tuple[str, ...] = (),
    ) -> Rule:
        """Register what the log keeps and nobody can check, with the reason."""
        return self._add(id=id, says=says, cites=_cites(cite), status="recorded", why=why, rulings=rulings)


def _cites(cite: Cite | tuple[Cite, ...]) -> tuple[Cite, ...]:
    return (cite,) if isinstance(cite, Cite) else cite
