# Thin names for dev.py, which says more: python3 dev.py
run test quick check bench bench-scale faults faults-full mutants schedules rehearsal lock:
	@python3 dev.py $@ $(if $(ONLY),--only "$(ONLY)") $(ARGS)

bench-compare: # REF=v1
	@python3 dev.py $@ $(REF) $(if $(ONLY),--only "$(ONLY)") $(ARGS)

bench-short:
	@python3 dev.py $@ $(if $(WRITE),--write) $(ARGS)

profile: # PATH_NAME=hand
	@python3 dev.py $@ $(PATH_NAME) $(ARGS)

.PHONY: run test quick check bench bench-compare bench-scale bench-short faults faults-full mutants schedules rehearsal lock profile
