module example.org/post/exports

go 1.22

require github.com/hibiken/asynq v0.24.1
