import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { readStoreConformance } from '@parley/kernel/read-models/read-store.conformance.ts'
import type { Document } from '@parley/kernel/read-models/read-store.ts'
import { MongoClient } from 'mongodb'
import { expect, test } from 'vitest'
import { freshDatabase, serverUrl, updatesAtomically } from './place.ts'
import { openMongoReadStore } from './read-store.ts'

const url = serverUrl()
const atomic = await updatesAtomically()

readStoreConformance(
  'MongoDB',
  async () => {
    const { database, remove } = freshDatabase()
    return { open: () => openMongoReadStore({ url, database }), remove }
  },
  { atomic },
)

test('stores documents that other clients can query by their fields, with indexes on them', async () => {
  const { database, remove } = freshDatabase()
  const store = await openMongoReadStore({ url, database })
  const people = 'people@2-1'
  await store.declare({ name: people, indexes: { byCity: ['city', 'since'], byCredits: ['credits'] } })
  const put = (tenant: string, id: string, document: Document) => ({
    collection: people,
    tenant,
    id,
    document,
    position: 1,
  })
  const writes = [
    put('acme', 'a', { city: 'Graz', since: '2026-11-21T10:00:00.000Z', credits: 0.125, pets: ['Rex'] }),
    put('acme', 'b', { city: 'Graz', since: '2025-01-01T00:00:00.000Z', credits: 3 }),
    put('other', 'c', { city: 'Graz', since: '2026-12-01T00:00:00.000Z', credits: 1 }),
  ]
  await store.commit({ checkpoint: 'people', position: 1, writes })

  const client = new MongoClient(url)
  const rows = client.db(database).collection(people)
  const query = { t: 'acme', 'd.city': 'Graz', 'd.since': { $gte: new Date('2026-01-01') } }
  expect(
    await rows
      .find(query)
      .map(({ d }) => d)
      .toArray(),
  ).toEqual([{ city: 'Graz', since: new Date('2026-11-21T10:00:00.000Z'), credits: 0.125, pets: ['Rex'] }])
  expect(await rows.countDocuments({ 'd.pets': 'Rex' })).toBe(1)
  const indexes = (await rows.indexes()).map(({ key }) => Object.keys(key))
  expect(indexes).toEqual([['_id'], ['t', 'd.city', 'd.since', 'i'], ['t', 'd.credits', 'i']])
  const plan = await rows.find(query).explain()
  if (atomic) expect(JSON.stringify(plan)).toContain('"IXSCAN"')
  // FerretDB 1.x explains what SQLite does behind it: it reads the whole collection, whatever indexes there are.
  else expect(plan).toMatchObject({ ok: 1, command: { find: people }, filterPushdown: false })
  await client.close()
  await store.close()
  await remove()
})

test('indexes the fields of documents of the layout before', async () => {
  const { database, remove } = freshDatabase()
  const client = new MongoClient(url)
  const db = client.db(database)
  const spec = { name: 'people', indexes: { byAge: ['age'] } }
  await db.collection<{ _id: string; spec: string }>('_collections').insertOne({
    _id: 'people',
    spec: JSON.stringify(spec),
  })
  const rows = db.collection<{ _id: string; p: number; t: string; i: string; d: object; k_age: string }>(
    'people',
  )
  await rows.createIndex({ t: 1, k_age: 1, i: 1 })
  await rows.insertOne({
    _id: 'acme\u0001a',
    p: 1,
    t: 'acme',
    i: 'a',
    d: { age: 40 },
    k_age: '1c044000000000000',
  })

  const store = await openMongoReadStore({ url, database })
  await store.declare(spec)
  const found = await store.find('people', 'acme', { index: 'byAge', where: { age: { gt: 30 } } })
  expect(found.items).toEqual([{ id: 'a', document: { age: 40 }, position: 1 }])
  expect((await rows.indexes()).map(({ key }) => Object.keys(key))).toEqual([['_id'], ['t', 'd.age', 'i']])
  await client.close()
  await store.close()
  await remove()
})

test('does the work that a lost server did not do once the server is back', async () => {
  const { database, remove } = freshDatabase()
  const way = await openWay()
  const store = await openMongoReadStore({ url: way.url, database })
  await store.declare({ name: 'people', indexes: {} })
  const write = { collection: 'people', tenant: 'acme', id: '1', document: { name: 'Ann' }, position: 1 }
  const batch = { checkpoint: 'people', position: 1, writes: [write] }

  await way.cut()
  await expect(store.commit(batch)).rejects.toMatchObject({ code: 'store-unavailable' })
  await expect(store.get('people', 'acme', '1')).rejects.toThrow(/^MongoDB: .*ECONNREFUSED/)

  await way.restore()
  await store.commit(batch)
  expect(await store.get('people', 'acme', '1')).toEqual({ document: { name: 'Ann' }, position: 1 })
  expect(await store.checkpoint('people')).toBe(1)
  await store.close()
  await way.cut()
  await remove()
})

/** Opens a port that forwards to the server until it is cut. */
async function openWay(): Promise<{ url: string; cut(): Promise<void>; restore(): Promise<void> }> {
  const { hostname, port: target } = new URL(url)
  const sockets = new Set<Socket>()
  let listener: Server
  const restore = async (port = 0) => {
    listener = createServer((client) => {
      const server = connect(Number(target) || 27017, hostname)
      for (const socket of [client, server]) {
        sockets.add(socket)
        socket
          .on('error', () => {})
          .on('close', () => {
            client.destroy()
            server.destroy()
            sockets.delete(socket)
          })
      }
      client.pipe(server).pipe(client)
    })
    await new Promise<void>((resolve) => listener.listen(port, '127.0.0.1', resolve))
    const address = listener.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const port = await restore()
  return {
    url: `mongodb://127.0.0.1:${port}/?directConnection=true&serverSelectionTimeoutMS=2000&heartbeatFrequencyMS=500`,
    restore: async () => void (await restore(port)),
    async cut() {
      const closed = once(listener, 'close')
      listener.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
