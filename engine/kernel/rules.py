"""What a rule is: one sentence in our words, its citations, and one small pure function."""

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
    # On which page a section stands, and why the others have none.
    pages: Mapping[str, int] = msgspec.field(default_factory=dict)
    unpaged: str = ""

    def __call__(self, section: str, page: int | None = None) -> Cite:
        """Cite a section of this text on its page; of one that goes over two, the later is named."""
        return Cite(self.key, section, self.pages.get(section) if page is None else page)


class Cite(msgspec.Struct, frozen=True):
    """Where a rule is written."""

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
    # The line whose absence this is, as it would stand before the event; what only chance decides is unknown in it.
    missing: Event | None = None


# A check takes one class of event: which, no type of the kernel can say.
Check = Callable[[Own, Any], Breach | None]
# A plain look at table and event; where it says no, the rules behind it need not be asked.
Look = Callable[[Own, Any], bool]
# Whether the terms in force (readings, modes) give a rule anything to say.
Reads = Callable[[Own], bool]
# A function of the game's that carries a rule out.
Function = Callable[..., Any]
# What a wrong claim may be about: a fact (`wind`, `*.vp` of any seat, `tile.*` of any tile), or what is the case where
# several rules compete for one fact (a member of an enumeration of the game's).
Settled = str | enum.Enum
# The claims that no other rule settles.
EVERYTHING_ELSE: Final = "*"


class Rule(msgspec.Struct, frozen=True):
    """One catalogue entry. `narrows` names the general rules that stay silent where this one speaks."""

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
    # The parts of a content pack that a finding of this rule turns on.
    reads: tuple[str, ...] = ()
    # What of the table must be known before it accuses anybody, in words that `Game.may_be_cleared` reads.
    hangs_on: tuple[str, ...] = ()
    # The wrong claims that break it.
    claims: tuple[Settled, ...] = ()
    # Of a rule without a check: by which functions it happens, which push what is owed, which phases forbid.
    by: tuple[Function, ...] = ()
    owed_by: tuple[Function, ...] = ()
    phases: tuple[str, ...] = ()
    # Of a general rule: the chapters whose rules it says once more for such an event.
    repeats: tuple[Chapter, ...] = ()
    why: str = ""

    @property
    def functions(self) -> tuple[Function, ...]:
        """The code that upholds it: the check, or the functions that it names."""
        return (*((self.check,) if self.check is not None else ()), *self.by, *self.owed_by)

    @property
    def is_enforced_by_name(self) -> bool:
        """Whether a claim, a phase or what is owed names it: it is enforced without a check, or beside one."""
        return self.status == "enforced" and (bool(self.claims) or (self.check is None and not self.repeats))


class Chapter:
    """The rules of one rulebook section, in its order."""

    def __init__(self, title: str, reads: tuple[str, ...] = (), hangs_on: tuple[str, ...] = ()) -> None:
        """Begin with no rules; what all of them read of a pack, or hang on, is said once."""
        self.title, self.reads, self.hangs_on = title, reads, hangs_on
        self.rules: list[Rule] = []

    def _add_rule(self, **parts: Any) -> Rule:  # noqa: ANN401 - the fields of Rule, checked by Rule itself
        for shared in ("reads", "hangs_on"):
            if parts.get(shared) is None:
                parts[shared] = getattr(self, shared)
        rule = Rule(chapter=self.title, **parts)
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
        narrows: tuple[str, ...] = (),
        rulings: tuple[str, ...] = (),
        reads: tuple[str, ...] | None = None,
        hangs_on: tuple[str, ...] | None = None,
        claims: tuple[Settled, ...] = (),
    ) -> Callable[[Check], Check]:
        """Register a check. `given`: asked only where the log fills that field; `out_of_turn`: only off turn.

        `under`: of these events, asked only where the terms in force say so. `where`: of these events, asked only
        where a look says so; rules that name the same look share it, so that most events cost one look for all.
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

    def upheld(  # noqa: PLR0913 - all that a catalogue says of a rule
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

        `by`: the functions by which it happens of itself, so that only a claim can get it wrong. `owed_by`: those that
        push what must come next. `phases`: those that have no place for what it forbids. `claims`: the wrong claims
        that break it.
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
        """Register a general rule that says the rules of other chapters once more: their findings name it as well."""
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
        """Register what is allowed: there is no check, and a case shows that nothing is flagged."""
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
        """Register what the log keeps and nobody can check, with the reason."""
        return self._add_rule(id=id, says=says, cites=_as_cites(cite), status="recorded", why=why, rulings=rulings)

    def not_in_model(self, id: str, *, says: str, cite: Cite | tuple[Cite, ...], why: str) -> Rule:  # noqa: A002 - as above
        """Register what nobody checks yet, with the reason: no report is a full check while there is one."""
        return self._add_rule(id=id, says=says, cites=_as_cites(cite), status="not-modelled", why=why)


def _as_cites(cite: Cite | tuple[Cite, ...]) -> tuple[Cite, ...]:
    return (cite,) if isinstance(cite, Cite) else cite


def _as_functions(named: Function | tuple[Function, ...]) -> tuple[Function, ...]:
    return named if isinstance(named, tuple) else (named,)
