"""What is not even between people, in sentences. Where everything is even nothing is said."""

from __future__ import annotations

from scoring.text import Text, say
from scoring.text import mark as _
from tournaments.engines.draw.declared import AnswerJson

SMALLER_TABLES = _("Rounds at a smaller table: some have up to {count} more than others.")
FIRST_DEALER = _("Dealing first: some do it in up to {count} more rounds than others.")
ONE_TABLE = _("Rounds at one and the same table: for some up to {count}.")


def unevenness(facts: AnswerJson) -> list[Text]:
    """A sentence for each thing that could be more even by more than once."""
    sentences = []
    smaller, first = facts.get("smaller_tables_spread", 0), facts.get("first_dealer_spread", 0)
    for count, sentence in ((smaller, SMALLER_TABLES), (first, FIRST_DEALER)):
        if count > 1:
            sentences.append(say(sentence, count=count))
    most, bound = facts.get("most_at_one_table", 0), facts.get("most_at_one_table_bound", 0)
    if most > bound + 1:
        sentences.append(say(ONE_TABLE, count=most))
    return sentences
