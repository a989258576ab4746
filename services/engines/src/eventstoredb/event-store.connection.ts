import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '@parley/kernel/event-store.ts'

/** Tries per call. The first retry after "not the leader" goes to the named leader, which may be down too. */
const ATTEMPTS = 6
/** After this many failures the retries use a new client, in case the old one has cached the failure. */
const ATTEMPTS_PER_CLIENT = 3

/** Failures that a retry can't fix, as the client names them. */
const FINAL = new Set([
  'access-denied',
  'invalid-argument',
  'maximum-append-size-exceeded',
  'stream-deleted',
  'stream-not-found',
  'unsupported',
  'wrong-expected-version',
])
const UNAUTHENTICATED = 16

/** Options allowed in the connection string. The client would only warn about others. */
const OPTIONS = new Set([
  'connectionname',
  'defaultdeadline',
  'discoveryinterval',
  'gossiptimeout',
  'keepaliveinterval',
  'keepalivetimeout',
  'maxdiscoverattempts',
  'nodepreference',
  'tls',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
])

export type Connection = {
  /**
   * Runs an idempotent call with a timeout for each try, and retries transient failures. Throws the last failure if it
   * is final, otherwise `StoreUnavailable`.
   */
  run<Result>(what: string, call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result>
  client(): EventStoreDBClient
  /** Discards a client that keeps failing; the next call gets a new one. */
  replace(failed: EventStoreDBClient): void
  close(): Promise<void>
}

/** Connects on first use. Throws at once for an invalid URL. */
export function connect(url: string, timeoutMs: number): Connection {
  let current: EventStoreDBClient | undefined = newClient(url)
  let closed = false
  const client = (): EventStoreDBClient => {
    if (closed) throw new StoreUnavailable('the event store is closed')
    current ??= newClient(url)
    return current
  }
  const replace = (failed: EventStoreDBClient): void => {
    if (current !== failed) return
    current = undefined
    void release(failed)
  }
  return {
    client,
    replace,
    async run(what, call) {
      const started = Date.now()
      for (let attempt = 1; ; attempt += 1) {
        const used = client()
        try {
          return await within(timeoutMs, call(used))
        } catch (error) {
          if (isFinal(error) || error instanceof TypeError) throw error
          if (attempt === ATTEMPTS || Date.now() - started > 2 * timeoutMs || closed)
            throw new StoreUnavailable(`EventStoreDB could not ${what}: ${lineOf(error)}`)
          if (attempt >= ATTEMPTS_PER_CLIENT) replace(used)
          await delay(backOff(attempt))
        }
      }
    },
    async close() {
      closed = true
      if (current) await release(current)
    },
  }
}

/** Returns the milliseconds to wait after this many failures in a row. */
export const backOff = (failures: number): number => Math.min(25 * 2 ** failures, 1000)

/** Returns the client's name of a failure; undefined if it has none. */
export function typeOf(error: unknown): string | undefined {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined
}

export function isFinal(error: unknown): boolean {
  const type = typeOf(error)
  if (type !== undefined && FINAL.has(type)) return true
  return error instanceof Error && 'code' in error && error.code === UNAUTHENTICATED
}

/** Returns a failure in one line. */
function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function newClient(url: string): EventStoreDBClient {
  const client = parse(url)
  // Batched appends have no deadline. They share one queue among all clients of the process, which is emptied for all
  // when one server is lost, and they depend on a request to the server whose failure stays cached. The client falls
  // back to single appends, which have none of these faults, when the server doesn't support batches.
  // biome-ignore lint/complexity/useLiteralKeys: it is protected
  client['supports'] = async () => false
  return client
}

/** The client repeats the address, with its password, in errors and warnings, so none of them is passed on. */
function parse(url: string): EventStoreDBClient {
  const options = url.split('?')[1]?.split('&') ?? []
  const unknown = options.map(keyOf).find((key) => key !== '' && !OPTIONS.has(key))
  if (unknown) throw new Error(`EVENT_STORE_URL has the option ${unknown}, which does nothing: remove it`)
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    throw new Error('EVENT_STORE_URL is no address like esdb://user:password@host:2113?tls=true')
  }
}

const keyOf = (option: string): string => option.replace(/=.*/, '').replaceAll(/[_-]/g, '').toLowerCase()

async function release(client: EventStoreDBClient): Promise<void> {
  try {
    await within(1000, client.dispose())
    // biome-ignore lint/complexity/useLiteralKeys: it is protected, and nothing else closes the connection
    const channel = await within(1000, client['getChannel']())
    channel.close()
  } catch {
    // The client has lost its server; there is nothing to close.
  }
}

/** Rejects when the promise takes longer than `timeoutMs`. Its outcome is then unknown. */
export function within<Result>(timeoutMs: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
