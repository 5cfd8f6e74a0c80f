"""Records that honest tables keep, drawn by lot: lines left out, fields left blank; nobody is accused of either."""
