import grpc

from archive.v1 import orders_pb2 as archived_pb2
from archive.v1 import orders_pb2_grpc as archived_grpc
from shop.v1 import orders_pb2, orders_pb2_grpc
from stock.v1 import stock_pb2, stock_pb2_grpc


def load_order(id):
    stub = orders_pb2_grpc.OrdersStub(grpc.insecure_channel("orders:9000"))
    return stub.Get(orders_pb2.GetOrderRequest(id=id))


def load_archived(id):
    stub = archived_grpc.OrdersStub(grpc.insecure_channel("archive:9000"))
    return stub.Get(archived_pb2.GetArchivedRequest(id=id))


def count_stock(sku):
    with grpc.insecure_channel("stock:9000") as channel:
        stub = stock_pb2_grpc.StockStub(channel)
        return stub.Get(stock_pb2.GetStockRequest(sku=sku)).count
