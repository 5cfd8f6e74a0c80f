"""What holds for any game: random games, twins, stacks of layers."""
