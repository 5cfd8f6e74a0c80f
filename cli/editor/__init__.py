"""Editor support while a log is written: findings, completion, rules, repairs."""
