export { formatSku } from './sku';
export * from './words';
