"""Reports what is wrong with a log: where, what, and how to fix it."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from engine.kernel.basics.visible_text import make_visible
from engine.kernel.log import Fault

ECHOED = 40
LISTED = 12
EVERY_FACT = "`deadreckon facts GAME` lists every fact."
# With more names than this, finding the nearest one takes too long.
SEARCHED = 500


class Misread(Exception):  # noqa: N818 - the arbiter's word for it; only the spellings raise it
    """One unreadable line (or one value in it). The reader of the file adds the place."""

    def __init__(self, says: str, hint: str = "", column: int = 0, field: str = "") -> None:
        """Store what is wrong and how to fix it, and the column, or the field whose column the caller knows."""
        super().__init__(says)
        self.says, self.hint, self.column, self.field = says, hint, column, field


def echo_text(text: object) -> str:
    """Quote text of a file in a message: visible, and shortened."""
    words = str(text)
    return f"'{make_visible(words[:ECHOED])}{'…' if len(words) > ECHOED else ''}'"


def suggest_nearest(word: str, choices: Iterable[str]) -> str:
    """Suggest the nearest choice, or list the choices if they are few."""
    from difflib import get_close_matches  # noqa: PLC0415 - only a log at fault needs it

    known = sorted(choices)
    folded = {name.casefold(): name for name in known}
    close = get_close_matches(word[:ECHOED].casefold(), folded, n=1)
    if close:
        return f"Did you mean {echo_text(folded[close[0]])}?"
    if known and len(known) <= LISTED:
        return f"There is: {', '.join(map(make_visible, known))}."
    return ""


def explain_stranger(field: str, name: str, kind: str, domain: Container[str]) -> Fault:
    """Report an unknown name, and the nearest known one; the caller adds the place."""
    hint = suggest_or_list(name, list(domain) if isinstance(domain, Iterable) else [])
    if kind == "fact":
        hint = f"{hint if hint.startswith('Did') else ''} {EVERY_FACT}".strip()
    # The actor stands before the colon and needs no field name.
    where = "" if field in {"by", kind} else f" (the {field} here)"
    says = f"There is no {kind} {echo_text(name)}{where}."
    return Fault(says, hint or "Check how it is spelled.", strange=(kind, name))


def suggest_or_list(name: str, known: Collection[str]) -> str:
    """Suggest the nearest name, or list some of the names; return "" if there are none."""
    hint = suggest_nearest(name, known) if len(known) <= SEARCHED else ""
    some = f"There is, among others: {', '.join(map(make_visible, sorted(known)[:LISTED]))}." if known else ""
    return hint or some
