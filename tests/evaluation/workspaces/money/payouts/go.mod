module example.org/money/payouts

go 1.22

require example.org/money/ratekit v0.3.0
