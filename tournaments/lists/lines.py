"""A text as copied from a mail or a messenger, line by line: name, club, contact, and lines without a person.

Where nearly every line has the same separators it is a table (`cells.py`). Here each line is judged for
itself, and what a comma means (`Müller, Hans` or `Hans Müller, SC Köln`) by the whole list and the register.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from tournaments.lists.nobody import (
    Doubt,
    Hints,
    is_closing,
    is_salutation,
    like_a_club,
    like_a_given_name,
    nobody,
)
from tournaments.lists.typed import cleaned, folded

HEADS = ("name", "club", "category", "contact", "paid")
MESSENGER = re.compile(
    r"^\s*\[?\d{1,2}[./]\d{1,2}[./]\d{2,4},? \d{1,2}:\d{2}(?::\d{2})?\]?\s*(?:-\s*)?[^:]{1,40}:\s+"
)
BULLET = re.compile(
    r"^\s*(?:[-–—*•·▪‣◦○●■□➤➔→✓✔✅☑☐>+]+\ufe0f?\s*(?=\S)|#?\(?\d{1,3}\s*[.):/\]]+\)?\s*(?=[^\s\d])"
    r"|#\d{1,3}\s+|\d{1,3}\s*[-–]\s+(?=\D)|\d{1,3}\s+(?=[^\W\d_])|[0-9]\ufe0f?\u20e3\s*|[a-z]\)\s+)"
)
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
PHONE = re.compile(
    r"(?:\b(?:tel(?:efon)?|handy|mobil|mob|phone|cell?|fon|tel[eé]fono|celular|m[oó]vil|whatsapp|nr)\b\.?:?\s*)?"
    r"(?:\+|\b)\d(?:[\s/().-]*\d){5,}",
    re.IGNORECASE,
)
BRACKETS = re.compile(r"[(\[]([^()\[\]]*)(?:[)\]]|$)")
DASH = re.compile(r"\s+[-–—]+\s+|\s*[–—]\s+|\s+[–—]\s*|\s*[|;\t]\s*")
CLASS_WORDS = """Damen Dame Herren Herr Senioren Senior Seniorin Junioren Junior Jugend Jugendlicher
    Schüler Gast Gäste Damas Dama Caballeros Veteranos Veterano Juveniles Juvenil Ladies
    Lady Gents Seniors Juniors Youth Guest Women Men Invitado Invitada U18 U21 Ü60 Ü50"""
CLASSES = frozenset(folded(word) for word in CLASS_WORDS.split())
PAID = re.compile(
    r"(?:schon |hat |ya |already )?(?:bez|bezahlt|gezahlt|uberwiesen|bar bezahlt|paid|pago|pagado|pagada)"
    r"|\d{1,3}(?: \d\d)? (?:eur|euro|euros|pesos)"
)
AMOUNT = re.compile(
    r"[,;–-]?\s*\b\d{1,4}(?:[.,]\d\d)?\s*(?:€|eur\b|euro\b|euros\b)|\s*(?:[✓✔✅☑]\ufe0f?)+"
    r"|[,;–-]?\s+(?:bezahlt|bez\.|gezahlt|pagado|pagada|pagó|paid)\s*$",
    re.IGNORECASE,
)
LABEL = re.compile(
    r"^(?:\d\.? ?)?(?:name|spieler(?:in)?|teilnehmer(?:in)?|player|jugador|nombre|nombre y apellido)(?: \d)?:"
    r"\s*(?=\S)",
    re.IGNORECASE,
)
LONGEST_LINE = 300  # letters; a person with everything that is said of him has fewer
PARTICLE_WORDS = """von van vom zu zum zur der den dem de del la las los le du da dos di el ten ter am
    im auf und y e i san"""
PARTICLES = frozenset(PARTICLE_WORDS.split())


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line that was taken apart; `parts` stand between commas."""

    number: int
    parts: tuple[str, ...]
    club: str = ""
    category: str = ""
    contact: str = ""
    paid: str = ""
    doubt: str = ""

    @property
    def name(self) -> str:
        """As it was written, without what was recognised."""
        return ", ".join(self.parts)


def people_of_lines(lines: Iterable[tuple[int, str]], hints: Hints) -> list[tuple[int, str, tuple[str, ...]]]:
    """(line, doubt, cells in the order of HEADS) of every line that holds anything."""
    apart = _with_commas(_in_order(lines, hints), hints)
    return [
        (line.number, line.doubt, (line.name, line.club, line.category, line.contact, line.paid))
        for line in apart
    ]


def _in_order(lines: Iterable[tuple[int, str]], hints: Hints) -> list[ListLine]:
    """Each line for itself, with what stands above it: a club that heads some, greetings that end a mail."""
    apart: list[ListLine] = []
    club, category, signing = "", "", 0
    for number, raw in lines:
        text = cleaned(MESSENGER.sub("", raw))
        if not text:
            signing = 0 if signing > 1 else signing
            continue
        if text in ("--", "-- "):
            signing = 1
            continue
        if len(text) > LONGEST_LINE:
            apart.append(ListLine(number, (text,), doubt=Doubt.SENTENCE.value))
            continue
        plain, listed = _without_bullet(text)
        line = _apart(number, plain, hints)
        if is_salutation(text):
            signing, club, category = 0, "", ""
        doubt = line.doubt or nobody(_who(line, hints, listed=listed) or plain, hints)
        if (
            listed
            and doubt in (Doubt.SENTENCE, Doubt.CLUB)
            and len(line.name.split()) < 5
            and not _digits(line.name)
        ):
            doubt = doubt if doubt == Doubt.CLUB else None
        if signing and not listed and doubt is not Doubt.GREETING:
            signing += 1
            doubt = doubt or Doubt.SIGNATURE
        elif is_closing(text):
            signing = 1
        if doubt is Doubt.HEADING and any(map(str.isalpha, plain)):
            club, category = "", ""
        headed = _headed(plain, hints) if doubt in (Doubt.HEADING, Doubt.CLUB) else None
        if headed is not None:
            club, category = headed
        if not doubt:
            line = replace(line, club=line.club or club, category=line.category or category)
        apart.append(replace(line, doubt=str(doubt or "")))
    return apart


def _who(line: ListLine, hints: Hints, *, listed: bool) -> str:
    """What says whether a line is a person: not the club behind the comma, whatever it is called."""
    first = line.parts[0]
    if len(line.parts) < 2 or len(first.split()) < 2 or like_a_club(first, hints):
        return line.name
    return first if listed or like_a_given_name(first, hints) else line.name


def _digits(text: str) -> bool:
    return any(letter.isdigit() for letter in text)


def _without_bullet(text: str) -> tuple[str, bool]:
    """(the line without its number or its bullet, whether it had one)."""
    plain = BULLET.sub("", text, count=1)
    if plain != text:
        plain = BULLET.sub("", plain, count=1)
    return plain.strip(), plain != text


def _apart(number: int, text: str, hints: Hints) -> ListLine:
    """Contacts, brackets, what stands after a dash; the commas are left for later."""
    if len(text) > 1 and text[0] == text[-1] == '"' and text.count('"') == 2:
        text = text[1:-1]
    contacts = [match.strip("<> ") for match in MAIL.findall(text)]
    text = MAIL.sub(" ", text).replace("<", " ").replace(">", " ")
    contacts += [match.lstrip("abcdefghijklmnopqrstuvwxyzé.: ") for match in PHONE.findall(text.lower())]
    text = PHONE.sub(" ", text)
    text = LABEL.sub("", text)
    paid = "x" if AMOUNT.search(text) else ""
    text = AMOUNT.sub("", text)
    club, category = "", ""
    for inside in BRACKETS.findall(text):
        plain = folded(inside)
        if PAID.fullmatch(plain):
            paid = "x"
        elif plain in CLASSES:
            category = cleaned(inside)
        elif plain and not _remark(inside, hints):
            club = club or cleaned(inside)
    text = BRACKETS.sub(" ", text)
    head, *behind = DASH.split(text)
    for part in behind:
        club, category, paid = _placed(part, club, category, paid)
    parts = tuple(part for part in (cleaned(part) for part in head.strip(" ,;:-–—").split(",")) if part)
    if head.rstrip().endswith(":"):
        parts = (*parts[:-1], f"{parts[-1]}:") if parts else ()
    doubt = "" if parts else Doubt.CONTACT.value
    if not parts:
        parts = (cleaned(text).strip(" ,;<>") or (contacts[0] if contacts else "–"),)
    return ListLine(number, parts, club, category, " ".join(contacts[:2]), paid, doubt)


def _remark(text: str, hints: Hints) -> bool:
    """`(kommt später)`, `(2. Tisch)`: said of somebody, and no club."""
    words = folded(text).split()
    return len(words) > 1 and nobody(text, hints) in (Doubt.SENTENCE, Doubt.HEADING)


def _placed(part: str, club: str, category: str, paid: str) -> tuple[str, str, str]:
    """What stands behind a separator is the club, a class, or that somebody has paid."""
    plain = folded(part)
    if not plain:
        return club, category, paid
    if PAID.fullmatch(plain):
        return club, category, "x"
    if plain in CLASSES:
        return club, category or cleaned(part), paid
    text = cleaned(part).strip(" ,")
    return (f"{club}, {text}" if club and folded(club) != plain else text), category, paid


def _headed(text: str, hints: Hints) -> tuple[str, str] | None:
    """(club, class) of the lines below a heading: `SC Köln:` or `Damen:`. None: it says neither."""
    label, colon, rest = text.partition(":")
    named_club = (
        cleaned(rest)
        if colon and rest.strip() and folded(label) in ("verein", "klub", "club", "peña")
        else ""
    )
    head = named_club or cleaned(label)
    if folded(head) in CLASSES:
        return "", head
    if named_club or like_a_club(head, hints):
        return head, ""
    return None


def _with_commas(lines: Sequence[ListLine], hints: Hints) -> list[ListLine]:
    """What stands between commas is name and club, or the last name and the first."""
    often = Counter(folded(line.parts[-1]) for line in lines if len(line.parts) > 1 and not line.doubt)
    clubs = {folded(line.club) for line in lines if line.club} | {
        part for part, times in often.items() if times > 1 and part not in hints.given
    }
    known = replace(hints, clubs=hints.clubs | frozenset(clubs))
    votes = [_vote(line, known) for line in lines if len(line.parts) == 2 and not line.doubt]
    last_first = sum(votes) >= 0
    return [_named(line, last_first, known) for line in lines]


def _vote(line: ListLine, hints: Hints) -> int:
    """More than 0: the last name comes first; less: a club comes last; how sure that is."""
    left, right = line.parts[0], line.parts[1]
    proper = [word for word in left.split() if folded(word) not in PARTICLES]
    if like_a_club(right, hints):
        return -3
    if line.club:  # the club stands elsewhere
        return 3
    if like_a_given_name(right, hints) and not (len(proper) > 1 and like_a_given_name(left, hints)):
        return 3
    if len(proper) > 1:
        return -2 if like_a_given_name(left, hints) else -1
    return -1 if _digits(right) or len(right.split()) > 3 else 1


def _named(line: ListLine, last_first: bool, hints: Hints) -> ListLine:
    if line.doubt or len(line.parts) < 2:
        return line
    rest = list(line.parts)
    club, category, paid = line.club, line.category, line.paid
    if len(rest) > 2:
        # A class or a club at the end, whatever the first two mean.
        swapped = _vote(replace(line, parts=(rest[0], rest[1]), club=""), hints) > 0
        if len(rest[0].split()) > 1 and not like_a_given_name(rest[1], hints):
            swapped = False
        keep = 2 if swapped else 1
    else:
        vote = _vote(line, hints)
        keep = 2 if vote >= 2 or (last_first and vote > -2) else 1
    for part in rest[keep:]:
        club, category, paid = _placed(part, club, category, paid)
    name = f"{rest[1]} {rest[0]}" if keep == 2 else rest[0]
    return replace(line, parts=(cleaned(name),), club=club, category=category, paid=paid)
