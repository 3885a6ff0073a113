define RUN #> def macro RUN
run
endef
