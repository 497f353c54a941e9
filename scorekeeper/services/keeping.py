"""Keep what is filled in: whatever stands against it is said in words, and what is sent twice is made once."""

from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.db.models import Model, QuerySet

from scorekeeper.seen import Changeable, said_of

Thing = TypeVar("Thing", bound=Changeable)


class AlreadyMade(Exception):
    """The submission made `made`, of which something else is said or which is elsewhere."""

    def __init__(self, made: Any) -> None:
        super().__init__(str(made))
        self.made = made


def keep(thing: Model) -> None:
    """Keep something new, or as it was changed.

    Raises ValidationError where it cannot be or somebody was faster, and AlreadyMade where its submission made
    something elsewhere.
    """
    thing.full_clean(exclude={"submission"})  # looked for already, and held by the database
    try:
        with transaction.atomic():
            thing.save()
    except IntegrityError:
        thing.validate_unique(exclude={"submission"})
        thing.validate_constraints()
        if (submission := getattr(thing, "submission", None)) is not None:
            made = type(thing)._default_manager.filter(submission=submission).exclude(pk=thing.pk).first()
            if made is not None:
                raise AlreadyMade(made) from None
        raise


def made_before(new: Thing, among: QuerySet[Any]) -> Thing | None:
    """What the submission of `new` has made of `among` already, or None. Call it while what that belongs to is held.

    Raises AlreadyMade where something else is said of that.
    """
    if new.submission is None:
        return None
    made: Thing | None = among.filter(submission=new.submission).first()
    if made is not None and said_of(made) != said_of(new):
        raise AlreadyMade(made)
    return made
