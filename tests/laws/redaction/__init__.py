"""What a seat is shown of cards that it must not see."""
