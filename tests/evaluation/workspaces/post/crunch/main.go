package main

import (
	"context"

	"github.com/hibiken/asynq"
)

func main() {
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: "queue:6379"}, asynq.Config{})
	mux := asynq.NewServeMux()
	mux.HandleFunc("export:render", handleRender)
	mux.HandleFunc("export:upload", handleUpload)
	server.Run(mux)
}

func handleRender(ctx context.Context, task *asynq.Task) error {
	return nil
}

func handleUpload(ctx context.Context, task *asynq.Task) error {
	return nil
}
