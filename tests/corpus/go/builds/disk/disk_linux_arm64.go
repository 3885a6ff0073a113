package disk

func page() {}
