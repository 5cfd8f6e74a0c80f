"""Loads the word lists of the kernel and of a game, on first use."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.packs.shipped import make_file_reader
from engine.kernel.spellings.typed.other_words import OtherWords, merge_word_tables

COMMON, OWN = "common.toml", "typed.toml"


def load_shipped_words(verbs: Iterable[str], package: str) -> OtherWords:
    """Merge the words of every game and those of one game; `package` holds the latter, if there are any."""
    import tomllib  # noqa: PLC0415 - a canonical log needs no words

    texts = [make_file_reader(__package__)(COMMON), make_file_reader(package)(OWN) if package else ""]
    return merge_word_tables(verbs, [tomllib.loads(text) for text in texts])
