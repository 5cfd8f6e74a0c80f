"""The laws hold for a game that was just copied from the template."""

from __future__ import annotations

from pathlib import Path

from tests.support.template_house import FOLDER, NAME, build_house


def test_a_copy_of_the_template_passes_the_laws_at_once(tmp_path: Path) -> None:
    assert build_house(tmp_path).run_tests("-k", f"{NAME} or {FOLDER}", "tests/laws") > 70
