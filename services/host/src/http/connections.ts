/** The end of a server's connections: whoever is being answered is answered, and nobody holds the process up. */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Whoever has not sent the whole of a request by then will not. */
const GRACE_MS = 10_000

export type Connections = {
  /** Ends connections as they fall idle until `closed` resolves; after ten seconds, all. */
  endUntil(closed: Promise<unknown>): Promise<void>
}

/**
 * Call it before the server listens. Connections that never asked for anything, as browsers open them in advance,
 * are idle to us; Node takes them for busy, and a closing server would wait for them.
 */
export function watchConnections(server: Server): Connections {
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  server.prependListener('request', ({ socket }) => silent.delete(socket))
  const endIdle = () => {
    for (const socket of silent) socket.destroy()
    server.closeIdleConnections()
  }
  return {
    async endUntil(closed) {
      const idle = setInterval(endIdle, 50)
      const late = setTimeout(() => server.closeAllConnections(), GRACE_MS)
      endIdle()
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}
