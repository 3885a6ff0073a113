from concurrent import futures

import grpc

from archive.v1 import orders_pb2, orders_pb2_grpc


class ArchivedOrders(orders_pb2_grpc.OrdersServicer):
    def Get(self, request, context):
        return orders_pb2.ArchivedOrder(id=request.id)


def serve():
    server = grpc.server(futures.ThreadPoolExecutor())
    orders_pb2_grpc.add_OrdersServicer_to_server(ArchivedOrders(), server)
    server.start()
