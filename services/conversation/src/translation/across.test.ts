/** Team and visitor of different languages: each reads the other in their own language, and the originals are kept. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, it, vi } from 'vitest'
import { conversation, textOf } from '../conversation.decider.ts'
import { ada, answerOf, openStream, openTestHandlers, until } from '../conversation.test-handlers.ts'
import { AGENT, contextOf, newId, type Setup, TENANT } from '../conversation.test-setup.ts'
import type { DoubleRequest } from '../models/model-double.ts'
import { type Across, createAcross } from './across.ts'
import { createPaidTranslation } from './paid-translation.ts'
import { translateVisitorsPolicy } from './translate-visitors.policy.ts'
import { createTranslations } from './translations.ts'

/** Answers `<language> text` for each text; any other request gets a plain reply. */
function double(request: DoubleRequest): string[] {
  const messages = request.body.messages as { content: string | { text: string }[] }[]
  const words = ({ content }: { content: string | { text: string }[] }) =>
    typeof content === 'string' ? content : content.map(({ text }) => text).join('')
  const into = /^You translate .* into \w+ \((\w+)\)/.exec(messages[0] ? words(messages[0]) : '')?.[1]
  const told = messages.at(-1)
  if (!into || !told) return ['An answer.']
  return [JSON.stringify((JSON.parse(words(told)) as string[]).map((text) => `${into} ${text}`))]
}

const german: AgentDocument = { enableAITranslate: true, lang: 'de', vg_defaultModel: 'gpt-4o' }

async function open(document: AgentDocument = german, more: Setup = {}) {
  let across: Across | undefined
  const handlers = await openTestHandlers({
    document,
    model: { reply: double },
    deps: { translations: createTranslations() },
    // The desk's agents exist only after it has started.
    policies: ({ deps: { handle, load, transcripts } }) => [
      translateVisitorsPolicy({
        handle,
        load,
        transcripts,
        across: { forTeam: async (...of) => across?.forTeam(...of) },
      }),
    ],
    ...more,
  })
  across = handlers.across
  const { call, start, region } = handlers
  const { conversationId, visitor } = await start({ lang: 'fr' })
  const say = (id: string, text: string) =>
    answerOf(call('conversations.send', { conversationId, principal: visitor, body: { id, text } }))
  const reply = (id: string, text: string) =>
    answerOf<{ message: MessageView }>(
      call('conversations.reply', { conversationId, principal: ada, body: { id, text } }),
    )
  const visitorReads = async () => {
    const read = call('conversations.messages', { conversationId, principal: visitor })
    return (await answerOf<{ messages: MessageView[] }>(read)).messages
  }
  const message = async (id: string) =>
    (await region.stateOf(conversationId)).messages.find((one) => one.id === id)
  return { ...handlers, conversationId, visitor, say, reply, visitorReads, message }
}

const text = (words: string) => [{ type: 'text', text: words }]

describe('a person of the team', () => {
  it('is read in the visitor’s language, keeps the original, and is paid for once', async () => {
    const { region, call, conversationId, visitor, reply, visitorReads, eventsOf } = await open()
    const signal = new AbortController()
    const following = await openStream(
      call('conversations.follow', { conversationId, principal: visitor, signal: signal.signal }),
    )
    const heard = until(
      following[Symbol.asyncIterator](),
      (event) => event.type === 'message' && event.message.id === 'h1',
    )
    const { message } = await reply('h1', 'Guten Tag')
    expect([message.blocks, message.translation]).toEqual([
      text('Guten Tag'),
      { lang: 'fr', blocks: text('fr Guten Tag') },
    ])
    const told = (await heard).at(-1)
    signal.abort()
    const read = (await visitorReads()).at(-1)
    expect(told).toEqual({ type: 'message', message: read })
    expect(read?.blocks).toEqual(text('fr Guten Tag'))
    expect(read).not.toHaveProperty('translation')

    await reply('h1', 'Guten Tag')
    expect(region.double.requests).toHaveLength(1)
    expect([region.credits.balance, region.credits.holds.size]).toEqual([999, 0])
    const events = (await eventsOf(conversationId)).slice(-2)
    expect(events.map(({ type }) => type)).toEqual(['HumanReplied', 'MessageTranslated'])
    expect(JSON.stringify(events)).not.toContain('Guten')
  })

  it('is the organisation’s to pay, like the replies to its visitors', async () => {
    const { region, reply } = await open()
    region.credits.organisation = 'o1'
    const charges: object[] = []
    region.credits.chargeOutsideTurn = async (spent) => {
      charges.push(spent)
      return { ok: true }
    }
    await reply('h1', 'Guten Tag')
    expect(charges).toMatchObject([{ workspaceId: TENANT, organisationId: 'o1', charge: { amount: 1 } }])
  })

  it('is not cached for the next visitor', async () => {
    const { region, reply } = await open()
    await reply('h1', 'Guten Tag')
    await reply('h2', 'Guten Tag')
    expect(region.double.requests).toHaveLength(2)
  })

  it.each([
    ['of one language', { ...german, lang: 'fr' }, {}],
    ['where the agent translates nothing', { lang: 'de' }, {}],
    ['where the model fails', german, { model: { behaviour: 500 as const } }],
    ['without credits', german, { balance: 0 }],
  ])('is sent untranslated, %s', async (_, document, more) => {
    const { region, reply, visitorReads } = await open(document, more)
    const { message } = await reply('h1', 'Guten Tag')
    expect(message).not.toHaveProperty('translation')
    expect((await visitorReads()).at(-1)?.blocks).toEqual(text('Guten Tag'))
    expect(region.credits.holds.size).toBe(0)
  })

  it('is sent untranslated when the model takes too long', async () => {
    const { region } = await open(german, { model: { behaviour: 'hang' }, silenceMs: 300 })
    const { models } = region.deps
    const paid = createPaidTranslation({
      models,
      translations: createTranslations(),
      credits: region.credits,
    })
    const across = createAcross({ paid, agentDocument: async () => german, patienceMs: 5 })
    const started = {
      conversationId: 'c',
      agentId: AGENT,
      visitorId: 'v',
      channel: 'web-chat',
      lang: 'fr',
    } as const
    const said = { id: 'h1', blocks: [{ type: 'text' as const, text: 'Guten Tag' }] }
    expect(await across.forVisitor(contextOf(), started, said)).toBeUndefined()
    await vi.waitFor(() => expect(region.credits.holds.size).toBe(0))
  })
})

describe('what a visitor writes', () => {
  const hearing = { ...german, translateUserResponse: true }

  it('to a person is read by the team in the agent’s language, beside the original', async () => {
    const { region, reply, say, message, visitorReads } = await open(hearing)
    await reply('h1', 'Guten Tag')
    await say('m1', 'Bonjour')
    await region.settled()
    expect(await message('m1')).toMatchObject({
      blocks: text('Bonjour'),
      translation: { lang: 'de', blocks: text('de Bonjour') },
    })
    const own = (await visitorReads()).at(-1)
    expect(own).toMatchObject({ id: 'm1', blocks: text('Bonjour') })
    expect(own).not.toHaveProperty('translation')
    expect(region.credits.holds.size).toBe(0)
  })

  it('stays untranslated if the agent does not translate visitors', async () => {
    const { region, reply, say, message } = await open()
    await reply('h1', 'Guten Tag')
    await say('m1', 'Bonjour')
    await region.settled()
    expect(await message('m1')).not.toHaveProperty('translation')
  })

  it('to the agent is recorded as translated for the agent, each message separately', async () => {
    const { region, conversationId, message } = await open(hearing, { model: { reply: double } })
    for (const [id, words] of [
      ['m1', 'Bonjour'],
      ['m2', 'Ouvert ?'],
    ] as const) {
      const command = { type: 'ReceiveVisitorMessage', messageId: id, text: words } as const
      await region.handle(conversation, conversationId, command, contextOf(`message/${id}`))
    }
    await region.turns.answerWaiting(TENANT, conversationId, contextOf().cause)
    expect((await message('m1'))?.translation?.blocks).toEqual(text('de Bonjour'))
    expect((await message('m2'))?.translation?.blocks).toEqual(text('de Ouvert ?'))
    const asked = JSON.stringify(region.double.requests.at(-1)?.body.messages)
    expect(asked).toContain('Bonjour')
    expect(
      (await region.stateOf(conversationId)).messages.filter(({ role }) => role === 'agent').map(textOf),
    ).toEqual(['An answer.'])
  })
})

describe('the trace', () => {
  it('has a step for each translation, with its time and credits', async () => {
    const nodes: AgentDocument['nodes'] = [
      { id: 's', type: 'start', position: { x: 0, y: 0 }, next: 'm' },
      { id: 'm', type: 'message', position: { x: 0, y: 0 }, text: 'Hallo.' },
    ]
    const { region, eventsOf } = await open({
      ...german,
      translateUserResponse: true,
      enableNodes: true,
      nodes,
    })
    const id = newId()
    const about = {
      conversationId: id,
      agentId: AGENT,
      visitorId: 'v',
      channel: 'test-panel',
      lang: 'fr',
    } as const
    await region.handle(
      conversation,
      id,
      { type: 'StartConversation', conversation: about, firstMessages: [] },
      contextOf(),
    )
    await (await region.say(id, 'm1', 'Bonjour')).finished
    const traced = (await eventsOf(id)).find(({ type }) => type === 'ReplyTraced')
    const [trace = ''] = await region.reader.open(TENANT, [traced?.data.trace])
    const steps = JSON.parse(trace).steps.filter(({ type }: { type: string }) => type === 'translation')
    const step = { type: 'translation', modelId: 'gpt-4o', texts: 1, cost: 1, tookMs: expect.any(Number) }
    expect(steps).toMatchObject([
      { ...step, into: 'de' },
      { ...step, into: 'fr' },
    ])
    expect(steps[0].inputTokens).toBeGreaterThan(0)
  })
})
