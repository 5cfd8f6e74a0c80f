"""A slip can be made in any log, also in one with gaps, and the same seed makes the same slip."""

from __future__ import annotations

import random
import re

import pytest

from fixtures.simulate import simulate
from fixtures.slips import KINDS, slip


@pytest.mark.parametrize("kind", KINDS)
def test_a_slip_can_be_made_where_nobody_wrote_who_it_was_or_what(kind: str, subtests: pytest.Subtests) -> None:
    head, _, lines = simulate("tailwinds", 2, 3).partition("---\n")
    for seed in range(8):
        dice = random.Random(seed)
        holes = re.sub(
            "^(?!fate)[a-z]+:", lambda seat, dice=dice: dice.choice(("??:", seat[0])), lines, flags=re.MULTILINE
        )
        with subtests.test(f"{kind}, seed {seed}"):
            slip(f"{head}---\n{holes.replace('move aft', 'move ??')}", kind, seed)


def test_the_same_seed_makes_the_same_slip() -> None:
    text = simulate("tailwinds", 3, 5)
    assert slip(text, "swapped", 9) == slip(text, "swapped", 9)
