"""Adds hints for names that exist only under a layer that the log does not name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from audit.intake.domains import Domains, list_domains
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import Fault, Header, LogError
from engine.kernel.packs.reader import PackError
from engine.kernel.rulebook import stack_layers


def add_missing_layer_hints(
    faults: Iterable[Fault], game: Game, header: Header, packs: Mapping[str, str]
) -> list[Fault]:
    """Add to each unknown name the layer under which it exists, if there is one."""
    named = list(faults)
    if not any(fault.strange for fault in named):
        return named
    elsewhere = dict(_list_names_by_layer(game, header, packs))
    return [_add_layer_hint(fault, elsewhere, header) for fault in named]


def _list_names_by_layer(game: Game, header: Header, packs: Mapping[str, str]) -> Iterable[tuple[str, Domains]]:
    """Yield each layer that could be added, with the names that exist under it."""
    for layer in game.layers:
        layers = (*header.layers, layer.id)
        try:
            if layer.id not in header.layers:
                stack_layers(game, layers, header.rulings)
                other = msgspec.structs.replace(header, layers=layers)
                yield layer.id, list_domains(game, other, game.content(other, packs))
        except (LayerError, PackError, LogError):
            continue


def _add_layer_hint(fault: Fault, elsewhere: Mapping[str, Domains], header: Header) -> Fault:
    if fault.strange is None:
        return fault
    kind, name = fault.strange
    layers = [layer for layer, names in elsewhere.items() if name in names.get(kind, ())]
    if not layers:
        return fault
    line = ", ".join((*header.layers, layers[0]))
    hint = f"There is one under the layer {' or '.join(layers)}. A header names it: layers: {line}"
    return msgspec.structs.replace(fault, hint=hint)
