package main

import (
	"encoding/json"
	"net/http"
	"os"
)

type quote struct {
	Zone  string `json:"zone"`
	Cents int    `json:"cents"`
}

func showQuote(w http.ResponseWriter, r *http.Request) {
	json.NewEncoder(w).Encode(quote{Zone: r.PathValue("zone"), Cents: 420})
}

func createQuote(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusCreated)
}

func health(w http.ResponseWriter, r *http.Request) {
	w.WriteHeader(http.StatusOK)
}

func countParcels() (*http.Response, error) {
	return http.Get(os.Getenv("PARCELS_URL") + "/parcels")
}

func loadHolidays() (*http.Response, error) {
	return http.Get("https://date.nager.at/api/v3/PublicHolidays/2026/DE")
}
