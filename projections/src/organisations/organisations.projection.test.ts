import type { CreditsEvent } from '@parley/contracts/credits/events.ts'
import type { SealedEventOf } from '@parley/contracts/message.ts'
import type { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { organisationSummariesProjection } from '../agency-home/organisation-summaries.projection.ts'
import { agentUsageProjection } from '../agent-usage/agent-usage.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { creditHistoryProjection, linesOf } from '../credit-history/credit-history.projection.ts'
import { organisationTransfersProjection } from './organisation-transfers.projection.ts'
import { organisationsProjection } from './organisations.projection.ts'

type Event = SealedEventOf<typeof organisationEvents>
const settings = {
  ...{ name: 'sealed name', squarePhotoURL: 'sealed logo', defaultClientAccess: ['/home'] },
  ...{ defaultClientTabOrder: [], widgetIDs: [], allowBilling: false },
}

test('contains an organisation until it is deleted', () => {
  const created: Event = { type: 'OrganisationCreated', data: { organisationId: 'o1', ...settings } }
  const changed: Event = { type: 'OrganisationChanged', data: { organisationId: 'o1', allowBilling: true } }
  const deleted: Event = { type: 'OrganisationDeleted', data: { organisationId: 'o1', name: 'sealed name' } }
  expect(projected(organisationsProjection, [created, changed]).get('o1')).toEqual({
    ...{ organisationId: 'o1', ...settings, allowBilling: true },
    createdAt: '2026-11-21T12:00:00.000Z',
  })
  expect(projected(organisationsProjection, [created, deleted, changed]).size).toBe(0)
})

test('what an organisation says of handoffs is in its summary', () => {
  const data = { organisationId: 'o1', ...settings, disableHandoff: false, smartHandoff: true }
  const created: Event = { type: 'OrganisationCreated', data }
  const changed: Event = {
    type: 'OrganisationChanged',
    data: { organisationId: 'o1', disableHandoff: true, predefinedTags: ['Order'] },
  }
  const summary = projected(organisationSummariesProjection, [created, changed]).get('o1')
  expect(summary).toMatchObject({ disableHandoff: true, smartHandoff: true })
  expect(summary).not.toHaveProperty('predefinedTags')
})

const side = (stream: string, direction: 'in' | 'out') =>
  ({
    stream,
    type: 'CreditsTransferred',
    data: { transferId: 't1', organisationId: 'o1', from: 'workspace', direction, amount: 40 },
  }) satisfies CreditsEvent & { stream: string }
const transferred = [
  { stream: 'credits-workspace1', type: 'CreditsGranted', data: { amount: 100, reason: 'sign-up' } },
  side('credits-workspace1', 'out'),
  side('orgcredits-o1', 'in'),
] satisfies (CreditsEvent & { stream: string })[]

test('each side of a transfer is in the balance of its own ledger', () => {
  const balances = projected(creditBalancesProjection, transferred)
  expect(balances.get('workspace1')?.balance).toBe(60)
  expect(balances.get('o1')?.balance).toBe(40)
})

const charged = (stream: string, amount: number) => ({
  stream,
  type: 'RepliesCharged' as const,
  data: {
    through: 1,
    charges: [
      {
        ...{ reservationId: 'r1', holdId: 'h1', conversationId: 'c1', agentId: 'a1', amount },
        ...{ at: '2026-11-21T12:00:00.000Z', modelId: 'm', inputTokens: 10, outputTokens: 5 },
      },
    ],
  },
})

test('what an organisation pays is in its own balance, and in the history of the workspace', () => {
  const events = [...transferred, charged('orgcredits-o1', 5), charged('credits-workspace1', 7)]
  const balances = projected(creditBalancesProjection, events)
  expect([balances.get('workspace1')?.balance, balances.get('o1')?.balance]).toEqual([53, 35])
  const lines = [...projected(creditHistoryProjection, events).values()].flatMap(linesOf)
  expect(lines.filter(({ kind }) => kind === 'charge')).toMatchObject([
    { amount: -5, agentId: 'a1', orgId: 'o1' },
    { amount: -7, agentId: 'a1' },
  ])
  expect(lines.at(-1)).not.toHaveProperty('orgId')
  const used = projected(agentUsageProjection, events)
  expect(used.get('a1.2026-11')).toMatchObject({ replies: 2, credits: 12 })
  expect([...projected(organisationTransfersProjection, events).keys()]).toHaveLength(1)
})

test('each side of a transfer is in one history', () => {
  const ofWorkspace = [...projected(creditHistoryProjection, transferred).values()].flatMap(linesOf)
  expect(ofWorkspace.map(({ amount }) => amount)).toEqual([100, -40])
  const ofOrganisation = [...projected(organisationTransfersProjection, transferred).values()]
  expect(ofOrganisation).toEqual([
    { organisationId: 'o1', position: 2, at: '2026-11-21T12:00:02.000Z', amount: 40 },
  ])
})
