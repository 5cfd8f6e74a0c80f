"""Editions, modes, variants, readings and house rules: how they are stacked, and how an audit uses them."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Mapping
from itertools import permutations

import msgspec
import pytest
from msgspec.structs import replace

from audit import AuditOptions, Report, audit
from audit.browse.catalogue import question_document
from audit.intake.programs import MOST_PROGRAMS
from audit.model.findings import Reading
from audit.report import render_text
from engine.games import FOLDERS
from engine.games import GAMES as SHIPPED
from engine.kernel.editions import describe_default, list_layer_answers
from engine.kernel.events import Event
from engine.kernel.fingerprint.rulebook import digest_rulebook
from engine.kernel.game import Game
from engine.kernel.layers import Layer, LayerError, Rank
from engine.kernel.log import LogError
from engine.kernel.rulebook import list_all_rules, stack_layers
from engine.kernel.rules import Chapter
from fixtures.docs import coverage
from fixtures.kits import covering
from tests.support.games import pebbles
from tests.support.games.pebbles import Spill, Take, log
from tests.support.games.pebbles_editions import GAME, GAMES, LOST_AT
from tests.support.paths import ROOT
from tests.support.source_trees import parse_source


def told(*lines: str, layers: str = "", rulings: str = "", games: dict[str, Game] = GAMES) -> Report:
    named = "".join(f"{key}: {value}\n" for key, value in (("layers", layers), ("rulings", rulings)) if value)
    return audit(log(*lines, header=named), games)


def laid(layer: Layer) -> Game:
    """Pebbles with this one layer."""
    return replace(pebbles.GAME, layers=(layer,))


def statuses(report: Report) -> list[str]:
    return [finding.status for finding in report.findings]


# A layer's answers to open questions


def test_an_edition_has_its_own_default() -> None:
    assert statuses(told("ada: take 4")) == ["contested"]
    assert statuses(told("ada: take 4", layers="second-edition")) == []


def test_a_ruling_equal_to_the_first_reading_counts_where_an_edition_reads_otherwise() -> None:
    report = told("ada: take 4", layers="second-edition", rulings="PB-AMB-01=three")
    assert report.document.rulebook.rulings == {"PB-AMB-01": "three"}
    assert [(f.rule, f.status, f.settled) for f in report.findings] == [
        ("PB-HEAP-01", "illegal", (Reading("PB-AMB-01", "four"),))
    ]


def test_an_edition_that_sets_the_term_itself_has_answered_the_question_too() -> None:
    games = {"pebbles": laid(Layer("toy", Rank.EDITION, "Four.", terms={"most": "four"}))}
    assert statuses(told("ada: take 4", layers="toy", games=games)) == []
    report = told("ada: take 4", layers="toy", rulings="PB-AMB-01=three", games=games)
    assert (report.document.rulebook.rulings, statuses(report)) == ({"PB-AMB-01": "three"}, ["illegal"])


def test_a_ruling_equal_to_what_the_edition_says_is_none() -> None:
    assert told("ada: take 4", layers="second-edition", rulings="PB-AMB-01=four").document.rulebook.rulings == {}


def test_a_ruling_wins_over_a_variant_whose_answer_is_no_reading_at_all() -> None:
    assert stack_layers(GAME, ("big-hands",)).answer_to("PB-AMB-01") == "five"
    assert stack_layers(GAME, ("big-hands",), {"PB-AMB-01": "three"}).rulings == {"PB-AMB-01": "three"}
    assert statuses(told("ada: take 4", layers="big-hands", rulings="PB-AMB-01=three")) == ["illegal"]


@pytest.mark.parametrize("order", list(permutations(("second-edition", "alone", "busy"))), ids="-".join)
def test_of_two_layers_that_answer_a_question_the_later_in_rank_is_heard(order: tuple[str, ...]) -> None:
    book = stack_layers(GAME, order)
    assert (book.answer_to("PB-AMB-01"), book.answer_to("PB-AMB-02")) == ("three", "never")
    assert book.layers == ("second-edition", "alone", "busy")
    assert digest_rulebook(book) == digest_rulebook(stack_layers(GAME, order[::-1]))


def test_a_layer_lays_no_more_of_a_reading_than_it_has_the_last_word_on() -> None:
    """A rule that a reading adds with its term must not stay when a later layer reads differently."""
    extra = Layer("", Rank.RULING, "", chapters=(Chapter("Extra"),))
    extra.chapters[0].permission("PB-X-01", says="Four is much.", cite=pebbles.BOOK("Heap"))
    question = msgspec.structs.replace(pebbles.GAME.questions["PB-AMB-01"], lays={"four": extra})
    game = replace(GAME, questions={**GAME.questions, "PB-AMB-01": question})
    assert "PB-X-01" in stack_layers(game, ("second-edition",)).rules
    assert "PB-X-01" not in stack_layers(game, ("second-edition", "alone")).rules
    assert "PB-X-01" not in stack_layers(game, ("second-edition",), {"PB-AMB-01": "three"}).rules


def test_a_house_rule_lies_over_rulings_and_leaves_nothing_open() -> None:
    book = stack_layers(GAME, ("alone", "our-house"))
    assert (book.answer_to("PB-AMB-01"), book.other_readings("PB-AMB-01")) == ("four", [])
    assert statuses(told("ada: take 5", layers="our-house")) == ["illegal"]
    with pytest.raises(LayerError, match="The house rule 'our-house' reads PB-AMB-01 as four"):
        stack_layers(GAME, ("our-house",), {"PB-AMB-01": "three"})
    assert stack_layers(GAME, ("our-house",), {"PB-AMB-01": "four"}).settled == {"PB-AMB-01": "four"}


@pytest.mark.parametrize("readings", [{"PB-AMB-99": "four"}, {"PB-AMB-01": "nine"}])
def test_a_layer_that_answers_what_nobody_asks_cannot_be_laid(readings: dict[str, str]) -> None:
    (question, reading) = next(iter(readings.items()))
    with pytest.raises(LayerError, match=f"Layer 'odd' reads {question} as '{reading}'"):
        stack_layers(laid(Layer("odd", Rank.EDITION, "Odd.", readings=readings)), ("odd",))


def test_the_default_is_told_with_what_layers_make_of_it() -> None:
    assert list_layer_answers(GAME, "PB-AMB-02") == {"busy": "never", "alone": "always"}
    assert describe_default(GAME, "PB-AMB-02") == "(default; in busy: never; in alone: always)"
    assert describe_default(pebbles.GAME, "PB-AMB-02") == "(default)"


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_a_default_lays_nothing_but_its_term(game: Game) -> None:
    """A default need not be named to be in force, and what it adds with its term must then be present, too."""
    assert [question.id for question in game.questions.values() if question.default in question.lays] == []


def test_a_question_of_one_mode_says_so_and_turns_a_claim_there() -> None:
    assert question_document(GAME, LOST_AT)["under"] == ["alone"]
    assert (
        stack_layers(GAME, ("alone",)).other_readings(LOST_AT.id),
        stack_layers(GAME).other_readings(LOST_AT.id),
    ) == (["two"], [])
    alone = "game: pebbles\nlayers: alone\nplayers: ada=Ada\nposition: heap=3\n---\n"
    claim = audit(f"{alone}ada: take 1\nclaim: winner nobody\n".encode(), GAMES).findings[0]
    assert (claim.rule, claim.status, claim.rulings) == ("PB-ALONE-01", "contested", (Reading("PB-AMB-03", "two"),))


# Settled questions


def test_a_reading_named_on_purpose_is_settled_though_it_is_in_force_anyhow() -> None:
    book = stack_layers(GAME, (), {"PB-AMB-02": "never", "PB-AMB-01": "four"})
    assert book.rulings == {"PB-AMB-01": "four"}
    assert book.settled == {"PB-AMB-01": "four", "PB-AMB-02": "never"}


def test_what_is_settled_changes_no_digest() -> None:
    assert digest_rulebook(stack_layers(GAME, (), {"PB-AMB-02": "never"})) == digest_rulebook(stack_layers(GAME))


# Naming layers


def test_whoever_names_the_base_names_what_is_there_anyhow() -> None:
    assert stack_layers(GAME, ("pebbles", "alone")).layers == ("alone",)
    assert told("ada: take 3", layers="pebbles").document.rulebook.layers == ()


def test_a_layer_that_the_game_does_not_have_is_refused_with_those_it_has() -> None:
    with pytest.raises(LayerError, match="it has pebbles, big-hands, small-hands"):
        stack_layers(pebbles.GAME, ("tall-hands",))


# Another board


def test_a_log_that_only_fits_another_board_is_suspected_of_it() -> None:
    report = told("ada: take 3", "ben: dig south")
    assert statuses(report) == ["illegal"]
    assert report.suspicion is not None
    assert report.suspicion.says == "The one violation vanishes if the layer short-row is laid."


def test_a_log_with_what_another_board_has_not_is_not_suspected_of_it() -> None:
    report = told("ada: take 3", "ben: dig south", "ben: dig east")
    assert (statuses(report), report.suspicion) == (["illegal"], None)


def test_what_a_layer_has_on_its_board_is_named_in_a_log_under_it() -> None:
    assert statuses(told("ben: dig east", layers="short-row")) == ["malformed"]
    asked_for = audit(log("ben: dig south", "ben: dig east"), GAMES, AuditOptions(layers=("short-row",)))
    assert [(f.status, f.seq) for f in asked_for.findings] == [("malformed", 2)]


def test_a_position_that_another_board_cannot_show_is_not_tried_on_it() -> None:
    def declare(table: pebbles.Table, facts: Mapping[str, int | str]) -> None:
        if table.terms.row == "short" and facts["heap"] == 21:  # type: ignore[attr-defined] # the terms of this kit
            raise LogError("Twenty pebbles lie here at most.")
        pebbles.declare(table, facts)

    games = {"pebbles": replace(GAME, declare=declare)}
    report = audit(log("ben: dig south", header="position: heap=21\n"), games)
    assert (statuses(report), report.suspicion) == (["illegal"], None)


# What a record leaves out


def test_what_a_record_leaves_out_before_one_event_may_be_a_dozen_things() -> None:
    def refill(table: pebbles.Table, event: Event) -> Event | None:
        return Spill(count=1) if type(event) is Take and table.heap < 20 else None

    games = {"pebbles": replace(GAME, implied=refill, implying=frozenset({Take}))}
    report = told("ada: take 12", "claim: heap 8", "ben: take 1", "claim: heap 19", games=games)
    assert [(f.seq, f.status) for f in report.findings] == [(1, "illegal")]


# Rules that layers add, replace and drop


def dropping(*rules: str) -> Game:
    return laid(Layer("loose", Rank.VARIANT, "Loose.", drops=rules))


def test_a_rule_that_nothing_names_can_be_dropped() -> None:
    games = {"pebbles": dropping("PB-HEAP-02", "PB-END-03")}
    assert {"PB-HEAP-02", "PB-END-03"}.isdisjoint(stack_layers(games["pebbles"], ("loose",)).rules)
    assert statuses(told("ada: take 3", layers="loose", games=games)) == []


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("PB-TURN-01", "drops PB-TURN-01, which a claim, a phase or what is owed names"),
        ("PB-TURN-02", "drops PB-TURN-02, which a claim, a phase or what is owed names"),
        ("PB-END-02", "drops PB-END-02, which a claim, a phase or what is owed names"),
        ("PB-HEAP-09", "drops PB-HEAP-09, which is not there"),
    ],
)
def test_what_turn_claims_and_obligations_name_is_replaced_and_never_dropped(rule: str, why: str) -> None:
    with pytest.raises(LayerError, match=f"Layer 'loose' {why}"):
        stack_layers(dropping(rule), ("loose",))


def test_a_rule_with_a_check_that_a_phase_names_is_not_dropped_either() -> None:
    over = msgspec.structs.replace(pebbles.GAME.flow["over"], elsewhere="PB-HEAP-02")
    game = replace(dropping("PB-HEAP-02"), flow={**pebbles.GAME.flow, "over": over})
    assert stack_layers(game).layers == ()
    with pytest.raises(LayerError, match="The phase 'over' names PB-HEAP-02, which layer 'loose' drops"):
        stack_layers(game, ("loose",))


def test_a_phase_that_names_a_rule_nobody_has_written_is_refused() -> None:
    taking = msgspec.structs.replace(pebbles.GAME.flow["taking"], elsewhere_for={Take: "PB-TURN-09"})
    with pytest.raises(LayerError, match="The phase 'taking' names PB-TURN-09, which no layer lays"):
        stack_layers(replace(pebbles.GAME, flow={**pebbles.GAME.flow, "taking": taking}))


@pytest.mark.parametrize("game", SHIPPED)
def test_no_layer_drops_what_a_fold_may_owe(game: str) -> None:
    """A rule with a check of its own may also be owed; only the folds' source shows that."""
    folder = ROOT / "engine" / "games" / FOLDERS[game]
    calls = [node for path in folder.rglob("*.py") for node in ast.walk(parse_source(path))]
    owed = {
        said.value
        for call in calls
        if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "Owed"
        for said in ast.walk(call.args[1])
        if isinstance(said, ast.Constant) and re.fullmatch(r"[A-Z]+-[A-Z]+-\d+", str(said.value))
    }
    assert owed <= set(list_all_rules(SHIPPED[game]))
    assert not owed & {name for layer in SHIPPED[game].layers for name in layer.drops}


def test_a_report_is_no_full_check_while_a_rule_is_not_modelled() -> None:
    alone = b"game: pebbles\nlayers: alone\nplayers: ada=Ada\n---\nada: take 3\n"
    coverage = audit(alone, GAMES).coverage
    assert (coverage.fully_checked, coverage.rules["not-modelled"]) == (False, 1)
    assert coverage.says.startswith("No violation found; not fully checked.")
    assert "1 not modelled" in coverage.says
    assert told("ada: take 3").coverage.fully_checked


def test_every_wording_of_every_rule_is_listed_with_its_layer() -> None:
    wordings = {name: [laid.layer for laid in laids] for name, laids in list_all_rules(GAME).items()}
    assert wordings["PB-HEAP-01"] == ["pebbles", "second-edition"]
    assert wordings["PB-SEAT-01"] == ["pebbles", "alone"]
    assert wordings["PB-ALONE-01"] == ["alone"]
    assert wordings["PB-HEAP-02"] == ["pebbles"]


def test_what_only_a_layer_has_is_counted_in_the_coverage_of_its_game() -> None:
    assert "| Alone | 1 |  |  | 1 |" in coverage(GAME)
    assert [row for row in coverage(GAME).splitlines() if row.startswith("| Heap")] == ["| Heap | 2 |  |  |  |"]


# Where a rule is printed


@pytest.mark.parametrize(
    ("line", "layers", "place"),
    [
        ("ada: take 6", "", "The pebble leaflet: Heap, page 1"),
        ("ada: take 6", "second-edition", "The second leaflet: Heap, page 3; also The pebble leaflet: Heap, page 1"),
        ("ben: take 1", "second-edition", "The pebble leaflet only: Turns, page 2"),
        ("ada: dig south", "", "The second leaflet only: Hollows"),
    ],
)
def test_the_edition_in_force_is_cited_first_and_others_are_said_to_be_others(
    line: str, layers: str, place: str
) -> None:
    report = told(line, layers=layers)
    assert place.startswith(report.sources[report.findings[0].cites[0].source])
    assert f"   {place}\n" in render_text(report)
    assert pickle.loads(pickle.dumps(report)).edition == report.edition  # noqa: S301 - our own bytes


# Stacks for the laws


def test_stacks_in_which_two_layers_never_meet_are_refused() -> None:
    layers = (Layer("a", Rank.MODE, "A."), Layer("b", Rank.MODE, "B."), Layer("c", Rank.VARIANT, "C.", needs=("a",)))
    game = replace(pebbles.GAME, layers=layers)
    assert covering(game) == ((), ("a",), ("b",), ("a", "b"), ("a", "c"), ("a", "b", "c"))
    fewer = ((), ("a",), ("b",), ("a", "b", "c"), ("a", "c"))
    assert covering(game, fewer) == fewer
    with pytest.raises(LayerError, match="No stack of the kit shows b laid and c laid"):
        covering(game, (*fewer[:3], ("a", "b"), ("a", "c")))


def test_a_layer_that_can_never_be_laid_does_not_drop_out_of_the_laws_in_silence() -> None:
    with pytest.raises(LayerError, match="Pebbles has no stack in which odd can be laid"):
        covering(laid(Layer("odd", Rank.MODE, "Odd.", readings={"PB-AMB-99": "four"})))


@pytest.mark.parametrize("game", SHIPPED.values(), ids=SHIPPED)
def test_the_programs_of_all_readings_fit_side_by_side_for_several_stacks(game: Game) -> None:
    readings = sum(len(stack_layers(game).other_readings(question)) for question in game.questions)
    assert 4 * (readings + 1) < MOST_PROGRAMS


# Digests


def test_what_a_layer_sets_is_in_the_digest_though_no_sentence_says_so() -> None:
    one, two = (laid(Layer("toy", Rank.VARIANT, "More.", terms={"most": most})) for most in ("four", "five"))
    assert digest_rulebook(stack_layers(one, ("toy",))) != digest_rulebook(stack_layers(two, ("toy",)))


# A mode


def test_a_mode_has_its_own_number_of_seats_and_its_own_ending() -> None:
    alone = "game: pebbles\nlayers: alone\nplayers: ada=Ada\n---\n"
    events = [f"ada: take {count}" for count in (3, 3, 0, 1)] + ["fate: spill 1"] + ["ada: take 3"] * 4
    report = audit(
        (alone + "".join(f"{line}\n" for line in [*events, "ada: take 1", "claim: winner nobody"])).encode(), GAMES
    )
    assert (report.verdict, report.result.status) == ("clean", "confirmed")
    assert [f.breach for f in told("ada: take 3", layers="alone").findings] == ["3 play."]


def test_a_wrong_claim_about_the_end_of_a_mode_breaks_the_rule_of_that_mode() -> None:
    alone = "game: pebbles\nlayers: alone\nplayers: ada=Ada\nposition: heap=3\n---\n"
    report = audit(f"{alone}ada: take 2\nclaim: winner ada\n".encode(), GAMES)
    assert [(f.rule, f.status, f.layer) for f in report.findings] == [("PB-ALONE-01", "mismatch", "alone")]
