// Package tide holds water levels and series of them.
package tide

import "fmt"

// Level is a height above chart datum, in metres.
type Level float64

const (
	// Mean is the level every station reports at rest.
	Mean Level = 0
	High Level = 2.5
)

func (l Level) String() string {
	return fmt.Sprintf("%.2f m", float64(l))
}

func (l Level) Above(other Level) bool {
	return l > other
}

// Parse reads a level such as "1.20".
func Parse(text string) (Level, error) {
	var value float64
	if _, err := fmt.Sscan(text, &value); err != nil {
		return Mean, err
	}
	return Level(value), nil
}
