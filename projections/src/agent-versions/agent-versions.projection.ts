/**
 * Version History of each agent. The versions' documents are not stored here: they are folded from the agent's stream.
 */
import { maxVersionsListed } from '@parley/contracts/agent/defaults.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

export type AgentVersions = {
  agentId: string
  title: string
  /** Fields that changed since the newest version. */
  pending: string[]
  /** Newest first, at most 20. */
  items: ListedVersion[]
}

export type ListedVersion = {
  version: number
  savedAt: string
  savedBy: { kind: string; id: string }
  title: string
  changed: string[]
  restoredFrom?: number
}

export const agentVersionsProjection = tenantProjection<AgentVersions>()({
  name: 'agent-versions',
  version: 2,
  events: agentEvents,
  indexes: {},
  identify: (event) => event.data.agentId,
  project(versions, event) {
    const saved = { savedAt: event.at, savedBy: { kind: event.actor.kind, id: event.actor.id } }
    if (event.type === 'AgentCreated') {
      const { agentId, document } = event.data
      const title = document.title ?? ''
      return { agentId, title, pending: [], items: [{ version: 1, ...saved, title, changed: [] }] }
    }
    if (!versions || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished':
        return {
          ...versions,
          title: event.data.changes.title ?? versions.title,
          pending: joined(versions.pending, Object.keys(event.data.changes)),
        }
      case 'AgentRenamed':
        return { ...versions, title: event.data.title, pending: joined(versions.pending, ['title']) }
      case 'AgentBackupSaved': {
        const { title, pending } = versions
        return listed(versions, { version: event.data.version, ...saved, title, changed: pending })
      }
      case 'AgentVersionRestored': {
        const { version, restoredFrom, changed, document } = event.data
        const title = document.title ?? ''
        return listed(
          { ...versions, title },
          { version, ...saved, title, restoredFrom, changed: joined(versions.pending, changed) },
        )
      }
    }
  },
})

function listed(versions: AgentVersions, version: ListedVersion): AgentVersions {
  return { ...versions, pending: [], items: [version, ...versions.items].slice(0, maxVersionsListed) }
}

function joined(names: string[], more: readonly string[]): string[] {
  return [...new Set([...names, ...more])]
}
