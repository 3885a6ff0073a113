// The courier takes the tasks of its queue.
package main

import (
	"example.com/parcelpost/courier/rounds"
	"github.com/hibiken/asynq"
)

// Board is no queue, though it looks like one.
type Board struct{ notes map[string]func() }

// HandleFunc pins a note to the board.
func (b *Board) HandleFunc(name string, note func()) { b.notes[name] = note }

func sweep() {}

func main() {
	driver := &rounds.Driver{}
	mux := asynq.NewServeMux()
	mux.HandleFunc(rounds.TypeCollect, rounds.Collect)
	mux.HandleFunc(rounds.TypeDeliver, driver.Deliver)
	board := &Board{notes: map[string]func(){}}
	board.HandleFunc(rounds.TypeCollect, sweep)
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: "localhost:6379"}, asynq.Config{})
	if err := server.Run(mux); err != nil {
		panic(err)
	}
}
