import { agencyDomainEvents } from '@parley/contracts/agency/domain-events.ts'
import { agencyEvents } from '@parley/contracts/agency/events.ts'
import { unansweredJump } from '@parley/contracts/agency/home.ts'
import type { AgencyAttention, OrganisationHealth } from '@parley/contracts/agency/home-endpoints.ts'
import { agentEvents } from '@parley/contracts/agent/events.ts'
import { clientEvents, clientSessionEvents } from '@parley/contracts/client/events.ts'
import { type ConversationEvent, conversationEvents } from '@parley/contracts/conversation/events.ts'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import type { AnyEvent } from '@parley/contracts/message.ts'
import { organisationEvents } from '@parley/contracts/organisation/events.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import type { Aggregate } from '@parley/kernel/commands/decider.ts'
import type { Call, Reply } from '@parley/kernel/commands/handler.ts'
import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { agenciesProjection } from '../agencies/agencies.projection.ts'
import { agencyDomainsProjection } from '../agency-domains/agency-domains.projection.ts'
import { agentsProjection } from '../agents/agents.projection.ts'
import { analyticsConversationsProjection } from '../analytics/analytics-conversations.projection.ts'
import { analyticsMessagesProjection } from '../analytics/analytics-messages.projection.ts'
import { story } from '../analytics/story.test-events.ts'
import { clientsProjection } from '../clients/clients.projection.ts'
import { conversationsProjection } from '../conversations/conversations.projection.ts'
import { creditBalancesProjection } from '../credit-balances/credit-balances.projection.ts'
import { organisationsProjection } from '../organisations/organisations.projection.ts'
import { agentDaysProjection } from '../workspace-overview/agent-days.projection.ts'
import { agencyHomeQueries } from './agency-home.queries.ts'
import { agentAnswersProjection } from './agent-answers.projection.ts'
import { agentHoldersProjection } from './agent-holders.projection.ts'
import { clientAgentsProjection } from './client-agents.projection.ts'
import { organisationSummariesProjection } from './organisation-summaries.projection.ts'

it('counts the replies of an agent by the day, and forgets those that are over two weeks old', () => {
  const on = (at: string, event: ConversationEvent) => ({ ...event, at })
  const { replied } = story('c1')
  const { replied: tested } = story('t1', 'test-panel')
  const misses = Array.from({ length: unansweredJump.unanswered }, (_, nth) =>
    on('2026-11-21T10:00:00.000Z', replied(`late${nth}`, { grounded: false })),
  )
  const documents = projected(agentAnswersProjection, [
    on('2026-11-07T10:00:00.000Z', replied('old')),
    on('2026-11-08T10:00:00.000Z', replied('kept')),
    on('2026-11-21T09:00:00.000Z', tested('test', { grounded: false })),
    ...misses,
  ])
  expect(Object.fromEntries(documents)).toEqual({
    a1: {
      agentId: 'a1',
      days: {
        '2026-11-08': { replies: 1, unanswered: 0 },
        '2026-11-21': { replies: misses.length, unanswered: misses.length },
      },
      lastDay: '2026-11-21',
      manyUnanswered: true,
    },
  })
  const few = projected(agentAnswersProjection, misses.slice(1))
  expect(few.get('a1')).not.toHaveProperty('manyUnanswered')
})

it('keeps the agents of clients by their organisation', () => {
  const settings = { name: 'n', squarePhotoURL: '', canAccess: [], clientTabOrder: [] }
  const address = { email: 'e', emailHash: 'h', passwordHash: 'p' }
  const created = (clientId: string, orgId: string, widgetIDs: string[]): AnyEvent => ({
    type: 'ClientCreated',
    data: { clientId, orgId, widgetIDs, ...settings, ...address },
  })
  const changed = (clientId: string, data: object): AnyEvent => ({
    type: 'ClientChanged',
    data: { clientId, ...data },
  })
  const given: AnyEvent[] = [
    created('c1', 'o1', ['a1', 'a2']),
    created('c2', 'o1', []),
    created('c3', 'o1', ['a3']),
    changed('c1', { widgetIDs: ['a2'] }),
    changed('c1', { name: 'm' }),
    changed('c3', { orgId: 'o2' }),
    { type: 'ClientAgentCreated', data: { clientId: 'c1', agentId: 'a4' } },
    { type: 'ClientAgentCreated', data: { clientId: 'c1', agentId: 'a2' } },
  ]
  const clientsAfter = (events: AnyEvent[]) => {
    const documents = [...projected(clientAgentsProjection, events).values()]
    return Object.assign({}, ...documents.map(({ clients }) => clients))
  }
  expect(clientsAfter(given)).toEqual({ c1: ['o1', 'a2', 'a4'], c2: ['o1'], c3: ['o2', 'a3'] })
  const gone = ['c1', 'c2', 'c3'].map(
    (clientId): AnyEvent => ({ type: 'ClientDeleted', data: { clientId, emailHash: 'h' } }),
  )
  expect(clientsAfter([...given, gone[0]!])).toEqual({ c2: ['o1'], c3: ['o2', 'a3'] })
  expect(projected(clientAgentsProjection, [...given, ...gone, changed('c1', { orgId: 'o2' })]).size).toBe(0)
  // Some of many clients share a document, each of which keeps what is of the others.
  const many = Array.from({ length: 150 }, (_, nth) => created(`m${nth}`, 'o1', [`a${nth}`]))
  const documents = projected(clientAgentsProjection, many)
  expect(documents.size).toBeLessThan(150)
  expect(documents.size).toBeGreaterThan(100)
  expect(Object.keys(clientsAfter(many))).toHaveLength(150)
})

describe('the home of an agency', () => {
  let region: TestRegion
  let clock = new Date()
  const now = Date.parse('2026-11-22T12:00:00Z')
  beforeEach(async () => {
    region = await openTestRegion({
      projections: [
        ...[agentsProjection, agentDaysProjection, conversationsProjection, clientsProjection],
        ...[analyticsConversationsProjection, analyticsMessagesProjection, agencyDomainsProjection],
        ...[
          organisationsProjection,
          organisationSummariesProjection,
          agentHoldersProjection,
          clientAgentsProjection,
        ],
        ...[agentAnswersProjection, creditBalancesProjection, agenciesProjection],
      ],
      now: () => clock,
    })
  })
  afterEach(() => region.close())

  const log: Aggregate<null, AnyEvent[], AnyEvent> = {
    category: '',
    events: {
      ...{ ...conversationEvents, ...agentEvents, ...organisationEvents, ...clientEvents },
      ...{ ...clientSessionEvents, ...creditsEvents, ...agencyDomainEvents, ...agencyEvents },
    },
    decider: { initialState: null, evolve: () => null, decide: (events) => ({ ok: true, events }) },
  }
  async function happened(at: string, stream: `${string}-${string}`, event: AnyEvent, tenant = 'w1') {
    clock = new Date(at)
    const [category = '', id = ''] = stream.split('-')
    const handled = await region.handle({ ...log, category }, id, [event], {
      tenant,
      subject: stream,
      actor: { kind: 'visitor', id: 'v1' },
      cause: { via: 'widget', command: `${at}${event.type}${id}`, correlation: 'c' },
    })
    if (!handled.ok) throw new Error(handled.rejection.code)
  }
  const early = '2026-11-01T00:00:00.000Z'
  const agent = (agentId: string, title: string, tenant = 'w1') =>
    happened(
      early,
      `agent-${agentId}`,
      { type: 'AgentCreated', data: { agentId, keyHash: 'h', document: { ID: agentId, title } } },
      tenant,
    )
  const organisation = (organisationId: string, name: string, widgetIDs: string[] = [], tenant = 'w1') =>
    happened(
      early,
      `organisation-${organisationId}`,
      {
        type: 'OrganisationCreated',
        data: {
          ...{ organisationId, name, widgetIDs, squarePhotoURL: '', allowBilling: true },
          ...{ defaultClientAccess: [], defaultClientTabOrder: [] },
        },
      },
      tenant,
    )
  const client = (clientId: string, orgId: string, widgetIDs: string[] = [], at = early, tenant = 'w1') =>
    happened(
      at,
      `client-${clientId}`,
      {
        type: 'ClientCreated',
        data: {
          ...{ clientId, orgId, widgetIDs, name: `Client ${clientId}`, squarePhotoURL: '', canAccess: [] },
          ...{ clientTabOrder: [], email: 'e', emailHash: 'h', passwordHash: 'p' },
        },
      },
      tenant,
    )
  const signIn = (clientId: string, orgId: string, at: string) =>
    happened(at, `clientsession-s${clientId}`, {
      type: 'ClientSessionStarted',
      data: {
        ...{ sessionId: `s${clientId}`, clientId, orgId, tokenHash: 'h', method: 'password' },
        ...{ passwordChanges: 0, accessDisabled: 0, startedAt: 0, expiresAt: 1 },
      },
    })
  const transfer = (organisationId: string, direction: 'in' | 'out', amount: number) =>
    happened(`2026-11-1${direction === 'in' ? 0 : 1}T00:00:00.000Z`, `orgcredits-${organisationId}`, {
      type: 'CreditsTransferred',
      data: { ...{ transferId: direction, organisationId, direction, amount }, from: 'workspace' },
    })
  async function talk(agentId: string, id: string, at: string, grounded: boolean, tenant = 'w1') {
    const { started, asked, replied } = story(id, 'web-chat', 0, agentId)
    await happened(at, `conversation-${id}`, started(), tenant)
    await happened(at, `conversation-${id}`, asked('m1'), tenant)
    await happened(at, `conversation-${id}`, replied('m1', { grounded, cost: 2 }), tenant)
  }
  async function handoff(agentId: string, id: string, at: string, tenant = 'w1') {
    const { started, handoff } = story(id, 'web-chat', 0, agentId)
    const asked = handoff()
    await happened(at, `conversation-${id}`, started(), tenant)
    await happened(at, `conversation-${id}`, { ...asked, data: { ...asked.data, at } } as AnyEvent, tenant)
  }

  async function ask<Answer>(
    name: keyof ReturnType<typeof agencyHomeQueries>,
    query: Record<string, string | number> = {},
    tenant = 'w1',
  ): Promise<Answer> {
    await region.settled()
    const queries = agencyHomeQueries({ reader: region.reader, now: () => now })
    const call = { params: { region: 'na', workspaceId: tenant }, query, tenant }
    const answer = (await queries[name]?.(call as unknown as Call<never>)) as unknown as Reply<Answer>
    if (!answer.ok) throw new Error(answer.rejection.code)
    if (!('value' in answer)) throw new Error('not a value')
    return answer.value
  }
  type Page = { items: OrganisationHealth[]; next?: string; found: number; total: number }
  const list = async (query: Record<string, string | number> = {}, tenant = 'w1') =>
    ask<Page>('agencyHome.organisations', { from: '2026-11-20', to: '2026-11-21', ...query }, tenant)
  const names = async (query: Record<string, string | number> = {}) =>
    (await list(query)).items.map(({ name }) => name)
  const attention = (tenant = 'w1') => ask<AgencyAttention>('agencyHome.attention', {}, tenant)

  /** Acme has an agent of its own and another by its client, Brew none; of another workspace nothing is seen. */
  async function agency() {
    await agent('a1', 'Tea')
    await agent('a2', 'Bikes')
    await organisation('o1', 'Acme', ['a1'])
    await organisation('o2', 'Brew')
    await client('c1', 'o1', ['a2', 'a1'])
    await client('c2', 'o2', [], '2026-11-21T00:00:00.000Z')
    await agent('x1', 'Theirs', 'w2')
    await organisation('ox', 'Theirs', ['x1'], 'w2')
    await client('cx', 'ox', ['x1'], early, 'w2')
    await handoff('x1', 'cx', '2026-11-22T10:00:00.000Z', 'w2')
  }

  it('shows the figures of an organisation’s agents together, beside the days before', async () => {
    await agency()
    await talk('a1', 'c1', '2026-11-18T10:00:00.000Z', false)
    await talk('a1', 'c2', '2026-11-20T10:00:00.000Z', true)
    await talk('a2', 'c3', '2026-11-21T23:59:00.000Z', true)
    await talk('a2', 'c4', '2026-11-21T10:00:00.000Z', false)
    await talk('a2', 'late', '2026-11-22T00:00:00.000Z', true)
    await transfer('o1', 'in', 100)
    await signIn('c1', 'o1', '2026-11-21T08:00:00.000Z')
    const { items, found, total } = await list({ sort: 'name' })
    expect([found, total]).toEqual([2, 2])
    expect(items).toEqual([
      {
        ...{ ID: 'o1', name: 'Acme', squarePhotoURL: '', clients: 1, agents: 2, waiting: 0 },
        figures: {
          conversations: { value: 3, before: 1 },
          resolutionRate: { value: 2 / 3, before: 0, of: 3 },
          unanswered: { value: 1, before: 1 },
          credits: { value: 6, before: 2 },
        },
        costs: { cost: expect.closeTo(0.006), price: expect.closeTo(0.018) },
        ...{ balance: 100, lastSignInAt: '2026-11-21T08:00:00.000Z', attention: [] },
      },
      {
        ...{ ID: 'o2', name: 'Brew', squarePhotoURL: '', clients: 1, agents: 0, waiting: 0 },
        figures: {
          conversations: { value: 0, before: 0 },
          resolutionRate: { value: null, before: null, of: 0 },
          unanswered: { value: 0, before: 0 },
          credits: { value: 0, before: 0 },
        },
        costs: { cost: 0, price: 0 },
        ...{ balance: 0, attention: [] },
      },
    ])
    await happened(early, 'agency-w1', {
      type: 'AgencyCreated',
      data: {
        ...{ agencyId: 'w1', userId: 'u1', name: 'North', brandingText: '' },
        secret: 's',
        secretHash: 'h',
        at: early,
      },
    })
    await happened(early, 'agency-w1', { type: 'AgencyPriceChanged', data: { USDPerToken: 0.5, at: early } })
    expect((await list({ sort: 'name' })).items[0]).toMatchObject({
      costs: { cost: expect.closeTo(0.006), price: 3 },
    })
  })

  it('sorts by any column, searches by name and continues where a page ended', async () => {
    await agency()
    await organisation('o3', 'Çedar')
    await agent('a3', 'Wood')
    await client('c3', 'o3', ['a3'])
    await talk('a3', 'c1', '2026-11-20T10:00:00.000Z', true)
    await talk('a3', 'c2', '2026-11-20T11:00:00.000Z', true)
    await talk('a1', 'c3', '2026-11-20T12:00:00.000Z', false)
    await transfer('o2', 'in', 50)
    await handoff('a3', 'c4', '2026-11-22T11:59:00.000Z')
    await signIn('c2', 'o2', '2026-11-21T08:00:00.000Z')
    expect(await names({ sort: 'conversations' })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'conversations', order: 'asc' })).toEqual(['Brew', 'Acme', 'Çedar'])
    expect(await names({ sort: 'credits' })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'unanswered' })).toEqual(['Acme', 'Brew', 'Çedar'])
    // Brew had no conversation, so it has no rate and is last either way.
    expect(await names({ sort: 'resolutionRate' })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'resolutionRate', order: 'asc' })).toEqual(['Acme', 'Çedar', 'Brew'])
    expect(await names({ sort: 'waiting' })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'balance' })).toEqual(['Brew', 'Acme', 'Çedar'])
    expect(await names({ sort: 'lastSignIn' })).toEqual(['Brew', 'Acme', 'Çedar'])
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['Çedar', 'Brew', 'Acme'])
    expect(await names({ q: 'CED' })).toEqual(['Çedar'])
    // An order by a figure is by the agents that an organisation and its clients have now.
    await happened('2026-11-21T09:00:00.000Z', 'client-c3', {
      type: 'ClientChanged',
      data: { clientId: 'c3', orgId: 'o2' },
    })
    for (const sort of ['conversations', 'credits'])
      expect(await names({ sort })).toEqual(['Brew', 'Acme', 'Çedar'])
    const first = await list({ sort: 'name', limit: 2 })
    expect(await names({ sort: 'name', limit: 2, cursor: first.next ?? '' })).toEqual(['Çedar'])
    await expect(list({ cursor: 'x' })).rejects.toMatchObject({ code: 'bad-cursor' })
  })

  it('sorts by the credits of the days of a time zone', async () => {
    await agency()
    await organisation('o3', 'Çedar')
    await agent('a3', 'Wood')
    await client('c3', 'o3', ['a3'])
    const talks = (agentId: string, ats: string[]) =>
      ats.reduce(async (before, at) => {
        await before
        await talk(
          agentId,
          `${agentId}${at.slice(8, 16)}`.replaceAll(/[T:]/g, ''),
          `2026-11-${at}:00.000Z`,
          true,
        )
      }, Promise.resolve())
    // The 20th and the 21st in Kolkata begin and end at half past six in the evening of UTC.
    await talks('a1', ['19T10:00', '19T11:00', '19T18:15', '20T12:00', '20T13:00', '21T18:30'])
    await talks('a3', ['19T18:30', '20T10:00', '21T18:15'])
    const timeZone = 'Asia/Kolkata'
    expect(await names({ sort: 'credits', timeZone })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'credits', timeZone, from: '2026-11-21' })).toEqual(['Çedar', 'Acme', 'Brew'])
    expect(await names({ sort: 'credits' })).toEqual(['Acme', 'Çedar', 'Brew'])
  })

  it('lists first what needs attention, with why', async () => {
    await agency()
    expect(await names()).toEqual(['Acme', 'Brew'])
    await transfer('o2', 'in', 100)
    await transfer('o2', 'out', 81)
    expect(await list()).toMatchObject({
      items: [
        { name: 'Brew', attention: ['balance'] },
        { name: 'Acme', attention: ['never-signed-in'] },
      ],
    })
    await handoff('a2', 'c1', '2026-11-22T11:45:00.000Z')
    await handoff('a2', 'c2', '2026-11-22T11:46:00.000Z')
    expect(await list()).toMatchObject({
      items: [
        { name: 'Acme', attention: ['waiting', 'never-signed-in'], waiting: 2 },
        { name: 'Brew', attention: ['balance'], waiting: 0 },
      ],
    })
  })

  it('names what needs attention, and nothing of another workspace', async () => {
    await agency()
    expect(await attention()).toMatchObject({
      domains: [],
      waiting: { total: 0, items: [] },
      balances: { total: 0, items: [] },
      unanswered: { total: 0, items: [] },
    })
    await handoff('a2', 'long', '2026-11-22T11:45:00.000Z')
    await handoff('a2', 'short', '2026-11-22T11:45:01.000Z')
    await transfer('o2', 'in', 100)
    await transfer('o2', 'out', 81)
    for (let nth = 0; nth < 10; nth++) {
      await talk('a1', `before${nth}`, `2026-11-15T10:00:0${nth}.000Z`, nth > 0)
      await talk('a1', `after${nth}`, `2026-11-16T10:00:0${nth}.000Z`, nth > 4)
    }
    const claim = {
      claimId: 'k',
      domainType: 'customDomain',
      domain: 'chat.acme.example',
      at: early,
    } as const
    await happened(early, 'agencydomains-w1', {
      type: 'DomainClaimed',
      data: { ...claim, userId: 'u1', records: [] },
    })
    await happened('2026-11-22T00:00:00.000Z', 'agencydomains-w1', {
      type: 'DomainStoppedResolving',
      data: { ...claim, removeAt: '2026-11-29T00:00:00.000Z' },
    })
    expect(await attention()).toEqual({
      domains: [
        { domainType: 'customDomain', domain: 'chat.acme.example', removeAt: '2026-11-29T00:00:00.000Z' },
      ],
      waiting: {
        total: 1,
        items: [
          {
            ...{ agentId: 'a2', agentTitle: 'Bikes', organisations: ['Acme'] },
            ...{ conversationId: 'long', since: '2026-11-22T11:45:00.000Z' },
          },
        ],
      },
      balances: { total: 1, items: [{ organisationId: 'o2', name: 'Brew', balance: 19, added: 100 }] },
      unanswered: {
        total: 1,
        items: [
          {
            ...{ agentId: 'a1', agentTitle: 'Tea', organisations: ['Acme'] },
            ...{ share: 0.5, before: 0.1, replies: 10 },
          },
        ],
      },
      neverSignedIn: {
        total: 1,
        items: [{ clientId: 'c1', name: 'Client c1', organisation: 'Acme', createdAt: early }],
      },
    })
    await signIn('c1', 'o1', '2026-11-22T08:00:00.000Z')
    expect((await attention()).neverSignedIn).toEqual({ total: 0, items: [] })
  })

  it('finds the organisations of an agent by who has it now', async () => {
    await agency()
    await handoff('a2', 'c1', '2026-11-22T11:00:00.000Z')
    const organisationsOf = async () => (await attention()).waiting.items[0]?.organisations
    expect(await organisationsOf()).toEqual(['Acme'])
    await happened('2026-11-20T00:00:00.000Z', 'client-c1', {
      type: 'ClientChanged',
      data: { clientId: 'c1', widgetIDs: [] },
    })
    expect(await organisationsOf()).toEqual([])
    await happened('2026-11-21T00:00:00.000Z', 'organisation-o2', {
      type: 'OrganisationChanged',
      data: { organisationId: 'o2', widgetIDs: ['a2'] },
    })
    expect(await organisationsOf()).toEqual(['Brew'])
    await happened('2026-11-22T00:00:00.000Z', 'organisation-o2', {
      type: 'OrganisationDeleted',
      data: { organisationId: 'o2', name: 'Brew' },
    })
    expect(await organisationsOf()).toEqual([])
    expect(await names()).toEqual(['Acme'])
  })
})
