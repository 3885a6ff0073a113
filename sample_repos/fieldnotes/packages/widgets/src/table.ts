import { Widget } from "./widget";

export default class Table<Row> extends Widget {
  constructor(
    private readonly rows: Row[],
    private readonly print: (row: Row) => string,
  ) {
    super("table");
  }

  render(): string {
    return this.rows.map((row) => this.cell(row)).join("");
  }

  private cell(row: Row): string {
    return `<td>${this.print(row)}</td>`;
  }
}
