import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port of the loopback that nobody listens on, for a server that must be told one before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const bound = probe.address()
  probe.close()
  await once(probe, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('There is no free port.')
  return bound.port
}
