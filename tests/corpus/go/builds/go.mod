module example.org/builds

go 1.24
