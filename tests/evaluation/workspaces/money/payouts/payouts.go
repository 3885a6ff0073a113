package payouts

import (
	"bytes"
	"fmt"
	"net/http"
	"os"

	"example.org/money/ratekit/rates"
)

type Ledger struct {
	base string
	http *http.Client
}

func NewLedger() *Ledger {
	return &Ledger{base: os.Getenv("LEDGER_URL"), http: &http.Client{}}
}

func Pay(account string, cents int64) error {
	table := rates.Default()
	converted := table.Convert(cents, "USD")
	url := fmt.Sprintf("%s/accounts/%s/entries", os.Getenv("LEDGER_URL"), account)
	_, err := http.Post(url, "application/json", bytes.NewReader([]byte(fmt.Sprint(converted))))
	return err
}

func (l *Ledger) Balance(account string) (*http.Response, error) {
	request, err := http.NewRequest(http.MethodGet, l.base+"/accounts/"+account+"/balance", nil)
	if err != nil {
		return nil, err
	}
	return l.http.Do(request)
}

func Reload() (*rates.Table, error) {
	return rates.Load("/etc/rates")
}

func Default() string {
	return Convert(1)
}

func Convert(n int) string {
	return fmt.Sprint(n)
}
