/**
 * Connections that are kept for further requests to the same site, few and for a short time, so that they follow the
 * names of sites when these change. Who makes a request passes the addresses that a new connection may have.
 */
import { type ClientRequest, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Duplex } from 'node:stream'

/** For so long, in ms, a connection takes further requests. */
const LIFE_MS = 30_000
/** Connections of a site at once; further requests wait. */
const MOST_OF_SITE = 64
/** Connections of all sites that are kept while they have no request. */
const MOST_IDLE = 512
/** After so long, in ms, without a request a connection is closed; servers do the same after 5 s and more. */
const IDLE_MS = 3_000

/** Returns what picks the agent (of `node:http`) for the requests to an address. */
export function keptConnections({ lifeMs = LIFE_MS, now = Date.now } = {}): (url: URL) => HttpAgent {
  /** Since when a connection has answered requests. */
  const since = new WeakMap<Duplex, number>()
  const idle = new Set<Duplex>()
  const options = {
    ...({ keepAlive: true, timeout: IDLE_MS, scheduling: 'lifo' } as const),
    ...{ maxSockets: MOST_OF_SITE, maxFreeSockets: MOST_OF_SITE },
  }
  const [http, https] = [watched(new HttpAgent(options)), watched(new HttpsAgent(options))]
  return ({ protocol }) => (protocol === 'https:' ? https : http)

  /** Has an agent ask here whether a connection that has answered is kept. */
  function watched<Kind extends HttpAgent>(agent: Kind): Kind {
    const keep = agent.keepSocketAlive.bind(agent)
    const reuse = agent.reuseSocket.bind(agent)
    return Object.assign(agent, {
      keepSocketAlive(socket: Duplex) {
        if (!since.has(socket)) {
          since.set(socket, now())
          socket.once('close', () => idle.delete(socket))
        }
        const kept = now() - (since.get(socket) ?? 0) <= lifeMs && idle.size < MOST_IDLE
        if (kept) idle.add(socket)
        return kept && keep(socket)
      },
      reuseSocket(socket: Duplex, request: ClientRequest) {
        idle.delete(socket)
        reuse(socket, request)
      },
    })
  }
}
