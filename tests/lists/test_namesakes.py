"""What is added to a name where two of it could be meant."""

from __future__ import annotations

from tournaments.lists.namesakes import Named, additions, told_apart


def shown(*people: Named[int]) -> list[str]:
    return list(told_apart(people).values())


def test_nobody_gets_an_addition_who_is_alone_with_his_name() -> None:
    assert additions([Named(1, "Hans Maier", "Endingen"), Named(2, "Hans Mayer", "Endingen")]) == {}


def test_the_club_tells_two_apart_whatever_the_capitals_of_their_names() -> None:
    assert shown(
        Named(1, "Hans Maier", "Endingen", "senior", 4), Named(2, "hans maier", "Kenzingen", "", 9)
    ) == ["Hans Maier (Endingen)", "hans maier (Kenzingen)"]


def test_of_one_club_the_word_of_the_organisers_tells_them_apart_else_the_number() -> None:
    assert shown(
        Named(1, "Hans Maier", "Endingen", "senior", 4),
        Named(2, "Hans Maier", "SC Endingen", "", 9),
        Named(3, "Hans Maier", "Endingen", "", 11),
    ) == ["Hans Maier (senior)", "Hans Maier (SC Endingen)", "Hans Maier (11)"]


def test_no_two_are_ever_shown_alike() -> None:
    names = shown(
        *(Named(key, "Hans Maier", "Endingen", "senior", 7) for key in range(3)),
        *(Named(key, "Hans Maier") for key in (3, 4)),
        Named(5, "Hans Maier", "7"),
    )
    assert len(set(names)) == 6
