"""Who sits where, by examples and as a whole."""

from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.seating import last_seats, seated, sits_twice, tables

TABLE = ("Nora", "Eli", "Sam", "Wes")


def test_whoever_came_sits_there_from_his_hand_on() -> None:
    changes = [(3, 1, "Ada"), (5, 1, "Eli")]
    assert [seated(TABLE, changes, number)[1] for number in range(1, 7)] == ["Eli", "Eli", "Ada", "Ada", "Eli", "Eli"]


def test_two_who_change_seats_before_a_hand_never_sit_twice() -> None:
    changes = [(2, 0, "Eli"), (2, 1, "Nora")]
    assert list(tables(TABLE, changes)) == [(1, TABLE), (2, ("Eli", "Nora", "Sam", "Wes"))]
    assert not any(sits_twice(table) for _number, table in tables(TABLE, changes))


def test_who_sits_at_two_seats_is_found() -> None:
    assert sits_twice(TABLE) is None
    assert sits_twice(("Nora", "Eli", "Nora", "Wes")) == "Nora"


def test_the_last_seat_is_the_one_of_the_last_hand_he_sat_in() -> None:
    changes = [(2, 0, "Ada"), (4, 1, "Nora"), (6, 2, "Ben")]
    assert last_seats(TABLE, changes, 5) == {"Nora": 1, "Eli": 1, "Sam": 2, "Wes": 3, "Ada": 0}
    assert "Ben" in last_seats(TABLE, changes, 6)


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(0, 3), st.sampled_from("ABCDEF")), max_size=8),
    st.integers(1, 10),
)
def test_the_tables_are_those_of_the_hands(changes: list[tuple[int, int, str]], last: int) -> None:
    known = dict(tables(TABLE, changes))
    for number in range(1, last + 1):
        assert known[max(first for first in known if first <= number)] == seated(TABLE, changes, number)
    there: dict[str, int] = {}
    for number in range(1, last + 1):
        there |= {who: seat for seat, who in enumerate(seated(TABLE, changes, number))}
    assert last_seats(TABLE, changes, last) == there
