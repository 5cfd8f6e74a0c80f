"""The cooperative mode: all play together against the Great White Crester, and each side has lives."""

from __future__ import annotations

from engine.games.windward.layers.co_op_rest import chapter
from engine.kernel.layers import Layer, Rank

CO_OP = Layer(
    "co-op",
    Rank.MODE,
    "All play together against the Great White Crester, and each side has lives.",
    chapters=(chapter,),
    terms={
        "most": 4,
        "dealt": 2,
        "first_greys": "every-ground",
        "new_cresters": False,
        "track_ends": False,
        "allied": True,
    },
    # The White comes by a shortest path like a Red, but one that takes another path or stays.
    readings={"WW-AMB-096": "path-distance", "WW-AMB-101": "exempt"},
    excludes=("solo", "great-white", "achievements", "small-world"),
    excludes_for="the cooperative game uses the large planet, no achievements, and the White in play "
    "from the start (Cooperative Adventure, full p. 11, classic p. 10).",
)
