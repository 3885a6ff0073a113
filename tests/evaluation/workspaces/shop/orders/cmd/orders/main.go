package main

import (
	"log"
	"net"

	"google.golang.org/grpc"

	shoppb "example.org/shop/orders/gen/shop/v1/shoppb"
	"example.org/shop/orders/internal/server"
)

func main() {
	listener, err := net.Listen("tcp", ":9000")
	if err != nil {
		log.Fatal(err)
	}
	s := grpc.NewServer()
	shoppb.RegisterOrdersServer(s, server.New())
	log.Fatal(s.Serve(listener))
}
