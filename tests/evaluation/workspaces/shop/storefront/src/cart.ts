import { Badge, formatSku, plural } from '@acme/shop-format';

export function describeCart(skus: string[]): string {
  return `${plural(skus.length, 'item')}: ${skus.map((sku) => formatSku(sku)).join(', ')}`;
}

export class CartBadge extends Badge {
  show(): string {
    return this.render('cart');
  }
}

function formatSkuPlain(sku: string): string {
  return sku;
}

export function debugCart(skus: string[]): string {
  return skus.map(formatSkuPlain).join(',');
}
