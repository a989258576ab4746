/** A secret with a declaration and no other code, in every output of an agent's document. */

import { agent } from '@parley/agent/agent.decider.ts'
import { masked } from '@parley/audit/history.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { agentTemplateSchema } from '@parley/contracts/agent/templates.ts'
import { agentDocumentsProjection } from '@parley/projections/agents/agent-documents.projection.ts'
import { publicAgentsProjection } from '@parley/projections/public-agents/public-agents.projection.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { openAgentCalls } from './src/agent-calls.ts'

// Workers keep modules from file to file: what is replaced here is for this file alone.
vi.hoisted(() => vi.resetModules())
afterAll(() => void vi.resetModules())

// Even with a template, where a secret is declared by mistake.
vi.mock('@parley/contracts/agent/fields.ts', async (original) => {
  const { field, group } = await import('@parley/contracts/agent/field.ts')
  const { secret } = await import('@parley/contracts/message.ts')
  const { z } = await import('zod')
  const { agentFields } = await original<typeof import('@parley/contracts/agent/fields.ts')>()
  const { aiDisclosure } = agentFields
  const signingKey = field(secret(), { label: 'Signing key' })
  const added = {
    crmToken: field(secret(), { label: 'CRM token', exported: true }),
    crm: group(
      {
        url: field(z.string(), { label: 'CRM address' }),
        password: field(secret(), { label: 'CRM password' }),
      },
      { label: 'CRM', exported: true },
    ),
    aiDisclosure: group({ ...aiDisclosure.fields, signingKey }, { label: 'AI disclosure', exported: true }),
  }
  return { agentFields: { ...agentFields, ...added } }
})

const OLD = 'xoxb-OLD-SECRET'
const NEW = 'xoxb-NEW-SECRET'

test('a newly declared secret of an agent is never sent out, and stays when a version is restored', async () => {
  const { region, ask } = await openAgentCalls()
  const { load, reader, eventStore, keyring } = region
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
