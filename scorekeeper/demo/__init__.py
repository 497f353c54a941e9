"""Games to look at before there are any: `player` is somebody who can play, `games` are the games.

Pure: both give records and keep nothing; `manage.py demo` does that.
"""
