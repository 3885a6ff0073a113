package server

import (
	"context"

	shoppb "example.org/shop/orders/gen/shop/v1/shoppb"
	"example.org/shop/orders/internal/stock"
)

type Server struct {
	shoppb.UnimplementedOrdersServer
	stock *stock.Gateway
}

func New() *Server {
	return &Server{stock: stock.Dial()}
}

func (s *Server) Get(ctx context.Context, in *shoppb.GetOrderRequest) (*shoppb.Order, error) {
	return &shoppb.Order{Id: in.Id}, nil
}

func (s *Server) Place(ctx context.Context, in *shoppb.PlaceOrderRequest) (*shoppb.Order, error) {
	if err := s.stock.Reserve(ctx, in.Sku, in.Count); err != nil {
		return nil, err
	}
	return &shoppb.Order{Sku: in.Sku}, nil
}
