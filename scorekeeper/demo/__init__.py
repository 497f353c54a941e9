"""Leagues and games to look at before there are any, the same each time.

`player` is somebody who can play, `games` deals and plays hands, `circles` says who plays with whom, `script` plays
their seasons and `mishaps` lets happen what happens at real tables. All of these are pure: they give records and keep
nothing. `filling` keeps them, through the services.
"""
