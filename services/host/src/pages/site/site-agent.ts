import type { Region } from '@parley/contracts/endpoint.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'
import { derivedKey } from '@parley/kernel/sealing/derived-key.ts'

const LENGTH = 16

/**
 * The id of the agent in a region that the landing page shows by itself, once there is one (`npm run demo` makes it). It
 * follows from the master key: whoever does not hold it can't claim the id for an agent of theirs, and one that is known
 * from a region is of no use in another.
 */
export function siteAgentId(masterKey: Buffer, region: Region): string {
  return derivedId(LENGTH, region, derivedKey(masterKey, 'site agent').toString('hex'))
}
