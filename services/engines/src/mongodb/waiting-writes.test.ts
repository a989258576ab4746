import { once } from 'node:events'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { repairWaitingWrites } from './waiting-writes.ts'

const load = createRequire(import.meta.url)
const { Connection } = load('mongodb/lib/cmap/connection')
const { HostAddress, ns } = load('mongodb/lib/utils')

test('a command that is written to an ended connection fails when it closes', async () => {
  repairWaitingWrites()
  const server = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const connection = new Connection(socket, {
    id: 1,
    generation: 0,
    hostAddress: HostAddress.fromHostPort('127.0.0.1', port),
  })
  // As when the server's end has arrived: the socket is destroyed, but does not say so yet.
  socket.destroy()
  await expect(connection.command(ns('admin.$cmd'), { hello: 1 }, {})).rejects.toThrow('closed')
  server.close()
})
