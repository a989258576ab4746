import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { accessTokensProjection } from './access-tokens.projection.ts'

const created = {
  type: 'AccessTokenCreated',
  tenant: 'w1',
  data: {
    ...{ tokenId: 't1', name: 'sealed', userId: 'u1', permissions: ['agent.list'], tokenHash: 'hash' },
    createdAt: 1,
  },
} satisfies WorkspaceEvent & { tenant: string }
const revoked = {
  type: 'AccessTokenRevoked',
  tenant: 'w1',
  data: { tokenId: 't1', userId: 'u1', reason: 'person' },
} satisfies WorkspaceEvent & { tenant: string }

test('a token is kept without its hash, also once it is revoked', () => {
  expect(projected(accessTokensProjection, [created]).get('t1')).toEqual({
    ...{ tokenId: 't1', name: 'sealed', userId: 'u1', permissions: ['agent.list'] },
    ...{ createdAt: 1, revoked: false },
  })
  expect(projected(accessTokensProjection, [created, revoked]).get('t1')).toMatchObject({ revoked: true })
})
