"""The options of a log's page: by book, reading and layer, with legal moves, claims, and what-ifs."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from api.web.logs.two_books import compare_both_books
from audit.browse.choices import list_choices_at
from audit.browse.viewer import open_log_viewer
from engine.games import GAMES
from fixtures.goldens import goldens
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.logs.house_rulings import PACK, naming
from tests.support.requests.log_pages import TWIN, Reader
from tests.support.requests.pages import HERE, OWN, demo, whole_demo
from tests.support.servers.fixtures import Served

CORRECTED = b"""game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
---
fate: track T1 T2 T3 T4 T5 T6
fate: roll start 5 seat=green
fate: roll start 2 seat=orange
record: amend 2 "fate: roll start 1 seat=green" who=Judge why="misread"
"""


@pytest.fixture
def reader(here: Served) -> Reader:
    return Reader(here, demo())


def test_a_log_is_looked_at_under_another_reading_and_the_way_back_is_there(reader: Reader) -> None:
    plain, other = reader.text(), reader.text("step=17&ruling=TW-AMB-05=snapshot-at-reveal")
    assert "You see this log with other settings" not in plain
    assert "You see this log with other settings than its own: ruling TW-AMB-05=snapshot-at-reveal" in other
    assert "Use its own settings" in other
    assert 'value="TW-AMB-05=snapshot-at-reveal" selected' in reader.look("ruling=TW-AMB-05=snapshot-at-reveal").text


def test_the_steps_of_another_look_lead_to_the_same_look(reader: Reader) -> None:
    page = reader.look("step=17&book=played&ruling=TW-AMB-05=snapshot-at-reveal").text
    kept = "book=played&amp;ruling=TW-AMB-05%3Dsnapshot-at-reveal"
    assert f'rel="next" href="?{kept}&amp;step=18"' in page
    assert f"view.json?{kept}&amp;step=all" in page


def test_a_reading_that_there_is_not_is_told_as_one(reader: Reader) -> None:
    answer = reader.look("ruling=TW-AMB-05=sideways")
    assert answer.status_code == 422
    assert reader.look("layer=nonsense").status_code == 422
    assert reader.look("ruling=nonsense&book=nonsense").status_code == 200


def test_a_log_that_names_a_house_is_shown_by_the_pack_that_the_address_names(here: Served) -> None:
    pack = here.asker().sent("/packs", PACK.encode(), "application/toml").get_json()["sha256"]
    reader = Reader(here, naming("house=harbour-1"))
    assert "'harbour-1' is not available" in unescape(reader.look().text)
    answered = reader.look(f"pack={pack}")
    shown = unescape(answered.text)
    assert answered.status_code == 200
    assert "not available" not in shown
    # Each further step, and each other view, has it too.
    assert f"pack={pack}&step=" in shown
    assert f'name="pack" value="{pack}"' in shown
    # The pack only makes the log readable; a different view leads back to the log's own settings, with the pack.
    assert "Use its own settings" not in shown
    assert f'<a href="?pack={pack}&step=0">Use its own settings</a>' in unescape(
        reader.look(f"pack={pack}&book=played").text
    )
    # The desk and the page of links read a log without packs.
    assert "/desk" not in shown
    assert "/share" not in shown
    assert reader.look(f"pack={'0' * 64}").status_code == 422
    assert "'harbour-1' is not available" in unescape(reader.look("pack=harbour-1").text)


def test_both_books_stand_side_by_side_with_the_place_where_they_part(here: Served) -> None:
    reader = Reader(here, CORRECTED)
    assert "fate: roll start 5 seat=green" in reader.text("book=played&step=2")
    assert "fate: roll start 1 seat=green" in reader.text("book=adjudicated&step=2")
    both = reader.text("book=both")
    assert "They differ at event 2" in both or "The tables of both books are the same" in both
    assert "as played" in both
    assert "as adjudicated" in both


@pytest.mark.parametrize("game", list(GAMES))
def test_books_of_a_log_without_corrections_are_told_as_if_both_were_audited(game: str, here: Served) -> None:
    raw = next(golden.log for golden in goldens(game) if golden.name == "demo")
    log = open_log_viewer(raw, GAMES)
    with here.app.test_request_context():
        short = compare_both_books(log, raw)
        corrected = open_log_viewer(CORRECTED, GAMES)
        log.log.events.append(corrected.log.events[-1])
        assert short == compare_both_books(log, raw)


@pytest.mark.parametrize("game", list(GAMES))
def test_what_was_legal_is_what_the_log_says_was_legal(game: str) -> None:
    log = open_log_viewer(next(golden.log for golden in goldens(game) if golden.name == "demo"), GAMES)
    offered = 0
    for place in range(0, len(log.entries) + 1, 5):
        shown = {one.line for group in list_choices_at(log, place).groups for one in group.lines if one.short != "??"}
        legal = {move["text"] for move in log.legal_document(place)["moves"]}
        assert shown == legal
        offered += len(legal)
    assert offered > 0


def test_what_was_legal_stands_on_the_page_and_in_its_twin(reader: Reader) -> None:
    legal = reader.look("step=36", "legal.json").get_json()
    lines = [one["line"] for group in legal["groups"] for one in group["lines"]]
    assert "blue: move aft 1" in lines
    assert "blue move : aft 1" in reader.text("step=36")


def test_what_chance_may_bring_is_offered_value_by_value_and_no_value_that_breaks_a_rule(here: Served) -> None:
    reader = Reader(here, whole_demo())
    roll = next(
        one for one in reader.look("step=72", "legal.json").get_json()["parts"] if one["verb"].startswith("roll")
    )
    values = [line["short"] for line in roll["lines"]] or roll["values"][-1]["values"]
    assert values == ["1", "2", "3", "4", "5", "6", "??"]


def test_claims_stand_against_our_reckoning(here: Served) -> None:
    reader = Reader(here, whole_demo())
    page = reader.text()
    assert "3 claims compared with our count" in page
    assert "37 blue.aft 6 middle 6 inside no" in page
    assert "128 winner green green yes" in page


def test_what_if_plays_on_judges_each_line_and_records_nothing(reader: Reader) -> None:
    before = reader.client.get("/index.json", base_url=HERE).get_json()
    answer = reader.look(urlencode({"step": 36, "typed": "Blue: MOVE aft 9"}), "if")
    assert answer.status_code == 303
    tried = reader.client.get(answer.headers["Location"], base_url=HERE).text
    assert "<code>blue: move aft 9</code>" in tried
    assert "TW-MOVE-04" in tried
    legal = reader.look(urlencode({"step": 36, "line": "blue: move aft 2"}), "if").text
    assert re.findall(r"<li><code>(.*?)</code></li>", legal) == ["blue: move aft 2"]
    assert reader.client.get("/index.json", base_url=HERE).get_json() == before


def test_what_cannot_be_read_does_not_happen(reader: Reader) -> None:
    for line in ("blue: fly aft 2", "record: retract 3", "…"):
        page = reader.look(urlencode({"step": 36, "line": line}), "if").text
        assert f"This cannot be read, and did not happen: <code>{line}</code>" in page
        assert 'class="played"' not in page


def test_what_nothing_offers_is_folded_where_moves_are_listed_and_never_out_of_reach(reader: Reader) -> None:
    listed, _, rest = reader.look("step=36", "if").text.partition('<details class="else">')
    assert 'data-line="blue: move' in listed
    assert "any seat" not in listed
    assert 'data-start="take"' in rest
    nothing_listed = reader.look("step=0", "if").text
    assert ("data-line=" in nothing_listed, '<details class="else">' in nothing_listed) == (True, False)


def test_a_line_in_parts_is_put_together(reader: Reader) -> None:
    sent = {"step": 72, "parts": "fate: roll", "roll.purpose": "dice", "roll.value": "4"}
    assert "fate%3A+roll+purpose%3Ddice+value%3D4" in reader.look(urlencode(sent), "if").headers["Location"]


def test_hostile_lines_and_addresses_are_answered_in_peace(here: Served) -> None:
    reader = Reader(here, CORRECTED)
    names = ("line", "typed", "next", "parts", "ruling", "layer", "book", "step")
    for at, payload in enumerate(PAYLOADS):
        for name, part in ((names[at % 8], "if"), (names[(at + at // 8) % 8], "view")):
            answer = reader.look(urlencode({name: payload}), part)
            assert answer.status_code in {200, 303, 422}, (name, payload)
            assert payload not in answer.text or "<" not in payload


def test_a_log_is_seen_from_a_seat_with_what_others_kept_hidden_unknown(here: Served) -> None:
    """Two logs that differ only in a hidden card look the same to a reader who could not see it."""
    seen: dict[str, list[str]] = {"orange": [], "onlooker": [], "green": []}
    for card in ("sailor-5", "sailor-2"):
        reader = Reader(here, TWIN.format(card=card).encode())
        own = reader.address.split("/")[2]
        for seat, pages in seen.items():
            parts = ("view", "view.json", "legal.json")
            texts = [reader.look(f"seat={seat}&step={step}", part).text for step in (9, 11, 12) for part in parts]
            pages.append("\n".join(re.sub(r"nonce(=\"|-)[\w-]+", "", text).replace(own, "") for text in texts))
        assert card in reader.look("step=9").text
        assert f"green: commit {card}" in seen["green"][-1]
    assert seen["orange"][0] == seen["orange"][1]
    assert seen["onlooker"][0] == seen["onlooker"][1]
    assert "green: commit ??" in seen["orange"][0]
    assert "orange: commit crew-3" in seen["orange"][0]
    assert "orange: commit ??" in seen["onlooker"][0]


def test_a_seat_that_there_is_not_and_a_log_that_cannot_be_veiled_are_told(here: Served) -> None:
    reader = Reader(here, TWIN.format(card="sailor-5").encode())
    assert reader.look("seat=purple").status_code == 422
    unreadable = Reader(here, TWIN.format(card="sailor-5 sailor-6 sailor-7 ???").encode())
    assert unreadable.look("seat=orange").status_code == 422
    assert unreadable.look().status_code == 200


@pytest.mark.parametrize("game", list(GAMES))
def test_whoever_may_see_everything_at_a_seat_steps_through_the_whole_game(game: str, here: Served) -> None:
    reader = Reader(here, next(golden.log for golden in goldens(game) if golden.name == "demo"))
    log = open_log_viewer(next(golden.log for golden in goldens(game) if golden.name == "demo"), GAMES)
    document = reader.look(f"seat={log.seats[0]}", "view.json").get_json()
    assert len(document["pictures"]) == len(log.entries) + 1
    assert reader.look(f"seat={log.seats[0]}&step=20").status_code == 200


def test_a_comment_makes_a_log_of_its_own_and_stands_by_its_event(reader: Reader) -> None:
    form = {"at": "17", "step": "17", "text": "why not  aft 2?", "who": "Cleo"}
    to = reader.address.replace("/view", "/comment")
    kept = reader.client.post(to, data=form, base_url=HERE, headers=OWN).headers["Location"]
    assert kept.endswith("?step=17")
    assert kept.partition("?")[0] != reader.address
    page = reader.client.get(kept, base_url=HERE).text
    assert 'class="comment" data-place="17"><p>why not aft 2?</p>' in page
    assert "Cleo, on event 17" in page
    assert "record: note &#34;event 17: why not aft 2?&#34; who=Cleo" in page
    assert "why not" not in reader.look().text
    for wrong in ({**form, "text": ""}, {**form, "who": " "}):
        assert reader.client.post(to, data=wrong, base_url=HERE, headers=OWN).status_code == 422
    for payload in PAYLOADS[::60]:
        hostile = dict.fromkeys(form, payload)
        answer = reader.client.post(to, data=hostile, base_url=HERE, headers=OWN)
        assert answer.status_code == 303
        assert payload not in reader.client.get(answer.headers["Location"], base_url=HERE).text or "<" not in payload
