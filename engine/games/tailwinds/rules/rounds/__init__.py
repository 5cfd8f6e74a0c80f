"""The round: choosing cards and turn order."""
