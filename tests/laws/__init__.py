"""Laws that hold for every game: random games, twins, stacks of layers."""
