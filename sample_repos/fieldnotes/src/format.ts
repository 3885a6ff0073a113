const formatter = new Intl.DateTimeFormat("en");

export function formatDate(date: Date): string {
  return formatter.format(date);
}

export namespace Units {
  export function metres(value: number): string {
    return `${round(value)} m`;
  }

  function round(value: number): number {
    return Math.round(value);
  }
}
