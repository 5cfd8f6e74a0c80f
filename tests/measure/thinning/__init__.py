"""Random records of honest tables: lines left out, fields left blank; no player is accused because of either."""
