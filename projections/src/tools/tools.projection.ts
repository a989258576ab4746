/** The tools of a workspace, without secrets, with fields sealed as in the events. */
import { toolEvents } from '@parley/contracts/integration/events.ts'
import type { ToolVersionView, ToolView } from '@parley/contracts/integration/tool.ts'
import { keptToolVersions } from '@parley/contracts/integration/tool-limits.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `fields`: sealed JSON. */
export type ToolDocument = Omit<ToolView, 'fields' | 'agents'> & {
  fields: string
  /** Newest first, without their settings. */
  versions: ToolVersion[]
}
type ToolVersion = Omit<ToolVersionView, 'savedBy'> & { savedBy: { kind: string; id: string } }

export const toolsProjection = tenantProjection<ToolDocument>()({
  name: 'tools',
  version: 2,
  events: toolEvents,
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.id,
  project(document, event) {
    const saved = { savedAt: event.at, savedBy: { kind: event.actor.kind, id: event.actor.id } }
    switch (event.type) {
      case 'ToolCreated': {
        const { serverUrlSecret, at, ...rest } = event.data
        const versions = [{ version: 1, ...saved }]
        return { ...rest, signed: Boolean(serverUrlSecret), createdAt: at, updatedAt: at, versions }
      }
      case 'ToolUndeleted': {
        const { serverUrlSecret, toolVersion, at, ...rest } = event.data
        const versions = [{ version: toolVersion, ...saved }]
        return { ...rest, signed: Boolean(serverUrlSecret), createdAt: at, updatedAt: at, versions }
      }
      case 'ToolChanged': {
        if (!document) return undefined
        const { serverUrlSecret: _, at, id, signed = document.signed, ...more } = event.data
        const { changed, restoredFrom, ...rest } = more
        const { userId, createdAt } = document
        const next = {
          ...{ version: (document.versions[0]?.version ?? 0) + 1, ...saved },
          ...(changed && { changed }),
          ...(restoredFrom !== undefined && { restoredFrom }),
        }
        const versions = [next, ...document.versions].slice(0, keptToolVersions)
        return { id, userId, createdAt, ...rest, signed, updatedAt: at, versions }
      }
      case 'ToolDeleted':
        return undefined
      default:
        return document
    }
  },
})
