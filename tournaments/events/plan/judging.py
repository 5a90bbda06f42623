"""Answers of an organiser, judged before anything is stored; everything wrong is found at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scoring import Game, Problem, Unreadable, game_for, say
from scoring.fields import fields_of
from scoring.record import Answers, RawAnswers, read
from scoring.table import alone
from scoring.text import mark as _
from tournaments.engines.plans import EventSettings, StagePlan, dumped, event_settings, stage_plan
from tournaments.engines.plans.answers import answers
from tournaments.engines.plans.fitting import stage_problems
from tournaments.engines.plans.stages import StageDraft
from tournaments.engines.standings import RankingRules
from tournaments.engines.standings.rules import problems as ranking_problems
from tournaments.ledger.opening import LONGEST_TITLE
from tournaments.lists import cleaned
from tournaments.lists.lengths import lengths_refused, too_long

LONGEST_STAGE_NAME = 60
LONGEST_REASON = 200
MOST_STAGES = 20


def known_game(key: str) -> Game[Any, Any]:
    """The game; raises Unreadable for one this version does not know."""
    try:
        return game_for(key)
    except KeyError:
        raise Unreadable([Problem("game", "unknown_game", say(_("This game is not known here.")))]) from None


def words(title: str, club: str, place: str) -> tuple[str, str, str]:
    """Title, club and place without what cannot be seen; raises Unreadable."""
    title, club, place = cleaned(title), cleaned(club), cleaned(place)
    problems = []
    if not title:
        problems.append(Problem("title", "missing", say(_("The event needs a name."))))
    texts = {"title": title, "club": club, "place": place}
    problems += lengths_refused(texts, dict.fromkeys(texts, LONGEST_TITLE))
    if problems:
        raise Unreadable(problems)
    return title, club, place


def settings_from(raw: RawAnswers | EventSettings) -> EventSettings:
    """Settings of the event; raises Unreadable."""
    return raw if isinstance(raw, EventSettings) else event_settings(raw)


def ranking_from(raw: RawAnswers | RankingRules) -> RankingRules:
    """Rules of the ranking that go together; raises Unreadable."""
    rules = raw if isinstance(raw, RankingRules) else answers(RankingRules, raw)
    if problems := ranking_problems(rules):
        raise Unreadable(problems)
    return rules


def draft_from(raw: RawAnswers | StagePlan | StageDraft) -> StageDraft:
    """A stage; a mapping holds the raw answers of its plan. Raises Unreadable."""
    if isinstance(raw, StageDraft):
        draft = raw
    elif isinstance(raw, StagePlan):
        draft = StageDraft(plan=raw)
    else:
        draft = StageDraft(plan=stage_plan(raw))
    name = cleaned(draft.name)
    if len(name) > LONGEST_STAGE_NAME:
        raise Unreadable([Problem("name", "length", too_long(LONGEST_STAGE_NAME))])
    return StageDraft(plan=draft.plan, name=name, rules=draft.rules)


def rules_under(game: Game[Any, Any], base: Any, switches: RawAnswers) -> Any:
    """The rules of the event with what is different in a stage; raises Unreadable."""
    if not switches:
        return base
    reading = read(fields_of(game.rules), switches, alone(max(game.seats)), base=base)
    if reading.problems:
        raise Unreadable(reading.problems)
    return game.rules(**reading.values)


def refuse_misfits(
    game: Game[Any, Any], rules: Any, settings: EventSettings, drafts: Iterable[StageDraft]
) -> None:
    """Raise Unreadable with what keeps stages from being played; `at` is a stage's place from 1."""
    problems = []
    for place, draft in enumerate(drafts, start=1):
        here = rules_under(game, rules, draft.rules)
        for problem in stage_problems(game, here, settings, draft.plan):
            text = say(_("Stage {number}: {problem}"), number=place, problem=problem.text)
            problems.append(Problem(problem.field, problem.code, text, (place,)))
    if problems:
        raise Unreadable(problems)


def refuse_misfit(game: Game[Any, Any], rules: Any, settings: EventSettings, draft: StageDraft) -> None:
    """Raise Unreadable with what keeps one stage from being played."""
    if problems := stage_problems(game, rules_under(game, rules, draft.rules), settings, draft.plan):
        raise Unreadable(problems)


def differing(game: Game[Any, Any], base: Any, rules: Any) -> Answers:
    """The raw answers in which these rules differ from others."""
    theirs = dumped(base)
    return {name: value for name, value in dumped(rules).items() if theirs.get(name) != value}
