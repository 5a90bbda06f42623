"""Fill in the entry form of a page as people do without any script: only what the page offers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser

from scoring.fields import AnswerKind
from scoring.flat import BETWEEN_ITEMS, FALSE, Column


class NotOffered(AssertionError):  # noqa: N818 (what is wrong, not that it is)
    """The page has no way to say this."""


@dataclass
class Control:
    """One input of the form."""

    kind: str  # text, radio, checkbox, hidden, select
    value: str
    checked: bool = False
    options: list[str] = field(default_factory=list)


class EntryForm(HTMLParser):
    """The form with the id `entry`, as the page was sent."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.controls: dict[str, list[Control]] = {}
        self.inside = False
        self.feed(html)
        if not self.controls:
            raise NotOffered("there is no entry form on this page")

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = given.get("id") == "entry"
        name = given.get("name", "")
        if not self.inside:
            return
        if tag == "input" and name:
            control = Control(given.get("type", "text"), given.get("value", ""), "checked" in given)
            self.controls.setdefault(name, []).append(control)
        elif tag == "select":
            self.controls.setdefault(name, []).append(Control("select", ""))
            self.select = self.controls[name][-1]
        elif tag == "option":
            self.select.options.append(given["value"])
            if "selected" in given:
                self.select.value = given["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False

    def standing(self) -> dict[str, list[str]]:
        """What would be sent if nobody touched anything."""
        sent: dict[str, list[str]] = {}
        for name, controls in self.controls.items():
            for control in controls:
                if control.kind not in ("radio", "checkbox") or control.checked:
                    sent.setdefault(name, []).append(control.value)
        return sent

    def filled(self, columns: Sequence[Column], cells: Mapping[str, str]) -> dict[str, list[str]]:
        """What is sent after these answers were given; raises NotOffered."""
        sent = self.standing()
        for column in columns:
            cell = cells.get(column.name, "")
            if cell or column.name in self.controls:
                sent[column.name] = self._answered(column, cell)
        return sent

    def _answered(self, column: Column, cell: str) -> list[str]:
        controls = self.controls.get(column.name, [])
        if not controls:
            raise NotOffered(f"{column.name} is not asked")
        kind = controls[0].kind
        if kind == "text":
            return [cell]
        if kind == "radio" and not cell:  # what is chosen already can be changed, not taken back
            return [control.value for control in controls if control.checked]
        several = column.shape.kind in (AnswerKind.LIST, AnswerKind.PARTIES)
        wanted = [part for part in cell.split(BETWEEN_ITEMS) if part] if several else [cell] if cell else []
        if kind == "select":
            if len(wanted) > len(controls) or not set(wanted) <= set(controls[0].options):
                raise NotOffered(f"{column.name} cannot be {cell}")
            return wanted + [""] * (len(controls) - len(wanted))
        offered = {control.value for control in controls}
        if kind == "checkbox" and not several:
            if column.field.default is not False and cell == FALSE:
                raise NotOffered(f"{column.name} cannot be denied")
            wanted = [value for value in wanted if value != FALSE]
        if not set(wanted) <= offered or (kind == "radio" and len(wanted) > 1):
            raise NotOffered(f"{column.name} cannot be {cell}")
        return sorted(wanted, key=[control.value for control in controls].index)
