/** Ports that nothing listens on, for servers whose address something has to know before they start. */
import { freePort } from '../../services/kernel/bench/free-port.ts'

export { freePort }

export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add(await freePort())
  return [...ports]
}
