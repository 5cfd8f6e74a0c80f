"""A rule: one sentence in our words, its citations, and one small pure function."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, Literal

import msgspec

from engine.kernel.events import Event
from engine.kernel.table import Own

Status = Literal["enforced", "permission", "recorded", "not-modelled"]
Facts = dict[str, int | str]


class Source(msgspec.Struct, frozen=True):
    """A text that citations point into."""

    key: str
    title: str
    sections: frozenset[str]
    # The page of each section, and why the other sections have none.
    pages: Mapping[str, int] = msgspec.field(default_factory=dict)
    unpaged: str = ""

    def __call__(self, section: str, page: int | None = None) -> Cite:
        """Cite a section of this text on its page. Of a section on two pages, the later page is named."""
        return Cite(self.key, section, self.pages.get(section) if page is None else page)


class Cite(msgspec.Struct, frozen=True):
    """Where a rule is printed."""

    source: str
    section: str
    page: int | None = None

    def __str__(self) -> str:
        return self.section if self.page is None else f"{self.section}, page {self.page}"


class Breach(msgspec.Struct, frozen=True):
    """How one event breaks one rule: what happened, the facts, and what would have been legal."""

    says: str
    facts: Facts = msgspec.field(default_factory=dict)
    instead: str = ""
    # The missing line, as it would have been before the event. Whatever only chance decides is unknown in it.
    missing: Event | None = None


# A check takes one class of event; the kernel's types cannot say which.
Check = Callable[[Own, Any], Breach | None]
# A cheap condition on table and event. If it is false, the rules that name it are skipped.
Look = Callable[[Own, Any], bool]
# Whether the rule applies at all under the terms in force (readings, modes).
Reads = Callable[[Own], bool]
# A game's function that carries a rule out.
Function = Callable[..., Any]
# The subject of a wrong claim: a fact (`wind`, `*.vp` of any seat, `tile.*` of any tile) or a case. Cases are members
# of a game's enumeration, for facts that several rules share.
Settled = str | enum.Enum
# All claims that no other rule covers.
EVERYTHING_ELSE: Final = "*"


class Rule(msgspec.Struct, frozen=True):
    """One catalogue entry. `narrows` names the general rules that are not reported where this one is."""

    id: str
    says: str
    cites: tuple[Cite, ...]
    status: Status
    chapter: str = ""
    on: tuple[type[Event], ...] = ()
    check: Check | None = None
    given: str = ""
    under: Mapping[type[Event], Reads] = msgspec.field(default_factory=dict)
    where: Mapping[type[Event], Look] = msgspec.field(default_factory=dict)
    out_of_turn: bool = False
    narrows: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    # The parts of a content pack that a finding of this rule depends on.
    reads: tuple[str, ...] = ()
    # What must be known about the table before the rule may accuse a player, in words that `Game.may_be_cleared` reads.
    hangs_on: tuple[str, ...] = ()
    # The wrong claims that break it.
    claims: tuple[Settled, ...] = ()
    # For a rule without a check: the functions that carry it out, those that push what is owed, and the phases that
    # forbid it.
    by: tuple[Function, ...] = ()
    owed_by: tuple[Function, ...] = ()
    phases: tuple[str, ...] = ()
    # For a general rule: the chapters whose rules restate it for such an event.
    repeats: tuple[Chapter, ...] = ()
    why: str = ""

    @property
    def functions(self) -> tuple[Function, ...]:
        """The code that upholds it: the check, or the functions that it names."""
        return (*((self.check,) if self.check is not None else ()), *self.by, *self.owed_by)

    @property
    def is_enforced_by_name(self) -> bool:
        """Whether a claim, a phase or an obligation enforces it, without a check or in addition to one."""
        return self.status == "enforced" and (bool(self.claims) or (self.check is None and not self.repeats))


class Chapter:
    """The rules of one rulebook section, in its order."""

    def __init__(self, title: str, reads: tuple[str, ...] = (), hangs_on: tuple[str, ...] = ()) -> None:
        """Start without rules. `reads` and `hangs_on` are the defaults for every rule of the chapter."""
        self.title, self.reads, self.hangs_on = title, reads, hangs_on
        self.rules: list[Rule] = []

    def _add_rule(self, **parts: Any) -> Rule:  # noqa: ANN401 - the fields of Rule, checked by Rule itself
        for shared in ("reads", "hangs_on"):
            if parts.get(shared) is None:
                parts[shared] = getattr(self, shared)
        rule = Rule(chapter=self.title, **parts)
        self.rules.append(rule)
        return rule

    def rule(  # noqa: PLR0913 - everything that a catalogue says about a rule
        self,
        id: str,  # noqa: A002 - the name in every catalogue
        *,
        on: type[Event] | Iterable[type[Event]],
        says: str,
        cite: Cite | tuple[Cite, ...],
        given: str = "",
        under: Mapping[type[Event], Reads] | None = None,
        where: Mapping[type[Event], Look] | None = None,
        out_of_turn: bool = False,
        narrows: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
        hangs_on: tuple[str, ...] | None = None,
        claims: tuple[Settled, ...] = (),
    ) -> Callable[[Check], Check]:
        """Register a check. With `given` it runs only if the log fills that field; `out_of_turn`: only off turn.

        `under`: for these events it runs only if the terms in force say so. `where`: for these events it runs only if a
        condition holds. Rules that name the same condition share it, so that most events cost one test for all.
        `claims`: the wrong claims that break this rule, too.
        """
        kinds = (on,) if isinstance(on, type) else tuple(on)

        def register_check(check: Check) -> Check:
            self._add_rule(
                id=id,
                says=says,
                cites=_as_cites(cite),
                status="enforced",
                on=kinds,
                check=check,
                given=given,
                under=under or {},
                where=where or {},
                out_of_turn=out_of_turn,
                narrows=narrows,
                rulings=rulings,
                reads=reads,
                hangs_on=hangs_on,
                claims=claims,
            )
            return check

        return register_check

    def upheld(  # noqa: PLR0913 - everything that a catalogue says about a rule
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        by: Function | tuple[Function, ...] = (),
        owed_by: Function | tuple[Function, ...] = (),
        phases: tuple[str, ...] = (),
        claims: tuple[Settled, ...] = (),
        narrows: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
        hangs_on: tuple[str, ...] | None = None,
    ) -> Rule:
        """Register a rule that is enforced without a check of its own, and name what enforces it.

        `by`: the functions that carry it out automatically, so that only a claim can be wrong about it. `owed_by`: the
        functions that push what must come next. `phases`: the phases that do not accept what it forbids. `claims`: the
        wrong claims that break it.
        """
        return self._add_rule(
            id=id,
            says=says,
            cites=_as_cites(cite),
            status="enforced",
            by=_as_functions(by),
            owed_by=_as_functions(owed_by),
            phases=phases,
            claims=claims,
            narrows=narrows,
            rulings=rulings,
            reads=reads,
            hangs_on=hangs_on,
        )

    def repeats(  # noqa: PLR0913 - as above
        self,
        id: str,  # noqa: A002 - as above
        *,
        on: type[Event] | Iterable[type[Event]],
        says: str,
        cite: Cite | tuple[Cite, ...],
        where: Look,
        chapters: tuple[Chapter, ...],
        rulings: tuple[str, ...] = (),
    ) -> Rule:
        """Register a general rule that other chapters restate: their findings name it as well."""
        kinds = (on,) if isinstance(on, type) else tuple(on)
        return self._add_rule(
            id=id,
            says=says,
            cites=_as_cites(cite),
            status="enforced",
            on=kinds,
            where=dict.fromkeys(kinds, where),
            repeats=chapters,
            rulings=rulings,
        )

    def permission(
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        rulings: tuple[str, ...] = (),
    ) -> Rule:
        """Register something that is allowed. It has no check; a case shows that nothing is flagged."""
        return self._add_rule(id=id, says=says, cites=_as_cites(cite), status="permission", rulings=rulings)

    def record_only(
        self,
        id: str,  # noqa: A002 - as above
        *,
        says: str,
        cite: Cite | tuple[Cite, ...],
        why: str,
        rulings: tuple[str, ...] = (),
    ) -> Rule:
        """Register something that the log records but no check can verify, with the reason."""
        return self._add_rule(id=id, says=says, cites=_as_cites(cite), status="recorded", why=why, rulings=rulings)

    def not_in_model(self, id: str, *, says: str, cite: Cite | tuple[Cite, ...], why: str) -> Rule:  # noqa: A002 - as above
        """Register something that is not checked yet, with the reason. While one exists, no report is a full check."""
        return self._add_rule(id=id, says=says, cites=_as_cites(cite), status="not-modelled", why=why)


def _as_cites(cite: Cite | tuple[Cite, ...]) -> tuple[Cite, ...]:
    return (cite,) if isinstance(cite, Cite) else cite


def _as_functions(named: Function | tuple[Function, ...]) -> tuple[Function, ...]:
    return named if isinstance(named, tuple) else (named,)
