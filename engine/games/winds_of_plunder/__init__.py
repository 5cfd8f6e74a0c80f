"""Winds of Plunder: pirates vote for the wind, and sail with it to plunder ports and each other."""
