"""Tests of winds of plunder."""
