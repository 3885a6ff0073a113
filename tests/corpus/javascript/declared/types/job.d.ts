export interface Job {
  retry(): void
}
