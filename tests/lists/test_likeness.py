"""Who may be whom: known, new, or doubtful so that a person decides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.lists import Acquaintances, KnownPerson, Verdict
from tournaments.lists.folds import by_first
from tournaments.lists.likeness import Wanted, distance

REGISTER = [
    "Hans Müller",
    "Stefan Meyer",
    "Anna-Lena Schmidt",
    "Peter Maier",
    "José Núñez",
    "Bernd",
    "Jürgen Großmann",
    "Wilhelmine Wiedermann",
    "Łukasz Żak",
]


@pytest.fixture(scope="module")
def register() -> Acquaintances:
    return Acquaintances(KnownPerson(key, name) for key, name in enumerate(REGISTER))


@pytest.mark.parametrize(
    "name", ["Hans Müller", "hans müller", " Hans  Müller ", "Hans Mu\u0308ller", "BERND"]
)
def test_the_same_letters_are_the_same_person(register: Acquaintances, name: str) -> None:
    judged = register.judge(name)
    assert judged.verdict is Verdict.KNOWN
    assert len(judged.candidates) == 1


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Hans Mueller", "Hans Müller"),
        ("Hans Muller", "Hans Müller"),
        ("Müller Hans", "Hans Müller"),
        ("MUELLER HANS", "Hans Müller"),
        ("H. Müller", "Hans Müller"),
        ("H Müller", "Hans Müller"),
        ("Hans M.", "Hans Müller"),
        ("HansMüller", "Hans Müller"),
        ("Hans-Müller", "Hans Müller"),
        ("Hans Muler", "Hans Müller"),
        ("Hnas Müller", "Hans Müller"),
        ("Hans Peter Müller", "Hans Müller"),
        ("Stephan Maier", "Stefan Meyer"),
        ("Anna Lena Schmidt", "Anna-Lena Schmidt"),
        ("Anna Schmidt", "Anna-Lena Schmidt"),
        ("Jose Nunez", "José Núñez"),
        ("Juergen Grossmann", "Jürgen Großmann"),
        ("Wilhelmina Wiedemann", "Wilhelmine Wiedermann"),
        ("Wilhelmine Wiedeman", "Wilhelmine Wiedermann"),
        ("Lukasz Zak", "Łukasz Żak"),
    ],
)
def test_likeness_is_doubtful_and_says_why(register: Acquaintances, name: str, meant: str) -> None:
    judged = register.judge(name)
    assert judged.verdict is Verdict.DOUBTFUL
    assert judged.candidates[0].known.name == meant
    assert judged.candidates[0].why.message


@pytest.mark.parametrize(
    "name",
    [
        "Hans Keller",
        "Petra Maier",
        "Hans",
        "Müller",
        "Berta",
        "Bernt",
        "Anna",
        "Karl Großmann",
        "J. N.",
        "",
        "=",
        "Żak",
    ],
)
def test_others_are_new(register: Acquaintances, name: str) -> None:
    assert register.judge(name).verdict is Verdict.NEW


def test_two_people_of_one_name_are_told_apart_by_their_clubs() -> None:
    register = Acquaintances([KnownPerson(1, "Hans Müller", "SC Köln")])
    assert register.judge("Hans Müller", "Sc  köln").verdict is Verdict.KNOWN
    assert register.judge("Hans Müller").verdict is Verdict.KNOWN
    assert register.judge("Hans Müller", "SC Bonn").verdict is Verdict.DOUBTFUL


def test_the_likeliest_comes_first_and_not_too_many() -> None:
    crowd = [KnownPerson(number, f"Hans Müller{letter}") for number, letter in enumerate("abcdefgh")]
    register = Acquaintances([*crowd, KnownPerson(99, "Müller Hans")])
    judged = register.judge("Hans Mueller")
    assert judged.candidates[0].known.key == 99
    assert len(judged.candidates) == 5


def test_people_with_one_name_always_stand_in_the_same_order() -> None:
    """However they came, and wherever they lie in memory."""
    for _time in range(20):
        register = Acquaintances(KnownPerson(number, "Anna Oberhuaser") for number in (7, 3, 9, 1, 5))
        judged = register.judge("Ana Oberhauser")
        assert [candidate.known.key for candidate in judged.candidates] == [1, 3, 5, 7, 9]


def test_who_was_added_is_compared_from_then_on() -> None:
    register = Acquaintances()
    assert register.judge("Hans Müller").verdict is Verdict.NEW
    register.add(KnownPerson(1, "Hans Müller"))
    assert register.judge("Hans Mueller").verdict is Verdict.DOUBTFUL


WORDS = st.text(alphabet="abc", max_size=6)


@given(WORDS, WORDS)
def test_a_distance_is_the_same_both_ways_and_never_beyond_its_bound(first: str, second: str) -> None:
    assert distance(first, second, 2) == distance(second, first, 2) <= 3
    assert (distance(first, second, 2) == 0) == (first == second)


@given(st.lists(st.text(max_size=12), max_size=8), st.text(max_size=12))
def test_no_name_breaks_it(names: list[str], name: str) -> None:
    register = Acquaintances(KnownPerson(key, known) for key, known in enumerate(names))
    judged = register.judge(name)
    assert (judged.verdict is Verdict.NEW) == (not judged.candidates)
    assert all(register.judge(known).verdict is not Verdict.NEW for known in names)


# --- whom a name may mean ------------------------------

FIRST_NAMES = ("Hans", "Johannes", "H.", "Anna", "Ana", "Anna-Maria", "Jürgen", "Juergen", "Li")
SURNAMES = (
    "Müller",
    "Mueller",
    "Muler",
    "Maier",
    "Meyer",
    "von der Heide",
    "Heide",
    "Oberhauser",
    "Oberhuaser",
    "",
)
NAMES = st.builds(
    lambda first, last, turned: f"{last}, {first}" if turned and last else f"{first} {last}".strip(),
    st.sampled_from(FIRST_NAMES),
    st.sampled_from(SURNAMES),
    st.booleans(),
)


@given(st.lists(NAMES, min_size=1, max_size=12), st.lists(NAMES, min_size=1, max_size=4))
def test_going_through_the_register_once_leaves_out_nobody_who_may_be_meant(
    here: list[str], typed: list[str]
) -> None:
    wanted = Wanted(typed)
    people = [KnownPerson(number, name) for number, name in enumerate(here)]
    kept_back = Acquaintances(person for person in people if wanted.may_mean(by_first(person.name)))
    everybody = Acquaintances(people)
    for name in typed:
        assert kept_back.judge(name) == everybody.judge(name)
