"""Who counts for a team, in words: for papers and for the plan of prizes."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from tournaments.engines.standings.choices import TeamBest
from tournaments.engines.standings.rules import RankingRules


def who_counts(rules: RankingRules) -> str:
    """`in each round the best 3 members count`."""
    if not rules.team_best:
        return gettext("the sum of all members")
    if rules.team_by is TeamBest.EVENT:
        text = ngettext(
            "the member who stands best in the end counts",
            "the {count} members who stand best in the end count",
            rules.team_best,
        )
    else:
        text = ngettext(
            "in each round the best member counts",
            "in each round the best {count} members count",
            rules.team_best,
        )
    return text.format(count=rules.team_best)
