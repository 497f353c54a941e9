"""How days and times are written, where a language shall not have them as Django does."""
