# Thin names for dev.py, which says more: python3 dev.py
run test check bench rehearsal lock:
	@python3 dev.py $@ $(ARGS)

.PHONY: run test check bench rehearsal lock
