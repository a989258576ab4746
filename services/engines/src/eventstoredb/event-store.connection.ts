import { setTimeout as delay } from 'node:timers/promises'
import { convertToCommandError, type EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { newClient, release } from './event-store.client.ts'

/** The time for all tries of a call, in times of one try, so that a request ends within ten seconds. */
const PATIENCE = 3.6
/** The same while the server is known to be away. */
const PATIENCE_WHILE_AWAY = 2
/** After this many failures without an answer a new client is used, in case the old one has cached the failure. */
const FAILURES_PER_CLIENT = 3
/** The longest pause after a failure. Each try is cheap, and nothing else notices that the server is back. */
const LONGEST_PAUSE_MS = 250

/** Failures that a retry can't fix, as the client names them. */
const FINAL = new Set([
  'access-denied',
  'invalid-argument',
  'maximum-append-size-exceeded',
  'stream-deleted',
  'unsupported',
])
/** The same by their gRPC codes: an invalid argument, no permission, not implemented, and not signed in. */
const FINAL_CODES = new Set<unknown>([3, 7, 12, 16])

export type Connection = {
  /**
   * Runs an idempotent call, which limits its own time, and retries transient failures. Throws the last failure if it is
   * final, otherwise `StoreUnavailable`.
   */
  run<Result>(what: string, call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result>
  client(): EventStoreDBClient
  /** Notes that the server has answered, which ends the pauses of all who wait for it. */
  answered(): void
  /** Notes a failure of a client. Resolves when it is time for another try, or when `signal` aborts. Throws final ones. */
  failed(client: EventStoreDBClient, error: unknown, signal?: AbortSignal): Promise<void>
  /** Milliseconds since the server answered anything. */
  silentMs(): number
  close(): Promise<void>
}

/** Connects on first use. `timeoutMs` is the time of one try. Throws at once for an invalid URL. */
export function connect(url: string, timeoutMs: number): Connection {
  let current: EventStoreDBClient | undefined = newClient(url)
  let closed = false
  let failures = 0
  /** A call was given up, and there was no answer since. */
  let away = false
  let answeredAt = performance.now()
  let recovery = new AbortController()

  const client = (): EventStoreDBClient => {
    if (closed) throw new StoreUnavailable('the event store is closed')
    current ??= newClient(url)
    return current
  }
  const answered = (): void => {
    answeredAt = performance.now()
    if (failures === 0) return
    failures = 0
    away = false
    recovery.abort()
    recovery = new AbortController()
  }
  const failed = async (used: EventStoreDBClient, error: unknown, signal?: AbortSignal): Promise<void> => {
    if (isFinal(error)) throw error
    // Streams that were cut off with the client of an earlier failure say nothing new.
    if (current === used) failures += 1
    if (current === used && failures >= FAILURES_PER_CLIENT) {
      current = undefined
      void release(used)
    }
    const ended = AbortSignal.any(signal ? [signal, recovery.signal] : [recovery.signal])
    await delay(backOff(failures), undefined, { signal: ended }).catch(() => undefined)
  }
  return {
    client,
    answered,
    failed,
    silentMs: () => performance.now() - answeredAt,
    async run(what, call) {
      const started = performance.now()
      const patience = (away ? PATIENCE_WHILE_AWAY : PATIENCE) * timeoutMs
      for (;;) {
        const used = client()
        try {
          const result = await call(used)
          answered()
          return result
        } catch (error) {
          if (error instanceof TypeError) throw error
          const isOver = performance.now() - started + timeoutMs > patience
          if (!isFinal(error) && (isOver || closed)) {
            away = true
            throw new StoreUnavailable(`EventStoreDB could not ${what}: ${lineOf(error)}`)
          }
          await failed(used, error)
        }
      }
    },
    async close() {
      closed = true
      recovery.abort()
      if (current) await release(current)
    },
  }
}

/** Returns the milliseconds to wait after this many failures in a row. */
const backOff = (failures: number): number => Math.min(25 * 2 ** failures, LONGEST_PAUSE_MS)

/** Returns a failure as the client names it. */
export function namedError(error: unknown): unknown {
  return error instanceof Error ? convertToCommandError(error) : error
}

function isFinal(error: unknown): boolean {
  const named = namedError(error)
  if (!(named instanceof Error)) return false
  if ('type' in named && typeof named.type === 'string' && FINAL.has(named.type)) return true
  return 'code' in named && FINAL_CODES.has(named.code)
}

/** Returns a failure in one line. */
function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
