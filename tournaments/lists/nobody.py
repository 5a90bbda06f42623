"""A line of a mail that is probably no person: a greeting, a heading, a sentence, a signature.

Nothing is thrown away by this: such a line is shown with its reason and taken where somebody says so.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Collection
from dataclasses import dataclass, field

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.lists.given import GIVEN
from tournaments.lists.headings import meaning
from tournaments.lists.typed import UMLAUTS, folded


class Doubt(enum.StrEnum):
    """Why a line is taken for no person."""

    GREETING = "greeting"
    HEADING = "heading"
    SENTENCE = "sentence"
    SIGNATURE = "signature"
    CONTACT = "contact"
    CLUB = "club"


REASONS = {
    Doubt.GREETING: _("Looks like a greeting."),
    Doubt.HEADING: _("Looks like a heading."),
    Doubt.SENTENCE: _("Looks like a sentence."),
    Doubt.SIGNATURE: _("Stands under the greetings at the end of a mail."),
    Doubt.CONTACT: _("There is no name in this line."),
    Doubt.CLUB: _("Looks like a club without a person."),
}


def reason(doubt: str) -> Text:
    """The sentence to a doubt."""
    return say(REASONS.get(Doubt(doubt), REASONS[Doubt.SENTENCE]))


@dataclass(frozen=True, slots=True)
class Hints:
    """What the register knows: the clubs and the first names of its people, folded."""

    clubs: frozenset[str] = frozenset()
    given: frozenset[str] = field(default=GIVEN)

    @staticmethod
    def of(clubs: Collection[str], names: Collection[str]) -> Hints:
        """From the clubs and the names of people."""
        first = {words[0] for words in (folded(name).split() for name in names) if len(words) > 1}
        known = frozenset(folded(club) for club in clubs) - {""}
        return Hints(known, GIVEN | {name for name in first if len(name) > 1})


def _pattern(text: str) -> re.Pattern[str]:
    """Compiled for folded texts, in which `ue` is `u`."""
    for two, letter in UMLAUTS:
        text = text.replace(two, letter)
    return re.compile(text)


CLOSING = _pattern(
    r"(?:(?:mit )?(?:vielen |ganz )*(?:lieben?|herzlichen?|besten?|schonen?|viele|freundlichen?"
    r"|sportlichen?|sonnige|frohliche) (?:\w+ )?grusse?n?|gut (?:blatt|holz)|allen? ein gutes blatt"
    r"|lg|vg|mfg|bg|glg|grusse?"
    r"|servus und .*|bis (?:dann|bald|dahin)"
    r"|(?:un )?(?:abrazo|saludos?)|un (?:cordial|fuerte|gran) (?:saludo|abrazo)|muchos? saludos?"
    r"|muchas gracias|atentamente|cordialmente|hasta (?:pronto|luego|entonces)|desde ya gracias"
    r"|(?:kind|best|warm|many)(?: kind| warm)? regards|regards|cheers|best wishes|best|all the best"
    r"|yours (?:sincerely|faithfully|truly)|sincerely|many thanks|thanks|thank you"
    r"|danke|vielen dank|herzlichen dank|danke schon|gracias|see you(?: there| then| soon)?)\b"
)
SALUTATION = _pattern(
    r"(?:hallo|hi|hey|moin|servus|gruss gott|gruezi|guten (?:tag|morgen|abend)|liebe[rs]?|sehr geehrte[rs]?"
    r"|werte[rs]?|hola|buen[oa]s?(?: dias?| tardes?| noches?)?|estimad[oa]s?|querid[oa]s?|dear|hello"
    r"|good (?:morning|evening|afternoon)|an alle|a todos)\b"
)
MAIL_HEAD = re.compile(
    r"(?:von|an|cc|betreff|gesendet|datum|from|to|subject|sent|date|de|para|asunto|enviado|fecha|re|aw|fwd|wg)"
    r"\s*:",
    re.IGNORECASE,
)
HEADING = _pattern(
    r"(?:(?:vorlaufige |aktuelle |unsere |die |our |final )?(?:an|nach|ab|um)meldungen|anmeldung|teilnehmende"
    r"|(?:teilnehmer|melde|anmelde|spieler|start|warte|gaste?|namens)liste\w*|startgeld|nachrucker"
    r"|ersatz(?:spieler)?|reserve|entry list|list of (?:players|entries|entrants|participants)|players list"
    r"|entries|entrants|participants|waiting list|reserves|(?:lista|listado|nomina) de \w+|lista|listado"
    r"|inscript[oa]s|inscripcion(?:es)?|anotad[oa]s|participantes|jugadores|suplentes"
    r"|(?:gruppe|tisch|mannschaft|team|equipo|mesa|grupo|group|table|serie|runde|tag|round|pareja|paar)"
    r"(?: (?:\d{1,3}|[a-z]|eins|zwei|drei))|stand(?: vom)? .*\d.*|summe|gesamt|insgesamt|total|en total|datum"
    r"|ort|telefon|email|e mail|unterschrift|seite \d+|pagina \d+|page \d+)"
)
# Words of sentences; what may stand in a name (von, der, de, la, y) or in a club (und, für) is none of them.
SENTENCE_WORDS = """ich wir ihr sie uns euch mich mir dich dir euer eure unser unsere ist sind war waren
    bin seid wird werden wurde kann können könnt könnte möchte möchten würde würden habe
    haben hat hätte hätten komme kommen kommt spielen spielt melde melden meldet
    anmelden anmeldet bringe bringt bringen freue freuen nehme nehmen nimmt teilnehmen
    dabei leider noch auch nicht nur schon bitte hiermit anbei anhang unten folgende
    folgenden folgt außerdem sowie falls wenn weil dass damit sonst eventuell vielleicht
    später wegen danke siehe hier heute morgen gestern wie was wann wo gesendet schrieb
    iphone whatsapp nachricht medien nosotros ustedes somos soy es son está están
    estamos estoy va van vamos voy viene vienen venimos juega juegan jugamos quiero
    queremos quisiera anoto anotar anotame anotamos anotarme inscribo inscribir
    inscribimos confirmo confirmamos también solo pero porque cuando les nos te adjunto
    adjunta siguientes siguiente abajo hoy mañana falta faltan favor enviado escribió
    mensaje i we you they he she it us them my our your his her their am are is was were
    be will would can could should have has had please find attached following below
    here there this these those that sorry but because when also with enter enters
    playing plays coming comes like register signing sign sent wrote message"""
SENTENCE = frozenset(folded(word) for word in SENTENCE_WORDS.split())
CLUB_WORD = _pattern(
    r"(?:verein|klub|club|skatclub|skatfreunde|kartenclub|kartenfreunde|stammtisch|spielgemeinschaft|sportverein"
    r"|freunde|buben|asse?|truppe|runde|pena|asociacion|sociedad|circulo|centro|casa|federacion|federation"
    r"|association|society|inn|arms|pub|gasthaus|gasthof|gemeinde|feuerwehr|musikverein|tennisclub"
    r"|schutzenverein|team|fc|sc|sv|tsv|tus|tv|vfb|vfl|vfr|ssv|esv|djk|sg|spvgg|sk|skc|kc|ksc|asv|svg|fsv|bsc|bc"
    r"|cc|ca|cd|cf|ac|ev|rc|kv|mv|ff|tc|fv|svw|bsg|psv)"
)
LETTER = re.compile(r"[^\W\d_]")
WEB = re.compile(r"https?:|www\.", re.IGNORECASE)
STREET = re.compile(r"\w(?:str|strasse|weg|platz|gasse|allee|ring) \d")
NUMBERS = re.compile(r"(?:^| )\d\w* |\d{4}|^\d|\d{1,2} uhr")  # a number behind a name is part of it: Guest 12
ENDS = (".", "!", "?", "…")


def _any_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def like_a_club(text: str, hints: Hints) -> bool:
    """Does this name a club rather than a person?"""
    plain = folded(text)
    if not plain:
        return False
    words = plain.split()
    if plain in hints.clubs or text.strip().lower().endswith("e.v."):
        return True
    return (words[0][0].isdigit() and len(words) > 1) or any(_club_word(word) for word in words)


def _club_word(word: str) -> bool:
    compound = len(word) > 7 and word.endswith(("verein", "club", "klub", "freunde", "stammtisch", "runde"))
    return compound or CLUB_WORD.fullmatch(word) is not None


def like_a_given_name(text: str, hints: Hints) -> bool:
    """Does this begin with a first name? `Hans-Peter` does."""
    words = folded(text).split()
    return bool(words) and words[0] in hints.given


def is_closing(text: str) -> bool:
    """Viele Grüße: what comes after it is a signature."""
    plain = folded(text)
    match = CLOSING.match(plain)
    if match is None:
        return False
    rest = plain[match.end() :].split()
    # “Best, George” may be somebody; “Best” alone closes a mail.
    somebody = match[0] == "best" and "," in text
    return not rest or (len(rest) < 5 and not somebody) or len(match[0]) > 6


def is_salutation(text: str) -> bool:
    """Hallo Peter."""
    plain = folded(text)
    match = SALUTATION.match(plain)
    if match is None:
        return False
    # “Liebe, Hans” is somebody; “Liebe Skatfreunde,” is nobody.
    head, comma, rest = text.partition(",")
    return not (comma and rest.strip() and folded(head) == "liebe")


def nobody(text: str, hints: Hints) -> Doubt | None:
    """Why this is probably no person; None: it may be somebody."""
    plain = folded(text)
    words = plain.split()
    if not LETTER.search(text):
        return Doubt.HEADING if not words else Doubt.CONTACT
    if WEB.search(text) or MAIL_HEAD.match(text):
        return Doubt.SENTENCE
    if is_salutation(text) or is_closing(text):
        return Doubt.GREETING
    if text.rstrip().endswith(":"):
        return Doubt.HEADING
    begins = HEADING.match(plain)
    if begins and (begins.end() == len(plain) or len(words) > 2 or _any_digit(plain)):
        return Doubt.HEADING
    if meaning(text) is not None and len(words) < 4 and not _any_digit(plain):
        return Doubt.HEADING
    if any(word in SENTENCE for word in words[1:]) and len(words) > 2:
        return Doubt.SENTENCE
    if words[0] in SENTENCE and len(words) > 3:
        return Doubt.SENTENCE
    if text.rstrip().endswith(ENDS) and len(words) > 3:
        return Doubt.SENTENCE
    club = like_a_club(text, hints) and not like_a_given_name(text, hints)
    if STREET.search(plain):
        return Doubt.CONTACT
    if NUMBERS.search(plain):
        return Doubt.CLUB if club else Doubt.HEADING
    if len(words) > 1 and club and "," not in text:
        return Doubt.CLUB
    if len(words) > 7:
        return Doubt.SENTENCE
    return None
