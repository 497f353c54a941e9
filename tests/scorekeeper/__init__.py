"""The scorekeeper's pages, forms, services and commands."""
