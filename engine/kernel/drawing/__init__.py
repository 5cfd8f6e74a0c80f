"""What the pictures of all games share: lettering, cards, small pieces, seat colours and the sheet around them."""
