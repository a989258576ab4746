/** The clients of a workspace, with names, addresses and photos sealed as in the events, without passwords. */
import { clientEvents } from '@parley/contracts/client/events.ts'
import type { ClientStatus } from '@parley/contracts/client/statuses.ts'
import { pick, tenantProjection } from '@parley/kernel/projection.ts'

export type ClientDocument = {
  clientId: string
  orgId: string
  /** Sealed, as the next two. */
  name: string
  email: string
  squarePhotoURL: string
  canAccess: string[]
  clientTabOrder: string[]
  widgetIDs: string[]
  /** Absent for one that never came online. */
  status?: ClientStatus
  createdAt: string
}

export const clientsProjection = tenantProjection<ClientDocument>()({
  name: 'clients',
  version: 1,
  events: pick(
    clientEvents,
    'ClientCreated',
    'ClientChanged',
    'ClientEmailChanged',
    'ClientStatusChanged',
    'ClientDeleted',
  ),
  indexes: { all: ['createdAt', 'clientId'], byOrganisation: ['orgId', 'createdAt', 'clientId'] },
  identify: ({ data }) => data.clientId,
  project(document, event) {
    switch (event.type) {
      case 'ClientCreated': {
        const { emailHash: _, passwordHash: __, ...settings } = event.data
        return { ...settings, createdAt: event.at }
      }
      case 'ClientChanged': {
        if (!document) return undefined
        const given = Object.entries(event.data).filter(([, value]) => value !== undefined)
        return { ...document, ...Object.fromEntries(given) }
      }
      case 'ClientEmailChanged':
        return document && { ...document, email: event.data.email }
      case 'ClientStatusChanged':
        return document && { ...document, status: event.data.status }
      case 'ClientDeleted':
        return undefined
    }
  },
})
