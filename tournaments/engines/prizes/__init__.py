"""Prizes, pure: a pot, people with places, prizes and rules go in; who gets what, why, and the rest come out.

outcome = awarded(PrizeQuestion(currency="EUR", pot=…, entrants=…, prizes=…, rules=PrizeRules()))
outcome.awards[0].money, outcome.awards[0].text, outcome.rest
question = question_from({"currency": "EUR", …})      # JSON, raises Unreadable with everything wrong
prizes_from([…]), rules_from({…})                     # parts of it, as they are stored
prize_json(prize), rules_json(rules)                  # and back
"""
