package disk

func Only() {}
