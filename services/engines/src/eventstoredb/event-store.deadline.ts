/** Rejects when the promise takes longer than `timeoutMs`. Its outcome is then unknown. */
export function within<Result>(timeoutMs: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
