"""Stepping through a hand that was played. It stands on scorekeeper; scorekeeper knows nothing of it."""
