/**
 * An agency with 1,000 organisations, 10,000 clients and 3,000 agents, each with a conversation on every tenth of 60 days:
 * what the first pages of its lists and its home take over HTTP. The baselines are the same calls at an agency with one
 * page of organisations, the least that a page takes on the machine; the ratio is that of their processor time.
 */
import { agent } from '@parley/agent/agent.decider.ts'
import type { BenchResult } from '../../services/kernel/bench/result.ts'
import { pastEvents, shortConversation } from '../src/past-events.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'

export const LARGE = { organisations: 1_000, clients: 10_000, agents: 3_000 }
export const SMALL = { organisations: 20, clients: 200, agents: 60 }
const DAYS = 60
const EACH_NTH_DAY = 10
/** One of so many agents has a conversation that waits, organisations few credits left, and clients never signed in. */
const NEEDY = 20
const AT_ONCE = 200
const ROUNDS = 100
const WARM = 5
const MOST_MS = 100
const DAY_MS = 86_400_000

const region = 'na' as const

export async function benchAgencyHome(): Promise<BenchResult[]> {
  const parley = await startTestPlatform({
    ...{ LOG_LEVEL: 'error', CLIENT_SEATS: '20000', RATE_LIMIT_FACTOR: '1000' },
  })
  try {
    const [large, small] = [await parley.signUp(), await parley.signUp()]
    await filled(parley, small, SMALL)
    await filled(parley, large, LARGE)
    const at = ({ client, workspaceId }: Person) => {
      const params = { region, workspaceId }
      const home = (query: object) => () => client.call('agencyHome.organisations', { params, query })
      return {
        clients: () => client.call('clients.list', { params, query: { limit: 50 } }),
        organisations: () => client.call('organisations.list', { params, query: {} }),
        mostClients: () => client.call('organisations.list', { params, query: { sort: 'clients' } }),
        names: () => client.call('organisations.names', { params }),
        attention: () => client.call('agencyHome.attention', { params }),
        home: home({}),
        byBalance: home({ sort: 'balance' }),
        bySearch: home({ q: 'organisation 7' }),
        byConversations: home({ sort: 'conversations' }),
        byResolution: home({ sort: 'resolutionRate' }),
        byCredits: home({ sort: 'credits' }),
      }
    }
    const [many, few] = [at(large), at(small)]
    const results: BenchResult[] = []
    const measured = async (name: string, part: keyof typeof many, most: number) => {
      const [value, baseline] = [await times(many[part], ROUNDS), await times(few[part], ROUNDS)]
      results.push({
        name: `agency of ${LARGE.organisations.toLocaleString('en')} organisations: ${name}, p99`,
        value: round(value.p99),
        unit: `ms (p50 ${round(value.p50)}, processor ${round(value.processor)})`,
        baseline: round(baseline.p99),
        ratio: round(value.processor / baseline.processor),
        target: `≤ ${most}`,
        ok: value.p99 <= most,
      })
    }
    await measured('first page of clients', 'clients', MOST_MS)
    await measured('first page of organizations', 'organisations', MOST_MS)
    await measured('organizations with the most clients', 'mostClients', MOST_MS)
    await measured('names of all organizations', 'names', MOST_MS)
    await measured('first page of its home', 'home', MOST_MS)
    await measured('what needs attention', 'attention', MOST_MS)
    await measured('its home by balance', 'byBalance', MOST_MS)
    await measured('its home searched', 'bySearch', MOST_MS)
    await measured('its home by conversations', 'byConversations', MOST_MS)
    await measured('its home by resolution rate', 'byResolution', MOST_MS)
    await measured('its home by credits used', 'byCredits', MOST_MS)
    return results
  } finally {
    await parley.stop()
  }
}

/** Appends what the agency has, with events of the last days; figures need no visitors. */
export async function filled(parley: TestPlatform, owner: Person, size: typeof LARGE): Promise<void> {
  const { workspaceId: tenant } = owner
  const past = pastEvents(parley, owner)
  const today = Date.now()
  past.at = today - DAYS * DAY_MS
  const id = (kind: string, nth: number) => `${tenant.slice(-8)}${kind}${nth}`
  const agentsOf = (organisation: number) =>
    numbers(size.agents).filter((nth) => nth % size.organisations === organisation)

  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName: 'First', agentTemplate: 'blank-template' },
  })
  const engines = parley.platform.regions.get(region)?.engines
  const model = (await engines?.commands.load(agent, agentCreated.ID, tenant))?.state
  if (model?.status !== 'live') throw new Error('There is no agent')
  await all(size.agents, (nth) => {
    const agentId = id('a', nth)
    const document = { ...model.document, ID: agentId, title: `Agent ${nth}` }
    return past.append('agent', agentId, [
      { type: 'AgentCreated', data: { agentId, keyHash: id('key', nth), document } },
    ])
  })
  await all(size.organisations, async (nth) => {
    const organisationId = id('o', nth)
    await past.append('organisation', organisationId, [
      {
        type: 'OrganisationCreated',
        data: {
          ...{ organisationId, name: `Organisation ${nth}`, squarePhotoURL: '', allowBilling: true },
          ...{ widgetIDs: agentsOf(nth).map((one) => id('a', one)) },
          ...{ defaultClientAccess: [], defaultClientTabOrder: [] },
        },
      },
    ])
    const transferred = { organisationId, transferId: id('t', nth), from: 'workspace', direction: 'in' }
    const used = { ...transferred, transferId: id('u', nth), from: 'organisation', direction: 'out' }
    await past.append('orgcredits', organisationId, [
      { type: 'CreditsTransferred', data: { ...transferred, amount: 1_000 } },
      { type: 'CreditsTransferred', data: { ...used, amount: nth % NEEDY === 0 ? 900 : 100 } },
    ])
  })
  await all(size.clients, async (nth) => {
    const [clientId, organisation] = [id('c', nth), nth % size.organisations]
    const orgId = id('o', organisation)
    await past.append('client', clientId, [
      {
        type: 'ClientCreated',
        data: {
          ...{ clientId, orgId, name: `Client ${nth}`, squarePhotoURL: '', canAccess: ['/home'] },
          ...{ clientTabOrder: [], widgetIDs: agentsOf(organisation).map((one) => id('a', one)) },
          ...{ email: `client${nth}@example.com`, emailHash: id('h', nth), passwordHash: 'none' },
        },
      },
    ])
    if (nth % NEEDY !== 1)
      await past.append('clientsession', id('s', nth), [
        {
          type: 'ClientSessionStarted',
          data: {
            ...{ sessionId: id('s', nth), clientId, orgId, tokenHash: 'h', method: 'password' },
            ...{ passwordChanges: 0, accessDisabled: 0, startedAt: 0, expiresAt: 1 },
          },
        },
      ])
  })
  for (let day = DAYS; day >= 0; day--) {
    past.at = today - day * DAY_MS
    await all(size.agents, async (nth) => {
      if (nth % EACH_NTH_DAY !== day % EACH_NTH_DAY) return
      const agentId = id('a', nth)
      const conversationId = id(`v${day}x`, nth)
      await past.append(
        'conversation',
        conversationId,
        shortConversation({
          ...{ agentId, conversationId, at: new Date(today - day * DAY_MS).toISOString() },
          ...{ grounded: (nth + day) % 4 !== 0, waits: day === 0 && nth % NEEDY === 0 },
        }),
      )
    })
  }
  await parley.settled(region)
}

const numbers = (many: number) => Array.from({ length: many }, (_, nth) => nth)

async function all(many: number, act: (nth: number) => Promise<void>): Promise<void> {
  let next = 0
  const work = async () => {
    for (let nth = next++; nth < many; nth = next++) await act(nth)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** `processor`: the processor time of a call, of client and server together, p50: other processes do not take it up. */
async function times(act: () => Promise<unknown>, rounds: number) {
  for (let round = 0; round < WARM; round++) await act()
  const took: number[] = []
  const used: number[] = []
  for (let round = 0; round < rounds; round++) {
    const [began, before] = [performance.now(), process.cpuUsage()]
    await act()
    took.push(performance.now() - began)
    const { user, system } = process.cpuUsage(before)
    used.push((user + system) / 1_000)
  }
  return { p50: percentile(took, 0.5), p99: percentile(took, 0.99), processor: percentile(used, 0.5) }
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

const round = (value: number) => Math.round(value * 100) / 100
