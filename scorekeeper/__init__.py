"""Keeping the score: the rules engine, the games people play, and their pages."""
