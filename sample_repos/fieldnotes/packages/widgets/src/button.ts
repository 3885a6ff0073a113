import { Widget } from "./widget";

export type ClickHandler = (label: string) => void;

export class Button extends Widget {
  private handlers = new Set<ClickHandler>();

  constructor(readonly label: string) {
    super("button");
  }

  render(): string {
    return `<button>${escapeLabel(this.label)}</button>`;
  }

  onClick(handler: ClickHandler): void {
    this.handlers.add(handler);
  }

  press(): void {
    for (const handler of this.handlers) handler(this.label);
  }
}

export function escapeLabel(label: string): string {
  return label.replace(/</g, "&lt;");
}
