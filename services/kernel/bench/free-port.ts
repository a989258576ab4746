import { once } from 'node:events'
import { createServer } from 'node:net'

/** Returns a free port of the loopback interface, for a server that needs its port before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const bound = probe.address()
  probe.close()
  await once(probe, 'close')
  if (bound === null || typeof bound === 'string') throw new Error('There is no free port.')
  return bound.port
}
