"""What is not even between people, in sentences. Where everything is even nothing is said."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.text import Text, say
from scoring.text import mark as _

SMALLER_TABLES = _("Rounds at a smaller table: some have up to {count} more than others.")
FIRST_DEALER = _("Dealing first: some do it in up to {count} more rounds than others.")
ONE_TABLE = _("Rounds at one and the same table: for some up to {count}.")


def unevenness(facts: Mapping[str, object]) -> list[Text]:
    """A sentence for each thing that could be more even by more than once."""
    sentences = []
    for key, sentence in (("smaller_tables_spread", SMALLER_TABLES), ("first_dealer_spread", FIRST_DEALER)):
        count = facts.get(key, 0)
        if isinstance(count, int) and count > 1:
            sentences.append(say(sentence, count=count))
    most, bound = facts.get("most_at_one_table", 0), facts.get("most_at_one_table_bound", 0)
    if isinstance(most, int) and isinstance(bound, int) and most > bound + 1:
        sentences.append(say(ONE_TABLE, count=most))
    return sentences
