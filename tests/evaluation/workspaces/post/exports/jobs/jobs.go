package jobs

import (
	"encoding/json"

	"github.com/hibiken/asynq"
)

const (
	TypeRender = "export:render"
	TypeUpload = "export:upload"
)

func EnqueueRender(client *asynq.Client, path string) error {
	payload, _ := json.Marshal(path)
	_, err := client.Enqueue(asynq.NewTask(TypeRender, payload))
	return err
}

func EnqueueUpload(client *asynq.Client, path string) error {
	payload, _ := json.Marshal(path)
	_, err := client.Enqueue(asynq.NewTask(TypeUpload, payload))
	return err
}

func EnqueueSweep(client *asynq.Client) error {
	_, err := client.Enqueue(asynq.NewTask("export:sweep", nil))
	return err
}
