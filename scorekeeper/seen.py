"""In which state somebody saw what he changes: a league, a season, a night or a player.

They keep no versions, so a state is named by what it says. Changed there and back, it is the same again.
"""

import json

from django.utils.crypto import salted_hmac

from scorekeeper.models import League, Night, Player, Season

Changeable = League | Season | Night | Player
_SAID: dict[type, tuple[str, ...]] = {
    League: ("name", "rules", "visibility"),
    Season: ("name", "starts_on", "ends_on", "metrics", "least_games"),
    Night: ("season_id", "date", "zone", "place", "state"),
    Player: ("name", "user_id", "merged_into_id"),
}


def state_of(thing: Changeable) -> str:
    """A short name for all that `thing` says now. No query."""
    said = [getattr(thing, name) for name in _SAID[type(thing)]]
    text = json.dumps([thing.pk, *said], sort_keys=True, default=str)
    # With the site's key: who may not see all that it says could else try it out.
    return salted_hmac("scorekeeper.seen", text).hexdigest()[:20]
