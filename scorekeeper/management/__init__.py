"""The scorekeeper on the command line."""
