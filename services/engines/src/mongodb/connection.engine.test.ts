import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Network, startNetwork } from '../network.double.ts'
import { type Connection, connect, explained } from './connection.ts'
import { serverUrl } from './place.ts'

let network: Network
let connection: Connection

beforeAll(async () => {
  const url = new URL(serverUrl())
  network = await startNetwork(Number(url.port), url.hostname)
  url.host = `127.0.0.1:${network.port}`
  connection = await connect(url.href, 'parley-network')
})
afterAll(async () => {
  network?.mend()
  await connection?.close()
  await network?.stop()
})

const read = () => explained(() => connection.db.collection<{ _id: string }>('none').findOne({ _id: 'none' }))

// Left to its defaults, the driver takes longer.
const soon = { timeout: 30_000 }

test('a server that answers nothing is given up, and used again when it is back', soon, async () => {
  await read()
  network.freeze()
  await expect(read()).rejects.toMatchObject({ code: 'store-unavailable' })
  network.mend()
  await expect.poll(read).toBe(null)
})

test('connections that are lost without a word are replaced', soon, async () => {
  await Promise.all(Array.from({ length: 5 }, read))
  network.loseSilently()
  const answers = async () => read().catch(({ code }) => code)
  await expect.poll(answers).toBe(null)
})
