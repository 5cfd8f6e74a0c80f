"""The JSON of pages: what our scripts load, and little else."""

from __future__ import annotations

from pathlib import Path

import pytest

from api import web
from tests.support.servers.fixtures import Served

WEB = Path(str(web.__file__)).parent
# Where each address that a script loads is written: in the script, or in a page for it.
FETCHED = {
    "/live/<live>.json": ("static/recorder.js", "fetch(`${live}.json`)"),
    "/logs/<sha256>/view.json": ("logs/log_page.py", 'twin=f"/logs/{sha256}/view.json'),
    "/logs/<sha256>/legal.json": ("logs/log_page.py", 'legal_from=f"/logs/{sha256}/legal.json'),
    "/shared/<secret>/view.json": ("logs/link_page.py", 'twin=f"{here}/view.json"'),
    "/rules/<game>/<rule>/<seq:number>.json": ("logs/rule_examples.py", 'twin=f"{here}.json"'),
}
# For people: a link on the page of a tournament leads there.
LINKED = {"/tournaments/<tournament>.json": ("templates/tournament.html", 'href="{{ here }}.json"')}
# No script of ours loads these; tests that follow a table from its link to its verdict read them.
OTHERS = {
    "/index.json",
    "/tournaments/<tournament>/tables/<table>.json",
    "/hand-in/<secret>.json",
}


def test_pages_give_as_json_what_is_in_these_lists(here: Served) -> None:
    rules = {rule.rule for rule in here.app.url_map.iter_rules() if rule.endpoint.startswith("web.")}
    assert {rule for rule in rules if rule.endswith(".json")} == {*FETCHED, *LINKED, *OTHERS}


@pytest.mark.parametrize("address", [*FETCHED, *LINKED])
def test_what_is_said_to_be_fetched_is_written_where_it_is_said(address: str) -> None:
    file, says = {**FETCHED, **LINKED}[address]
    assert says in (WEB / file).read_text("utf-8")
