//go:build !cgo
// +build cgo

package disk

func cache() {}
