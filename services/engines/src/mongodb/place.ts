import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'

/** Returns the URL of the server that the engine tests use; throws an Error that says how to start one. */
export function serverUrl(): string {
  const url = process.env.READ_STORE_URL
  if (url?.startsWith('mongodb')) return url
  throw new Error('No MongoDB to test against: set READ_STORE_URL=mongodb://… or run `npm run test:engines`.')
}

/** Returns the name of a database that no other test uses, and a function to remove it. */
export function freshDatabase(): { database: string; remove(): Promise<void> } {
  const database = `parley_test_${randomUUID().slice(0, 8)}`
  return {
    database,
    remove: () =>
      onServer((client) =>
        client
          .db(database)
          .dropDatabase()
          .then(() => {}),
      ),
  }
}

/** False for FerretDB 1.x, which reads and then writes where MongoDB updates a document atomically. */
export function updatesAtomically(): Promise<boolean> {
  return onServer(
    async (client) => !('ferretdbVersion' in (await client.db('admin').command({ buildInfo: 1 }))),
  )
}

async function onServer<T>(work: (client: MongoClient) => Promise<T>): Promise<T> {
  const client = new MongoClient(serverUrl(), { serverSelectionTimeoutMS: 5_000 })
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
