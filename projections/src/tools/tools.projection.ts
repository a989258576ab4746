/** The tools of a workspace, without secrets, with fields sealed as in the events. */
import { toolEvents } from '@parley/contracts/integration/events.ts'
import type { ToolView } from '@parley/contracts/integration/tool.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

/** `fields`: sealed JSON. */
export type ToolDocument = Omit<ToolView, 'fields'> & { fields: string }

export const toolsProjection = tenantProjection<ToolDocument>()({
  name: 'tools',
  version: 1,
  events: toolEvents,
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.id,
  project(document, event) {
    switch (event.type) {
      case 'ToolCreated': {
        const { serverUrlSecret, at, ...rest } = event.data
        return { ...rest, signed: Boolean(serverUrlSecret), createdAt: at, updatedAt: at }
      }
      case 'ToolChanged': {
        if (!document) return undefined
        const { serverUrlSecret: _, at, id, signed = document.signed, ...rest } = event.data
        const { userId, createdAt } = document
        return { id, userId, createdAt, ...rest, signed, updatedAt: at }
      }
      case 'ToolDeleted':
        return undefined
      default:
        return document
    }
  },
})
