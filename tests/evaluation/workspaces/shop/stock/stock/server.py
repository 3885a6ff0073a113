from concurrent import futures

import grpc

from stock.v1 import stock_pb2, stock_pb2_grpc


class StockService(stock_pb2_grpc.StockServicer):
    def Get(self, request, context):
        return stock_pb2.Level(count=1)

    def Reserve(self, request, context):
        return stock_pb2.Level(count=0)


def serve():
    server = grpc.server(futures.ThreadPoolExecutor())
    stock_pb2_grpc.add_StockServicer_to_server(StockService(), server)
    server.add_insecure_port("[::]:9000")
    server.start()
