module example.org/money/ratekit

go 1.22
