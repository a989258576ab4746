import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { readStoreConformance } from '@parley/kernel/read-store.conformance.ts'
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
