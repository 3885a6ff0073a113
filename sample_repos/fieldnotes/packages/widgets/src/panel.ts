import { Button } from "./button";
import { fit } from "./layout";
import { Size, Widget } from "./widget";

export class Panel extends Widget {
  private size: Size = { width: 0, height: 0 };

  render(): string {
    return `<section style="width:${this.size.width}px">`;
  }

  resize(size: Size): Panel {
    this.size = fit(size);
    return this;
  }

  override mount(): string {
    return super.mount() + "</section>";
  }
}

export function createPanel(name: string, action: string): Panel {
  const panel = new Panel(name).resize({ width: 320, height: 200 });
  panel.append(new Button(action));
  return panel;
}
