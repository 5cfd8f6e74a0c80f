"""What an editor shows beside a log while it is written: findings, moves to choose from, rules, repairs."""
