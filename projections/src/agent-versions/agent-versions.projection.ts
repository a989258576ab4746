/**
 * Version History of each agent. The versions' documents are not stored here: they are folded from the agent's stream.
 */
import { maxVersionsListed } from '@parley/contracts/agent/defaults.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

export type AgentVersions = {
  agentId: string
  title: string
  /** Fields that changed since the newest version. */
  pending: string[]
  /** The version that is published as it is; absent after changes that are in none. */
  current?: number
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
  version: 3,
  events: agentEvents,
  indexes: {},
  identify: (event) => event.data.agentId,
  project(versions, event) {
    const saved = { savedAt: event.at, savedBy: { kind: event.actor.kind, id: event.actor.id } }
    if (event.type === 'AgentCreated') {
      const { agentId, document } = event.data
      const title = document.title ?? ''
      return {
        agentId,
        title,
        pending: [],
        current: 1,
        items: [{ version: 1, ...saved, title, changed: [] }],
      }
    }
    if (!versions || event.type === 'AgentDeleted') return undefined
    switch (event.type) {
      case 'AgentPublished': {
        const { current: _, ...rest } = versions
        const title = event.data.changes.title ?? versions.title
        const { canary } = event.data
        if (canary !== undefined) return { ...rest, title, current: canary }
        return { ...rest, title, pending: joined(versions.pending, Object.keys(event.data.changes)) }
      }
      case 'AgentRenamed': {
        const { current: _, ...rest } = versions
        return { ...rest, title: event.data.title, pending: joined(versions.pending, ['title']) }
      }
      case 'AgentBackupSaved': {
        const { title, pending } = versions
        const { version } = event.data
        return { ...listed(versions, { version, ...saved, title, changed: pending }), current: version }
      }
      case 'CanaryStarted': {
        const { version, controlVersion, changed } = event.data
        const { title, pending } = versions
        const isListed = (versions.items[0]?.version ?? 0) >= controlVersion
        const kept = isListed
          ? versions
          : listed(versions, { version: controlVersion, ...saved, title, changed: pending })
        const canary = { version, ...saved, title: event.data.document.title ?? title, changed }
        return { ...listed(kept, canary), current: controlVersion }
      }
      case 'CanaryPromoted':
        return { ...versions, current: event.data.version }
      case 'CanaryShareChanged':
      case 'CanaryWithdrawn':
      case 'BlueprintTaken':
      case 'BlueprintTakenBack':
      case 'BlueprintDraftSettled':
        return versions
      case 'AgentVersionRestored': {
        const { version, restoredFrom, changed, document } = event.data
        const title = document.title ?? ''
        const restored = {
          version,
          ...saved,
          title,
          restoredFrom,
          changed: joined(versions.pending, changed),
        }
        return { ...listed({ ...versions, title }, restored), current: version }
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
