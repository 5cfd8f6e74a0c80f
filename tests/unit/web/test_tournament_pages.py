"""Pages of a tournament: tables submit logs by links, the organiser sees what is open and what is published."""

from __future__ import annotations

import io
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest

from api.web.tournaments.links import PUBLIC, TO_BE_FOUND
from audit.store import TABLE_LINK, Role
from tests.support.games.pebbles import CLEAN, log
from tests.support.logs.harbour_open import LOGS
from tests.support.logs.hostile_texts import PAYLOADS
from tests.support.requests.pages import HERE, OWN, entered
from tests.support.servers.api_client import CLUB, OTHER
from tests.support.servers.fixtures import Served
from tests.support.servers.stored_tournament import KeptOpen, small

FIRST, SECOND, OPEN = ("r3t1.log", "r3t1-mended.log", "r3t3.log")


class Hall:
    """A tournament of two tables, its organiser in a browser, and a table that has only its link."""

    def __init__(self, here: Served) -> None:
        self.here, self.kept = here, KeptOpen(here.asker(Role.ORGANISER), small("R3T1", "R3T3"))
        self.path = self.kept.path
        self.organiser, self.table = entered(here, Role.ORGANISER), here.app.test_client()

    def link(self, table: str = "R3T1") -> str:
        """Make the link of a table, and return its address."""
        made = self.post(self.organiser, f"{self.path}/links", tables=table, days="7")
        found = re.search(r'href="https://localhost(/hand-in/[\w.-]+)"', made.text)
        assert found is not None, made.text
        return found[1]

    def page(self, path: str, client: Any = None) -> Any:
        """Open a page."""
        return (client or self.table).get(path, base_url=HERE)

    def post(self, client: Any, path: str, **form: Any) -> Any:
        """Send a form."""
        return client.post(path, data=form, base_url=HERE, headers=OWN)

    def hands_in(self, link: str, name: str = "", client: Any = None, **more: Any) -> Any:
        """Submit a file on the page as it is."""
        key, instead = (value(self.page(link, client).text, field) for field in ("key", "instead"))
        form = {"key": key or "no-form-there", "instead": instead, "who": "Nils", **more}
        if name:
            form["log"] = (io.BytesIO((LOGS / name).read_bytes()), name)
        return self.post(client or self.table, link, **form)

    def document(self, link: str) -> Any:
        """Read the content of the page, as a program does."""
        return self.page(f"{link}.json").get_json()


def value(html: str, name: str) -> str:
    """Read the content of the form's field for a log."""
    form = html[html.index('enctype="multipart/form-data"') :] if "multipart" in html else ""
    found = re.search(rf'name="{name}" value="([^"]*)"', form)
    return found[1] if found else ""


@pytest.fixture
def hall(here: Served) -> Hall:
    return Hall(here)


def test_a_table_hands_in_by_its_link_and_hears_at_once_what_is_to_be_answered(hall: Hall) -> None:
    link = hall.link("R3T3")
    assert hall.document(link)["status"] == "missing"
    assert hall.hands_in(link, OPEN, who="Cleo").status_code == 303
    said = hall.document(link)
    assert (said["status"], said["events"][0]["do"], said["events"][0]["who"]) == ("provisional", "hand-in", "Cleo")
    assert "WP-AMB-31" in said["asks"]
    page = hall.page(link).text
    assert "line 18, WP-END-08" in page
    assert "/logs/" not in page, "a table has no shelf"
    assert [one["status"] for one in hall.kept.standings()["tables"]] == ["missing", "provisional"]


def test_a_second_hand_in_takes_the_place_of_the_first_with_who_and_why(hall: Hall) -> None:
    link = hall.link()
    hall.hands_in(link, FIRST)
    assert hall.document(link)["status"] == "provisional"
    assert hall.hands_in(link, SECOND).status_code == 422, "no reason is given"
    assert hall.hands_in(link, SECOND, why="counted again").status_code == 303
    said = hall.document(link)
    assert (said["status"], [one["do"] for one in said["events"]]) == ("verified", ["hand-in", "replace"])
    assert said["events"][1]["why"] == "counted again"
    assert hall.hands_in(link, SECOND, why="again").status_code == 422, "it stands already"
    assert hall.here.store.verify() == []


def test_of_two_who_hand_in_at_once_the_second_is_told(hall: Hall) -> None:
    link = hall.link()
    seen = hall.page(link).text
    hall.hands_in(link, FIRST)
    form = {"key": value(seen, "key"), "instead": "", "who": "Ada", "why": "so"}
    late = hall.post(hall.table, link, log=(io.BytesIO((LOGS / SECOND).read_bytes()), "x"), **form)
    assert late.status_code == 412
    assert len(hall.document(link)["events"]) == 1


def test_a_form_that_is_sent_twice_is_recorded_once(hall: Hall) -> None:
    link = hall.link()
    form = {"key": value(hall.page(link).text, "key"), "instead": "", "who": "Nils"}
    for _ in range(2):
        raw = io.BytesIO((LOGS / FIRST).read_bytes())
        assert hall.post(hall.table, link, log=(raw, "x.log"), **form).status_code == 303
    assert len(hall.document(link)["events"]) == 1


def test_a_log_of_another_table_is_named_as_such_and_taken_only_where_somebody_says_so(hall: Hall) -> None:
    link = hall.link()
    asked = hall.hands_in(link, OPEN)
    assert asked.status_code == 422
    assert "that is R3T3, and this is R3T1" in asked.text
    assert "Cleo is in seat green, and was not seated at this table." in asked.text
    assert hall.document(link)["events"] == []
    sure = re.search(r'name="sure" value="([0-9a-f]{64})"', asked.text)
    assert sure is not None
    assert hall.hands_in(link, sure=sure[1]).status_code == 303
    said = hall.document(link)
    assert said["status"] == "provisional"
    assert "Submitted all the same: Its header says" in said["events"][0]["why"]
    other = hall.link("R3T3")
    assert hall.hands_in(other, OPEN, who="Cleo").status_code == 422, "one log is of one table"


@pytest.mark.parametrize("raw", [b"", b"\x89PNG", log(*CLEAN), b"game: tailwinds\n---\n", b"\xff" * 99])
def test_what_is_no_log_of_this_game_is_refused_and_not_kept(hall: Hall, raw: bytes) -> None:
    link = hall.link()
    before = len(hall.here.store.list_uploads(CLUB))
    answer = hall.hands_in(link, log=(io.BytesIO(raw), "x"))
    assert (answer.status_code, len(hall.here.store.list_uploads(CLUB))) == (422, before)
    assert hall.document(link)["events"] == []


def test_what_cannot_be_taken_in_is_said_on_the_page_of_the_table_with_what_was_typed(hall: Hall) -> None:
    link = hall.link()
    photo = (io.BytesIO(b"no picture"), "board.png")
    wrong = [
        (hall.hands_in(link, log=(io.BytesIO(b""), "x"), who="Olga"), "Choose the file of the log."),
        (hall.hands_in(link, FIRST, photo=photo, who="Olga"), "This does not begin like a PNG"),
    ]
    assert hall.document(link)["events"] == []
    assert hall.hands_in(link, FIRST).status_code == 303
    wrong.append((hall.hands_in(link, FIRST, who="Olga", why="again"), "This log is already the table&#39;s log."))
    for answer, says in wrong:
        assert (answer.status_code, "round 3, table 1</h1>" in answer.text) == (422, True)
        assert says in answer.text
        assert "Nothing was saved." in answer.text
        assert 'name="who" value="Olga"' in answer.text
    assert 'name="why" value="again"' in wrong[-1][0].text
    assert len(hall.document(link)["events"]) == 1


def test_a_log_of_another_game_is_called_so(hall: Hall) -> None:
    raw = b"game: tailwinds\nplayers: green=Ada, blue=Ben\n---\n"
    answer = hall.hands_in(hall.link(), log=(io.BytesIO(raw), "x"))
    assert "There is no game &#39;tailwinds&#39; here: only winds-of-plunder is read." in answer.text


def test_a_photo_sent_with_a_log_that_is_asked_about_can_be_sent_once_more(hall: Hall) -> None:
    link = hall.link()
    photo = b"\x89PNG\r\n\x1a\n a board"
    asked = hall.hands_in(link, OPEN, photo=(io.BytesIO(photo), "board.png"))
    assert "The photo again" in asked.text
    sure = re.search(r'name="sure" value="([0-9a-f]{64})"', asked.text)
    assert sure is not None
    assert hall.hands_in(link, sure=sure[1], photo=(io.BytesIO(photo), "board.png")).status_code == 303
    assert len(hall.kept.asker.told(f"/logs/{sure[1]}/attachments")["items"]) == 1


def test_each_seat_agrees_with_the_result_and_a_new_log_undoes_that(hall: Hall) -> None:
    link = hall.link()
    assert hall.post(hall.table, f"{link}/agree", key="a" * 8, by="nils", log="").status_code == 403, "no result yet"
    hall.hands_in(link, FIRST)
    first = hall.document(link)["log"]
    for player in ("nils", "ada"):
        assert hall.post(hall.table, f"{link}/agree", key=player * 4, by=player, log=first).status_code == 303
    assert hall.document(link)["agreed"] == ["ada", "nils"]
    assert hall.document(link)["status"] == "provisional", "only the organiser's word makes it stand"
    assert hall.post(hall.table, f"{link}/agree", key="c" * 8, by="cleo", log=first).status_code == 422
    hall.hands_in(link, SECOND, why="counted again")
    assert hall.document(link)["agreed"] == []
    assert hall.post(hall.table, f"{link}/agree", key="d" * 8, by="walt", log=first).status_code == 412


def test_what_the_organiser_has_settled_no_table_changes(hall: Hall) -> None:
    link, there = hall.link(), f"{hall.path}/tables/R3T1"
    hall.hands_in(link, FIRST)
    stands = hall.document(link)["log"]
    confirm = {"key": "settled1", "log": stands, "do": "confirm", "who": "Rosa", "why": "so"}
    for refused in (hall.table, entered(hall.here, Role.JUDGE)):
        assert hall.post(refused, f"{there}/settle", **confirm).status_code in {401, 403}
    assert hall.post(hall.organiser, f"{there}/settle", **confirm).status_code == 303
    assert (hall.document(link)["status"], hall.document(link)["settled"]) == ("decided", True)
    assert hall.hands_in(link, SECOND, why="but").status_code == 403
    assert hall.post(hall.table, f"{link}/agree", key="e" * 8, by="ada", log=stands).status_code == 403
    assert "The organiser has settled this table." in hall.page(link).text
    assert hall.hands_in(there, SECOND, hall.organiser, why="the appeal was right").status_code == 303
    assert hall.document(link)["status"] == "verified", "what was confirmed was the other log"


def test_the_organiser_decides_places_and_records_who_never_came(hall: Hall) -> None:
    there = f"{hall.path}/tables/R3T3"
    places = {f"place.{player}": str(at) for at, player in enumerate(("iris", "cleo", "vera", "quinn"), 1)}
    decide = {"key": "decides1", "log": "", "do": "decide", "who": "Rosa", "why": "the signed slip", **places}
    assert hall.post(hall.organiser, f"{there}/settle", **{**decide, "place.vera": "x"}).status_code == 422
    assert hall.post(hall.organiser, f"{there}/settle", **{**decide, "key": "decides2"}).status_code == 303
    assert hall.page(f"{there}.json", hall.organiser).get_json()["result"].startswith("1 Iris, 2 Cleo")
    absent: dict[str, Any] = {"key": "absents1", "log": "", "do": "walk-over", "who": "Rosa", "why": "never came"}
    other = f"{hall.path}/tables/R3T1"
    assert hall.post(hall.organiser, f"{other}/settle", **absent).status_code == 422, "nobody is named"
    absent |= {"key": "absents2", "absent": ["walt", "finn", "ada"]}
    assert hall.post(hall.organiser, f"{other}/settle", **absent).status_code == 303
    assert [one["status"] for one in hall.kept.standings()["tables"]] == ["decided", "decided"]


def test_a_link_opens_one_table_and_nothing_else_until_it_is_ended(hall: Hall) -> None:
    link = hall.link()
    secret = link.rpartition("/")[2]
    for path in ("/tournaments", hall.path, f"{hall.path}/links", f"{hall.path}/tables/R3T1", "/index.json"):
        assert hall.page(path).status_code == 401, path
    token = {"Authorization": f"Bearer {secret}"}
    tournament = hall.path.rpartition("/")[2]
    for path in (
        "token",
        "logs",
        f"tournaments/{tournament}",
        f"tournaments/{tournament}/standings",
        f"live-games/{tournament}",
    ):
        assert hall.table.get(f"/api/v1/{path}", base_url=HERE, headers=token).status_code == 401, path
    assert hall.page(f"/standings/{secret}").status_code == 404
    assert hall.page(f"/shared/{secret}").status_code == 404
    headers = hall.page(link).headers
    assert (headers["X-Robots-Tag"], headers["Referrer-Policy"]) == ("noindex, nofollow", "no-referrer")
    assert secret.rpartition("_")[2] not in hall.here.log.getvalue()
    (one,) = (token for token in hall.here.store.list_tokens(CLUB) if token.label.startswith(TABLE_LINK))
    assert (one.seat, one.revoked_at) == ("R3T1", None)
    again = hall.post(hall.organiser, f"{hall.path}/links", tables="round 3", days="7")
    assert ("/hand-in/" in again.text, "1 table has one already" in again.text) == (True, True)
    assert hall.post(hall.organiser, f"{hall.path}/links/{one.id}/end").status_code == 303
    for part in ("", ".json"):
        assert hall.page(f"{link}{part}").status_code == 404
    assert hall.hands_in(link, FIRST).status_code == 404


def test_links_that_are_too_old_of_other_sorts_or_made_up_lead_nowhere(hall: Hall) -> None:
    tournament = hall.path.rpartition("/")[2]
    made: dict[str, Any] = {"label": TABLE_LINK, "game": tournament, "seat": "R3T1"}
    old = hall.here.store.issue_token(CLUB, Role.VIEWER, **made, lasting=timedelta(microseconds=1))[1]
    gone = hall.here.store.issue_token(CLUB, Role.VIEWER, **{**made, "seat": "R9T9"})[1]
    foreign = hall.here.store.issue_token(OTHER, Role.VIEWER, **made)[1]
    public = hall.here.store.issue_token(CLUB, Role.VIEWER, **{**made, "label": PUBLIC})[1]
    for secret in (old, gone, foreign, public, hall.here.asker().token, "x", "é" * 300):
        assert hall.page(f"/hand-in/{secret}").status_code == 404, secret
        assert hall.post(hall.table, f"/hand-in/{secret}", key="a" * 8).status_code == 404, secret


def test_only_an_organiser_of_the_club_makes_links_and_another_site_makes_none(hall: Hall) -> None:
    for who, refused in ((entered(hall.here, Role.JUDGE), 403), (entered(hall.here, Role.ADMIN, OTHER), 404)):
        assert hall.page(f"{hall.path}/links", who).status_code == refused
        for path in ("links", "public", "links/nothing/end"):
            assert hall.post(who, f"{hall.path}/{path}", tables="R3T1").status_code == refused
    for path in (f"{hall.path}/links", f"{hall.path}/public", hall.link()):
        evil = hall.organiser.post(path, base_url=HERE, headers={"Origin": "https://evil"})
        assert evil.status_code == 403, path
    for form in ({"tables": "R9T9"}, {"tables": ""}, {"tables": "R3T1", "days": "9"}):
        assert hall.post(hall.organiser, f"{hall.path}/links", **form).status_code == 422


def test_a_public_page_shows_places_and_no_more_and_is_closed_again(hall: Hall) -> None:
    made = hall.post(hall.organiser, f"{hall.path}/public", days="7", name="the wall")
    link = re.findall(r'href="https://localhost(/standings/[\w.-]+)"', made.text)[0]
    hall.hands_in(hall.link("R3T3"), OPEN, who="Cleo")
    page = hall.page(link)
    assert "Cleo" in page.text
    assert page.headers["X-Robots-Tag"] == "noindex, nofollow"
    for secret in ("WP-AMB", "/logs/", "hand-in", "settle first", "Place is"):
        assert secret not in page.text, secret
    assert "The first place is safe." not in page.text, "a table is still to be played"
    hall.hands_in(hall.link(), SECOND)
    assert "The first place is safe." in hall.page(link).text
    assert "WP-AMB" not in hall.page(link).text
    (one,) = (token for token in hall.here.store.list_tokens(CLUB) if token.label.startswith(PUBLIC))
    assert one.label == f"{PUBLIC}: the wall"
    hall.post(hall.organiser, f"{hall.path}/links/{one.id}/end")
    assert hall.page(link).status_code == 404
    found = hall.post(hall.organiser, f"{hall.path}/public", days="", found="yes")
    open_ = re.findall(r'href="https://localhost(/standings/[\w.-]+)"', found.text)[0]
    assert "X-Robots-Tag" not in hall.page(open_).headers
    assert TO_BE_FOUND.startswith(PUBLIC)


def test_the_club_sees_standings_rounds_and_what_is_open(hall: Hall) -> None:
    hall.hands_in(hall.link("R3T3"), OPEN, who="Cleo")
    viewer, judge = entered(hall.here, Role.VIEWER), entered(hall.here, Role.JUDGE)
    page = hall.page(hall.path, viewer).text
    assert ("Table 3" in page, "no log yet" in page, f"{hall.path}/open" in page) == (True, True, False)
    assert hall.page(f"{hall.path}/open", viewer).status_code == 403
    open_ = hall.page(f"{hall.path}/open", judge).text
    assert set(re.findall(r"/tables/(\w+)", open_)) == {"R3T1", "R3T3"}
    hall.hands_in(hall.link(), SECOND)
    as_of = hall.page(f"{hall.path}?as_of=1", viewer).text
    assert "Standings after event 1 of 2." in as_of
    for wrong in ("3", "x", "-1", "9" * 99):
        assert hall.page(f"{hall.path}?as_of={wrong}", viewer).status_code == 422
    assert hall.page(f"{hall.path}.json", viewer).get_json()["count"]["basis"]
    assert f'href="{hall.path}"' in hall.page("/tournaments", viewer).text
    assert hall.page(hall.path, entered(hall.here, Role.ADMIN, OTHER)).status_code == 404


def test_an_organiser_keeps_a_tournament_by_its_file(here: Served) -> None:
    organiser, viewer = entered(here, Role.ORGANISER), entered(here, Role.VIEWER)

    def sent(client: Any, raw: bytes, key: str) -> Any:
        form = {"key": key, "file": (io.BytesIO(raw), "open.toml")}
        return client.post("/tournaments", data=form, base_url=HERE, headers=OWN)

    assert sent(viewer, small("R1T1").encode(), "a" * 8).status_code == 403
    made = sent(organiser, small("R1T1").encode(), "b" * 8)
    assert (made.status_code, made.headers["Location"].startswith("/tournaments/tournament.")) == (303, True)
    assert sent(organiser, small("R1T1").encode(), "b" * 8).headers["Location"] == made.headers["Location"]
    for at, raw in enumerate((b"", b"\xff", b"[tournament]\nname = 1", b"a" * 400_001, PAYLOADS[0].encode())):
        refused = sent(organiser, raw, f"wrong{at}123")
        assert (refused.status_code, "The file was not saved" in refused.text) == (422, True), raw[:9]


def test_a_game_that_was_recorded_here_and_is_closed_is_handed_in(here: Served) -> None:
    file = '[tournament]\nname = "Heap"\ngame = "pebbles"\n[players]\nada = "Ada"\nben = "Ben"\n[[tables]]\nround = 1\n'
    kept = KeptOpen(here.asker(), file + 'table = 1\nseats = { ada = "ada", ben = "ben" }\n')
    admin, organiser = here.asker(), entered(here, Role.ORGANISER)
    live = admin.written("/live-games", {"text": "game: pebbles\nplayers: ada=Ada, ben=Ben\nevent: Heap, R1T1\n"})
    there, name = f"{kept.path}/tables/R1T1", live.get_json()["id"]
    taken = admin.written(
        f"/live-games/{name}/events", {"events": [{"do": "take", "by": "ada", "count": 1}]}, live.headers["ETag"]
    )
    form = {"instead": "", "who": "Rosa", "live": name}
    assert organiser.post(there, data={**form, "key": "live-one"}, base_url=HERE, headers=OWN).status_code == 422
    admin.written(f"/live-games/{name}/closing", {"claims": []}, taken.headers["ETag"])
    assert f'<option value="{name}">Heap, R1T1' in organiser.get(there, base_url=HERE).text
    assert organiser.post(there, data={**form, "key": "live-two"}, base_url=HERE, headers=OWN).status_code == 303
    assert organiser.get(f"{there}.json", base_url=HERE).get_json()["events"][0]["do"] == "hand-in"


def test_a_photo_goes_beside_the_log_that_it_came_with(hall: Hall) -> None:
    link = hall.link()
    photo = (io.BytesIO(b"\x89PNG\r\n\x1a\n a board"), "board.png")
    assert hall.hands_in(link, FIRST, photo=photo).status_code == 303
    items = hall.kept.asker.told(f"/logs/{hall.document(link)['log']}/attachments")["items"]
    assert [one["kind"] for one in items] == ["image/png"]
    seen = f"/logs/{hall.document(link)['log']}/photos/{items[0]['sha256']}"
    assert f'<a href="{seen}">photo 1</a>' in hall.page(f"{hall.path}/tables/R3T1", hall.organiser).text
    assert hall.page(seen, hall.organiser).data.startswith(b"\x89PNG")
    assert seen not in hall.page(link).text, "a table has no shelf"


def test_of_tables_that_hand_in_at_once_none_is_lost_and_none_is_told_of_the_others(anywhere: Served) -> None:
    tables = [f"R1T{number}" for number in range(1, 7)]
    hall = Hall(anywhere)
    hall.kept = KeptOpen(anywhere.asker(Role.ORGANISER), small(*tables))
    hall.path = hall.kept.path
    links = [hall.link(table) for table in tables]

    def one(at: int) -> int:
        name = next(path.name for path in LOGS.iterdir() if path.name.startswith(f"r1t{at + 1}."))
        form = {"key": f"at-once-{at}", "instead": "", "who": "Ada"}
        client = anywhere.app.test_client()
        status: int = hall.post(
            client, links[at], log=(io.BytesIO((LOGS / name).read_bytes()), name), **form
        ).status_code
        return status

    with ThreadPoolExecutor(6) as pool:
        assert set(pool.map(one, range(6))) == {303}
    assert sorted(one["event"]["table"] for one in hall.kept.asker.told(f"{hall.path}/events")["items"]) == tables
    assert anywhere.store.verify() == []
