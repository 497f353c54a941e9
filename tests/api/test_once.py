"""A POST that comes again is done once, also where both come at the same time."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone

from scorekeeper import services, tasks
from scorekeeper.models import Game, Hand, League, Player, Reply
from scorekeeper.services import replies
from tests.leagues.club import Club, found
from tests.scorekeeper.table import NORA_MAKES_4, WES_IS_SET_ON_4, start

from .cast import HAND, Program, program
from .test_access import ASKED, Said, club_of, tag

# Long enough for somebody without an account.
DRAWN = "f3b1c2d4-0a5e-4a57"
NEW_GAME = {"players": ["Nora", "Eli", "Sam", "Wes"], "first_dealer": 2}


def again(ask: Callable[[], HttpResponse]) -> tuple[HttpResponse, HttpResponse]:
    """Ask twice; the second answer is the first one."""
    first, second = ask(), ask()
    assert second.status_code == first.status_code
    assert second.json() == first.json()
    assert second.headers.get("Idempotent-Replayed") == "true"
    assert "Idempotent-Replayed" not in first.headers
    for name in ("ETag", "Location"):
        assert second.headers.get(name) == first.headers.get(name)
    return first, second


@pytest.mark.django_db
class TestOneAfterTheOther:
    def test_a_hand_is_recorded_once(self) -> None:
        game = start()
        first, _second = again(lambda: Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key="a"))
        assert (first.status_code, first.headers["ETag"]) == (201, first.json()["etag"])
        assert game.hands.count() == 1

    def test_a_game_is_begun_once(self) -> None:
        first, _second = again(lambda: Program().post("games/", NEW_GAME, Idempotency_Key=DRAWN))
        assert first.headers["Location"] == f"/api/games/{Game.objects.get().key}/"

    def test_a_league_is_founded_once(self) -> None:
        asking = program(found(), "owner")
        again(lambda: asking.post("leagues/", {"name": "Oak"}, Idempotency_Key="a"))
        assert League.objects.filter(name="Oak").count() == 1

    def test_a_player_is_added_once_and_not_refused_as_taken(self) -> None:
        club = found()
        asking = program(club, "scorer")
        again(lambda: asking.post(f"leagues/{club.league.slug}/players/", {"name": "Ada"}, Idempotency_Key="a"))
        assert club.league.players.filter(name="Ada").count() == 1

    def test_without_a_key_it_is_done_each_time(self) -> None:
        for _time in range(2):
            assert Program().post("games/", NEW_GAME).status_code == 201
        assert Game.objects.count() == 2

    def test_a_hand_is_made_once_whoever_sends_its_key(self) -> None:
        game = start()
        root = f"games/{game.key}/hands/"
        first = program(found(), "scorer").post(root, HAND, Idempotency_Key="a")
        second = Program().post(root, HAND, Idempotency_Key="a")
        assert (first.status_code, second.status_code) == (201, 201)
        assert first.json()["number"] == second.json()["number"]
        assert game.hands.count() == 1

    def test_a_hand_that_was_taken_back_since_is_not_made_again(self) -> None:
        game = start()
        root = f"games/{game.key}/hands/"
        assert program(found(), "scorer").post(root, HAND, Idempotency_Key="a").status_code == 201
        services.undo_hand(game, number=1)
        late = Program().post(root, HAND, Idempotency_Key="a")
        assert (late.status_code, late.json()["type"]) == (409, "urn:pepper:out-of-turn")
        assert not game.hands.current().exists()

    def test_the_same_key_with_another_body_is_refused(self) -> None:
        game = start()
        root = f"games/{game.key}/hands/"
        assert Program().post(root, HAND, Idempotency_Key="a").status_code == 201
        refused = Program().post(root, {"record": WES_IS_SET_ON_4}, Idempotency_Key="a")
        assert (refused.status_code, refused.json()["type"]) == (422, "urn:pepper:key-used")
        assert game.hands.count() == 1

    def test_the_same_key_at_another_address_is_refused(self) -> None:
        game = start()
        assert Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key="a").status_code == 201
        assert Program().post(f"games/{game.key}/hands/1/undo/", {}, Idempotency_Key="a").status_code == 422

    def test_members_of_an_object_may_stand_in_another_order(self) -> None:
        game = start()
        turned = {"record": dict(reversed(NORA_MAKES_4.items()))}
        assert Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key="a").status_code == 201
        second = Program().post(f"games/{game.key}/hands/", turned, Idempotency_Key="a")
        assert second.headers.get("Idempotent-Replayed") == "true"

    def test_what_was_refused_may_come_again(self) -> None:
        game = start()
        root, wrong = f"games/{game.key}/hands/", {"record": {"bid": "nothing"}}
        assert Program().post(root, wrong, Idempotency_Key="a").status_code == 422
        assert not Reply.objects.exists()
        assert Program().post(root, HAND, Idempotency_Key="a").status_code == 201

    def test_a_key_is_of_whoever_sent_it(self) -> None:
        club = found()
        for who in ("owner", "scorer"):
            name = {"name": who}
            response = program(club, who).post(f"leagues/{club.league.slug}/players/", name, Idempotency_Key="a")
            assert response.status_code == 201
        one, other = start(), start()
        for game in (one, other):
            assert Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key="a").status_code == 201

    def test_a_kept_reply_is_not_for_somebody_who_has_lost_his_role(self) -> None:
        club = found()
        scorer, asking = club.people["scorer"], program(club, "scorer")
        root = f"leagues/{club.league.slug}/players/"
        assert asking.post(root, {"name": "Ada"}, Idempotency_Key="a").status_code == 201
        assert scorer is not None
        services.set_role(club.league, scorer, "viewer")
        assert asking.post(root, {"name": "Ada"}, Idempotency_Key="a").status_code == 403
        services.set_role(club.league, scorer, None)
        assert asking.post(root, {"name": "Ada"}, Idempotency_Key="a").status_code == 404

    @pytest.mark.parametrize(("key", "status"), [("k" * 255, 201), ("ü ,;=", 201), ("k" * 256, 400), ("", 400)])
    def test_any_key_up_to_255_characters(self, key: str, status: int) -> None:
        asking = program(found(), "outsider")
        assert asking.post("games/", NEW_GAME, Idempotency_Key=key).status_code == status
        game = start()
        hand = Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key=key)
        assert hand.status_code == status, "who has the game's key may use any"

    @pytest.mark.parametrize("key", ["a", "1", "k" * 15])
    def test_nobody_begins_a_game_under_a_key_that_another_may_use(self, key: str) -> None:
        refused = Program().post("games/", NEW_GAME, Idempotency_Key=key)
        assert (refused.status_code, refused.json()["type"]) == (400, "urn:pepper:weak-key")
        assert "16 to 255 characters" in refused.json()["detail"]
        assert not Game.objects.exists()
        assert not Reply.objects.exists()
        assert Program().post("games/", NEW_GAME, Idempotency_Key="k" * 16).status_code == 201

    def test_a_reply_is_forgotten_after_a_day(self) -> None:
        ask = lambda: Program().post("games/", NEW_GAME, Idempotency_Key=DRAWN)  # noqa: E731
        ask()
        Reply.objects.update(created_at=timezone.now() - replies.KEPT_FOR + timedelta(minutes=1))
        assert ask().headers.get("Idempotent-Replayed") == "true"
        Reply.objects.update(created_at=timezone.now() - replies.KEPT_FOR - timedelta(seconds=1))
        assert "Idempotent-Replayed" not in ask().headers
        assert (Game.objects.count(), Reply.objects.count()) == (2, 1)

    def test_the_sweep_forgets_what_is_older_than_a_day(self) -> None:
        Program().post("games/", NEW_GAME, Idempotency_Key=DRAWN)
        tasks.sweep()
        assert Reply.objects.count() == 1
        Reply.objects.update(created_at=timezone.now() - replies.KEPT_FOR - timedelta(seconds=1))
        tasks.sweep()
        assert not Reply.objects.exists()

    def test_reply_and_work_are_there_together_or_not_at_all(self) -> None:
        def work() -> replies.Answered:
            start()
            raise RuntimeError

        with pytest.raises(RuntimeError):
            replies.once("me", "a", "f", work)
        assert not Reply.objects.exists()
        assert not Game.objects.exists()


POSTS = [row for row in ASKED if row[1] == "POST"]


@pytest.mark.django_db
class TestWhoWasSentAway:
    """A reply that was kept is not for somebody whom the request would not be for any more."""

    @pytest.mark.parametrize(("name", "method", "need", "where", "what", "is_edit"), POSTS)
    def test_what_an_address_names(
        self, name: str, method: str, need: str, where: Said, what: Said, is_edit: bool
    ) -> None:
        club = club_of("private")
        asking, headers = program(club, "owner"), {"If_Match": tag(club)} if is_edit else {}
        address = reverse(f"api:{name}", args=where(club)).removeprefix("/api/")
        body = what(club)
        self.expect_refusal(club, lambda: asking.send(method, address, body, Idempotency_Key="a", **headers))

    def test_a_game_of_the_league_that_the_body_names(self) -> None:
        club = found()
        asking = program(club, "owner")
        body = NEW_GAME | {"league": club.league.slug}
        self.expect_refusal(club, lambda: asking.post("games/", body, Idempotency_Key="a"))

    def test_a_game_taken_into_the_league_that_the_body_names(self) -> None:
        club, game = found(), start()
        asking = program(club, "owner")
        body = {"league": club.league.slug, "players": [player.pk for player in club.players]}
        self.expect_refusal(club, lambda: asking.post(f"games/{game.key}/claim/", body, Idempotency_Key="a"))

    def test_a_league_that_he_has_founded(self) -> None:
        club = found()
        asking = program(club, "owner")
        ask = lambda: asking.post("leagues/", {"name": "Oak"}, Idempotency_Key="a")  # noqa: E731
        slug = again(ask)[0].json()["slug"]
        league, founder, heir = League.objects.get(slug=slug), club.people["owner"], club.people["scorer"]
        assert founder is not None and heir is not None
        services.set_role(league, heir, "owner")
        services.set_role(league, founder, None)
        refused = ask()
        assert (refused.status_code, "slug" in refused.json()) == (404, False)
        assert League.objects.filter(name="Oak").count() == 1

    def test_a_game_that_a_private_league_has_taken_since(self) -> None:
        club = found()
        ask = lambda: Program().post("games/", NEW_GAME, Idempotency_Key=DRAWN)  # noqa: E731
        key = again(ask)[0].json()["key"]
        services.claim_game(Game.objects.get(key=key), club.league, club.players)
        assert ask().status_code == 404

    def expect_refusal(self, club: Club, ask: Callable[[], HttpResponse]) -> None:
        """Nothing is given again to somebody who may only look by now, nor to somebody who may not even do that."""
        owner, heir = club.people["owner"], club.people["scorer"]
        assert owner is not None and heir is not None
        first, _second = again(ask)
        services.set_role(club.league, heir, "owner")
        for role, status in (("viewer", 403), (None, 404)):
            services.set_role(club.league, owner, role)
            refused = ask()
            assert refused.status_code == status
            assert "Idempotent-Replayed" not in refused.headers
            assert refused.json() != first.json()


def together(asks: list[Callable[[], HttpResponse]]) -> list[HttpResponse]:
    """Ask all of this at the same time, each with a connection of its own."""
    start_together = threading.Barrier(len(asks))
    answers: list[Any] = [None] * len(asks)

    def run(place: int) -> None:
        try:
            start_together.wait()
            answers[place] = asks[place]()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[place]) for place in range(len(asks))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


@pytest.mark.django_db(transaction=True)
class TestAtTheSameTime:
    def test_the_same_request_is_done_once(self) -> None:
        game = start()
        asks = [lambda: Program().post(f"games/{game.key}/hands/", HAND, Idempotency_Key="a")] * 6
        answers = together(asks)
        assert {answer.status_code for answer in answers} == {201}
        assert sum("Idempotent-Replayed" not in answer.headers for answer in answers) == 1
        assert all(answer.json() == answers[0].json() for answer in answers)
        assert Hand.objects.count() == 1

    def test_of_two_bodies_with_one_key_one_is_kept(self) -> None:
        club: Club = found()
        asking = [program(club, "scorer")] * 4
        root = f"leagues/{club.league.slug}/players/"

        def add(asking: Program, name: str) -> Callable[[], HttpResponse]:
            return lambda: asking.post(root, {"name": name}, Idempotency_Key="a")

        answers = together([add(one, f"Ada {place}") for place, one in enumerate(asking)])
        assert sorted(answer.status_code for answer in answers) == [201, 422, 422, 422]
        assert Player.objects.filter(name__startswith="Ada").count() == 1

    def test_two_hands_for_one_number_are_not_both_kept(self) -> None:
        game = start()
        root = f"games/{game.key}/hands/"
        asks = [
            lambda: Program().post(root, HAND | {"number": 1}, Idempotency_Key="a"),
            lambda: Program().post(root, {"record": WES_IS_SET_ON_4, "number": 1}, Idempotency_Key="b"),
        ]
        assert sorted(answer.status_code for answer in together(asks)) == [201, 409]
        assert game.hands.count() == 1

    def test_of_two_corrections_one_is_told_of_the_other(self) -> None:
        game = start()
        tag = Program().post(f"games/{game.key}/hands/", HAND).headers["ETag"]

        def correct(taken: list[int]) -> Callable[[], HttpResponse]:
            body = {"record": NORA_MAKES_4 | {"taken": taken}}
            return lambda: Program().send("PUT", f"games/{game.key}/hands/1/", body, If_Match=tag)

        answers = together([correct([5, 1]), correct([6, 0])])
        assert sorted(answer.status_code for answer in answers) == [200, 409]
        assert game.hands.get().revision == 2
