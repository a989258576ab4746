import { StoreUnavailable } from '@parley/kernel/log/event-store.ts'
import { type Db, MongoClient, MongoError, MongoServerError } from 'mongodb'
import { repairWaitingWrites } from './waiting-writes.ts'

/** A database on a server. `close` releases the shared client. */
export type Connection = { db: Db; close(): Promise<void> }

/** The error code of an upsert or insert whose key exists already. */
export const DUPLICATE_KEY = 11000

/**
 * In milliseconds: to find a server, to wait for its response, and to notice one that says nothing any more. The driver asks
 * the server this often on a connection of its own, and gives up all that wait for one which does not answer in this time;
 * by default both take 40 s, for which every request would wait.
 */
const TIMEOUT = { select: 4_000, answer: 120_000, ask: 2_000, silence: 4_000 }

/** Stores with the same URL share a client, with its pool and its monitoring sockets. */
const clients = new Map<string, { client: MongoClient; stores: number }>()

/**
 * Connects to a database. Writes are acknowledged by a majority. The driver reconnects by itself when a lost server
 * returns. Throws an Error of one line, without credentials, for an invalid URL and for a server that does not answer.
 */
export async function connect(url: string, database: string): Promise<Connection> {
  const shared = clients.get(url) ?? { client: createClient(url), stores: 0 }
  clients.set(url, shared)
  shared.stores++
  let open = true
  const close = async () => {
    if (!open) return
    open = false
    if (--shared.stores > 0) return
    clients.delete(url)
    await shared.client.close()
  }
  try {
    // Stores that open at once share one attempt to connect, and each gets its error.
    await explained(() => shared.client.connect())
    const db = shared.client.db(database)
    await explained(() => db.command({ ping: 1 }))
    return { db, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * Runs the work and turns errors of a lost, stalled or refusing server into `StoreUnavailable`, which may be retried.
 */
export async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MongoError)) throw error
    throw new StoreUnavailable(`MongoDB: ${withoutCredentials(error.message.split('\n')[0] ?? '')}`, {
      cause: error,
    })
  }
}

/** Repeats an upsert that conflicted with a concurrent one of the same key. */
export async function upserting<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error
    return work()
  }
}

function createClient(url: string): MongoClient {
  repairWaitingWrites()
  try {
    return new MongoClient(url, {
      appName: 'parley',
      writeConcern: { w: 'majority' },
      readPreference: 'primary',
      ...(!url.includes('serverSelectionTimeoutMS=') && { serverSelectionTimeoutMS: TIMEOUT.select }),
      ...(!url.includes('heartbeatFrequencyMS=') && { heartbeatFrequencyMS: TIMEOUT.ask }),
      ...(!url.includes('connectTimeoutMS=') && { connectTimeoutMS: TIMEOUT.silence }),
      socketTimeoutMS: TIMEOUT.answer,
      maxPoolSize: 20,
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`MongoDB: ${withoutCredentials(reason)}; expected mongodb://host:port`)
  }
}

const withoutCredentials = (text: string) => text.replace(/\/\/[^@/\s]*@/g, '//')
