package tide

import "sort"

// Reading is one level at one minute of the day.
type Reading struct {
	Minute int
	Level  Level
}

// Series is a day's readings.
type Series []Reading

func (s Series) Peak() Level {
	peak := Mean
	for _, reading := range s {
		if reading.Level.Above(peak) {
			peak = reading.Level
		}
	}
	return peak
}

func (s Series) Sorted() Series {
	sort.Slice(s, func(i, j int) bool { return s[i].Minute < s[j].Minute })
	return s
}

// Map applies f to every level.
func Map[T any](s Series, f func(Level) T) []T {
	out := make([]T, 0, len(s))
	for _, reading := range s {
		out = append(out, f(reading.Level))
	}
	return out
}
