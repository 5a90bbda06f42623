# Thin names for dev.py, which says more: python3 dev.py
run test quick check bench faults faults-full mutants schedules rehearsal lock:
	@python3 dev.py $@ $(if $(ONLY),--only "$(ONLY)") $(ARGS)

.PHONY: run test quick check bench faults faults-full mutants schedules rehearsal lock
