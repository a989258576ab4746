import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Outside of the ports that systems give to outgoing connections, of which one could take a port that was free just now,
 * and above those that browsers refuse.
 */
const FIRST = 11_000
const LAST = 32_000
const MOST_TRIES = 100

/** Returns a free port, for a server that needs its port before it starts. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (await isFree(port)) return port
  }
  throw new Error('There is no free port.')
}

/** On any interface. */
async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
