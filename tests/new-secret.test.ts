/** A secret with a declaration and no other code, in every output of an agent's document. */

import { agent } from '@parley/agent/agent.decider.ts'
import { agentHandlers, versionDocuments } from '@parley/agent/agent.handlers.ts'
import { masked } from '@parley/audit/history.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { agentEndpoints } from '@parley/contracts/agent/endpoints.ts'
import { agentTemplateSchema } from '@parley/contracts/agent/templates.ts'
import { openTestRegion } from '@parley/engines/test-region.ts'
import type { Call, Handlers } from '@parley/kernel/handler.ts'
import { agentVersionsProjection } from '@parley/projections/agent-versions/agent-versions.projection.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { agentsProjection } from '@parley/projections/agents/agents.projection.ts'
import { agentQueries } from '@parley/projections/agents/agents.queries.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import { expect, test, vi } from 'vitest'

vi.mock('@parley/contracts/agent/document.ts', async (original) => {
  const { secret } = await import('@parley/contracts/message.ts')
  const { z } = await import('zod')
  const module = await original<typeof import('@parley/contracts/agent/document.ts')>()
  const declared = {
    crmToken: secret().optional(),
    crm: z.object({ url: z.string(), password: secret().optional() }).optional(),
    aiDisclosure: z.object({ text: z.string(), signingKey: secret().optional() }).optional(),
  }
  return { ...module, agentDocumentSchema: module.agentDocumentSchema.extend(declared) }
})

const OLD = 'xoxb-OLD-SECRET'
const NEW = 'xoxb-NEW-SECRET'

type Name = keyof typeof agentEndpoints

test('a newly declared secret of an agent is never sent out, and stays when a version is restored', async () => {
  const region = await openTestRegion({
    projections: [
      agentsProjection,
      agentDocumentsProjection,
      agentVersionsProjection,
      publicAgentsProjection,
    ],
  })
  const { handle, load, reader, eventStore, keyring } = region
  const handlers: Handlers<typeof agentEndpoints> = {
    ...agentHandlers({
      region: 'eu',
      handle,
      load,
      refuseStrangers: async () => undefined,
      keepPictures: async (_of, document) => ({ ok: true, document }),
      emailsOf: async () => ['u@example.com'],
      agentCount: async () => 0,
      addKnowledge: async () => undefined,
    }),
    ...agentQueries({
      reader,
      versionDocument: versionDocuments(load),
      exportKnowledge: async () => [],
      embedPictures: async (_tenant, document) => document,
    }),
  } as Handlers<typeof agentEndpoints>
  let commands = 0
  const ask = async (name: Name, input: { version?: number; body?: unknown } = {}): Promise<unknown> => {
    const context = {
      tenant: 'w1',
      actor: { kind: 'user', id: 'u1' },
      cause: { via: 'dashboard', command: `k${++commands}`, correlation: 'c' },
    }
    const principal = { kind: 'user', userId: 'u1', email: 'u@example.com' }
    const params = { agentId: 'a1', version: input.version }
    const call = { params, query: {}, body: input.body, principal, tenant: 'w1', context } as unknown as Call
    const answer = await (handlers[name] as unknown as (call: Call) => unknown)(call)
    await region.settled()
    return (answer as { value?: unknown }).value
  }
  const save = (document: object) => ask('agents.save', { body: document })
  const holding = (text: string) => ({
    crmToken: text,
    crm: { url: 'https://crm.example', password: text },
    aiDisclosure: { text: 'Talking to an AI', signingKey: text },
  })

  await save({ title: 'Ada', ...holding(OLD) })
  await save({ title: 'Bea', ...holding(NEW) })
  await ask('rpc.saveAgentBackup', { body: { agentId: 'a1', workspaceId: 'w1', userEmail: 'u@example.com' } })

  const stored = await eventStore.readAll(-1, 100)
  const answers = {
    log: stored,
    history: await Promise.all(
      stored.map((event) => masked({ eventStore, keyring, aggregates: {} }, agent.events, event)),
    ),
    document: await reader.get(agentDocumentsProjection, 'w1', 'a1'),
    public: await reader.getPublic(publicAgentsProjection, 'a1'),
    get: await ask('agents.get'),
    list: await ask('agents.list'),
    versions: await ask('agents.versions'),
    version: await ask('agents.version', { version: 1 }),
    exported: await ask('rpc.exportAgentToJson', { body: { agentId: 'a1' } }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    expect(answer, name).toBeTruthy()
    expect(JSON.stringify(answer), name).not.toMatch(/xoxb/)
  }
  expect(JSON.stringify(answers.exported), 'not even sealed').not.toMatch(/sealed\.v1/)
  const template = { ...holding(OLD), title: 'Ada' }
  const brought = { key: 'k', name: 'n', description: '', icon: 'robot', template }
  expect(agentTemplateSchema.safeParse(brought).success).toBe(false)

  const present = async () => JSON.stringify((await load(agent, 'a1', 'w1'))?.state.document)
  const read = (answers.get as { data: AgentDocument }).data
  await save({ ...read, title: 'Cleo' })
  expect(await present()).toContain('Cleo')
  expect((await present()).split(NEW)).toHaveLength(4)
  await ask('agents.restoreVersion', { version: 1 })
  expect(await present()).toContain('"title":"Ada"')
  expect((await present()).split(NEW)).toHaveLength(4)
  expect(await present()).not.toContain(OLD)
  await region.close()
})
