"""The tests, in the shape of the source tree."""
