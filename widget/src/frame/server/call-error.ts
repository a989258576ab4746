/** `status` 0: the server was not reached. `code`, `message` and `field` are those of the server, if it sent any. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  constructor(status: number, code: string, message: string, field?: string) {
    super(message)
    this.status = status
    this.code = code
    this.field = field
  }
}
