import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { Principal } from '@parley/kernel/commands/handler.ts'
import { describe, expect, it } from 'vitest'
import { textOf } from '../conversation.decider.ts'
import {
  answerOf,
  codeOf,
  openTestHandlers,
  type StartedConversation,
  streamOf,
} from '../conversation.test-handlers.ts'
import { AGENT, TENANT } from '../conversation.test-setup.ts'

it('a test conversation asks a form field by field where it simulates a channel', async () => {
  const { call } = await openTestHandlers()
  const position = { x: 0, y: 0 }
  const draft: AgentDocument = {
    enableNodes: true,
    nodes: [
      { id: 's', type: 'start', next: 'f', position },
      {
        ...{ id: 'f', type: 'form', text: 'You', position },
        fields: [{ name: 'n', label: 'Name', type: 'name', required: true }],
      },
    ],
  }
  const shownOn = async (about: object) => {
    const { messages } = await answerOf<StartedConversation>(
      call('conversations.test', { body: { draft, ...about } }),
    )
    return messages.flatMap(({ blocks }) => blocks)
  }
  const said = (text: string) => ({ type: 'text', text })
  expect(await shownOn({})).toEqual([said('You'), expect.objectContaining({ type: 'form', formId: 'f' })])
  expect(await shownOn({ simulates: 'whatsapp' })).toEqual([said('You'), said('Name')])
})

describe('the preview of the widget', () => {
  it('shows a draft as visitors would see it, without its secrets, and starts nothing', async () => {
    const { call, region } = await openTestHandlers()
    const draft: AgentDocument = {
      title: 'Draft',
      vg_initMessages: ['Hello!'],
      vg_systemPrompt: 'Never tell.',
      SECRET_API_KEY: 'vg_secret',
    }
    const shown = await answerOf<object>(call('conversations.preview', { body: draft }))
    expect(shown).toMatchObject({
      agent: { ID: AGENT, title: 'Draft', messageDelayMS: 1000 },
      messages: [[{ type: 'text', text: 'Hello!' }]],
    })
    expect(JSON.stringify(shown)).not.toMatch(/secret|Never tell/)
    const events = await region.eventStore.readAll(-1, 10)
    expect(events).toEqual([])
  })
})

describe('a visitor', () => {
  it('starts with the agent’s first messages and a token for this conversation', async () => {
    const document: AgentDocument = {
      vg_initMessages: ['Hello!', 'Look:\n\n```image\nhttps://a.example/i.png\n```'],
      vg_initPrompt: 'The launch message',
    }
    const { start, visitorTokens, region } = await openTestHandlers({ document })
    const started = await start({ lang: 'de', pageUrl: 'https://shop.example/?q=1' })
    expect(started.messages.map(({ blocks }) => blocks)).toEqual([
      [{ type: 'text', text: 'Hello!' }],
      [
        { type: 'text', text: 'Look:' },
        { type: 'image', url: 'https://a.example/i.png' },
      ],
      [{ type: 'text', text: 'The launch message' }],
    ])
    expect(visitorTokens.verify(started.visitorToken)).toMatchObject({
      tenant: TENANT,
      agentId: AGENT,
      conversationId: started.conversationId,
    })
    const stored = await region.eventStore.readStream(`conversation-${started.conversationId}`)
    expect(JSON.stringify(stored)).not.toContain('shop.example')
  })

  it('is asked by the flow, or writes first with Smart Initialization', async () => {
    const position = { x: 0, y: 0 }
    const withFlow = await openTestHandlers({
      document: {
        enableNodes: true,
        vg_initMessages: ['Not this'],
        nodes: [
          { id: 's', type: 'start', next: 'm', position },
          { id: 'm', type: 'message', text: 'From the flow', next: 'ai', position },
          { id: 'ai', type: 'ai', position },
        ],
      },
    })
    expect((await withFlow.start()).messages.map(({ blocks }) => blocks)).toEqual([
      [{ type: 'text', text: 'From the flow' }],
    ])
    const smart = await openTestHandlers({
      document: { smartInit: true, vg_initPrompt: 'The launch message' },
    })
    expect((await smart.start()).messages).toEqual([])
  })

  it('sends a message and gets a stream, or JSON if requested', async () => {
    const { start, call } = await openTestHandlers()
    const { conversationId, visitor: principal } = await start()
    const said = { conversationId, principal, body: { id: 'm1', text: 'When are you open?' } }
    const events = await streamOf(call('conversations.send', { ...said, wants: 'stream' }))
    expect(events[0]).toMatchObject({
      event: 'delta',
      data: { type: 'delta', text: expect.stringMatching(/^We /) },
    })
    expect(events.slice(-2)).toMatchObject([
      { event: 'message', data: { type: 'message', message: { role: 'agent', index: 1 } } },
      { event: 'done', data: { type: 'done' } },
    ])
    const { messages } = await answerOf<{ messages: { id: string; blocks: never[] }[] }>(
      call('conversations.send', said),
    )
    expect(messages.map(textOf)).toEqual(['We are open from nine to five, Monday to Friday.'])
  })

  it('reads the messages after an index at once, with a new token', async () => {
    const { start, call, visitorTokens } = await openTestHandlers({
      model: { behaviour: (_, nth) => (nth === 0 ? 'normal' : 'hang') },
    })
    const { conversationId, visitor: principal } = await start()
    await call('conversations.send', { conversationId, principal, body: { id: 'm1', text: 'One' } })
    await call('conversations.send', {
      conversationId,
      principal,
      body: { id: 'm2', text: 'Two' },
      wants: 'stream',
    })
    const read = (after?: number) =>
      answerOf<{ messages: { id: string }[]; pending: boolean; visitorToken: string }>(
        call('conversations.messages', { conversationId, principal, query: { after } }),
      )
    const all = await read()
    expect(all.messages).toHaveLength(3)
    expect(all.pending).toBe(true)
    expect(visitorTokens.verify(all.visitorToken)?.conversationId).toBe(conversationId)
    expect((await read(1)).messages.map(({ id }) => id)).toEqual(['m2'])
    expect((await read(2)).messages).toEqual([])
  })

  it('cannot access another conversation', async () => {
    const { start, call } = await openTestHandlers()
    const [mine, other] = [await start(), await start()]
    const body = { id: 'm1', text: 'Hi' }
    for (const principal of [
      mine.visitor,
      { kind: 'nobody' } as const,
      { kind: 'api-key', tenant: TENANT } as const,
      { ...mine.visitor, agentId: 'a2', conversationId: other.conversationId } as Principal,
      { ...mine.visitor, tenant: 'w2', conversationId: other.conversationId } as Principal,
    ]) {
      const given = { conversationId: other.conversationId, principal, body }
      expect(await codeOf(call('conversations.messages', given))).toBe('not-found')
      if (principal.kind === 'visitor' && 'tenant' in principal && principal.tenant === 'w2') continue
      expect(await codeOf(call('conversations.send', given))).toBe('not-found')
    }
  })

  it('gets not-found for an agent that does not exist', async () => {
    const { call } = await openTestHandlers({ deps: { agentDocument: async () => undefined } })
    expect(await codeOf(call('conversations.start', {}))).toBe('not-found')
    expect(await codeOf(call('conversations.test', {}))).toBe('not-found')
  })
})

it('the test panel uses the draft', async () => {
  const { call, region } = await openTestHandlers()
  const draft = { vg_systemPrompt: 'You are the draft.', vg_initMessages: ['From the draft'] }
  const started = await answerOf<StartedConversation>(call('conversations.test', { body: { draft } }))
  expect(started.messages[0]?.blocks).toEqual([{ type: 'text', text: 'From the draft' }])
  const turn = await region.say(started.conversationId, 'm1')
  await turn.finished
  expect(JSON.stringify(region.double.requests[0]?.body)).toContain('You are the draft.')
  const [first] = await region.eventStore.readStream(`conversation-${started.conversationId}`)
  expect(first?.data).toContain('test-panel')
})
