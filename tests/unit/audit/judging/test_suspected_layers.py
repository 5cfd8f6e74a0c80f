"""Layers that a header lacks or names by mistake: a report names a suspected layer, or two, before everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain

import pytest

from audit import Report
from audit import audit as audited
from audit.intake.prepared import PreparedLog
from audit.judging import suspicion
from audit.report import render_html, render_json, render_text
from engine.games import GAMES as SHIPPED
from engine.kernel.log import LogError
from fixtures.cases import cases
from fixtures.goldens import goldens
from fixtures.kits import GAMES
from tests.support.games.pebbles import log as row
from tests.support.games.pebbles_editions import GAMES as ROWS

LAYERS = [(name, layer.id) for name, game in SHIPPED.items() for layer in game.layers]
# Outside of a mode these readings have the same effect as the mode.
READ_ALIKE = {"tournament": "WP-AMB-40"}
# Purple awakens the White and tags a Red: with either alone, the log would still be wrong.
TAGGED_AND_AWAKE = """game: windward
{layers}pack: windward-reconstructed-1
players: purple=Ada, orange=Ben, blue=Cleo
position: planet=a b c d e f, wind=1, turn=purple, purple.place=a22, purple.crester=red, purple.morale=3
position: purple.notoriety=9, purple.crew=none, orange.place=port, blue.place=port, reds=b54 c53 d55 e64 f43
---
purple: order research b21
purple: rest morale
fate: wake 3
"""
SMALL_WITH_CARDS = """game: windward
pack: windward-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
---
fate: planet a b c d e f side=small
fate: achievements broadside brimming
fate: first green
"""
ALONE = """game: windward
layers: {layers}
pack: windward-reconstructed-1
players: green=Ada
position: planet=a b c d e f, wind=1, turn=green, green.place=a22
---
green: sail a33
"""


def told(log: str) -> Report:
    return audited(log.encode(), GAMES)


def suspected(log: str) -> str:
    suspicion = told(log).suspicion
    return suspicion.says if suspicion is not None else ""


# Each layer of each game


def unnamed(game: str, layer: str) -> Iterator[str]:
    """Yield logs that break nothing under a layer, with that layer removed from the header."""
    whole = (golden.log.decode() for golden in goldens(game) if not golden.adjudicated.roots)
    for log in chain((case.log for case in cases(game) if case.breaks is None), whole):
        named = re.search(r"^layers: (.*)\n", log, re.MULTILINE)
        layers = re.split("[ ,]+", named[1]) if named is not None else []
        if named is not None and layer in layers:
            others = " ".join(name for name in layers if name != layer)
            yield log.replace(named[0], f"layers: {others}\n" if others else "", 1)


def names_it(log: str, layer: str) -> bool:
    try:
        says = suspected(log)
    except LogError as wrong:
        says = wrong.fault.hint
    return re.search(rf"(layers?:? |the |or ){layer}\b|{READ_ALIKE.get(layer, layer)} is read", says) is not None


@pytest.mark.parametrize(("game", "layer"), LAYERS)
def test_a_layer_that_a_header_forgets_is_suspected_in_some_log(game: str, layer: str) -> None:
    assert any(names_it(log, layer) for log in unnamed(game, layer))


def test_a_mode_that_a_header_forgets_is_suspected() -> None:
    log = ALONE.replace("layers: {layers}\n", "")
    assert suspected(log) == "The one violation vanishes if the layer solo is laid."


def test_a_position_that_tells_what_only_a_layer_has_is_told_the_layer() -> None:
    log = ALONE.format(layers="classic").replace("wind=1", "beaten=4, wind=1")
    with pytest.raises(LogError) as wrong:
        told(log)
    assert wrong.value.fault.hint == "There is one under the layer solo. A header names it: layers: classic, solo"


def test_a_claim_of_what_only_a_layer_has_is_told_the_layer() -> None:
    report = told(TAGGED_AND_AWAKE.format(layers="") + "claim: tagged b21\n")
    (fault,) = [finding for finding in report.findings if finding.status == "malformed"]
    says = "There is one under the layer naturalist. A header names it: layers: naturalist"
    assert fault.instead == says


# Two layers


def test_two_layers_that_a_header_forgets_are_suspected_together() -> None:
    suspicion = told(TAGGED_AND_AWAKE.format(layers="")).suspicion
    assert suspicion is not None
    assert suspicion.says == "Every violation vanishes if the layers great-white and naturalist are laid."
    assert (suspicion.id, suspicion.layers) == ("great-white naturalist", ("great-white", "naturalist"))
    assert told(TAGGED_AND_AWAKE.format(layers="layers: great-white naturalist\n")).roots == []


def test_beside_what_is_named_the_header_to_write_names_all() -> None:
    suspicion = told(TAGGED_AND_AWAKE.format(layers="layers: classic\n")).suspicion
    assert suspicion is not None
    assert suspicion.layers == ("classic", "great-white", "naturalist")


def test_an_edition_and_a_variant_are_suspected_together() -> None:
    says = "Every violation vanishes if the log is read by the classic edition (layers: classic) and the layer"
    assert suspected(SMALL_WITH_CARDS) == f"{says} achievements is laid."


def test_a_mode_named_for_another_is_suspected_as_both() -> None:
    said = suspected(ALONE.format(layers="great-white"))
    assert said == "The one violation vanishes if the layer solo is laid and the layer great-white is left out."


def test_where_one_layer_explains_all_no_second_is_named() -> None:
    log = TAGGED_AND_AWAKE.format(layers="layers: naturalist\n")
    assert suspected(log) == "The one violation vanishes if the layer great-white is laid."


# At what cost


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> list[frozenset[str]]:
    """Return the stacks under which a log is replayed to find suspected layers."""
    stacks: list[frozenset[str]] = []

    for replay in ("replay_log", "replay_to_first_breach"):
        monkeypatch.setattr(suspicion, replay, partial(noted, getattr(suspicion, replay), stacks))
    return stacks


def noted(replay: Callable[[PreparedLog], object], stacks: list[frozenset[str]], prepared: PreparedLog) -> object:
    stacks.append(frozenset(prepared.header.layers))
    return replay(prepared)


def test_no_stack_is_replayed_twice(tried: list[frozenset[str]]) -> None:
    told(TAGGED_AND_AWAKE.format(layers="") + "purple: achieve broadside\norange: sail c64\n")
    assert len(tried) == len(set(tried))
    assert {len(layers) for layers in tried} == {1, 2}


def test_where_no_layer_mends_anything_none_is_tried_beside_another(tried: list[frozenset[str]]) -> None:
    report = audited(row("ada: take 9", "ben: take 9"), ROWS)
    assert (len(report.roots), report.suspicion) == (2, None)
    layers = ROWS["pebbles"].layers
    assert tried
    assert len(tried) <= len(layers)


# Reported before everything else


def test_what_explains_everything_is_told_before_any_finding() -> None:
    report = told(TAGGED_AND_AWAKE.format(layers=""))
    assert report.suspicion is not None
    says = report.suspicion.says
    text = render_text(report, width=300, colour=False)
    assert text.index(says) < text.index("The root cause") < text.index("[WW-")
    document = list(json.loads(render_json(report)))
    assert document.index("suspicion") < document.index("findings")
    page = render_html(report)
    assert page.index(says) < page.index("The root cause") < page.index("WW-")
