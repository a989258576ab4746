/** Whose account was the first of the installation: without an OPERATOR_TOKEN, that person operates it. */
import { type EventStore, START } from '@parley/kernel/log/event-store.ts'
import { idIn } from '@parley/kernel/log/stream-name.ts'

/** The first account stands near the beginning of a log. */
const MOST_READ = 5_000
const PAGE = 500
const ASK_AGAIN_MS = 5_000

/** Returns the id of its user; undefined while there is none. Once found, it stays the first even if it is deleted. */
export function firstAccountOf(
  stores: readonly Pick<EventStore, 'readAll'>[],
  now: () => number = Date.now,
): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined
  let askedAt = 0
  return async () => {
    if (known === undefined || now() - askedAt > ASK_AGAIN_MS) {
      askedAt = now()
      known = find()
    }
    const found = await known.catch((error) => {
      known = undefined
      throw error
    })
    if (found !== undefined) askedAt = Number.POSITIVE_INFINITY
    return found
  }

  async function find(): Promise<string | undefined> {
    const found = await Promise.all(stores.map(firstIn))
    const [first] = found.flatMap((one) => one ?? []).toSorted((one, other) => (one.at < other.at ? -1 : 1))
    return first?.userId
  }
}

async function firstIn(
  store: Pick<EventStore, 'readAll'>,
): Promise<{ userId: string; at: string } | undefined> {
  let position = START
  for (let read = 0; read < MOST_READ; read += PAGE) {
    const events = await store.readAll(position, PAGE)
    const signedUp = events.find(({ type }) => type === 'UserSignedUp')
    if (signedUp)
      return { userId: idIn(signedUp.stream, 'user') ?? '', at: String(JSON.parse(signedUp.metadata).at) }
    if (events.length < PAGE) return undefined
    position = events.at(-1)?.position ?? position
  }
  return undefined
}
