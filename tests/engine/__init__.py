"""Tests of the rules engine: by a second implementation, by golden records, by tables of rules, by every finding."""
