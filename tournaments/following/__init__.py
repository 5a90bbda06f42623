"""One log of an event, many readers. What travels is `engines.eventlog.LogBatch`.

reading.batch_after(event, pos, private=False, most=500)    here: sealed, then read
taking.take([batch], tenant)                                elsewhere: checked whole, then applied
authority.hand_over(event, to)                              whoever leads gives it away
authority.take_over(event)                                  whoever follows leads from now on

Nothing of it is loaded before it is needed: most laptops are never followed.
"""
