/** Sends a request again when it did no good and may do better: nothing answered, too many requests, or a busy server. */

export type RetryOptions = {
  /** How often a request is sent again, by default twice. */
  retries?: number
  /** Longer pauses than this, in ms, that the server asks for are left to the caller; by default 30 seconds. */
  longestPauseMs?: number
}

const FIRST_PAUSE_MS = 250

/**
 * A command is sent again under the same idempotency key, so it takes effect once. Streams and downloads that break off
 * are not sent again.
 */
export function withRetries(
  send: typeof fetch,
  { retries = 2, longestPauseMs = 30_000 }: RetryOptions = {},
): typeof fetch {
  return async (input, init) => {
    assertSendable(init?.headers)
    for (let tries = 0; ; tries++) {
      const isLast = tries >= retries
      const backOffMs = FIRST_PAUSE_MS * 2 ** tries
      let pauseMs = backOffMs
      try {
        const response = await send(input, init)
        if (isLast || (response.status !== 429 && response.status !== 503)) return response
        pauseMs = Math.max(askedPauseMs(response) ?? backOffMs, 0)
        if (pauseMs > longestPauseMs) return response
        await response.body?.cancel()
      } catch (error) {
        if (isLast || init?.signal?.aborted) throw error
      }
      await pause(pauseMs, init?.signal)
    }
  }
}

/** Throws for names and values that no header can have: sending them again would help nobody. */
function assertSendable(headers: RequestInit['headers']): Headers {
  return new Headers(headers)
}

/** `Retry-After` in seconds. */
function askedPauseMs(response: Response): number | undefined {
  const seconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10)
  return Number.isFinite(seconds) ? seconds * 1_000 : undefined
}

async function pause(ms: number, signal: AbortSignal | null | undefined): Promise<void> {
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, ms)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
