"""How fast the engine is, beside other programs on the same machine: `make bench`."""
