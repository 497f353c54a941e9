"""What the database itself refuses: for every constraint of every model, data that breaks it.

Run by tests/jobs/driver.py in a process of its own, on SQLite and on PostgreSQL.
"""

import datetime
import uuid
from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.db.models import F

from scorekeeper import services
from scorekeeper.models import Membership, Reply, Token
from scorekeeper.services import recounts

from .races import HAND, Club, account, alone

# A name that breaks it breaks `user_name_once` too, which is told then.
LEFT_OUT = ("User.username",)

# What makes a row break a constraint that is not about two rows having the same values.
BREAKS: dict[str, dict[str, Any]] = {
    "game_first_dealer_is_a_seat": {"first_dealer": 4},
    "game_has_a_key": {"key": ""},
    "game_of_a_night_has_a_league": {"league": None},
    "hand_number_from_one": {"number": 0},
    "league_has_a_name": {"name": ""},
    "league_visibility_known": {"visibility": "hidden"},
    "membership_role_known": {"role": "guest"},
    "merge_of_two": {"dropped": F("kept")},
    "night_has_a_zone": {"zone": ""},
    "night_state_known": {"state": "over"},
    "pair_in_order": {"first": F("second")},
    "player_has_a_name": {"name": ""},
    "player_not_merged_into_itself": {"merged_into": F("pk")},
    "season_ends_after_it_starts": {"ends_on": datetime.date(1999, 12, 31)},
    "season_has_a_name": {"name": ""},
    "seat_in_range": {"seat": 4},
    "substitution_from_a_hand": {"from_number": 0},
    "substitution_seat_in_range": {"seat": 4},
    "token_scope_known": {"scope": "all"},
    "version_from_one": {"revision": 0},
    "version_kind_known": {"kind": "erased"},
    "version_one_is_current": {"is_current": True},
}

Named = tuple[str, type[models.Model], Any]


def every() -> Iterator[Named]:
    """Every constraint and every field that is unique, with its model."""
    for model in apps.get_app_config("scorekeeper").get_models():
        for constraint in model._meta.constraints:
            yield constraint.name, model, constraint
        for field in model._meta.local_concrete_fields:
            name = f"{model.__name__}.{field.name}"
            if field.unique and not field.primary_key and name not in LEFT_OUT:
                yield name, model, field


def told() -> dict[str, str]:
    """What the database says to data that break each, where that is not this constraint; nothing where all hold."""
    _world()
    wrong = {}
    for name, model, constraint in every():
        said = _break(name, model, constraint)
        if said not in _expected(name, model, constraint):
            wrong[name] = said
    return wrong


def _break(name: str, model: type[models.Model], constraint: Any) -> str:
    rows = model._base_manager.order_by("pk")
    if getattr(constraint, "condition", None) is not None and isinstance(constraint, models.UniqueConstraint):
        rows = rows.filter(constraint.condition) if name not in BREAKS else rows.exclude(constraint.condition)
    if isinstance(constraint, models.Field):
        rows = rows.filter(**{f"{constraint.name}__isnull": False})
    if name in BREAKS:
        row, changes = rows[0], BREAKS[name]
    else:
        first, row = rows[:2]
        changes = {field: getattr(first, field) for field in _fields(constraint)}
        changes |= {field: getattr(first, field).upper() for field in _lowered(constraint)}
    try:
        with transaction.atomic():
            model._base_manager.filter(pk=row.pk).update(**changes)
            transaction.set_rollback(True)
    except IntegrityError as error:
        if connection.vendor == "postgresql":
            return str(error.__cause__.diag.constraint_name)  # type: ignore[union-attr]
        return str(error)
    return "nothing"


def _fields(constraint: Any) -> list[str]:
    if isinstance(constraint, models.Field):
        return [constraint.name]
    return [*constraint.fields, *(one.name for one in constraint.expressions if isinstance(one, F))]


def _lowered(constraint: Any) -> list[str]:
    """The fields that are compared without regard to capitals."""
    expressions = getattr(constraint, "expressions", ())
    return [one.get_source_expressions()[0].name for one in expressions if not isinstance(one, F)]


def _expected(name: str, model: type[models.Model], constraint: Any) -> list[str]:
    table = model._meta.db_table
    if isinstance(constraint, models.CheckConstraint):
        return [name if connection.vendor == "postgresql" else f"CHECK constraint failed: {name}"]
    if connection.vendor == "sqlite":
        if getattr(constraint, "expressions", ()):
            return [f"UNIQUE constraint failed: index '{name}'"]
        columns = [model._meta.get_field(field).column for field in _fields(constraint)]
        return ["UNIQUE constraint failed: " + ", ".join(f"{table}.{column}" for column in columns)]
    if isinstance(constraint, models.Field):
        return [
            found
            for found, about in connection.introspection.get_constraints(connection.cursor(), table).items()
            if about["unique"] and about["columns"] == [constraint.column]
        ]
    return [name]


def _world() -> None:
    """At least two of everything."""
    owner, scorer = account(), account()
    clubs = [Club(owner), Club(owner)]
    club = clubs[0]
    for _number in range(2):
        league = services.found_league(name="Oak", by=owner, submission=uuid.uuid4())
        services.add_players(league, ["Zoe"], submission=uuid.uuid4())
        season = services.add_season(
            league, name="Spring", starts_on=datetime.date(2026, 3, 1), submission=uuid.uuid4()
        )
        services.open_night(season, date=datetime.date(2026, 3, 5), zone="UTC", submission=uuid.uuid4())
        services.make_token(owner, name="sheet", scope=Token.Scope.READ)
        services.claim_game(alone(), club.league, club.players[:4], club.night)
        Reply.objects.create(scope="me", key=uuid.uuid4().hex, fingerprint="f")
    services.set_role(club.league, scorer, Membership.Role.SCORER)
    services.add_season(club.league, name="Spring", starts_on=datetime.date(2026, 3, 1))
    game, _other = (club.start(submission=uuid.uuid4()) for _number in range(2))
    hand = services.record_hand(game, HAND, number=1, submission=uuid.uuid4())
    services.correct_hand(hand, HAND | {"trump": "s"}, revision=1)
    services.record_hand(game, HAND | {"dealer": 1}, number=2, submission=uuid.uuid4())
    for seat, user in enumerate((owner, scorer)):
        services.substitute(game, seat=seat, player=club.players[4 + seat], from_number=2)
        services.change_player(club.players[seat], user=user)
        services.merge_players(club.players[0], services.add_player(club.league, f"Twin {seat}"))
    recounts.recount_league(club.league.pk)
