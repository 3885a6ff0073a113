export function plural(count: number, word: string): string {
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

export class Badge {
  render(text: string): string {
    return `[${text}]`;
  }
}
