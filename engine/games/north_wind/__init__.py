"""North Wind: merchant captains sail out through fog and pirates to supply three harbor towns."""
