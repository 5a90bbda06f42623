"""Translations: find every sentence of the program, and compare with what the translators have written.

The sentences in the code are English. locale/<language>/LC_MESSAGES/django.po holds the translations, and
the .mo file beside it the same for Django, with no-break spaces (`typography`). Both are committed, so that
nobody needs the gettext tools.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from types import MappingProxyType

import polib
from django.conf import settings
from django.utils.translation.template import templatize

from config.typography import glued

PACKAGES = ("config", "scoring", "tournaments")
TEMPLATES = ("templates", "tournaments/templates")
# Position of context, sentence and plural among a function's arguments.
FUNCTIONS = {
    "_": (None, 0, None),
    "gettext": (None, 0, None),
    "gettext_lazy": (None, 0, None),
    "gettext_noop": (None, 0, None),
    "ngettext": (None, 0, 1),
    "ngettext_lazy": (None, 0, 1),
    "pgettext": (0, 1, None),
    "pgettext_lazy": (0, 1, None),
    "npgettext": (0, 1, 2),
    "npgettext_lazy": (0, 1, 2),
}
MARKED = (None, 0, None)  # of what a vocabulary marks with
NOTE = "# Translators:"
PERCENT = re.compile(r"%\((\w+)\)")
PLURALS = re.compile(r"nplurals=(\d)")  # how many forms a language has
PLACEHOLDER = re.compile(r"%\(\w+\)[a-z]|\{[^{}]*\}")


@dataclass(frozen=True)
class Sentence:
    """One sentence of the program, with the files that say it."""

    text: str
    plural: str = ""
    context: str | None = None
    file: str = ""
    note: str = ""

    @property
    def key(self) -> tuple[str | None, str]:
        return self.context, self.text


# --- Finding the sentences ----------------------------------------------------------------------------------


def sentences(root: Path) -> list[Sentence]:
    collected: list[Sentence] = []
    for package in PACKAGES:
        for file in sorted((root / package).rglob("*.py")):
            if "migrations" not in file.parts:
                collected += in_python(file.read_text(), str(file.relative_to(root)))
    for directory in TEMPLATES:
        for file in sorted((root / directory).rglob("*")):
            if file.suffix in (".html", ".txt", ".svg"):
                collected += in_template(file.read_text(), str(file.relative_to(root)))
    return collected


def in_python(source: str, file: str) -> Iterator[Sentence]:
    lines, tree = source.splitlines(), ast.parse(source, file)
    marks = vocabularies(tree)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        above = lines[call.lineno - 2].strip() if call.lineno > 1 else ""
        note = above.removeprefix(NOTE).strip() if above.startswith(NOTE) else ""
        yield from in_call(call, file, note, marks)


def vocabularies(tree: ast.Module) -> dict[str, str]:
    """What marks messages in this module, and the vocabulary each belongs to: `_ = vocabulary("cego")`."""
    marks: dict[str, str] = {}
    for statement in tree.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            continue
        if getattr(statement.value.func, "id", None) == "vocabulary":
            name = ".".join(literal(argument) for argument in statement.value.args)
            marks |= {target.id: name for target in statement.targets if isinstance(target, ast.Name)}
    return marks


def in_call(
    call: ast.Call, file: str, note: str = "", marks: Mapping[str, str] = MappingProxyType({})
) -> Iterator[Sentence]:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None) or ""
    if name not in FUNCTIONS and name not in marks:
        return
    context, text, plural = (
        None if position is None or position >= len(call.args) else call.args[position]
        for position in FUNCTIONS.get(name, MARKED)
    )
    if isinstance(text, ast.JoinedStr):
        raise SyntaxError(
            f"{file}:{call.lineno}: an f-string cannot be translated, use {{names}} and format()"
        )
    if says_something(literal(text)):
        yield Sentence(
            literal(text), literal(plural), marks.get(name) or literal(context) or None, file, note
        )


def says_something(text: str) -> bool:
    """A sentence without a letter of its own, such as "×" or "{total} ({gain})", is the same everywhere."""
    return any(letter.isalpha() for letter in PLACEHOLDER.sub("", text))


def literal(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def in_template(source: str, file: str) -> Iterator[Sentence]:
    """Django turns a template into something like Python, in which its calls of gettext stand."""
    pseudo = templatize(source, origin=file)
    for start in re.finditer(r"\b(?:_|n?p?gettext)\(", pseudo):
        yield from in_call(first_call(pseudo, start.start(), file), file)


def first_call(text: str, start: int, file: str) -> ast.Call:
    """The call beginning at this place. Its end is the first bracket that makes it complete."""
    for end in re.finditer(r"\)", text[start:]):
        try:
            expression = ast.parse(text[start : start + end.end()], file, mode="eval").body
        except SyntaxError:
            continue
        if isinstance(expression, ast.Call):
            return expression
    raise SyntaxError(f"{file}: a translation does not end")


# --- The catalogues -----------------------------------------------------------------------------------------


def languages() -> list[str]:
    """Every language but that of the code."""
    return [code for code, _name in settings.LANGUAGES if code != "en"]


def po_file(language: str) -> Path:
    return Path(settings.LOCALE_PATHS[-1]) / language / "LC_MESSAGES" / "django.po"


def server_file(language: str) -> Path:
    """What a server says instead, where the sentence of the program speaks of a laptop and its Wi-Fi."""
    return Path(settings.SERVER_WORDS) / language / "LC_MESSAGES" / "django.po"


def read(file: Path) -> polib.POFile:
    return polib.pofile(str(file), wrapwidth=110) if file.exists() else polib.POFile(wrapwidth=110)


def merged(language: str, current: Iterable[Sentence], old: polib.POFile) -> polib.POFile:
    """The sentences of today with the translations of yesterday; a new sentence waits for its translation."""
    known = {(entry.msgctxt, entry.msgid): entry for entry in old}
    new = polib.POFile(wrapwidth=110)
    new.metadata = {
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "Plural-Forms": old.metadata.get("Plural-Forms", "nplurals=2; plural=(n != 1);"),
    }
    forms = forms_of(new)
    entries: dict[tuple[str | None, str], polib.POEntry] = {}
    for sentence in current:
        entry = entries.get(sentence.key)
        if entry is None:
            entry = entries[sentence.key] = polib.POEntry(
                msgctxt=sentence.context, msgid=sentence.text, comment=sentence.note
            )
            new.append(entry)
            if before := known.get(sentence.key):
                entry.msgstr, entry.tcomment = before.msgstr, before.tcomment
        if sentence.plural and not entry.msgid_plural:
            entry.msgid_plural = sentence.plural
            before = known.get(sentence.key)
            translated = before.msgstr_plural if before else {}
            entry.msgstr_plural = {form: translated.get(form, "") for form in range(forms)}
        if (sentence.file, "") not in entry.occurrences:
            entry.occurrences.append((sentence.file, ""))
        if PERCENT.search(sentence.text) and "python-format" not in entry.flags:
            entry.flags.append("python-format")
    return new


def forms_of(catalogue: polib.POFile) -> int:
    """How many forms of a sentence with a number the language has."""
    plurals = PLURALS.search(catalogue.metadata["Plural-Forms"])
    return int(plurals[1]) if plurals else 2


def write(language: str, catalogue: polib.POFile) -> None:
    file = po_file(language)
    file.parent.mkdir(parents=True, exist_ok=True)
    catalogue.save(str(file))
    compile_(file)


def compile_(file: Path) -> None:
    file.with_suffix(".mo").write_bytes(binary(read(file)))


def compile_english(sentences: Iterable[Sentence]) -> None:
    """English needs no translation; its file holds the sentences with spaces at which no line should end."""
    file = po_file("en").with_suffix(".mo")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(binary(english(sentences)))


def english_is_set(sentences: Iterable[Sentence]) -> bool:
    """Is the file of English the one of today's sentences?"""
    file = po_file("en").with_suffix(".mo")
    return file.exists() and file.read_bytes() == binary(english(sentences))


def english(sentences: Iterable[Sentence]) -> polib.POFile:
    """The sentences that are not set as they are written, each as its own translation."""
    changed = [
        sentence
        for sentence in sentences
        if glued(sentence.text) != sentence.text or glued(sentence.plural) != sentence.plural
    ]
    catalogue = merged("en", changed, polib.POFile())
    for entry in catalogue:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: entry.msgid, 1: entry.msgid_plural}
        else:
            entry.msgstr = entry.msgid
    return catalogue


def binary(catalogue: polib.POFile) -> bytes:
    """What Django reads: the texts as they are set, with spaces at which no line ends."""
    texts = [(entry, entry.msgstr, dict(entry.msgstr_plural)) for entry in catalogue if not entry.obsolete]
    for entry, text, plural in texts:
        entry.msgstr = glued(text)
        entry.msgstr_plural = {form: glued(word) for form, word in plural.items()}
    packed: bytes = catalogue.to_binary()
    for entry, text, plural in texts:
        entry.msgstr, entry.msgstr_plural = text, plural
    return packed


# --- The comparison -----------------------------------------------------------------------------------------


def complaints(language: str, current: Iterable[Sentence]) -> list[str]:
    """Everything that is missing, left over or wrong in one language; empty if it is complete."""
    file = po_file(language)
    catalogue = read(file)
    wanted = {sentence.key: sentence for sentence in current}
    have = {(entry.msgctxt, entry.msgid): entry for entry in catalogue if not entry.obsolete}
    elsewhere = _translations(catalogue)
    result = [
        f"not in the file: {_named(key)} ({wanted[key].file}){_clash(key, elsewhere)}"
        for key in wanted.keys() - have.keys()
    ]
    result += [f"not said any more: {_named(key)}" for key in have.keys() - wanted.keys()]
    for key, entry in have.items():
        untold = not entry.fuzzy and not entry.translated()
        result += [f"not translated: {_named(key)}{_clash(key, elsewhere)}"] if untold else wrong(entry)
    mo = file.with_suffix(".mo")
    if not mo.exists() or mo.read_bytes() != binary(catalogue):
        result.append(f"{mo.name} does not hold what {file.name} says")
    return sorted([*result, *_whole_games(wanted, have)])


def server_complaints(current: Iterable[Sentence]) -> list[str]:
    """What is wrong with the words of a server: it says the same sentences anew in every language."""
    wanted = {(sentence.context, sentence.text) for sentence in current}
    result: list[str] = []
    meanings: dict[str, set[tuple[str | None, str]]] = {}
    for language, _name in settings.LANGUAGES:
        file = server_file(language)
        entries = read(file)
        meanings[language] = {(entry.msgctxt, entry.msgid) for entry in entries}
        result += [f"{language}: nobody says {_named(key)}" for key in meanings[language] - wanted]
        result += [f"{language}: {complaint}" for entry in entries for complaint in wrong(entry)]
        if not file.with_suffix(".mo").exists() or file.with_suffix(".mo").read_bytes() != binary(entries):
            result.append(f"{language}: django.mo does not hold what django.po says")
    every = set().union(*meanings.values())
    result += [
        f"{language}: not said anew: {_named(key)}"
        for language, keys in meanings.items()
        for key in every - keys
    ]
    return sorted(result)


def _named(key: tuple[str | None, str]) -> str:
    """`'Light'`, or `'Light' of skat` where a message belongs to a vocabulary."""
    context, text = key
    return f"{text!r} of {context}" if context else repr(text)


def _translations(catalogue: polib.POFile) -> dict[str, list[tuple[str | None, str]]]:
    """Each English text with the vocabularies that have a translation of it."""
    known: dict[str, list[tuple[str | None, str]]] = {}
    for entry in catalogue:
        if entry.translated() and not entry.fuzzy and not entry.obsolete:
            text = entry.msgstr or entry.msgstr_plural.get(0, "")
            known.setdefault(entry.msgid, []).append((entry.msgctxt, text))
    return known


def _clash(key: tuple[str | None, str], elsewhere: Mapping[str, list[tuple[str | None, str]]]) -> str:
    """The same English words in other vocabularies: what they are called there may be wrong here."""
    context, text = key
    others = [
        f"{other or 'the pages'} {'say' if other is None else 'says'} {word!r}"
        for other, word in elsewhere.get(text, ())
        if other != context
    ]
    return f"; {', '.join(others)}: the same meaning?" if others else ""


def _whole_games(
    wanted: Mapping[tuple[str | None, str], Sentence], have: Mapping[tuple[str | None, str], polib.POEntry]
) -> Iterator[str]:
    """A vocabulary of which nothing is translated yet: it is spoken in English, and waits as a whole."""
    keys: dict[str, list[tuple[str | None, str]]] = {}
    for key in wanted:
        if key[0] is not None:
            keys.setdefault(key[0], []).append(key)
    for vocabulary, texts in keys.items():
        if not any(key in have and have[key].translated() for key in texts):
            yield f"{vocabulary} is spoken in English: none of its {len(texts)} texts is translated"


def wrong(entry: polib.POEntry) -> list[str]:
    if entry.fuzzy:
        return [f"marked as uncertain: {entry.msgid!r}"]
    if not entry.translated():
        return [f"not translated: {entry.msgid!r}"]
    singular, plural = placeholders(entry.msgid), placeholders(entry.msgid_plural or entry.msgid)
    texts = {0: entry.msgstr} if not entry.msgid_plural else entry.msgstr_plural
    result = []
    for form, text in texts.items():
        # "one hand" may leave out the number that "{count} hands" needs.
        if placeholders(text) not in ([singular, plural] if form == 0 else [plural]):
            result.append(f"placeholders differ: {entry.msgid!r} and {text!r}")
        if (
            text[:1].isspace() != entry.msgid[:1].isspace()
            or text[-1:].isspace() != entry.msgid[-1:].isspace()
        ):
            result.append(f"blanks at the ends differ: {entry.msgid!r} and {text!r}")
    return result


def placeholders(text: str) -> set[str]:
    """The names in {x} and %(x)s."""
    names = set(PERCENT.findall(text))
    try:
        return names | {
            name for _text, name, _spec, _conversion in Formatter().parse(text) if name is not None
        }
    except ValueError:  # a single bracket: not a text for format()
        return names
