/** Conversations that exist in memory alone. On real embedded engines, with a double of a model's provider. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { describe, expect, test } from 'vitest'
import { AGENT, contextOf, openConversationRegion, type Setup } from '../conversation.test-setup.ts'
import type { DoubleRequest } from '../models/model-double.ts'
import { createTranslations } from '../translation/translations.ts'
import type { ToolRequest, Tools } from '../turn/generate/tools.ts'
import { STUB_RESULT } from './answered-tools.ts'
import { createDryRuns, type DryRunRequest } from './dry-run.ts'

async function open(setup: Setup = {}) {
  const called: ToolRequest[] = []
  const tools: Tools = {
    describe: async (_, ids) =>
      ids.map((id) => ({
        id,
        functionName: 'orders',
        name: 'Orders',
        description: 'Finds an order.',
        inputSchema: { type: 'object', properties: {} },
      })),
    needsApproval: async () => false,
    preview: async (_, request) => ({
      name: 'Orders',
      version: '1',
      values: {},
      request: `POST https://shop.example\nx-parley-timestamp: ${called.length}\n\n${JSON.stringify('values' in request ? request.values : {})}`,
    }),
    async call(_, request) {
      called.push(request)
      throw new Error('a test must call no tool')
    },
  }
  const charges: object[] = []
  const region = await openConversationRegion(setup)
  const { deps, credits } = region
  credits.chargeOutsideTurn = async ({ charge }) => {
    charges.push(charge)
    return { ok: true }
  }
  const dryRuns = createDryRuns({
    models: deps.models,
    credits,
    retrieve: deps.retrieve,
    tools,
    translations: createTranslations(),
  })
  const play = async (lines: string[], document: AgentDocument = {}, more: Partial<DryRunRequest> = {}) => {
    const outcome = await dryRuns.play(contextOf(), {
      agentId: AGENT,
      document: { ...region.document, ...document },
      id: 'r1.c1.draft',
      runId: 'r1',
      lines,
      toolResults: [],
      signal: new AbortController().signal,
      ...more,
    })
    if (!outcome.ok) return outcome.reason
    return outcome.replies
  }
  return { ...region, dryRuns, play, called, charges }
}

const open9to5 = {
  items: [
    {
      sourceId: 's1',
      sourceName: 'Hours',
      chunk: 0,
      text: 'Opening hours\n\nWe are open from nine to five.',
      excerpt: 'We are open from nine to five.',
      score: 0.9,
    },
  ],
  threshold: 0.35,
}

describe('without a model', () => {
  test('replies from the knowledge, free of charge, and nothing is appended', async () => {
    const { play, credits, charges, eventStore } = await open({ model: false, retrieval: open9to5 as never })
    const balance = credits.balance
    const [reply] = (await play(['When are you open?'])) as never[]
    expect(reply).toMatchObject({
      answered: true,
      handedOver: false,
      tools: [],
      cost: 0,
      modelId: 'built-in',
      sources: [{ name: 'Hours' }],
    })
    expect(Object(reply).reply).toContain('nine to five')
    expect([credits.balance, charges]).toEqual([balance, []])
    expect(await eventStore.readStream('conversation-r1.c1.draft')).toEqual([])
  })

  test('says honestly that it does not know', async () => {
    const { play } = await open({ model: false })
    expect(await play(['Who won at chess?'])).toMatchObject([{ answered: false }])
  })

  test('hands over, after which a person would answer', async () => {
    const { play } = await open({ model: false })
    const replies = await play(['I want to talk to a human', 'Hello?'], { enableHumanHandoff: true })
    expect(replies).toMatchObject([
      { handedOver: true },
      { reply: undefined, failure: 'A person answers from here on.' },
    ])
  })

  test('follows a flow from line to line', async () => {
    const { play } = await open({ model: false })
    const nodes: AgentDocument['nodes'] = [
      { id: 's', type: 'start', next: 'q' },
      { id: 'q', type: 'question', text: 'What is your name?', variable: 'name', capture: 'name', next: 'm' },
      { id: 'm', type: 'message', text: 'Thank you, {{name}}.' },
    ] as never
    const [reply] = (await play(['Ada'], { enableNodes: true, nodes })) as never[]
    expect(Object(reply).reply).toContain('Thank you, Ada')
  })
})

describe('with a model', () => {
  test('charges each reply once, to the run', async () => {
    const { play, credits, charges } = await open({ model: { reply: () => ['Nine ', 'to five.'] } })
    expect(await play(['When?', 'Sure?'])).toMatchObject([
      { reply: 'Nine to five.', cost: 1, answered: true },
      { reply: 'Nine to five.', cost: 1 },
    ])
    expect(charges).toMatchObject([
      { holdId: 'r1.c1.draft.0', conversationId: 'r1', purpose: 'test', amount: 1 },
      { holdId: 'r1.c1.draft.1' },
    ])
    expect(credits.holds.size).toBe(0)
  })

  test('remembers what was said before', async () => {
    const { play, double } = await open()
    await play(['My name is Ada', 'What is my name?'])
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain('My name is Ada')
  })

  test('answers tools with given results, and calls none', async () => {
    const replyOf = ({ body }: DoubleRequest) =>
      JSON.stringify(body).includes('"role":"tool"')
        ? ['It is on its way.']
        : { calls: [{ name: 'orders', input: '{}' }] }
    const { play, called, double } = await open({ model: { reply: replyOf } })
    const document = { assignedToolsIds: ['t1'] }
    expect(await play(['Where is it?'], document)).toMatchObject([
      { reply: 'It is on its way.', tools: ['Orders'] },
    ])
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain(STUB_RESULT)
    await play(['Where is it?'], document, { toolResults: [{ tool: 'orders', result: 'eta tomorrow' }] })
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain('eta tomorrow')
    expect(called).toEqual([])
  })

  test('ends without credits', async () => {
    const { play } = await open({ balance: 1 })
    expect(await play(['When?'])).toBe('no-credits')
  })

  test('judges a tone, and charges for it', async () => {
    const { dryRuns, document, charges } = await open({ model: { reply: () => ['No\nIt is curt.'] } })
    const request = { agentId: AGENT, document, id: 'r1.tone', runId: 'r1', tone: 'friendly' }
    const signal = new AbortController().signal
    expect(
      await dryRuns.judgeTone(contextOf(), { ...request, says: 'When?', reply: 'Nine.', signal }),
    ).toEqual({ fits: false, why: 'It is curt.', cost: 1 })
    expect(charges).toMatchObject([{ holdId: 'r1.tone', purpose: 'test' }])
  })

  test('says what a reply costs', async () => {
    const { dryRuns, document } = await open()
    expect(dryRuns.estimate(document)).toEqual({ most: 5, about: 1 })
    const free = await open({ model: false })
    expect(free.dryRuns.estimate(document)).toEqual({ most: 0, about: 0 })
  })
})

test('a reply is paid for by whichever of the agent’s models is called', async () => {
  const { play, charges, credits, dryRuns, document } = await open({ model: { reply: () => ['An answer.'] } })
  const position = { x: 0, y: 0 }
  const nodes: AgentDocument['nodes'] = [
    { id: 's', position, type: 'start', next: 't' },
    { id: 't', position, type: 'tool', toolId: 'orders', values: {}, next: 'a' },
    { id: 'a', position, type: 'ai', modelId: 'gpt-4o' },
  ]
  // There is no key for the default model: calling it costs nothing.
  const own: AgentDocument = { vg_defaultModel: 'gemini-2.5-pro', enableNodes: true, nodes }
  expect(dryRuns.estimate({ ...document, ...own }).most).toBeGreaterThan(0)
  const [reply] = await play(['Tell me about articles'], own)
  expect(reply).toMatchObject({ modelId: 'gpt-4o' })
  expect(charges).toHaveLength(1)
  credits.balance = 0
  expect(await play(['Tell me about articles'], own, { id: 'r2.c1.draft' })).toBe('no-credits')
})
