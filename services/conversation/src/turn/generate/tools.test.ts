/** Turns in which the model or a node calls tools, and what is recorded of the calls. */

import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { defaultOrganisationInbox } from '@parley/contracts/organisation/inbox-rules.ts'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../conversation.decider.ts'
import {
  AGENT,
  type ConversationTestRegion,
  contextOf,
  deltaText,
  eventsOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../../conversation.test-setup.ts'
import type { DoubleRequest } from '../../models/model-double.ts'
import { noTools, type ToolRequest, type Tools } from './tools.ts'

let region: ConversationTestRegion

const called: ToolRequest[] = []
const tools = (outcome: 'ok' | 'error' = 'ok'): Tools => ({
  ...noTools,
  describe: async (_, ids) =>
    ids.map((id) => ({
      id,
      functionName: 'orders',
      name: 'Orders',
      description: 'Finds an order.',
      inputSchema: { type: 'object', properties: { id: { type: 'string' } } },
    })),
  async call(_, request) {
    called.push(request)
    const result = outcome === 'ok' ? '{"eta":"2026-12-01"}' : 'It is broken.'
    return { name: 'Orders', outcome, status: 200, tookMs: 3, request: 'POST …', response: result, result }
  },
})

async function open(setup: Setup, outcome?: 'ok' | 'error') {
  called.length = 0
  region = await openConversationRegion({ ...setup, deps: { tools: tools(outcome), ...setup.deps } })
}

/** Starts a conversation in the test panel, where replies are traced. */
async function begin(): Promise<string> {
  const conversationId = newId()
  const about = {
    conversationId,
    agentId: AGENT,
    visitorId: 'v1',
    channel: 'test-panel',
    lang: 'en',
  } as const
  const command = { type: 'StartConversation' as const, conversation: about, firstMessages: [] }
  const started = await region.handle(conversation, conversationId, command, contextOf())
  if (!started.ok) throw new Error(started.rejection.code)
  return conversationId
}

async function say(id: string, text: string) {
  const turn = await region.say(id, newId(), text)
  const { message } = await turn.finished
  return {
    text: message?.blocks.map((block) => (block.type === 'text' ? block.text : block.type)).join('|'),
    turn,
  }
}

async function eventsIn(id: string): Promise<ConversationEvent[]> {
  const stored = await region.eventStore.readStream(`conversation-${id}`)
  return stored.map(({ type, data }) => ({ type, data: JSON.parse(data) }) as never)
}

const callOf = (input: string, name = 'orders') => ({ calls: [{ name, input }] })
const asksOnce = (request: DoubleRequest) =>
  JSON.stringify(request.body).includes('"role":"tool"') ? ['It comes on 1 December.'] : callOf('{"id":"A1"}')

describe('a model with tools', () => {
  const document = { assignedToolsIds: ['t1'] }

  it('calls one, gets its result, and answers', async () => {
    await open({ document, model: { reply: asksOnce } })
    const id = await begin()
    const { text, turn } = await say(id, 'Where is A1?')
    expect(text).toBe('It comes on 1 December.')
    expect(deltaText(await eventsOf(turn))).toBe('It comes on 1 December.')
    expect(called).toEqual([
      {
        type: 'tool',
        toolId: 't1',
        values: { id: 'A1' },
        idempotencyKey: expect.stringMatching(`^${id}\\..+\\.1$`),
      },
    ])
    const [first, second] = region.double.requests
    expect(JSON.stringify(first?.body)).toContain('"name":"orders"')
    expect(JSON.stringify(second?.body)).toContain('2026-12-01')
  })

  it('records each call with the reply, and traces the whole turn in the test panel', async () => {
    await open({ document, model: { reply: asksOnce } })
    const id = await begin()
    await say(id, 'Where is A1?')
    const events = await eventsIn(id)
    const types = events.map(({ type }) => type)
    expect(types).toEqual([
      'ConversationStarted',
      'VisitorMessageReceived',
      'AgentReplied',
      'ToolCalled',
      'ReplyTraced',
    ])
    expect(events[2]?.data).not.toHaveProperty('toolCalls')
    expect(events[2]?.data).not.toHaveProperty('trace')
    expect(events[2]?.data).toMatchObject({ inputTokens: 40 })
    expect(events[3]?.data).toMatchObject({ toolId: 't1', name: 'Orders', calledBy: 'model', outcome: 'ok' })
    for (const text of [JSON.stringify(events[3]), JSON.stringify(events[4])]) {
      expect(text).toContain('sealed.v1.')
      expect(text).not.toContain('2026-12-01')
    }
    const data = events[4]?.data
    const [opened = ''] = await region.reader.open(TENANT, [
      String(data && 'trace' in data ? data.trace : ''),
    ])
    const trace = JSON.parse(opened)
    expect(trace.steps.map(({ type }: { type: string }) => type)).toEqual([
      'retrieval',
      'model',
      'tool',
      'model',
    ])
    expect(trace).toMatchObject({ inputTokens: 40, cost: 1 })
    expect(trace.steps[1]).toMatchObject({ calls: ['orders'], messages: [{ role: 'user' }] })
  })

  it('gets an error for a call that failed and for a function that does not exist', async () => {
    await open({ document, model: { reply: asksOnce } }, 'error')
    await say(await begin(), 'Where is A1?')
    expect(JSON.stringify(region.double.requests[1]?.body)).toContain(
      'The call failed (error): It is broken.',
    )
    const asks = (request: DoubleRequest) =>
      JSON.stringify(request.body).includes('no such function') ? ['Sorry.'] : callOf('{}', 'other')
    await open({ document, model: { reply: asks } })
    expect((await say(await begin(), 'Hi')).text).toBe('Sorry.')
    expect(called).toEqual([])
  })

  it('must answer after a limited number of calls', async () => {
    const asks = (request: DoubleRequest) => ('tools' in request.body ? callOf('{"id":"A1"}') : ['Enough.'])
    await open({ document, model: { reply: asks } })
    expect((await say(await begin(), 'Where is A1?')).text).toBe('Enough.')
    expect(called).toHaveLength(4)
    expect(region.double.requests).toHaveLength(5)
  })

  it.each([
    ['the agent allows it', true, false],
    ['the rules of its inbox allow it', false, true],
  ])('requests a person if %s', async (_, ofAgent, ofInbox) => {
    const asks = (request: DoubleRequest) =>
      JSON.stringify(request.body).includes('has been asked')
        ? ['Somebody will be here soon.']
        : callOf('{"reason":"Wants a refund"}', 'ask_for_a_person')
    const smart = { enableHumanHandoff: true, smartHandoff: ofAgent }
    const handoffRules = async () => ({ ...defaultOrganisationInbox, smartHandoff: ofInbox })
    await open({ document: smart, model: { reply: asks }, deps: { teamOnline: () => true, handoffRules } })
    const id = await begin()
    expect((await say(id, 'None of this helps me.')).text).toBe('Somebody will be here soon.')
    const types = (await eventsIn(id)).map(({ type }) => type)
    expect(types).toContain('HandoffRequested')
    expect((await region.stateOf(id)).owner).toBe('nobody')
  })

  it('records a call even if the reply fails after it', async () => {
    let nth = 0
    const behaviour = () => (nth++ === 0 ? 'normal' : 401) as 'normal' | number
    await open({ document, model: { reply: asksOnce, behaviour } })
    const id = await begin()
    await say(id, 'Where is A1?')
    const types = (await eventsIn(id)).map(({ type }) => type)
    expect(types.slice(2)).toEqual(['ReplyFailed', 'ToolCalled'])
  })
})

describe('a flow with a tool', () => {
  const nodes = [
    { id: 's', type: 'start', next: 'q' },
    { id: 'q', type: 'question', text: 'Number?', variable: 'number', capture: 'text', next: 't' },
    {
      id: 't',
      type: 'tool',
      toolId: 't1',
      values: { id: '{{number}}' },
      saveTo: 'order',
      onError: 'h',
      next: 'm',
    },
    {
      id: 'm',
      type: 'map',
      mappings: [{ id: '1', from: 'order', path: 'eta', transform: 'as-is', saveTo: 'eta' }],
      next: 'say',
    },
    { id: 'say', type: 'message', text: 'On {{eta}}.' },
    { id: 'h', type: 'handoff', text: 'A person will look.' },
  ].map((node) => ({ ...node, position: { x: 0, y: 0 } })) as AgentNode[]
  const document = { enableNodes: true, nodes, enableHumanHandoff: true }

  it('calls it, maps its response and replies with it, all in one append', async () => {
    await open({ document })
    const id = await begin()
    await say(id, 'Hello')
    expect((await say(id, 'A1')).text).toBe('On Tuesday, 1 December 2026.')
    expect(called).toMatchObject([{ type: 'tool', toolId: 't1', values: { id: 'A1' } }])
    expect((await eventsIn(id)).slice(-4).map(({ type }) => type)).toEqual([
      'AgentReplied',
      'ToolCalled',
      'FieldsCaptured',
      'ReplyTraced',
    ])
    expect(region.double.requests).toEqual([])
  })

  it('follows the path for errors and requests a person', async () => {
    await open({ document }, 'error')
    const id = await begin()
    await say(id, 'Hello')
    expect((await say(id, 'A1')).text).toMatch(/^Nobody from the team is here right now/)
    const asked = (await eventsIn(id)).find(({ type }) => type === 'HandoffRequested')
    expect(asked?.data).toMatchObject({ by: 'node', offline: true })
    expect((await region.stateOf(id)).owner, 'nobody is there: the agent goes on meanwhile').toBe('agent')
  })

  it('calls no tool without credits', async () => {
    await open({ document, balance: 0 })
    const id = await begin()
    await say(id, 'Hello')
    expect((await say(id, 'A1')).text).toMatch(/out of service/)
    expect(called).toEqual([])
  })
})

describe('smart search', () => {
  const searched: string[] = []
  const retrieve = async (_: string, __: string, question: string) => {
    searched.push(question)
    return { items: [], threshold: 0.35 }
  }
  const reply = (request: DoubleRequest) =>
    JSON.stringify(request.body).includes('one question for a search')
      ? ['When are you open on Sundays?']
      : ['At ten.']

  const isRewriting = ({ body }: DoubleRequest) => JSON.stringify(body).includes('one question for a search')
  const rewritingSteps = async (id: string) => {
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    const sealed = stored.flatMap(({ type, data }) =>
      type === 'ReplyTraced' ? [JSON.parse(data).trace] : [],
    )
    const traces = await region.reader.open(TENANT, sealed)
    const steps: { type: string }[] = traces.flatMap((trace) => JSON.parse(trace ?? '{}').steps)
    return steps.filter(({ type }) => type === 'rewrite')
  }

  it('searches for the rewritten question where words point back, by default, and charges for it', async () => {
    searched.length = 0
    await open({ document: { vg_fallbackModel: 'gpt-4o-mini' }, model: { reply }, deps: { retrieve } })
    region.credits.costOf = ({ modelId, inputTokens }) => (modelId === 'gpt-4o' ? inputTokens : 0.1)
    const id = await begin()
    await say(id, 'When are you open?')
    expect(region.double.requests, 'nothing was said before').toHaveLength(1)
    expect((await say(id, 'And on Sundays?')).text).toBe('At ten.')
    await say(id, 'Do you ship parcels to Canada?')
    expect(searched).toEqual([
      'When are you open?',
      'When are you open on Sundays?',
      'Do you ship parcels to Canada?',
    ])
    const [rewriting, ...others] = region.double.requests.filter(isRewriting)
    expect([rewriting?.body.model, others.length]).toEqual(['gpt-4o-mini', 0])
    const replies = (await eventsIn(id)).filter(({ type }) => type === 'AgentReplied')
    expect(replies.map(({ data }) => data)).toMatchObject([
      { inputTokens: 20, cost: 20 },
      { inputTokens: 40, cost: 20.1 },
      { inputTokens: 20, cost: 20 },
    ])
    expect(await rewritingSteps(id)).toMatchObject([
      { modelId: 'gpt-4o-mini', inputTokens: 20, outputTokens: 1, cost: 0.1 },
    ])
  })

  it.each([
    ['fails', 500 as const],
    ['is silent', 'hang' as const],
    ['answers nonsense', 'garbage' as const],
  ])('searches for the original text, and replies, if the model %s', async (_, how) => {
    searched.length = 0
    await open({
      document: { vg_fallbackModel: 'gpt-4o-mini' },
      model: { reply, behaviour: (request) => (isRewriting(request) ? how : 'normal') },
      deps: { retrieve, rewriteMs: 100 },
    })
    const id = await begin()
    await say(id, 'When are you open?')
    expect((await say(id, 'And on Sundays?')).text).toBe('At ten.')
    expect(searched).toEqual(['When are you open?', 'And on Sundays?'])
    expect((await rewritingSteps(id))[0]).toMatchObject({ failed: expect.any(String) })
    expect(region.double.requests.at(-1)?.body.model, 'the second model does not stand in').toBe('gpt-4o')
  })

  it('searches for the original text if the search is simple', async () => {
    searched.length = 0
    await open({ document: { vg_kb_llm: { searchMethod: 'simple' } }, model: { reply }, deps: { retrieve } })
    const id = await begin()
    await say(id, 'When are you open?')
    await say(id, 'And on Sundays?')
    expect(searched).toEqual(['When are you open?', 'And on Sundays?'])
  })
})
