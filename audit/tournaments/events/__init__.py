"""What happens to a tournament (pairings, logs handed in, rulings, penalties), and the state folded from it."""
