"""`make mutants`: small mistakes are put into the code one after the other; a test has to notice each.

Why not a library: cosmic-ray starts pytest anew for every mistake, which takes longer here than the tests
that matter; mutmut leaves decorated functions out, and here many rules are properties. So the tests are
collected once, and every mistake is tried in a fork that runs the tests which reach its line.
"""
