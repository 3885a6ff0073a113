import * as grpc from '@grpc/grpc-js';
import * as protoLoader from '@grpc/proto-loader';

const definition = protoLoader.loadSync('protos/orders.proto');
const shop = grpc.loadPackageDefinition(definition).shop.v1;
const client = new shop.Orders('orders:9000', grpc.credentials.createInsecure());

export function loadOrder(id: string, done: (error: unknown, order: unknown) => void) {
  client.Get({ id }, done);
}

export function placeOrder(sku: string, count: number, done: (error: unknown, order: unknown) => void) {
  client.Place({ sku, count }, done);
}
