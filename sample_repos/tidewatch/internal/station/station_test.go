package station

import (
	"testing"

	"example.org/tidewatch/internal/tide"
)

func TestPeakIsTheHighestReading(t *testing.T) {
	st := New("pier", Position{})
	st.Record(10, tide.High)
	if st.Peak() != tide.High {
		t.Fatal("wrong peak", st.Labels())
	}
}
