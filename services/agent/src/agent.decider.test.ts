import { agentDefaultsWithoutNodes } from '@parley/contracts/agent/defaults.ts'
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { AgentEvent } from '@parley/contracts/agent/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { describe, expect, test } from 'vitest'
import { type AgentCommand, agent } from './agent.decider.ts'

const KEY = 'vg_abcdefghijklmnopqrst'
const OTHER_KEY = 'vg_ABCDEFGHIJKLMNOPQRST'
const T0 = Date.parse('2026-11-21T12:00:00Z') / 1000

function save(document: AgentDocument, more: Partial<AgentCommand> = {}): AgentCommand {
  return {
    type: 'SaveAgent',
    agentId: 'a1',
    ownerID: 'w1',
    region: 'eu',
    document,
    newSecretKey: KEY,
    ...more,
  } as AgentCommand
}

function createdWith(document: AgentDocument): AgentEvent {
  const [event] = given(agent).when(save(document)).events()
  return event!
}

const created = createdWith({ title: 'Ada' })
const published = (changes: AgentDocument, lastModified: number): AgentEvent => ({
  type: 'AgentPublished',
  data: { agentId: 'a1', changes, lastModified },
})
const backup = (version: number, revision: number): AgentEvent => ({
  type: 'AgentBackupSaved',
  data: { agentId: 'a1', version, revision },
})
const deleted: AgentEvent = {
  type: 'AgentDeleted',
  data: { agentId: 'a1', title: 'Ada', formerKeyHash: 'h' },
}

describe('creating', () => {
  test('fills in the new-agent defaults of the specification', () => {
    expect(created.type).toBe('AgentCreated')
    const document = created.type === 'AgentCreated' ? created.data.document : {}
    expect(document).toMatchObject({
      ID: 'a1',
      title: 'Ada',
      ownerID: 'w1',
      region: 'eu',
      agentPlatform: 'vg',
      description: 'Your virtual assistant.',
      theme: 'blue-light',
      scrollAnimation: true,
      proactiveMessage: '👋 Hi, how can I help you today?',
      messageDelayMS: 1000,
      maxTokensUsage: 0,
      autoStartWidget: false,
      syncBrowser: false,
      listenForUrlChanges: false,
      lang: 'en',
      recordChatHistory: true,
      enableGeoAnalytics: false,
      SECRET_API_KEY: KEY,
      lastModified: T0,
      enableNodes: true,
    })
    expect(document.nodes?.map((node) => node.type)).toEqual(['start', 'message', 'ai', 'default'])
    for (const absent of ['roundedImageURL', 'chatBgURL', 'branding', 'UIhandoffTitle', 'vg_systemPrompt'])
      expect(document).not.toHaveProperty(absent)
  })

  test('adds the extra defaults to vg agents without nodes', () => {
    const event = createdWith({ title: 'Ada', enableNodes: false, vg_temperature: 1 })
    const document = event.type === 'AgentCreated' ? event.data.document : {}
    expect(document).toMatchObject({
      vg_defaultModel: 'gpt-4o',
      vg_enableUIEngine: true,
      vg_temperature: 1,
      vg_maxTokens: 1024,
      vgOptions: { maxChunkSize: 2424 },
      enableGeoAnalytics: true,
    })
    expect(document.vg_systemPrompt).toBe(agentDefaultsWithoutNodes.vg_systemPrompt)
    expect(document.vg_initMessages).toHaveLength(1)
    expect(createdWith({ title: 'Ada', agentPlatform: 'vf', enableNodes: false })).not.toHaveProperty(
      'data.document.vg_systemPrompt',
    )
  })

  test('keeps given values inside nested objects beside the defaults', () => {
    expect(createdWith({ title: 'Ada', enableNodes: false, internal: { template: 'a' } })).toMatchObject({
      data: { document: { internal: { template: 'a' }, vgOptions: { maxChunkSize: 2424 } } },
    })
  })

  test('keeps the key in the document', () => {
    const event = createdWith({ title: 'Ada', SECRET_API_KEY: OTHER_KEY })
    expect(event).toMatchObject({ data: { document: { SECRET_API_KEY: OTHER_KEY } } })
    expect(event).not.toMatchObject({ data: { keyHash: (created.data as { keyHash: string }).keyHash } })
  })

  test('ignores fields that only the server sets', () => {
    expect(createdWith({ title: 'Ada', lastModified: 5, tokensUsage: 7, region: 'na' })).toMatchObject({
      data: { document: { lastModified: T0, region: 'eu' } },
    })
    expect(createdWith({ title: 'Ada', tokensUsage: 7 })).not.toHaveProperty('data.document.tokensUsage')
  })

  test('is refused without a name, for another owner, with another ID and above the limit', () => {
    given(agent).when(save({})).thenRejected('invalid-input', 'Please provide a name for the agent.')
    given(agent)
      .when(save({ title: 'Ada', ownerID: 'w2' }))
      .thenRejected('not-allowed')
    given(agent)
      .when(save({ title: 'Ada', ID: 'a2' }))
      .thenRejected('invalid-input')
    given(agent)
      .when(save({ title: 'Ada' }, { limit: { maxAgents: 2, agents: 2 } }))
      .thenRejected(
        'agent-limit-reached',
        'You have reached the maximum number of agents (2) for your current subscription plan. Please upgrade to add more agents.',
      )
  })

  test('an existing agent is not created again', () => {
    given(agent, created)
      .when(save({ title: 'Other' }, { type: 'CreateAgent' }))
      .thenNothing()
  })
})

describe('saving', () => {
  test('records the changed fields only', () => {
    given(agent, created)
      .when(save({ title: 'Ada', description: 'New', lang: 'de', ownerID: 'w1', ID: 'a1' }))
      .then(published({ description: 'New', lang: 'de' }, T0 + 1))
  })

  test('an unchanged document gives no event', () => {
    const { document } = given(agent, created).state
    given(agent, created).when(save(document)).thenNothing()
    given(agent, created).when(save({})).thenNothing()
  })

  test('records the hashes of the new and the former key', () => {
    const [event] = given(agent, created)
      .when(save({ SECRET_API_KEY: OTHER_KEY }))
      .events()
    expect(event).toMatchObject({
      data: { formerKeyHash: (created.data as { keyHash: string }).keyHash },
    })
    expect((event!.data as { keyHash: string }).keyHash).toMatch(/^[0-9a-f]{64}$/)
  })

  test('turning nodes off adds the defaults of agents without nodes', () => {
    const [event] = given(agent, created)
      .when(save({ enableNodes: false }))
      .events()
    expect(event).toMatchObject({
      data: { changes: { enableNodes: false, vg_defaultModel: 'gpt-4o', vg_maxTokens: 1024 } },
    })
    expect(event).not.toHaveProperty('data.changes.enableGeoAnalytics')
  })

  test('is refused when it would stand on another document than its tests were judged on', () => {
    const history = [created, published({ description: 'Theirs' }, T0 + 1)]
    const outcomeOn = (testedOn: number) =>
      agent.decider.decide(
        save({ vg_initPrompt: 'Hi' }, { testedOn }),
        given(agent, ...history).state,
        new Date(T0 * 1000),
      )
    expect(outcomeOn(T0 + 1).ok).toBe(true)
    expect(outcomeOn(T0)).toMatchObject({ rejection: { code: 'changed-meanwhile' } })
  })

  test('is refused when somebody else saved since the document was read', () => {
    const history = [created, published({ description: 'Theirs' }, T0 + 1)]
    given(agent, ...history)
      .when(save({ description: 'Mine', lastModified: T0 }))
      .thenRejected(
        'changed-meanwhile',
        'Somebody else saved this agent in the meantime. Reload to see their changes.',
      )
    given(agent, ...history)
      .when(save({ description: 'Mine', lastModified: T0 + 1 }))
      .then(published({ description: 'Mine' }, T0 + 2))
    given(agent, ...history)
      .when(save({ description: 'Theirs', lastModified: T0 }))
      .thenNothing()
  })

  test('is refused for another owner', () => {
    given(agent, created)
      .when(save({ ownerID: 'w2' }))
      .thenRejected('not-allowed')
  })
})

test('renaming', () => {
  const renamed: AgentEvent = {
    type: 'AgentRenamed',
    data: { agentId: 'a1', title: 'Bea', lastModified: T0 + 1 },
  }
  given(agent, created).when({ type: 'RenameAgent', agentId: 'a1', title: 'Bea' }).then(renamed)
  given(agent, created).when({ type: 'RenameAgent', agentId: 'a1', title: 'Ada' }).thenNothing()
  given(agent).when({ type: 'RenameAgent', agentId: 'a1', title: 'Ada' }).thenRejected('not-found')
})

describe('versions', () => {
  const backUp: AgentCommand = { type: 'SaveBackup', agentId: 'a1' }
  const changedOnce = [created, published({ description: 'B' }, T0 + 1)]

  test('the created agent is version 1; a backup of an unchanged document returns the existing version', () => {
    given(agent, created).when(backUp).thenNothing()
    given(agent, ...changedOnce)
      .when(backUp)
      .then(backup(2, 1))
    given(agent, ...changedOnce, backup(2, 1))
      .when(backUp)
      .thenNothing()
  })

  test('the newest twenty are kept', () => {
    const history: AgentEvent[] = [created]
    for (let version = 2; version <= 25; version++)
      history.push(published({ description: `v${version}` }, T0 + version), backup(version, history.length))
    const { versions } = given(agent, ...history).state
    expect(versions.map((known) => known.version)).toEqual(Array.from({ length: 20 }, (_, i) => i + 6))
    given(agent, ...history)
      .when({ type: 'RestoreVersion', agentId: 'a1', version: 5 })
      .thenRejected('version-not-found')
  })

  test('a key of the dialog API is never read: saving without it keeps it, an empty text removes it', () => {
    const vf = createdWith({ title: 'Ada', agentPlatform: 'vf', vfSettings: { apiKey: 'VF.DM.1' } })
    const changed = (vfSettings: AgentDocument['vfSettings']) => {
      const [event] = given(agent, vf).when(save({ vfSettings })).events()
      return event?.type === 'AgentPublished' ? event.data.changes.vfSettings : undefined
    }
    expect(changed({ versionID: 'development', hasApiKey: true })).toEqual({
      versionID: 'development',
      apiKey: 'VF.DM.1',
    })
    expect(changed({ hasApiKey: true })).toBeUndefined()
    expect(changed({ apiKey: 'VF.DM.2' })).toEqual({ apiKey: 'VF.DM.2' })
    expect(changed({ apiKey: '' })).toEqual({})
  })

  test('restoring makes a new version and keeps the secrets', () => {
    const [rekeyed] = given(agent, ...changedOnce)
      .when(save({ SECRET_API_KEY: OTHER_KEY, chatBgURL: 'https://a.example/b.png' }))
      .events()
    const history = [...changedOnce, rekeyed!, backup(2, 2)]
    const [event] = given(agent, ...history)
      .when({ type: 'RestoreVersion', agentId: 'a1', version: 1 })
      .events()
    expect(event).toMatchObject({
      type: 'AgentVersionRestored',
      data: {
        version: 3,
        restoredFrom: 1,
        changed: ['description', 'chatBgURL'],
        document: {
          description: 'Your virtual assistant.',
          SECRET_API_KEY: OTHER_KEY,
          ID: 'a1',
          ownerID: 'w1',
        },
      },
    })
    expect(event).not.toHaveProperty('data.document.chatBgURL')
    const { state } = given(agent, ...history, event!)
    expect(state.versions.map((known) => known.version)).toEqual([1, 2, 3])
    expect(state.document.description).toBe('Your virtual assistant.')
    given(agent, ...history, event!)
      .when({ type: 'RestoreVersion', agentId: 'a1', version: 1 })
      .thenNothing()
  })
})

test('a deleted agent refuses every command', () => {
  given(agent, created)
    .when({ type: 'DeleteAgent', agentId: 'a1' })
    .then({
      type: 'AgentDeleted',
      data: { agentId: 'a1', title: 'Ada', formerKeyHash: (created.data as { keyHash: string }).keyHash },
    })
  for (const command of [
    save({ title: 'Ada' }),
    { type: 'DeleteAgent', agentId: 'a1' },
    { type: 'SaveBackup', agentId: 'a1' },
  ] as AgentCommand[])
    given(agent, created, deleted).when(command).thenRejected('agent-deleted')
  given(agent).when({ type: 'DeleteAgent', agentId: 'a1' }).thenRejected('not-found')
})

describe('a flow with an error', () => {
  const nodes: AgentDocument['nodes'] = [
    { id: 's', type: 'start', position: { x: 0, y: 0 }, next: 'm' },
    { id: 'm', type: 'message', title: 'Hello', text: 'Hi', position: { x: 1, y: 0 }, next: 'gone' },
  ]

  test('is not saved, and the refusal names the node', () => {
    const refused = given(agent, created).when(save({ nodes, enableNodes: true }))
    refused.thenRejected('invalid-flow')
    given(agent)
      .when(save({ title: 'Ada', nodes, enableNodes: true }))
      .thenRejected('invalid-flow')
  })

  test('may be saved while nodes are off, and does not block other changes if it was saved before', () => {
    given(agent, created)
      .when(save({ nodes, enableNodes: false }))
      .events()
    const old = published({ nodes, enableNodes: true }, T0 + 1)
    const [event] = given(agent, created, old)
      .when(save({ title: 'Eve' }))
      .events()
    expect(event?.type).toBe('AgentPublished')
    given(agent, created, old)
      .when(save({ nodes: [...nodes].reverse() }))
      .thenRejected('invalid-flow')
  })
})
