"""Bank accounts: is this an IBAN? What stands in the code that a phone's bank app reads?"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from scoring import Problem, say
from scoring.text import mark as _

HOLDER, REFERENCE = 70, 140  # letters that a transfer takes
MOST_BYTES = 331  # of its code
LENGTHS = {  # of IBANs, by country
    **{"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BR": 29},
    **{"BY": 28, "CH": 21, "CR": 22, "CY": 28, "CZ": 24, "DE": 22, "DK": 18, "DO": 28, "EE": 20, "EG": 29},
    **{"ES": 24, "FI": 18, "FO": 18, "FR": 27, "GB": 22, "GE": 22, "GI": 23, "GL": 18, "GR": 27, "GT": 28},
    **{"HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27, "JO": 30, "KW": 30, "KZ": 20},
    **{"LB": 28, "LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MD": 24, "ME": 22, "MK": 19},
    **{"MR": 27, "MT": 31, "MU": 30, "NL": 18, "NO": 15, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29},
    **{"RO": 24, "RS": 22, "SA": 24, "SC": 31, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "ST": 25, "SV": 28},
    **{"TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22, "VG": 24, "XK": 20},
}
BIC = re.compile(r"[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?")


@dataclass(frozen=True, slots=True)
class BankAccount:
    """Where a fee can be transferred to."""

    holder: str = ""
    iban: str = ""  # without spaces
    bic: str = ""

    @property
    def known(self) -> bool:
        return bool(self.holder and self.iban)

    @property
    def shown(self) -> str:
        """The IBAN in groups of four."""
        return " ".join(self.iban[at : at + 4] for at in range(0, len(self.iban), 4))


def bare(text: str) -> str:
    """What was typed, without spaces and in capitals."""
    return "".join(text.split()).upper()


def is_iban(text: str) -> bool:
    """Is the length that of its country, and does the remainder by 97 fit (ISO 13616)?"""
    if LENGTHS.get(text[:2]) != len(text) or re.fullmatch(r"[A-Z]{2}\d{2}[A-Z0-9]+", text) is None:
        return False
    digits = "".join(str(int(letter, 36)) for letter in text[4:] + text[:4])
    return int(digits) % 97 == 1


def account_problems(bank: BankAccount) -> Iterable[Problem]:
    """What a bank would refuse."""
    if bank.iban and not is_iban(bank.iban):
        yield Problem("iban", "iban", say(_("This is no IBAN: a digit or a letter is wrong.")))
    if bank.iban and not bank.holder:
        yield Problem("holder", "holder", say(_("Whose account is it?")))
    if bank.holder and not bank.iban:
        yield Problem("iban", "iban_missing", say(_("Please add the IBAN of the account.")))
    if len(bank.holder) > HOLDER:
        yield Problem("holder", "length", say(_("At most {high} letters."), high=HOLDER))
    if bank.bic and BIC.fullmatch(bank.bic) is None:
        yield Problem("bic", "bic", say(_("This is no BIC: it has 8 or 11 letters and digits.")))


def transfer_code(bank: BankAccount, cents: int, reference: str) -> str:
    """What the code of a transfer in euros says (EPC069-12, version 2, UTF-8), for the app of a bank."""
    amount = f"EUR{cents // 100}.{cents % 100:02}"
    reference = reference[:REFERENCE]
    while True:
        lines = ["BCD", "002", "1", "SCT", bank.bic, bank.holder, bank.iban, amount, "", "", reference]
        text = "\n".join(lines)
        if len(text.encode()) <= MOST_BYTES or not reference:
            return text
        reference = reference[:-1]
