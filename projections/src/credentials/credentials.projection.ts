/** The credentials of a workspace, without their secrets; texts are sealed as in the events. */
import type { CredentialView } from '@parley/contracts/integration/credential.ts'
import { credentialEvents } from '@parley/contracts/integration/credential-events.ts'
import { tenantProjection } from '@parley/kernel/projection.ts'

/** `name`, `use`, `hosts`, `hint`: sealed, `use` as JSON. */
export type CredentialDocument = Omit<CredentialView, 'use' | 'usedBy'> & { use: string }

export const credentialsProjection = tenantProjection<CredentialDocument>()({
  name: 'credentials',
  version: 1,
  events: credentialEvents,
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
    }
  },
})
