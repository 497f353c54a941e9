"""Entering a hand, at any depth and in any place: the next one, a correction, or one that was forgotten.

All pages show what comes of it before anything is kept, keep it through the same door, and answer alike where
somebody else was faster. What is told at one depth can be carried on at another.
"""
