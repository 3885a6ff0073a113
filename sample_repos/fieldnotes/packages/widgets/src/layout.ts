import type { Size } from "./widget";

export const LIMIT = 960;

export function fit(size: Size): Size {
  return { width: clamp(size.width), height: clamp(size.height) };
}

export const clamp = (value: number): number => Math.min(Math.max(value, 0), LIMIT);
