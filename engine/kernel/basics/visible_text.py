"""Escapes characters that could hide, reorder or break the text around them."""

from __future__ import annotations

from engine.kernel.basics.lazy_regex import pattern

# C0 and C1 controls, line separators, marks that reorder or hide text, and half characters (surrogates).
UNSEEN = pattern(
    "[\\x00-\\x1f\\x7f-\\x9f\\xad\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb"
    "\\ud800-\\udfff\\U000e0000-\\U000e007f]"
)


def make_visible(text: str) -> str:
    """Escape every character that could hide, reorder or break the text around it."""
    return UNSEEN.sub(lambda m: f"\\u{{{ord(m[0]):x}}}", text)
