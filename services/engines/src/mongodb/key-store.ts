import type { KeyStore } from '@parley/kernel/sealing/key-store.ts'
import { MongoServerError } from 'mongodb'
import { connect, DUPLICATE_KEY, explained } from './connection.ts'

type Stored = { _id: string; wrapped?: string; erased?: true }

/**
 * Keys in a MongoDB database, returned only when a majority of its servers has stored them. After an erasure the
 * server's oplog contains the wrapped key until it rolls over; there it is still wrapped by `MASTER_KEY`.
 *
 * Throws an Error of one line if the server can't be reached, and `StoreUnavailable` for work that was not done because
 * the server was lost.
 */
export async function openMongoKeyStore(options: { url: string; database: string }): Promise<KeyStore> {
  const { db, close } = await connect(options.url, options.database)
  const keys = db.collection<Stored>('keys')

  const get = async (subject: string) =>
    keyIn(await keys.findOne({ _id: subject }, { readConcern: { level: 'majority' } }))

  const insert = async (row: Stored): Promise<boolean> => {
    try {
      await keys.insertOne(row)
      return true
    } catch (error) {
      if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
      throw error
    }
  }

  return {
    getOrCreate: (subject, wrapped) =>
      explained(async () => {
        const present = await get(subject)
        if (present !== undefined) return present
        const created = wrapped()
        if (await insert({ _id: subject, wrapped: created })) return created
        // Another caller was first. This changes nothing, but resolves only when a majority has what it returns.
        const quicker = await keys.findOneAndUpdate({ _id: subject }, { $setOnInsert: { wrapped: created } })
        return keyIn(quicker) ?? 'erased'
      }),

    get: (subject) => explained(() => get(subject)),

    endingIn: (text) =>
      explained(async () => {
        const found = keys.find(
          { _id: { $regex: `${text.replace(/[^\w]/g, '\\$&')}$` } },
          { projection: { _id: 1 }, readConcern: { level: 'majority' } },
        )
        // The expression also matches before a line break at the end.
        return (await found.toArray()).map(({ _id }) => _id).filter((subject) => subject.endsWith(text))
      }),

    eraseStartingWith: (beginning) =>
      explained(async () => {
        const named = { _id: { $regex: `^${beginning.replace(/[^\w]/g, '\\$&')}` } }
        await keys.updateMany(named, destroy)
      }),

    erase: (subject) =>
      explained(async () => {
        while (true) {
          const { matchedCount } = await keys.updateOne({ _id: subject }, destroy)
          if (matchedCount > 0 || (await insert({ _id: subject, erased: true }))) return
        }
      }),

    close,
  }
}

const destroy = { $set: { erased: true as const }, $unset: { wrapped: '' as const } }

function keyIn(row: Stored | null): string | 'erased' | undefined {
  return row ? (row.wrapped ?? 'erased') : undefined
}
