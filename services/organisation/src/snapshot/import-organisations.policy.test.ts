/** Imports of random snapshots that are interrupted at random moments: everything once, and references to what was made. */

import { gzipSync } from 'node:zlib'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import type { SnapshotFile } from '@parley/contracts/organisation/snapshot/file.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { CommandContext } from '@parley/kernel/commands/command-handling.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import { lastAttempt, testAttempt } from '@parley/kernel/process-managers/test-attempt.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importOrganisations, stepsOf } from './import-organisations.policy.ts'
import { importOf, organisationSnapshots } from './snapshots.decider.ts'

const tenant = 'w1'
let region: Awaited<ReturnType<typeof openTestRegion>>
beforeAll(async () => {
  region = await openTestRegion({ projections: [] })
})
afterAll(() => region?.close())

/** Random numbers below `below`, the same for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A file of the present version: its lines, and after the clients conversations with parts, and leads. */
function linesOf(file: SnapshotFile, history: readonly object[]): Buffer {
  const { agents, clients = [], ...header } = file
  const lines = [
    { ...header, version: 2 },
    ...agents.flatMap(({ knowledge, ...agent }) => [
      { agent },
      ...knowledge.map((source) => ({ source: { ...source, id: source.name.replace(' ', '-') } })),
    ]),
    ...clients.map((client) => ({ client: { ...client, id: client.email.replace(/\W/g, '-') } })),
    ...history,
    { end: true },
  ]
  return gzipSync(lines.map((line) => JSON.stringify(line)).join('\n'))
}

/** Conversations and leads of agents of a file, one of which may be of no agent in it. */
function randomHistory(file: SnapshotFile, random: (below: number) => number): object[] {
  const at = '2026-11-01T12:00:00.000Z'
  const events = [{ type: 'ConversationStarted', at, data: {} }]
  const ofAgent = () => file.agents[random(file.agents.length)]?.id ?? 'unknown'
  const conversations = Array.from({ length: random(6) === 0 ? 450 : random(20) }, (_, nth) => nth).flatMap(
    (nth) => [
      { conversation: { agentId: ofAgent(), conversationId: `c${nth}`, lastAt: at, events } },
      ...Array.from({ length: random(3) }, () => ({ continued: { conversationId: `c${nth}`, events } })),
    ],
  )
  const leads = Array.from({ length: random(20) }, (_, nth) => ({
    lead: { agentId: ofAgent(), leadId: `l${nth}`, events },
  }))
  return [...conversations, ...leads]
}

function randomFile(random: (below: number) => number): SnapshotFile {
  const ids = Array.from({ length: random(5) }, (_, nth) => `former${nth}`)
  const some = () => [...ids.filter(() => random(2) === 0), ...(random(4) === 0 ? ['unknown'] : [])]
  return {
    format: 'organisation-snapshot',
    version: 1,
    madeAt: 0,
    organisation: {
      ...{ name: 'Acme', squarePhotoURL: '', defaultClientAccess: [], defaultClientTabOrder: [] },
      ...{
        widgetIDs: some(),
        allowBilling: false,
        preferredLanguage: 'en',
        dashboardLayout: 'vertical',
        ...defaultOrganisationInbox,
        disableClientAccess: false,
      },
      disableClientAccessMessage: '',
    },
    agents: ids.map((id) => ({
      ...{ id, document: { title: id }, leftOut: { fields: [], functions: 0, websitePassages: 0 } },
      knowledge: Array.from({ length: random(3) }, (_, nth) => ({
        ...{ kind: 'text' as const, name: `${id} ${nth}`, tags: [], disabled: false, content: 'x' },
        passages: [],
      })),
    })),
    clients: Array.from({ length: random(4) }, (_, nth) => ({
      ...{ name: `C${nth}`, email: `c${nth}@example.com`, squarePhotoURL: '', canAccess: [] },
      ...{ clientTabOrder: [], widgetIDs: some(), isOrgAdmin: false, notificationsSettings: {} },
      preferredLanguage: 'en' as const,
    })),
  }
}

test('makes everything once however often it is killed, and refers to what it made', async () => {
  const { handle, load, refresh } = region.commands
  for (let seed = 1; seed <= 40; seed++) {
    const random = randomOf(seed)
    const file = randomFile(random)
    const importId = `i${seed}`
    const history = randomHistory(file, random)
    const bytes = linesOf(file, history)
    const refusedAgent = random(3) === 0 ? `former${random(5)}` : undefined
    const made = new Map<string, unknown>()
    /** What a command makes follows from its key, as in the contexts. */
    const make = (context: CommandContext, what: unknown, often = 6) => {
      if (random(often) === 0) throw new Error('killed before')
      made.set(context.cause.command, what)
      if (random(often) === 0) throw new Error('killed after')
      return context.cause.command
    }
    const policy = importOrganisations({
      ...{ handle, load, refresh },
      openFile: async () => bytes,
      createAgent: async (_, { title }, context) =>
        title === refusedAgent
          ? refuse('invalid-flow', 'No.')
          : { ok: true, agentId: make(context, { agent: title }) },
      addSource: async (_, agentId, { name }, context) => ({
        ok: true,
        sourceId: make(context, { source: name, agentId }),
      }),
      changePassages: async () => 0,
      async createOrganisation(_, { widgetIDs }, context) {
        make(context, { organisation: widgetIDs })
        return { ok: true }
      },
      createClient: async ({ email, widgetIDs, orgId }, context) => ({
        ok: true,
        clientId: make(context, { client: email, widgetIDs, orgId }),
      }),
      async importHistory(line, { agentId }, context) {
        make(context, { history: line, ofAgent: agentId }, 2_000)
        return { ok: true }
      },
    })
    const context = {
      ...({ tenant, actor: { kind: 'system', id: 'test' } } as const),
      cause: { via: 'api', by: 'test', command: `c${seed}`, correlation: 'c' } as const,
    } as unknown as CommandContext
    const counts = {
      agents: file.agents.length,
      sources: file.agents.reduce((sum, { knowledge }) => sum + knowledge.length, 0),
      clients: file.clients?.length ?? 0,
      conversations: history.filter((line) => 'conversation' in line).length,
      leads: history.filter((line) => 'lead' in line).length,
    }
    const upload = { importId, name: 'Acme', ...counts, availableUntil: 0, file: { id: 'f', parts: 1 } }
    const step = (name: string) => ({ ...context, cause: { ...context.cause, command: `${name}${seed}` } })
    await handle(organisationSnapshots, tenant, { type: 'RecordUpload', ...upload }, step('u'))
    const steps = stepsOf(counts)
    await handle(organisationSnapshots, tenant, { type: 'StartImport', importId, steps }, step('s'))
    const event = {
      ...{ type: 'OrganisationImportStarted', id: `e${seed}`, tenant, position: 9, revision: 1 },
      ...{ stream: `organisationsnapshots-${tenant}`, actor: context.actor, cause: context.cause },
      ...{ at: '2026-11-27T12:00:00.000Z', data: { importId, steps } },
    } as never
    for (let over = false; !over; )
      over = await policy.react(event, testAttempt).then(
        () => true,
        (error) => {
          expect(error.message).toMatch(/^killed/)
          return false
        },
      )
    await policy.react(event, testAttempt)

    const state = (await load(organisationSnapshots, tenant, tenant))?.state
    const known = state && importOf(state, importId)
    const all = Object.entries(known?.done ?? {})
    expect(all.reduce((sum, [, { count = 1 }]) => sum + count, 0)).toBe(steps)
    const refused = file.agents.find(({ id }) => id === refusedAgent)
    const problems = all.filter(([step, { problem }]) => problem !== undefined && !step.startsWith('history'))
    expect(problems).toHaveLength(refused ? 1 + refused.knowledge.length : 0)

    const newIds = new Map(
      file.agents.flatMap(({ id }, nth) => {
        const madeId = known?.done[`agents/${nth}`]?.madeId
        return madeId === undefined ? [] : [[id, madeId] as const]
      }),
    )
    // Of the history, every line of every agent that was made, once, and as it was in the file.
    let ofAgent = ''
    const moved = history.flatMap((line) => {
      ofAgent = Object(Object.values(line)[0]).agentId ?? ofAgent
      const agentId = newIds.get(ofAgent)
      return agentId === undefined ? [] : [{ history: line, ofAgent: agentId }]
    })
    const isMoved = (one: unknown) => 'history' in Object(one)
    expect([...made.values()].filter(isMoved)).toEqual(moved)
    const { conversations, leads, ...others } = counts
    expect(made.size - moved.length).toBe(stepsOf(others) - problems.length)

    const expected = (ids: readonly string[]) => ids.flatMap((id) => newIds.get(id) ?? [])
    const values = [...made.values()] as Record<string, unknown>[]
    expect(values.find((one) => 'organisation' in one)?.organisation).toEqual(
      expected(file.organisation.widgetIDs),
    )
    for (const { email, widgetIDs } of file.clients ?? []) {
      const client = values.find((one) => one.client === email)
      expect(client?.widgetIDs).toEqual(expected(widgetIDs))
      expect(client?.orgId).toBe(known?.finished?.organisationId)
    }
    for (const { id, knowledge } of file.agents)
      for (const { name } of knowledge)
        expect(values.find((one) => one.source === name)?.agentId).toBe(newIds.get(id))
    const rest = values.map(({ agent: _, source: __, history: ___, ...rest }) => rest)
    expect(JSON.stringify(rest)).not.toContain('former')
  }
})

test('goes on after what keeps failing, and says so', async () => {
  const { handle, load, refresh } = region.commands
  const file = randomFile(() => 2)
  const broken = async () => {
    throw new Error('SELECT secret FROM table')
  }
  const context = {
    ...({ tenant: 'w3', actor: { kind: 'system', id: 'test' } } as const),
    cause: { via: 'api', by: 'test', command: 'upload', correlation: 'c' },
  } as unknown as CommandContext
  /** The outcome of an import in which some of its commands fail each time. */
  const imported = async (importId: string, failing: Partial<Parameters<typeof importOrganisations>[0]>) => {
    const step = (name: string) => ({ ...context, cause: { ...context.cause, command: name + importId } })
    const upload = { importId, name: 'Acme', agents: 0, sources: 0, clients: 0, availableUntil: 0 }
    await handle(organisationSnapshots, 'w3', { type: 'RecordUpload', ...upload }, step('u'))
    await handle(organisationSnapshots, 'w3', { type: 'StartImport', importId, steps: 1 }, step('s'))
    const policy = importOrganisations({
      ...{ handle, load, refresh },
      openFile: async () => gzipSync(JSON.stringify(file)),
      createAgent: async (_, { title = '' }) => ({ ok: true, agentId: title }),
      addSource: async (_, __, { name }) => ({ ok: true, sourceId: name }),
      changePassages: async () => 0,
      createOrganisation: async () => ({ ok: true }),
      createClient: async ({ email }) => ({ ok: true, clientId: email }),
      importHistory: async () => ({ ok: true }),
      ...failing,
    })
    const event = {
      ...{ type: 'OrganisationImportStarted', id: importId, tenant: 'w3', position: 9, revision: 1 },
      ...{ stream: 'organisationsnapshots-w3', actor: context.actor, cause: context.cause },
      ...{ at: '2026-11-27T12:00:00.000Z', data: { importId, steps: 1 } },
    } as never
    await policy.react(event, lastAttempt)
    const known = importOf((await load(organisationSnapshots, 'w3', 'w3'))!.state, importId)
    const problems = Object.values(known?.done ?? {}).flatMap(({ problem }) => problem ?? [])
    expect(problems.join()).not.toContain('SELECT')
    return {
      organisationId: known?.finished?.organisationId,
      isOver: known?.finished !== undefined,
      problems,
    }
  }

  expect(await imported('file', { openFile: broken })).toEqual({
    ...{ organisationId: undefined, isOver: true, problems: [] },
  })
  const one = await imported('agent', {
    createAgent: async (_, { title = '' }) => (title === 'former1' ? broken() : { ok: true, agentId: title }),
  })
  expect(one).toMatchObject({
    ...{ isOver: true, organisationId: expect.any(String) },
    problems: [
      'former1: Something went wrong.',
      'former1 0: It belongs to former1.',
      'former1 1: It belongs to former1.',
    ],
  })
  const organisation = await imported('organisation', { createOrganisation: broken })
  expect(organisation).toEqual({
    ...{ organisationId: undefined, isOver: true },
    problems: [
      'Acme: Something went wrong.',
      'Client 1 of the file: It belongs to Acme.',
      'Client 2 of the file: It belongs to Acme.',
    ],
  })
  file.agents[0]!.knowledge[0]!.passages = [{ key: 'k', disabled: true }]
  expect((await imported('passages', { changePassages: broken })).problems).toContain(
    'former0 0: A passage that was changed by hand is as it was read.',
  )
})

test('of a file that is gone ends without an organisation', async () => {
  const { handle, load, refresh } = region.commands
  const never = () => {
    throw new Error('nothing is made')
  }
  const policy = importOrganisations({
    ...{ handle, load, refresh, openFile: async () => undefined },
    ...{ createAgent: never, addSource: never, changePassages: never, createOrganisation: never },
    createClient: never,
    importHistory: never,
  })
  const context = {
    ...({ tenant: 'w2', actor: { kind: 'system', id: 'test' } } as const),
    cause: { via: 'api', by: 'test', command: 'gone', correlation: 'c' },
  } as unknown as CommandContext
  const upload = { importId: 'i1', name: 'Acme', agents: 0, sources: 0, clients: 0, availableUntil: 0 }
  await handle(organisationSnapshots, 'w2', { type: 'RecordUpload', ...upload }, context)
  const start = { type: 'StartImport', importId: 'i1', steps: 1 } as const
  const cause = { ...context.cause, command: 'start' }
  await handle(organisationSnapshots, 'w2', start, { ...context, cause })
  await policy.react(
    {
      ...{ type: 'OrganisationImportStarted', id: 'e', tenant: 'w2', position: 9, revision: 1 },
      ...{ stream: 'organisationsnapshots-w2', actor: context.actor, cause: context.cause },
      ...{ at: '2026-11-27T12:00:00.000Z', data: { importId: 'i1', steps: 1 } },
    } as never,
    testAttempt,
  )
  const state = (await load(organisationSnapshots, 'w2', 'w2'))?.state
  expect(state && importOf(state, 'i1')?.finished).toEqual({ organisationId: undefined })
})
