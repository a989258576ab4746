/** Agents over commands, projections and queries of one region on the embedded engines. */

import { agentHandlers, versionDocuments } from '@parley/agent/agent.handlers.ts'
import { createCssCleaner } from '@parley/agent/custom-css.ts'
import { refuseStrangers } from '@parley/agent/named-in-document.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { refuse } from '@parley/kernel/commands/decider.ts'
import type { Call, Handlers } from '@parley/kernel/commands/handler.ts'
import { agentVersionsProjection } from '@parley/projections/agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { agentsProjection } from '@parley/projections/agents/agents.projection.ts'
import { agentQueries, countAgents } from '@parley/projections/agents/agents.queries.ts'
import { bearersProjection, findBearer } from '@parley/projections/bearers/bearers.projection.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import {
  type PublicAgentCache,
  publicAgentCache,
  publicAgentQueries,
} from '@parley/projections/public-agents/public-agents.queries.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

type Name = keyof typeof agentEndpoints
type Input = { params?: object; query?: object; body?: unknown; tenant?: string; command?: string }

let region: TestRegion
let handlers: Handlers<typeof agentEndpoints>
let cache: PublicAgentCache
let tools: string[]
let limit: number | undefined
let added: { agentId: string; names: string[]; command: string }[]
let commands = 0

beforeEach(async () => {
  tools = ['t1']
  limit = undefined
  added = []
  region = await openTestRegion({
    projections: [
      agentsProjection,
      agentDocumentsProjection,
      agentVersionsProjection,
      publicAgentsProjection,
      bearersProjection,
    ],
  })
  const { handle, load, reader } = region
  cache = publicAgentCache(reader, {
    cleanCss: createCssCleaner('https://parley.example'),
    isOpen: async () => true,
    poweredBy: async () => ({ line: undefined, until: Number.POSITIVE_INFINITY }),
  })
  handlers = {
    ...agentHandlers({
      region: 'eu',
      handle,
      load,
      refuseStrangers: refuseStrangers({
        load,
        isTool: async (_tenant, toolId) => tools.includes(toolId),
        isPicture: async () => true,
      }),
      keepPictures: async (_of, document) => ({ ok: true, document }),
      fetchFont: async () => refuse('font-not-fetched', 'There is no font here.'),
      emailsOf: async () => ['u@example.com'],
      publishGate: async () => undefined,
      agentLimit: async () => limit,
      workspaceName: async () => 'Harbour Tea',
      inTurn: region.inTurn,
      agentCount: (tenant) => countAgents(reader, tenant),
      addKnowledge: async (_tenant, agentId, items, context) => {
        added.push({ agentId, names: items.map((item) => item.name), command: context.cause.command })
      },
    }),
    ...agentQueries({
      reader,
      ownOrigin: 'http://localhost:4000',
      maySave: async () => true,
      versionDocument: versionDocuments(load),
      exportKnowledge: async () => ({
        items: [{ name: 'Facts', kind: 'text', content: 'Open at nine.' }],
        leftOut: { documents: 0, websites: 0 },
      }),
      embedPictures: async (_tenant, document) => document,
      expandPrompts: async (_tenant, document) => document,
      nameOf: async (_tenant, actor) => `name of ${actor.id}`,
    }),
    ...publicAgentQueries(cache),
  }
})
afterEach(() => region.close())

async function ask(name: Name, input: Input = {}) {
  const { tenant = 'w1', command = `c${commands++}` } = input
  const call = {
    params: { region: 'eu', ...input.params },
    query: input.query ?? {},
    body: input.body,
    principal: { kind: 'user', userId: 'u1', email: 'u@example.com' },
    may: () => true,
    tenant,
    context: {
      tenant,
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command, correlation: command },
    },
  } as unknown as Call
  const answer = await (handlers[name] as unknown as (call: Call) => unknown)(call)
  await region.settled()
  const outcome = answer as
    | { ok: true; value: Record<string, never>; bytes: Buffer; etag: string }
    | { ok: false; rejection: { code: string } }
  if (!outcome.ok) return outcome.rejection.code
  if (outcome.value) agentEndpoints[name].output.parse(outcome.value)
  return outcome.value ?? outcome
}

const save = (agentId: string, body: AgentDocument, tenant = 'w1') =>
  ask('agents.save', { params: { agentId }, body, tenant })
const get = async (agentId: string) => {
  const { data } = (await ask('agents.get', { params: { agentId } })) as unknown as { data: AgentDocument }
  return data
}

describe('an agent', () => {
  test('is created, read with its secrets, changed, renamed, found, deleted', async () => {
    expect(await save('a1', { title: 'Ada' })).toMatchObject({ data: { ID: 'a1' } })
    await save('a2', { title: 'Bea' })
    const document = await get('a1')
    expect(document.SECRET_API_KEY).toMatch(/^vg_[A-Za-z0-9]{20}$/)
    expect(document).toMatchObject({ title: 'Ada', ownerID: 'w1', region: 'eu' })

    await save('a1', { ...document, lang: 'de' })
    await ask('agents.rename', { params: { agentId: 'a1' }, body: { title: 'Adele' } })
    expect(await get('a1')).toMatchObject({ title: 'Adele', lang: 'de' })
    expect(await save('a1', { ...document, lang: 'fr' })).toBe('changed-meanwhile')

    expect(await ask('agents.list')).toMatchObject({ items: [{ ID: 'a1' }, { ID: 'a2' }] })
    expect(await ask('agents.list', { query: { search: 'BE' } })).toMatchObject({ items: [{ ID: 'a2' }] })
    expect(await ask('agents.list', { query: { search: 'e', limit: 1 } })).toMatchObject({
      items: [{ ID: 'a1' }],
      next: '1',
    })

    await ask('agents.delete', { params: { agentId: 'a1' } })
    expect(await ask('agents.get', { params: { agentId: 'a1' } })).toBe('not-found')
    expect(await save('a1', { title: 'Ada' })).toBe('agent-deleted')
    expect(await ask('agents.list')).toMatchObject({ items: [{ ID: 'a2' }] })
  })

  test('tells whether it has a key of the dialog API, and the key to nobody', async () => {
    const apiKey = 'VF.DM.0123456789.secret'
    await save('a1', { title: 'Ada', agentPlatform: 'vf', vfSettings: { apiKey, versionID: 'development' } })
    const document = await get('a1')
    expect(document.vfSettings).toEqual({ versionID: 'development', hasApiKey: true })
    await save('a1', { ...document, vfSettings: { ...document.vfSettings, versionID: 'production' } })
    expect((await get('a1')).vfSettings).toEqual({ versionID: 'production', hasApiKey: true })
    const stored = await region.eventStore.readStream('agent-a1')
    expect(stored).toHaveLength(2)
    expect(JSON.stringify(stored)).not.toContain(apiKey)
    await save('a1', { vfSettings: { apiKey: '' } })
    expect((await get('a1')).vfSettings).toEqual({ hasApiKey: false })
  })

  test('is not accessible to other tenants', async () => {
    await save('a1', { title: 'Ada' })
    expect(await save('a1', { title: 'Mine now' }, 'w2')).toBe('not-found')
    for (const name of ['agents.get', 'agents.versions', 'agents.version'] as const)
      expect(await ask(name, { params: { agentId: 'a1', version: 1 }, tenant: 'w2' })).toBe('not-found')
    expect(await ask('rpc.exportAgentToJson', { body: { agentId: 'a1' }, tenant: 'w2' })).toBe('not-found')
    expect(await ask('agents.list', { tenant: 'w2' })).toEqual({ items: [] })
  })

  test('keeps no secret in readable form in the log or the documents', async () => {
    await save('a1', { title: 'Ada', vfSettings: { apiKey: 'the dialog key' } })
    const { SECRET_API_KEY = 'none' } = await get('a1')
    const log = JSON.stringify(await region.eventStore.readAll(-1, 100))
    const stored = JSON.stringify(await region.reader.get(agentDocumentsProjection, 'w1', 'a1'))
    for (const text of [log, stored]) {
      expect(text).not.toContain(SECRET_API_KEY)
      expect(text).not.toContain('the dialog key')
    }
  })

  test('is counted against the plan', async () => {
    limit = 1
    await save('a1', { title: 'Ada' })
    expect(await save('a2', { title: 'Bea' })).toBe('agent-limit-reached')
    expect(await save('a1', { title: 'Ada Two' })).toMatchObject({ data: { ID: 'a1' } })
  })

  test('is found by its key until the key changes', async () => {
    await save('a1', { title: 'Ada' })
    const former = (await get('a1')).SECRET_API_KEY!
    expect(await findBearer(region.reader, former)).toEqual({ tenant: 'w1', agentId: 'a1' })
    await save('a1', { SECRET_API_KEY: 'vg_abcdefghijklmnopqrst' })
    expect(await findBearer(region.reader, former)).toBeUndefined()
    expect(await findBearer(region.reader, 'vg_abcdefghijklmnopqrst')).toEqual({
      tenant: 'w1',
      agentId: 'a1',
    })
    expect(await findBearer(region.reader, 'a1')).toBeUndefined()
  })
})

test('an agent may name tools of its workspace only, except those that were deleted after it named them', async () => {
  const position = { x: 0, y: 0 }
  const flow = (toolId: string): AgentDocument['nodes'] => [
    { id: 's', position, type: 'start', next: 't' },
    { id: 't', position, type: 'tool', toolId },
  ]
  await save('a1', { title: 'Ada', assignedToolsIds: ['t1'] })
  tools = []
  expect(
    await save('a1', { title: 'Ben', assignedToolsIds: ['t1'], nodes: flow('t1'), enableNodes: false }),
  ).toHaveProperty('data')
  expect(await save('a1', { assignedToolsIds: ['t1', 't2'] })).toBe('invalid-input')
  expect(await save('a1', { nodes: flow('t2') })).toBe('invalid-input')
  expect(await save('a1', { nodes: flow('') })).toHaveProperty('data')
  expect((await get('a1')).assignedToolsIds).toEqual(['t1'])
})

test('versions are listed, read without secrets and restored', async () => {
  await save('a1', { title: 'Ada', description: 'First', vfSettings: { apiKey: 'token' } })
  await save('a1', { description: 'Second' })
  const body = { agentId: 'a1', workspaceId: 'w1', userEmail: 'u@example.com' }
  expect(await ask('rpc.saveAgentBackup', { body })).toEqual({ version: 2 })
  expect(await ask('rpc.saveAgentBackup', { body })).toEqual({ version: 2 })
  expect(await ask('rpc.saveAgentBackup', { body: { ...body, workspaceId: 'w2' } })).toBe('not-allowed')
  expect(await ask('rpc.saveAgentBackup', { body: { ...body, userEmail: 'v@example.com' } })).toBe(
    'not-allowed',
  )
  expect(await ask('agents.versions', { params: { agentId: 'a1' } })).toMatchObject({
    items: [
      { version: 2, savedBy: 'name of u1', title: 'Ada', changed: ['description'], current: true },
      { version: 1, current: false },
    ],
  })
  const version = await ask('agents.version', { params: { agentId: 'a1', version: 1 } })
  expect(version).toMatchObject({ data: { description: 'First' } })
  expect(JSON.stringify(version)).not.toMatch(/token"|vg_[A-Za-z0-9]{20}/)

  await ask('agents.restoreVersion', { params: { agentId: 'a1', version: 1 } })
  expect(await get('a1')).toMatchObject({ description: 'First', vfSettings: { hasApiKey: true } })
  expect(await ask('agents.restoreVersion', { params: { agentId: 'a1', version: 9 } })).toBe(
    'version-not-found',
  )
})

describe('templates', () => {
  test('a template becomes an agent with its knowledge, once per command', async () => {
    const body = { agentName: 'Help', agentTemplate: 'customer-support' }
    const first = await ask('rpc.convertAgentTemplateToAgent', { body, command: 'same' })
    expect(await ask('rpc.convertAgentTemplateToAgent', { body, command: 'same' })).toEqual(first)
    expect(await ask('agents.list')).toMatchObject({ items: [{ title: 'Help', enableNodes: true }] })
    const agentId = added[0]!.agentId
    expect(agentId).toMatch(/^[A-Za-z0-9]{16}$/)
    expect(first).toEqual({ agentCreated: { ID: agentId } })
    expect(added).toHaveLength(2)
    expect(added[1]).toEqual(added[0])
    expect(await get(agentId)).toMatchObject({
      title: 'Help',
      theme: 'blue-light',
      internal: { template: 'customer-support' },
    })
  })

  test('an exported agent can be imported as a template, without secret, id or owner', async () => {
    await save('a1', {
      title: 'Ada',
      lang: 'de',
      vfSettings: { apiKey: 'token' },
      customThemeJSONString: '{"ownerID":"w1","primary":"#fff"}',
    })
    const { agentTemplate } = (await ask('rpc.exportAgentToJson', { body: { agentId: 'a1' } })) as never
    const text = JSON.stringify(agentTemplate)
    expect(text).not.toMatch(/vg_[A-Za-z0-9]{20}|ownerID|"w1"|"a1"|token"/)
    const body = { agentName: 'Copy', agentTemplate, theme: 'blue-dark' }
    const made = (await ask('rpc.convertAgentTemplateToAgent', { body, tenant: 'w2' })) as unknown
    const { ID } = (made as { agentCreated: { ID: string } }).agentCreated
    const stored = await region.reader.get(agentDocumentsProjection, 'w2', ID)
    expect(stored?.document).toMatchObject({ title: 'Copy', lang: 'de', theme: 'blue-dark', ownerID: 'w2' })
    expect(added.at(-1)?.names).toEqual(['Facts'])
  })

  test('settings of an imported template that are not offered are left out and named', async () => {
    const agentTemplate = {
      key: 'exported',
      name: 'Ada',
      description: '',
      icon: 'robot',
      template: {
        title: 'Ada',
        lang: 'de',
        vapiConfig: { promptOnWeb: true },
        internal: { accountCreationConfig: 'v2', websocketServer: 'nodejs' },
      },
    }
    const body = { agentName: 'Copy', agentTemplate }
    const made = (await ask('rpc.convertAgentTemplateToAgent', { body })) as never as {
      agentCreated: { ID: string }
      leftOut: string[]
    }
    expect(made.leftOut).toEqual(['Calls', 'Creation', 'Server'])
    const document = await get(made.agentCreated.ID)
    expect(document).toMatchObject({ title: 'Copy', lang: 'de' })
    expect(document).not.toHaveProperty('vapiConfig')
    expect(document).not.toHaveProperty('internal.websocketServer')
  })
})

describe('the public agent', () => {
  const read = (agentId = 'a1') => ask('public.agent', { params: { agentId } })

  test('is answered from memory with the same bytes until it changes', async () => {
    await save('a1', { title: 'Ada', vfSettings: { apiKey: 'token' } })
    const first = (await read()) as unknown as { bytes: Buffer; etag: string }
    expect(agentEndpoints['public.agent'].output.parse(JSON.parse(first.bytes.toString()))).toMatchObject({
      data: { ID: 'a1', title: 'Ada', ownerID: 'w1' },
    })
    expect(first.bytes.toString()).not.toMatch(/token|vg_/)
    expect(first.etag).toMatch(/^"[\w-]{27}"$/)
    expect(await read()).toBe(first)

    await save('a1', { title: 'Adele' })
    cache.invalidate('a1')
    const second = (await read()) as unknown as { bytes: Buffer; etag: string }
    expect(second.bytes.toString()).toContain('Adele')
    expect(second.etag).not.toBe(first.etag)
  })

  test('an answer older than the notice of a change is not cached', async () => {
    await save('a1', { title: 'Ada' })
    cache.invalidate('a1', 1_000)
    expect(await read()).not.toBe(await read())
    cache.invalidate('a1', 0)
    expect(await read()).toBe(await read())
  })

  test('unknown and deleted agents are not found', async () => {
    expect(await read('nobody')).toBe('not-found')
    await save('a1', { title: 'Ada' })
    await read()
    await ask('agents.delete', { params: { agentId: 'a1' } })
    cache.invalidate('a1')
    expect(await read()).toBe('not-found')
  })
})
