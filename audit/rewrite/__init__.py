"""Makes new logs from a log: converted, tidied, redacted, repaired, or with decisions and rulings appended."""
