package disk

func probeDarwin() { flush() } //> call disk_others.go::flush exact; none only
