"""The checks that read the code instead of running it."""
