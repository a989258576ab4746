/**
 * The workspace or agent that a bearer token belongs to, by the SHA-256 of the workspace's secret or the agent's key,
 * never the secret itself. If two agents were given the same key, the first one keeps it.
 */

import { agentEvents } from '@parley/contracts/agent/events.ts'
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { pick, publicProjection } from '@parley/kernel/read-models/projection.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { secretHash } from '@parley/kernel/sealing/session-token.ts'

/** Without `agentId` it is the secret of the whole workspace. */
export type Bearer = { tenant: string; agentId?: string }

export const bearersProjection = publicProjection<Bearer>()({
  name: 'bearers',
  version: 2,
  events: {
    ...pick(workspaceEvents, 'WorkspaceCreated', 'WorkspaceSecretRegenerated', 'WorkspaceDeleted'),
    ...pick(agentEvents, 'AgentCreated', 'AgentPublished', 'AgentDeleted'),
  },
  indexes: {},
  identify(event) {
    switch (event.type) {
      case 'WorkspaceCreated':
        return event.data.workspaceSecretHash
      case 'WorkspaceSecretRegenerated':
        return [event.data.workspaceSecretHash, event.data.formerSecretHash]
      case 'AgentCreated':
        return event.data.keyHash
      case 'AgentPublished':
        return [event.data.keyHash, event.data.formerKeyHash].filter((hash) => hash !== undefined)
      case 'AgentDeleted':
        return event.data.formerKeyHash
      case 'WorkspaceDeleted':
        return event.data.formerSecretHash
    }
  },
  project(bearer, event, hash) {
    const own: Bearer =
      'agentId' in event.data
        ? { tenant: event.tenant, agentId: event.data.agentId }
        : { tenant: event.tenant }
    if (bearer && (bearer.tenant !== own.tenant || bearer.agentId !== own.agentId)) return bearer
    return formerOf(event) === hash ? undefined : own
  },
})

function formerOf({ data }: { data: object }): unknown {
  if ('formerSecretHash' in data) return data.formerSecretHash
  return 'formerKeyHash' in data ? data.formerKeyHash : undefined
}

/** Returns what a bearer token belongs to: the workspace's secret (`ws_…`) or an agent's key (`vg_…`). */
export async function findBearer(reader: Reader, token: string): Promise<Bearer | undefined> {
  if (!/^(ws|vg)_[A-Za-z0-9]{20}$/.test(token)) return undefined
  return reader.getPublic(bearersProjection, secretHash(token))
}
