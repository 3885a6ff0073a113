export type Listener<T> = (value: T) => void;

export class Emitter<T> {
  private listeners: Listener<T>[] = [];

  subscribe(listener: Listener<T>): () => void {
    this.listeners.push(listener);
    return () => this.remove(listener);
  }

  protected emit(value: T): void {
    this.listeners.forEach((listener) => listener(value));
  }

  private remove(listener: Listener<T>): void {
    this.listeners = this.listeners.filter((other) => other !== listener);
  }
}
