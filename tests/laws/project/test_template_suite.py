"""A game that was copied from the template passes the tests that run over each game."""

from __future__ import annotations

import pytest

from tests.support.template_house import FOLDER, NAME, CopiedHouse, build_house


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> CopiedHouse:
    return build_house(tmp_path_factory.mktemp("house"))


def test_a_copy_of_the_template_passes_the_tests_of_rules_at_once(house: CopiedHouse) -> None:
    assert house.run_tests("--game", NAME, "tests") > 70


# tests/laws/test_laws_over_a_copy.py does so for tests/laws. Left out: tests/service and tests/browser, which need more
# than Python.
def test_a_copy_of_the_template_passes_the_other_tests_over_each_game_at_once(house: CopiedHouse) -> None:
    assert house.run_tests("-k", f"{NAME} or {FOLDER}", "tests/unit") > 35
