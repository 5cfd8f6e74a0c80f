"""How the readers of logs say that something is wrong: where, what, and what to do about it."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable

from engine.kernel.basics.lazy_regex import pattern
from engine.kernel.log import Fault

# C0 and C1 controls, line separators, marks that reorder or hide text, and halves of characters.
UNSEEN = pattern(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
    "\\ud800-\\udfff\\U000e0000-\\U000e007f]"
)
ECHOED = 40
LISTED = 12
EVERY_FACT = "`deadreckon facts GAME` lists every fact."
# Where more names than this exist, looking for the nearest one is not worth the wait.
SEARCHED = 500


class Misread(Exception):  # noqa: N818 - the arbiter's word for it; it never leaves the spellings
    """One line (or one value in it) that cannot be read; the reader of the file adds where."""

    def __init__(self, says: str, hint: str = "", column: int = 0, field: str = "") -> None:
        """Say what is wrong and what to do; name the column, or the field whose column the caller knows."""
        super().__init__(says)
        self.says, self.hint, self.column, self.field = says, hint, column, field


def make_visible(text: str) -> str:
    """Make every character visible that could hide, reorder or break what is printed around it."""
    return UNSEEN.sub(lambda m: f"\\u{{{ord(m[0]):x}}}", text)


def echo_text(text: object) -> str:
    """Quote what a file says inside a message: visible, and never long."""
    words = str(text)
    return f"'{make_visible(words[:ECHOED])}{'…' if len(words) > ECHOED else ''}'"


def suggest_nearest(word: str, choices: Iterable[str]) -> str:
    """Suggest what was probably meant, or list what there is when that is short."""
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
    """Say that there is nothing of this name, and what was probably meant; the caller adds where."""
    hint = suggest_or_list(name, list(domain) if isinstance(domain, Iterable) else [])
    if kind == "fact":
        hint = f"{hint if hint.startswith('Did') else ''} {EVERY_FACT}".strip()
    # Who acts stands before the colon, and needs no name of a field.
    where = "" if field in {"by", kind} else f" (the {field} here)"
    says = f"There is no {kind} {echo_text(name)}{where}."
    return Fault(says, hint or "Check how it is spelled.", strange=(kind, name))


def suggest_or_list(name: str, known: Collection[str]) -> str:
    """Suggest what was probably meant, or list some of what there is; nothing, where nothing is listed."""
    hint = suggest_nearest(name, known) if len(known) <= SEARCHED else ""
    some = f"There is, among others: {', '.join(map(make_visible, sorted(known)[:LISTED]))}." if known else ""
    return hint or some
