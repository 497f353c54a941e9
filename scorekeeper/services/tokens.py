"""Make, use and revoke the tokens by which programs come in. A token's text is known only to whoever asked for it.

With another password all tokens of an account go; that is in `User.save`, where every change of a password passes.
"""

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from scorekeeper.models import Token, User
from scorekeeper.texts import said_line

MOST_TOKENS = 20
_USED_EVERY = timedelta(minutes=1)


def make_token(user: User, *, name: str, scope: str = Token.Scope.READ) -> tuple[Token, str]:
    """Make a token and return it with its text, which cannot be had again.

    Raises ValidationError for a name or scope that cannot be, and where the account has too many.
    """
    if user.tokens.count() >= MOST_TOKENS:
        raise ValidationError(
            _("An account has %(most)s tokens at most. Revoke one that is not used.") % {"most": MOST_TOKENS},
            code="many",
        )
    key = Token.new_key()
    token = Token(user=user, name=said_line(name), scope=scope, digest=Token.digest_of(key))
    token.full_clean(exclude=["digest", "used_at"])
    token.save(force_insert=True)
    return token, key


def revoke_token(token: Token) -> None:
    """Make a token worthless at once. To revoke it twice changes nothing."""
    Token.objects.filter(pk=token.pk).delete()


def token_of(key: str) -> Token | None:
    """The token of this text, with its account, or None. That it was used is noted once a minute."""
    token = Token.objects.select_related("user").filter(digest=Token.digest_of(key)).first()
    if token is None or not token.user.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at > _USED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)
    return token
