module example.org/acme/tariffs

go 1.22
