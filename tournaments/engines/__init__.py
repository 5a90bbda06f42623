"""What is computed: draws, standings, plans, numbers. Pure: the standard library, `scoring` and itself; no
Django, no database, no language.
"""
