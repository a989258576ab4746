import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient } from '@eventstore/db-client'
import { StoreUnavailable } from '../event-store.ts'

/** How often a call is tried. The first retry after "not the leader" meets the named leader, who may be dead too. */
const ATTEMPTS = 6
/** From this failure on the retries use a new client, in case the old one has cached what failed. */
const ATTEMPTS_PER_CLIENT = 3

/** Failures that no retry changes, as the client names them. */
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

/** What may stand behind the question mark of the address. The client would only warn of anything else. */
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
   * Runs a call that may be repeated, with a time limit for each try, and tries again after a failure that may pass.
   * Throws the last failure if it is final, otherwise `StoreUnavailable`.
   */
  run<Result>(what: string, call: (client: EventStoreDBClient) => Promise<Result>): Promise<Result>
  client(): EventStoreDBClient
  /** For a client that keeps failing: the next call gets a new one. */
  replace(failed: EventStoreDBClient): void
  close(): Promise<void>
}

/** Connects when it is first used. Throws at once when the URL can't be understood. */
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

/** Milliseconds to wait after so many failures in a row. */
export const backOff = (failures: number): number => Math.min(25 * 2 ** failures, 1000)

/** The client's own name of a failure, or undefined. */
export function typeOf(error: unknown): string | undefined {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : undefined
}

export function isFinal(error: unknown): boolean {
  const type = typeOf(error)
  if (type !== undefined && FINAL.has(type)) return true
  return error instanceof Error && 'code' in error && error.code === UNAUTHENTICATED
}

/** A failure in one line. */
function lineOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

function newClient(url: string): EventStoreDBClient {
  const client = parse(url)
  // Batched appends know no deadline, share one queue among all clients of the process, which the loss of one
  // server empties for the others, and depend on a question to the server whose failure stays cached. The client
  // falls back to single appends, which have none of these faults, when the server doesn't support batches.
  // biome-ignore lint/complexity/useLiteralKeys: it is protected
  client['supports'] = async () => false
  return client
}

/** The client repeats the address, password and all, in its errors and warnings; so none of them gets out. */
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
    // It has lost its server, so there is nothing to close.
  }
}

/** Rejects when the promise takes longer, in milliseconds; what it does is then unknown. */
export function within<Result>(timeoutMs: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
