/** The access tokens of a workspace. Those that were revoked stay, since the audit names them. */
import { workspaceEvents } from '@parley/contracts/workspace/events.ts'
import { pick, tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `name` is sealed; times in milliseconds. */
export type StoredAccessToken = {
  tokenId: string
  name: string
  userId: string
  permissions: string[]
  agentIds?: string[] | undefined
  createdAt: number
  expiresAt?: number | undefined
  revoked: boolean
}

export const accessTokensProjection = tenantProjection<StoredAccessToken>()({
  name: 'access-tokens',
  version: 1,
  events: pick(workspaceEvents, 'AccessTokenCreated', 'AccessTokenRevoked'),
  indexes: { byState: ['revoked', 'createdAt'] },
  identify: ({ data }) => data.tokenId,
  project(stored, event) {
    if (event.type === 'AccessTokenRevoked') return stored && { ...stored, revoked: true }
    const { tokenHash: _, ...token } = event.data
    return { ...token, revoked: false }
  },
})
