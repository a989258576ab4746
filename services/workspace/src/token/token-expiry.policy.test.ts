import type { WorkspaceEvent } from '@parley/contracts/workspace/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { workspace } from '../workspace.decider.ts'
import { type TokenExpiryDeps, tokenExpiry } from './token-expiry.policy.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-21T12:00:00.000Z')
const created = (lastsMs: number | undefined): WorkspaceEvent => ({
  type: 'AccessTokenCreated',
  data: {
    ...{ tokenId: 't1', name: 'n8n\nhttps://x', userId: 'u1', permissions: [], tokenHash: 'hash' },
    ...{ createdAt: now, ...(lastsMs !== undefined && { expiresAt: now + lastsMs }) },
  },
})
const history = (...more: WorkspaceEvent[]): WorkspaceEvent[] => [
  {
    type: 'WorkspaceCreated',
    data: {
      ...{ workspaceId: 'w1', ownerId: 'u1', workspaceName: 'Shop', region: 'eu', personal: false },
      ...{ workspaceSecret: 'ws_1', workspaceSecretHash: 'hash 1' },
    },
  },
  { type: 'WorkspaceMemberAdded', data: { userId: 'u1', email: 'u1@example.com', role: 'owner' } },
  ...more,
]
const revoked: WorkspaceEvent = {
  type: 'AccessTokenRevoked',
  data: { tokenId: 't1', userId: 'u1', reason: 'person' },
}

function started(...events: WorkspaceEvent[]) {
  const { state } = given(workspace, ...history(...events))
  const set = vi.fn<TokenExpiryDeps['deadlines']['set']>(async () => undefined)
  const send = vi.fn<TokenExpiryDeps['mail']['send']>(async () => undefined)
  const load = async () => ({ state, revision: 1, position: 1, tenant: 'w1' }) as never
  const running = tokenExpiry({
    commands: { load, refresh: async () => undefined },
    ...{ region: 'eu', addressOf: async () => 'https://agency.example', deadlines: { set }, mail: { send } },
    emailOf: async (userId) => (userId === 'u1' ? 'u1@example.com' : undefined),
    brandOf: async () => undefined,
  })
  const [policy] = running.policies
  const react = ({ type, data }: WorkspaceEvent) =>
    policy?.react({ type, data, tenant: 'w1', position: 7 } as never, {} as never)
  const carryOut = () =>
    running.deadlineWork.carryOut(
      { kind: 'access-token-expiry', key: 'w1/t1', tenant: 'w1', due: 0, order: 7, note: 't1' },
      new AbortController().signal,
    )
  return { set, send, react, carryOut }
}

afterEach(() => void vi.useRealTimers())

test('its maker is mailed a week before a token expires', async () => {
  const { set, send, react, carryOut } = started(created(30 * DAY))
  await react(created(30 * DAY))
  expect(set.mock.calls[0]?.[0]).toMatchObject([{ tenant: 'w1', due: now + 23 * DAY, note: 't1', order: 7 }])
  vi.useFakeTimers({ toFake: ['Date'], now: now + 23 * DAY })
  await carryOut()
  expect(send.mock.calls[0]?.[0]).toMatchObject({
    ...{ to: 'u1@example.com', tenant: 'w1', id: 'access-token-expiry/t1' },
    subject: 'The access token n8n x expires on December 21, 2026',
    text: expect.stringContaining('https://agency.example/app/eu/workspace'),
  })
})

test('nobody is mailed of a token that lasts a week at most, does not expire, was revoked, or has expired', async () => {
  for (const lasts of [7 * DAY, undefined]) {
    const { set, react } = started()
    await react(created(lasts))
    expect(set).not.toHaveBeenCalled()
  }
  vi.useFakeTimers({ toFake: ['Date'], now: now + 23 * DAY })
  const gone = started(created(30 * DAY), revoked)
  await gone.carryOut()
  expect(gone.send).not.toHaveBeenCalled()
  vi.useFakeTimers({ toFake: ['Date'], now: now + 31 * DAY })
  const late = started(created(30 * DAY))
  await late.carryOut()
  expect(late.send).not.toHaveBeenCalled()
})
