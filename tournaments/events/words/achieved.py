"""What a draw has achieved, sentence by sentence, as its page and its protocol say it.

What the engine has said is about what it was asked. Who meets whom again is counted anew, over the seats that
are in force, and says over which rounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from scoring import say
from scoring.table import alone
from scoring.text import Text
from scoring.text import mark as _
from tournaments.engines.draw import ABOUT_MEETINGS, about_meetings
from tournaments.engines.plans import Format
from tournaments.events.draw.again import again_in
from tournaments.events.draw.drafts import spoken
from tournaments.events.ground.stages import plan_of
from tournaments.models import Round
from tournaments.speech.wording import Wording, listed

WORDS = Wording(alone(1))


def achieved(round_: Round) -> list[str]:
    """All of it, in the active language."""
    plan, answer = plan_of(round_.stage), round_.answer
    texts = [spoken(stored) for stored in answer.get("sentences", ())]
    by_hand = any(change["what"] != "drawn_early" for change in round_.changes)
    sentences = [_sentence(round_, text, by_hand=by_hand) for text in texts]
    if plan.format == Format.GROUPS:
        count = len({*round_.seating["groups"]})
        sentences.insert(0, ngettext("{count} group.", "{count} groups.", count).format(count=count))
    if not texts:
        sentences.append(gettext("The bracket goes on with those who have won; nothing is drawn by lot."))
    return sentences


def _sentence(round_: Round, text: Text, *, by_hand: bool) -> str:
    if text.message not in ABOUT_MEETINGS:
        sentence = WORDS.say(text)
        return (
            gettext("Before the changes by hand: {sentence}").format(sentence=sentence)
            if by_hand
            else sentence
        )
    if plan_of(round_.stage).format == Format.FINAL:
        return gettext("The standings decide who sits here; whoever has met before may meet again.")
    return _about_meetings(round_)


def _about_meetings(round_: Round) -> str:
    again = again_in(round_)
    if again.count and not again.as_drawn:  # other people sit together than the engine knew
        text = say(_("Repeated meetings: {count}."), count=again.count)
    else:
        text = about_meetings(again.count, again.bound, again.known, friends=again.friends)
    where = ngettext("Round {rounds}: {sentence}", "Rounds {rounds}: {sentence}", len(again.rounds))
    return where.format(rounds=_span(again.rounds), sentence=WORDS.say(text))


def _span(numbers: Sequence[int]) -> str:
    """`1 to 3`, `1, 2 and 5`."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return gettext("{first} to {last}").format(first=numbers[0], last=numbers[-1])
    return listed([str(number) for number in numbers])
