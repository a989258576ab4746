/** The credentials of a workspace, without their secrets; texts are sealed as in the events. */
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `name`, `use`, `hosts`, `hint`: sealed, `use` as JSON. */
export type CredentialDocument = Omit<CredentialView, 'use' | 'usedBy'> & { use: string }

export const credentialsProjection = tenantProjection<CredentialDocument>()({
  name: 'credentials',
  version: 1,
  events: pick(
    credentialEvents,
    'CredentialCreated',
    'CredentialChanged',
    'CredentialRotated',
    'CredentialUsed',
    'CredentialConnected',
    'CredentialRenewed',
    'CredentialConnectionLost',
    'CredentialDeleted',
  ),
  indexes: { all: ['createdAt'] },
  identify: ({ data }) => data.credentialId,
  project(document, event) {
    if (event.type === 'CredentialCreated') {
      const { secret: _, at, ...created } = event.data
      return { ...created, createdAt: at, updatedAt: at }
    }
    if (!document || event.type === 'CredentialDeleted') return undefined
    const { at } = event.data
    switch (event.type) {
      case 'CredentialChanged': {
        const { at: _, ...settings } = event.data
        const { agentId: __, expiresAt: ___, ...rest } = document
        return { ...rest, ...settings, updatedAt: at }
      }
      case 'CredentialRotated': {
        const { userId, hint, expiresAt } = event.data
        const { hint: _, expiresAt: __, ...rest } = document
        return {
          ...rest,
          ...(hint === undefined ? {} : { hint }),
          ...(expiresAt === undefined ? {} : { expiresAt }),
          rotatedAt: at,
          rotatedBy: userId,
          updatedAt: at,
        }
      }
      case 'CredentialUsed':
        return { ...document, lastUsedAt: at }
      case 'CredentialConnected':
      case 'CredentialRenewed': {
        const { endsAt, refreshToken } = event.data
        const { since = at, userId } = document.connection ?? {}
        const by = event.type === 'CredentialConnected' ? event.data.userId : userId
        const connection = {
          state: 'connected' as const,
          renews: refreshToken !== undefined,
          since: event.type === 'CredentialConnected' ? at : since,
          ...(by === undefined ? {} : { userId: by }),
          ...(endsAt === undefined ? {} : { endsAt }),
        }
        return { ...document, connection }
      }
      case 'CredentialConnectionLost': {
        const { reason } = event.data
        return { ...document, connection: { state: 'lost', since: at, renews: false, reason } }
      }
    }
  },
})
