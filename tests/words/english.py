"""English words that docs/glossar.md has replaced."""

from __future__ import annotations

from tests.words.strays import Stray

STORED = (
    *("config/", "tournaments/safekeeping/", "tournaments/table/gamelines.py"),
    *("tournaments/engines/checker/", "tournaments/engines/eventchain.py", "tournaments/engines/sheets/"),
)

STRAYS = (
    Stray(r"\b[Pp]ut(s)? right\b|[Tt]aken? out\b", "correct, delete", unless="was taken out|are taken out"),
    Stray(r"\b[Tt]ak(e|es|en) in\b", "import"),
    Stray(r"\b[Pp]ut out\b", "sign out"),
    Stray(r"all the same", "anyway"),
    Stray(r"of this name|of a similar name", "with this name"),
    Stray(r"\b(is|are) no (list|date|whole|Durch|Meldung|part|database)\b", "is not a"),
    Stray(r"\b(himself|his|him|he)\b", "they, their"),
    Stray(r"\b[Tt]he own\b|of the own\b", "their own"),
    Stray(r"\bso many\b", "this many"),
    Stray(r"\blacks?\b", "still needs"),
    Stray(r"\b[Ss]eed\b|\bseeds\b", "draw number"),
    Stray(r"^Say |\b(please )?say (why|who|how)\b", "choose, enter a reason"),
    Stray(r"\b(A|a|drawn) (draw|match)\b(?= is worth|$)", "tie", unless="What a|lost|won"),
    Stray(r"[Ee]xtra (game|hand)|\b[Ll]evel match|[Dd]irect meeting", "tie, play-off, head-to-head"),
    Stray(
        r"\bstands? (there|already|at the end)|It stands|How it stands|stand\.$", "is on the sheet, is set"
    ),
    Stray(r"referee", "the table"),
    Stray(r"[Ff]ingerprint", "checksum"),
    Stray(r"\bboards?\b|\bdisplays\b", "screens"),
    Stray(r"\b[Tt]he hall\b|hall’s", "everybody, the other tables"),
    Stray(r"\bmeanwhile\b|[Pp]lease look again", "reload the page"),
    Stray(r"\bany more\b", "no longer"),
    Stray(r"\b[Ss]hall\b", "should"),
    Stray(r"\bexchange", "swap", unless="was deleted or", within=("scoring/games/",)),
    Stray(r"\b[Ee]ntr(y|ies)\b", "entrant; hand", within=STORED),
    Stray(r"of before\b", "the stage before"),
    Stray(r"[\d}s] : [\d{%]", "81–81"),
    Stray(r" …", "… without a space", unless="n … 1"),
    Stray(r"^To (the|your|table)\b", "Go to …"),
    Stray(r"\b[Ff]orgotten(?! your password)|\b[Ff]orget\b", "anonymous"),
    Stray(r"opens? nothing", "used nowhere else"),
)
