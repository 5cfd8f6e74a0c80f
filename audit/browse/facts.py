"""Lists the facts that a claim or position of a game may state, with their values and an example line."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from audit.intake.domains import list_domains
from audit.intake.preparation import prepare_log
from audit.options import AuditOptions
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.replay.fact_values import LIST, NUMBER, SEAT, Values

# The placeholder for any seat in the name of a fact.
ANY_SEAT = "SEAT"


def list_fact_documents(game: Game, layers: tuple[str, ...] = ()) -> list[Document]:
    """Describe every fact of the game as a document, at the table of the game's sample.

    Facts of a seat are listed once, for `SEAT`. Raises `LogError` if the layers do not fit those of the sample.
    """
    sample = prepare_log(game.sample.encode(), {game.name: game}, AuditOptions(layers=layers))
    domains = list_domains(game, sample.header, sample.content)
    values, table = Values(game.values, sample.header, domains), sample.build_table()
    listed = []
    for fact in game.reckoners(table):
        seat, dot, rest = fact.partition(".")
        if dot and seat in table.seats[1:]:
            continue
        named = f"{ANY_SEAT}.{rest}" if dot and seat in table.seats else fact
        listed.append(_fact_document(named, fact, values.find_kinds(fact), domains, ordered=fact in game.ordered))
    return listed


def list_layer_facts(game: Game) -> dict[str, list[str]]:
    """List for each layer the facts that exist only with it."""
    always = {str(one["fact"]) for one in list_fact_documents(game)}
    return {
        layer.id: more
        for layer in game.layers
        if (
            more := [
                str(one["fact"]) for one in list_fact_documents(game, (layer.id,)) if str(one["fact"]) not in always
            ]
        )
    }


def _fact_document(
    named: str, fact: str, kinds: tuple[str, ...], domains: Mapping[str, Container[str]], *, ordered: bool
) -> Document:
    several, single = LIST in kinds, [kind for kind in kinds if kind != LIST]
    names = {kind: _list_names(domains.get(kind, ())) for kind in single if kind != NUMBER}
    return {
        "fact": named,
        "takes": _describe_values(single, several=several, ordered=ordered),
        "kinds": single,
        "names": [name for some in names.values() for name in some],
        "list": several,
        "ordered": ordered,
        "example": f"claim: {fact} {_make_example_value(single, names, several=several)}",
    }


def _list_names(domain: Container[str]) -> list[str]:
    """List the names of a kind. Synonyms (`north` for `N`) are replaced by the name."""
    listed: Iterable[str] = domain.values() if isinstance(domain, Mapping) else ()
    if not listed and isinstance(domain, Iterable):
        listed = domain
    return sorted(set(listed))


def _describe_values(kinds: list[str], *, several: bool, ordered: bool) -> str:
    words = " or ".join("a whole number" if kind == NUMBER else _add_article(kind) for kind in kinds) or "anything"
    if not several:
        return words
    if NUMBER in kinds:
        return f"{words}, or such together"
    return f"{words}, or several; {'their order counts' if ordered else 'in any order'}"


def _add_article(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _make_example_value(kinds: list[str], names: Mapping[str, list[str]], *, several: bool) -> str:
    """Make an example: a number, with a name after it if the fact is a list; otherwise the first names."""
    if NUMBER in kinds:
        beside = [some[0] for some in names.values() if some][:1] if several else []
        return " ".join(["3", *beside])
    found = next((some for some in names.values() if some), ["none"])
    # A single winner is more likely than two.
    return " ".join(found[: 1 + (several and kinds != [SEAT])])
