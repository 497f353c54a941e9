"""The scorekeeper for programs: JSON over HTTP."""
