// Package rounds has the tasks of a courier's rounds, and who runs them.
package rounds

import (
	"context"
	"encoding/json"
	"os"

	"github.com/hibiken/asynq"
)

// Names of tasks.
const (
	TypeCollect = "rounds:collect"
	TypeDeliver = "rounds:deliver"
)

// Stop is a place of a round.
type Stop struct {
	Parcel string
}

// NewCollect makes the task of collecting a parcel.
func NewCollect(parcel string) (*asynq.Task, error) {
	payload, err := json.Marshal(Stop{Parcel: parcel})
	if err != nil {
		return nil, err
	}
	return asynq.NewTask(TypeCollect, payload), nil
}

// NewDelivery makes the task of delivering a parcel.
func NewDelivery(parcel string) *asynq.Task {
	return asynq.NewTask(TypeDeliver, []byte(parcel))
}

// NewErrand makes a task that the environment names.
func NewErrand() *asynq.Task {
	return asynq.NewTask("errands:"+os.Getenv("ERRAND"), nil)
}

// Collect collects a parcel and plans its delivery.
func Collect(_ context.Context, task *asynq.Task) error {
	plan(NewDelivery(string(task.Payload())))
	return nil
}

// Driver delivers parcels.
type Driver struct{ Trips int }

// Deliver delivers a parcel.
func (d *Driver) Deliver(_ context.Context, task *asynq.Task) error {
	d.Trips++
	return nil
}

func plan(*asynq.Task) {}
