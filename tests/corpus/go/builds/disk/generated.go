//go:build !ignore_generated

package disk

func made() { only() } //> call only exact
