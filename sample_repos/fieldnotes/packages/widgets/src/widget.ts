export interface Size {
  width: number;
  height: number;
}

export abstract class Widget {
  protected children: Widget[] = [];

  constructor(readonly name: string) {}

  abstract render(): string;

  append(child: Widget): this {
    this.children.push(child);
    return this;
  }

  mount(): string {
    const parts = this.children.map((child) => child.mount());
    return this.render() + parts.join("");
  }
}
