export function formatSku(sku: string): string {
  return sku.trim().toUpperCase();
}
