package stock

import (
	"context"

	"google.golang.org/grpc"

	stockpb "example.org/shop/orders/gen/stock/v1/stockpb"
)

type Gateway struct {
	client stockpb.StockClient
}

func Dial() *Gateway {
	conn, _ := grpc.Dial("stock:9000", grpc.WithInsecure())
	return &Gateway{client: stockpb.NewStockClient(conn)}
}

func (g *Gateway) Reserve(ctx context.Context, sku string, count int32) error {
	_, err := g.client.Reserve(ctx, &stockpb.ReserveRequest{Sku: sku, Count: count})
	return err
}
