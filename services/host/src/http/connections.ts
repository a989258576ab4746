/**
 * Shutdown of a server's connections: requests in progress are answered, idle connections are closed, and after a grace
 * period all are.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Time for requests in progress to finish before their connections are closed. */
const GRACE_MS = 10_000

export type Connections = {
  /** Closes connections as they fall idle until `closed` resolves; after ten seconds, all of them. */
  endUntil(closed: Promise<unknown>): Promise<void>
}

/**
 * Call it before the server listens. Connections that never sent a request, as browsers open them in advance, count as
 * idle here; Node counts them as busy, so a closing server would wait for them.
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
