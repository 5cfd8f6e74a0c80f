"""Open questions about buying, selling, exchanging, making room, and prices."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-20",
        asks="When may commodities be thrown overboard?",
        term="overboard",
        readings={
            "when-buying-needs-room": "Commodities go overboard only to make room for a purchase, be it an action of "
            "one's own or one by commercial letter.",
            "any-time-own-turn": "A player may throw commodities overboard at any time in their own turn.",
            "any-time": "Any player may throw commodities overboard at any time.",
        },
        why="It is mentioned only where a purchase lacks room.",
    ),
    Question(
        id="NW-AMB-22",
        asks="May a player with 2 of a kind throw one of them overboard to buy another?",
        term="topping_up",
        readings={
            "allowed-pointless": "A player may throw commodities overboard to buy more of the same kind.",
            "forbidden": "A player may not buy a commodity of the kind just thrown overboard for that purchase.",
        },
        why="The cargo ends as it began; all there is to gain is that an action is counted and the tile opens to "
        "letters.",
    ),
    Question(
        id="NW-AMB-24",
        asks="In the Boatswain's exchange, is the buying done first or the selling?",
        term="exchange_order",
        readings={
            "either-order": "The player chooses whether to buy or to sell first.",
            "sell-first": "The player sells first, so that the sale can pay for the purchase and make room for it.",
            "buy-first": "The player buys first, and needs the gold and the room before the sale.",
        },
        why="Both halves are named in one breath. The order matters only where gold or room is short.",
    ),
    Question(
        id="NW-AMB-25",
        asks="May the Boatswain's exchange buy and sell the same commodity?",
        term="same_exchange",
        readings={
            "forbidden": "The commodity bought and the one sold are of different kinds.",
            "allowed": "The commodity bought and the one sold may be of the same kind.",
        },
        why="The commodity sold is to be a different one. Otherwise a Bookkeeper would earn gold for nothing.",
    ),
    Question(
        id="NW-AMB-34",
        asks="Is the merchant's price the same for buying, for selling and for each unit?",
        term="merchant_price",
        readings={
            "tile-price-for-all": "Every unit bought or sold with the tile has the tile's price.",
            "separate": "Each unit bought or sold may have a price of its own, 2 or 3 gold.",
        },
        why="Whether it is 2 or 3 gold depends on the merchant, and on nothing else.",
    ),
    Question(
        id="NW-AMB-36",
        asks="May one use of a Commercial Harbor that shows several commodities mix them?",
        term="mixed_kinds",
        readings={
            "mix-allowed-up-to-two-units": "Up to 2 units are traded in all, of any kinds that the tile shows.",
            "one-kind-per-use": "Up to 2 units are traded, both of one kind.",
            "two-of-each-kind": "Up to 2 units are traded of each kind that the tile shows.",
        },
        why="The limit of 2 is put on the commodities shown, taken together. It takes a content pack with such a tile.",
    ),
    Question(
        id="NW-AMB-37",
        asks="Does a sailing level cost 2 gold at every Equipment Harbor?",
        term="sail_price",
        readings={
            "always-2": "A sailing level costs 2 gold, whatever the tile.",
            "tile-price": "A sailing level costs what the tile shows.",
        },
        why="The text gives 2 gold without a condition. It takes a content pack with another price for the sail.",
    ),
)
