import { FORMER_MEMBER } from '@parley/contracts/message.ts'
import type { tokenEndpoints } from '@parley/contracts/workspace/token-endpoints.ts'
import { MOST_TOKENS } from '@parley/contracts/workspace/token-names.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { accessTokensProjection, type StoredAccessToken } from './access-tokens.projection.ts'

export type AccessTokenQueriesDeps = {
  reader: Reader
  nameOf(userId: string): Promise<string | undefined>
  /** What each may do at present, and when it was last used (ISO 8601), by id. */
  tokensAtPresent(
    tenant: string,
  ): Promise<Map<string, { permissions: readonly string[]; lastUsedAt: string | undefined }>>
}

export function accessTokenQueries(
  deps: AccessTokenQueriesDeps,
): Pick<Handlers<typeof tokenEndpoints>, 'tokens.list'> {
  const { reader } = deps
  return {
    async 'tokens.list'({ tenant }) {
      const query = {
        index: 'byState',
        where: { revoked: false },
        order: 'desc',
        limit: MOST_TOKENS,
      } as const
      const { items } = await reader.find(accessTokensProjection, tenant, query)
      const names = await reader.open(
        tenant,
        items.map(({ name }) => name),
      )
      const present = await deps.tokensAtPresent(tenant)
      const views = items.map(async (token, nth) => {
        const { permissions = [], lastUsedAt } = present.get(token.tokenId) ?? {}
        return {
          ...shown(token),
          name: names[nth] ?? '',
          withheld: token.permissions.filter((name) => !permissions.includes(name)),
          madeBy: (await deps.nameOf(token.userId)) ?? FORMER_MEMBER,
          ...(lastUsedAt !== undefined && { lastUsedAt }),
        }
      })
      return reply({ items: await Promise.all(views), most: MOST_TOKENS })
    },
  }
}

function shown({ tokenId, userId, permissions, agentIds, createdAt, expiresAt }: StoredAccessToken) {
  return {
    ...{ tokenId, userId, permissions, createdAt: new Date(createdAt).toISOString() },
    ...(agentIds && { agentIds }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  }
}

/** How the audit names a token: `Token n8n of Nora`; undefined if there is none. */
export async function accessTokenName(
  { reader, memberName }: { reader: Reader; memberName(userId: string): Promise<string | undefined> },
  tenant: string,
  tokenId: string,
): Promise<{ name: string; madeBy: string } | undefined> {
  const token = await reader.get(accessTokensProjection, tenant, tokenId)
  if (!token) return undefined
  const [name = ''] = await reader.open(tenant, [token.name])
  return { name, madeBy: (await memberName(token.userId)) ?? FORMER_MEMBER }
}
