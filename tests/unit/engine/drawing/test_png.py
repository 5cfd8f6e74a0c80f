"""Pictures as PNG, for messengers and slides: drawn by resvg, bounded, and never without their words."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from api.web.game import png
from api.web.game.png import EXTRA, MOST_POINTS, NO_FONT, WIDTH, NoPngError, draw_png
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from engine.kernel.drawing.svg import build_picture, element
from fixtures.goldens import goldens
from tests.support.command_line import asked

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def demo(game: str) -> bytes:
    return next(golden.log for golden in goldens(game) if golden.name == "demo")


def size(raw: bytes) -> tuple[int, int]:
    """Read the width and the height of a PNG."""
    assert raw.startswith(SIGNATURE)
    across, down = struct.unpack(">II", raw[16:24])
    return across, down


@pytest.fixture
def log(tmp_path: Path) -> str:
    path = tmp_path / "demo.log"
    path.write_bytes(demo("tailwinds"))
    return str(path)


@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].drawn_in])
def test_the_table_of_each_game_is_drawn_and_its_places_differ(game: str) -> None:
    opened = open_log_viewer(demo(game), GAMES)
    start, end = (draw_png(opened.picture_at(place)) for place in (0, opened.event_count))
    assert size(start)[0] == size(end)[0] == WIDTH
    assert start != end


def test_what_is_very_long_is_narrower_and_text_of_a_log_stays_text() -> None:
    tall = draw_png(
        build_picture(1200, 120_000, element("text", "<image href='/etc/passwd'/>", x=10, y=60, font_size=40))
    )
    across, down = size(tall)
    assert across * down <= MOST_POINTS
    with pytest.raises(ValueError, match="no picture of ours"):
        draw_png("<p>")


def test_a_picture_is_written_to_a_file_that_says_by_its_name_what_it_is(log: str, tmp_path: Path) -> None:
    for name in ("after.svg", "after.PNG"):
        assert asked("replay", log, "--at", "17", "-o", str(tmp_path / name)).exit_code == 0
    piped = asked("replay", log, "--at", "17", "--format", "svg").stdout
    assert (tmp_path / "after.svg").read_text("utf-8").strip() == piped.strip()
    assert size((tmp_path / "after.PNG").read_bytes())[0] == WIDTH
    assert asked("replay", log, "--at", "17", "--format", "png").stdout_bytes == (tmp_path / "after.PNG").read_bytes()


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("-o", "after.gif"), "ends in .svg or .png"),
        (("-o", "after.svg", "--format", "png"), "ends in .svg or .png"),
        (("-o", "after.png", "--format", "text"), "ends in .svg or .png"),
        (("-o", "/nowhere/after.png"), "Cannot write /nowhere/after.png"),
    ],
)
def test_what_cannot_be_such_a_picture_is_wrong_usage(log: str, more: tuple[str, ...], says: str) -> None:
    result = asked("replay", log, *more)
    assert (result.exit_code, says in result.stderr) == (2, True), result.stderr


def test_the_log_itself_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "odd.png"
    path.write_bytes(demo("tailwinds"))
    assert "is the log itself" in asked("replay", str(path), "-o", str(path)).stderr
    assert path.read_bytes() == demo("tailwinds")


def test_where_the_extra_or_every_font_is_missing_a_sentence_says_so(
    log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "after.png"
    with monkeypatch.context() as without:
        without.setattr(png, "find_spec", lambda _: None)
        result = asked("replay", log, "-o", str(to))
        assert (result.exit_code, EXTRA in result.stderr, to.exists()) == (1, True, False)
    monkeypatch.setattr(png, "_has_font", lambda: False)
    with pytest.raises(NoPngError, match="no font"):
        draw_png(build_picture(3, 3))
    assert NO_FONT in asked("replay", log, "-o", str(to)).stderr
