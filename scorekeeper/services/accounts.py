"""Keep an account, and find one by its name. Knows nothing of requests or forms."""

from django.utils.translation import gettext as _

from scorekeeper.models import League, User
from scorekeeper.throttle import Limit

from .keeping import keep

# Whether a name has an account is told to whoever adds members: enough for slips, too little for a list of names.
MISSES = Limit("account-misses", most=10, seconds=60 * 60)


class AskedTooOften(Exception):
    """Too many names were asked for that have no account; `seconds` is how long to wait."""

    seconds = MISSES.seconds

    def __init__(self) -> None:
        super().__init__(_("Too many names were tried that have no account. Please wait an hour."))


def add_account(user: User) -> User:
    """Keep an account that was filled in, its password with it, and return it.

    Raises ValidationError where its name or address was taken a moment ago.
    """
    keep(user)
    return user


def find_account(name: str, *, by: User, among: League | None = None) -> User | None:
    """The account of this name for `by`, who asks, or None: for that of a league's member where `among` is one.

    An e-mail address names nobody here: it would tell who has it. Raises AskedTooOften where `by` has missed too
    often, whether there is such an account or not.
    """
    if not MISSES.take(str(by.pk)):
        raise AskedTooOften
    accounts = User.objects.filter(is_active=True)
    if among is not None:
        accounts = accounts.filter(memberships__league=among)
    found = accounts.filter(username__iexact=User.normalize_username(name.strip())).first()
    if found is not None:
        MISSES.give_back(str(by.pk))
    return found
