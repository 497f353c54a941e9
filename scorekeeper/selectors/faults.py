"""What the services hold and no constraint of the database can, looked at afterwards: a sentence for each fault."""

from collections.abc import Iterator

from django.db.models import F, FilteredRelation, Q

from scorekeeper.models import Game, Hand, HandVersion, Merge, Night, Player, Seat, Substitution

from .merges import identities


def faults_of(league: int | None) -> Iterator[str]:
    """What is wrong with what is kept of a league; without one, of the games that belong to none."""
    yield from _versions(league)
    if league is not None:
        yield from _strangers(league)
        yield from _identities(league)


def _versions(league: int | None) -> Iterator[str]:
    """Hands that do not say what their current version does, or have none."""
    hands = Hand.objects.filter(game__league=league).annotate(
        now=FilteredRelation("versions", condition=Q(versions__is_current=True))
    )
    told = hands.order_by("pk").values_list(
        "pk", "revision", "record", "undone_at", "now__revision", "now__record", "now__kind"
    )
    for pk, revision, record, undone_at, now, said, kind in told.iterator():
        if now is None:
            yield f"hand {pk}: no version is current"
        elif (now, said, kind == HandVersion.Kind.UNDONE) != (revision, record, undone_at is not None):
            yield f"hand {pk}: not as its current version {now} says"


def _strangers(league: int) -> Iterator[str]:
    """What belongs to a league by one way, and by another to a different one."""
    elsewhere = {
        "night": Night.objects.filter(league=league).exclude(season__league=F("league")),
        "game": Game.objects.filter(league=league, night__isnull=False).exclude(night__league=F("league")),
        "seat": Seat.objects.filter(game__league=league).exclude(player__league=F("game__league")),
        "substitution": Substitution.objects.filter(game__league=league, withdrawn_at=None).exclude(
            player__league=F("game__league")
        ),
        "merge": Merge.objects.filter(kept__league=league).exclude(dropped__league=F("kept__league")),
    }
    for what, found in elsewhere.items():
        for pk in found.order_by("pk").values_list("pk", flat=True):
            yield f"{what} {pk}: of two leagues"


def _identities(league: int) -> Iterator[str]:
    """Players who are not who the merges that stand say."""
    now = identities(league)
    for pk, into in Player.objects.filter(league=league).order_by("pk").values_list("pk", "merged_into"):
        if into != now.get(pk):
            yield f"player {pk}: merged into {into}, by the merges {now.get(pk)}"
