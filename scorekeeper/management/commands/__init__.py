"""`manage.py score` answers files of hands and games; `manage.py demo` fills in two games to look at."""
