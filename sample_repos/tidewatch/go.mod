module example.org/tidewatch

go 1.22
