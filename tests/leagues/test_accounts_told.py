"""The names of accounts are for the members of a league: whoever only looks in sees display names."""

from types import SimpleNamespace

import pytest
from django.test import Client
from rest_framework.serializers import Serializer

from scorekeeper import services
from scorekeeper.api import shapes
from scorekeeper.api.shapes import AccountField
from scorekeeper.models import Game, User
from tests.api.cast import Program, program
from tests.scorekeeper.table import FULL, NORA_MAKES_4, hand_post, record, seen, start

from .club import CAST, Club, account, found

pytestmark = pytest.mark.django_db

MEMBERS = ("owner", "scorer", "player", "viewer")


def told(club: Club) -> tuple[list[str], list[str]]:
    """The pages and the addresses of the API where an account could be told; one account is in all that it can do."""
    scorer = club.people["scorer"]
    assert scorer is not None
    nora = services.change_player(club.players[0], name="Nora", user=scorer)
    game = club.play(over=False)
    hand = game.hands.get()
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, by=scorer)
    change = services.substitute(game, seat=1, player=club.add("Pat"), from_number=1, by=scorer)
    services.withdraw_substitution(change, by=scorer)
    services.merge_players(nora, club.add("Norah"), by=scorer)
    taken = services.claim_game(start(), club.league, club.players, club.night, by=scorer)
    root, one = club.root, f"/g/{game.key}/"
    pages = [root, f"{root}players/", f"{root}players/{nora.pk}/", f"{root}s/{club.season.pk}/"]
    pages += [f"{root}n/{club.night.pk}/", one, f"{one}1/history/", f"{one}seats/", f"{one}chart/"]
    slug = f"leagues/{club.league.slug}/"
    asked = [slug, f"{slug}players/", f"{slug}players/{nora.pk}/", f"{slug}seasons/", f"{slug}nights/", "games/"]
    asked += [f"games/{game.key}/", f"games/{game.key}/hands/", f"games/{game.key}/hands/1/history/"]
    asked += [f"games/{game.key}/substitutions/", f"games/{taken.key}/claim/"]
    return pages, asked


def test_whoever_only_looks_in_is_told_no_account() -> None:
    club = found(visibility="public")
    pages, asked = told(club)
    accounts = [user.username for user in User.objects.all() if user != club.people["outsider"]]
    for who in ("outsider", "nobody"):
        for page in pages:
            text = club.browser(who).get(page).content.decode()
            assert not [name for name in accounts if name in text], (who, page)
        for address in asked:
            answer = program(club, who).get(address)
            assert answer.status_code == 200, address
            assert not [name for name in accounts if name in answer.content.decode()], (who, address)


def test_members_are_told_who_it_was() -> None:
    club = found(visibility="public")
    _pages, asked = told(club)
    scorer = club.people["scorer"]
    assert scorer is not None
    key = club.games[0].key
    for who in MEMBERS:
        for page in (f"/g/{key}/1/history/", f"/g/{key}/seats/", f"{club.root}players/"):
            assert scorer.username in club.browser(who).get(page).content.decode(), (who, page)
        for address in asked:
            if "history" in address or "players" in address or "substitutions" in address or "claim" in address:
                assert scorer.username in program(club, who).get(address).content.decode(), (who, address)


def left(club: Club, *, is_deleted: bool) -> Game:
    """A game whose hand an account corrected twice, and that then left its league."""
    scorer = club.people["scorer"]
    assert scorer is not None
    game = services.claim_game(start(), club.league, club.players, club.night, by=scorer)
    hand = record(game, NORA_MAKES_4)
    for revision, trump in enumerate("sd", 1):
        services.correct_hand(hand, NORA_MAKES_4 | {"trump": trump}, revision=revision, by=scorer)
    game = services.undo_claim(game.claims.get(), by=scorer)
    if is_deleted:
        club.league.delete()
    return game


@pytest.mark.parametrize("is_deleted", [False, True], ids=["league stays", "league deleted"])
def test_a_game_that_left_its_league_tells_no_account_to_whoever_has_the_link(is_deleted: bool) -> None:
    club = found()
    game = left(club, is_deleted=is_deleted)
    scorer = club.people["scorer"]
    assert scorer is not None
    browser, api, root = Client(), Program(), f"games/{game.key}/hands/1/"
    page = browser.get(f"/g/{game.key}/1/history/").content.decode()
    assert "Version 3" in page
    overtaken = hand_post(1, seen=seen(game, revision=2), save="1")
    stale = {"If_Match": f'"{seen(game, revision=2)}"'}
    conflict = browser.post(f"/g/{game.key}/1/edit/score/", overtaken)
    assert "by a scorer of the league" in conflict.content.decode()
    refused = api.send("PUT", root, {"record": NORA_MAKES_4}, **stale)
    assert refused.json()["seen"]["revision"] == 2
    answers = [browser.get(f"/g/{game.key}/"), conflict, refused, api.post(f"{root}void/", **stale)]
    answers += [api.get(f"{root}history/"), api.get(f"games/{game.key}/")]
    assert [answer.status_code for answer in answers] == [200, 409, 409, 409, 200, 200]
    assert scorer.username not in "".join([page, *(answer.content.decode() for answer in answers)])


def test_a_league_is_told_nothing_of_what_was_said_of_its_game_in_another() -> None:
    first, second = found(), found(name="Elm Street")
    before, after = first.people["scorer"], second.people["scorer"]
    assert before is not None
    assert after is not None
    game = services.claim_game(start(), first.league, first.players, by=before)
    hand = record(game, NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, by=before)
    pat = first.add("Pat")
    kept = services.substitute(game, seat=1, player=pat, from_number=1, by=before, reason="she left")
    game = services.undo_claim(game.claims.get(), by=before, reason="it was not ours")
    game = services.claim_game(game, second.league, second.players, by=after)
    services.correct_hand(game.hands.get(), NORA_MAKES_4, revision=2, by=after)
    services.substitute(game, seat=0, player=second.add("Quinn"), from_number=1, by=after)
    browser, api, root = second.browser("owner"), program(second, "owner"), f"games/{game.key}/"
    listed = api.get(f"{root}substitutions/")
    assert [one["by"] for one in listed.json()["results"]] == [after.username]
    history = api.get(f"{root}hands/1/history/")
    assert [one["by"] for one in history.json()["results"]] == [after.username, None, None]
    pages = [browser.get(f"/g/{game.key}/{page}") for page in ("seats/", "1/history/")]
    stale = {"If_Match": f'"{seen(game, revision=2)}"'}
    pages += [listed, history, api.send("PUT", f"{root}hands/1/", {"record": NORA_MAKES_4}, **stale)]
    for answer in pages:
        text = answer.content.decode()
        assert not [word for word in (before.username, "Pat", "she left", "it was not ours") if word in text]
    assert api.post(f"{root}substitutions/{kept.pk}/withdraw/").status_code == 404
    assert browser.post(f"/g/{game.key}/seats/", {"change": kept.pk, "why": ""}).status_code == 404


def test_a_game_of_nobodys_tells_whoever_has_the_link_who_it_was() -> None:
    someone = found().people["outsider"]
    assert someone is not None
    game = start()
    hand = record(game, NORA_MAKES_4)
    services.correct_hand(hand, NORA_MAKES_4 | {"trump": "s"}, revision=1, by=someone)
    conflict = Client().post(f"/g/{game.key}/1/edit/score/", hand_post(1, seen=seen(game, revision=1), save="1"))
    assert someone.username in conflict.content.decode()
    services.correct_hand(hand, NORA_MAKES_4, revision=2)
    refused = Program().send("PUT", f"games/{game.key}/hands/1/", {"record": FULL}, If_Match=f'"{hand.pk}-2"')
    assert refused.json()["seen"]["by"] == someone.username


def test_what_nobody_was_asked_for_tells_no_account() -> None:
    user = account("somebody")
    told = SimpleNamespace(user=user, made_by=user, withdrawn_by=user)
    asked = [
        (shape, name)
        for shape in vars(shapes).values()
        if isinstance(shape, type) and issubclass(shape, Serializer)
        for name, field in shape().get_fields().items()
        if isinstance(field, AccountField)
    ]
    assert len(asked) >= 5
    for shape, name in asked:
        for context, said in (({}, None), ({"is_member": True}, "somebody")):
            field = shape(context=context).fields[name]
            assert field.get_attribute(told) == said, (shape, name)


def test_the_cast_is_whole() -> None:
    assert set(CAST) == {*MEMBERS, "outsider", "nobody"}


def test_who_saved_the_other_hand_is_said_to_members() -> None:
    club = found()
    game = club.play(over=False)
    scorer = club.people["scorer"]
    assert scorer is not None
    hand = game.hands.get()
    hand.versions.update(made_by=scorer)
    page = club.browser("owner").post(f"/g/{game.key}/hand/", hand_post(1, declarer="1", save="1"))
    assert page.status_code == 409
    assert f"saved by {scorer.username} at" in page.content.decode()
