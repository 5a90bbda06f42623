"""Money, pure: whole numbers of the smallest unit of a currency, never a fraction and never a float.

Which currencies there are and how many decimals each has is ISO 4217; what they look like in a language is
`speech.money`.
"""

from __future__ import annotations

from dataclasses import dataclass

TWO = 2  # decimals most currencies have
NO_DECIMALS = """BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"""
THREE = frozenset(("BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"))
FOUR = frozenset(("CLF", "UYW"))
CODES = """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD
    HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD
    LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK
    PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
    TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYI UYU UYW UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW
    ZWG"""
CURRENCIES, NONE = frozenset(CODES.split()), frozenset(NO_DECIMALS.split())
MOST = 10**12  # smallest units that an amount may have, on either side of nothing


def decimals(currency: str) -> int:
    """How many digits the smallest unit is behind the point; raises KeyError for no currency."""
    if currency not in CURRENCIES:
        raise KeyError(currency)
    if currency in NONE:
        return 0
    return 3 if currency in THREE else 4 if currency in FOUR else TWO


@dataclass(frozen=True, slots=True)
class Money:
    """An amount in a sentence: `amount` smallest units of an ISO 4217 currency."""

    amount: int
    currency: str
