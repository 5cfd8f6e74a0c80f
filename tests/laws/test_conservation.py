"""Nothing is created or lost: cards, boats, cubes and tiles are counted after every step of random games."""

from __future__ import annotations

import pytest

from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.unknown import is_known
from fixtures.goldens import goldens
from fixtures.kits import GAMES, Count, Table, kit, stacks
from fixtures.simulate import company, play
from tests.support.selection import SELECTION

CONSERVING = [name for name in SELECTION.whole_games() if kit(name).conserved is not None]


def conserved(name: str, table: Table) -> list[Count]:
    counting = kit(name).conserved
    assert counting is not None
    return list(counting(table))


@pytest.mark.parametrize(
    ("name", "seed"), [(name, seed) for name in CONSERVING for seed in range(max(9, len(stacks(name))))]
)
def test_every_step_conserves_the_components(name: str, seed: int) -> None:
    game = GAMES[name]
    layers = stacks(name)[seed % len(stacks(name))]
    log = play(game, company(game, seed, layers), seed, layers)
    program = Program(stack_layers(game, log.header.layers))
    run = Replay(program, game.lay(log.header, game.content(log.header, {}), program.rulebook.terms))
    for seq, event in enumerate(log.events, 1):
        run.run([(seq, event)])
        for what, there, due in conserved(name, run.table):
            assert there == due, f"after event {seq} there are {there} of {due}: {what}"


@pytest.mark.parametrize("name", CONSERVING)
def test_slips_at_a_real_table_make_nothing_either(name: str) -> None:
    from audit.intake.preparation import prepare_log  # noqa: PLC0415 - only here

    demo = next(golden for golden in goldens(name) if golden.name == "demo")
    prepared = prepare_log(demo.log, GAMES)
    run = Replay(prepared.program, prepared.build_table())
    # A player may play a card that was never in that hand; cubes, boats and tiles cannot appear like that.
    counted = [what for what, there, due in conserved(name, run.table) if is_known(there) and there == due]
    before = [what for what in counted if "cards" not in what]
    for entry in prepared.entries:
        run.run([entry])
    after = {what: (there, due) for what, there, due in conserved(name, run.table)}
    assert before
    # What was not written down cannot be counted; the rest must still be there.
    assert all(not is_known(after[what][0]) or after[what][0] == after[what][1] for what in before)
