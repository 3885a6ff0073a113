export type Response = { status: number } //> def type Response
export interface Request {
  url: string
}
export class Gate {
  static build() {}
  open() {}
}
