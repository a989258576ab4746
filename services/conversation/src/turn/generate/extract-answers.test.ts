/** Turns in which a model reads the answers to several questions of a flow from one message. */
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { ConversationEvent } from '@parley/contracts/conversation/events.ts'
import { describe, expect, it } from 'vitest'
import { conversation } from '../../conversation.decider.ts'
import {
  AGENT,
  type ConversationTestRegion,
  contextOf,
  newId,
  openConversationRegion,
  type Setup,
  TENANT,
} from '../../conversation.test-setup.ts'
import type { DoubleRequest } from '../../models/model-double.ts'

type Bare = AgentNode extends infer N ? (N extends AgentNode ? Omit<N, 'position'> : never) : never
const flow = (...nodes: Bare[]): AgentNode[] =>
  nodes.map((node) => ({ ...node, position: { x: 0, y: 0 } }) as AgentNode)

const booking = flow(
  { id: 's', type: 'start', next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    text: 'What can I do for you?',
    buttons: [
      { id: 'table', label: 'Book a table', next: 'name' },
      { id: 'order', label: 'Order at home', next: 'street' },
    ],
  },
  {
    id: 'street',
    type: 'question',
    text: 'Which street?',
    variable: 'street',
    capture: 'text',
    next: 'done',
  },
  { id: 'name', type: 'question', text: 'Your name?', variable: 'name', capture: 'name', next: 'day' },
  {
    id: 'day',
    type: 'question',
    text: 'Which day?',
    variable: 'day',
    capture: 'date',
    when: 'future',
    next: 'area',
  },
  {
    id: 'area',
    type: 'buttons',
    text: 'Inside or outside?',
    variable: 'area',
    buttons: [
      { id: 'in', label: 'Inside' },
      { id: 'out', label: 'Outside' },
    ],
    next: 'phone',
  },
  { id: 'phone', type: 'question', text: 'Your phone?', variable: 'phone', capture: 'phone', next: 'check' },
  {
    id: 'check',
    type: 'read-back',
    values: ['name', 'day', 'area', 'phone'].map((variable) => ({ variable })),
    next: 'done',
  },
  { id: 'done', type: 'end', text: 'Done: {{name}}|{{day}}|{{area}}|{{phone}}|{{street}}.' },
)

let region: ConversationTestRegion

const isExtraction = ({ body }: DoubleRequest) =>
  JSON.stringify(body).includes('answers to numbered questions')

/**
 * `answers`: what the model reads, message after message, by number; a text is given as it is. Numbers at the menu: 1 menu,
 * 2 name, 3 street, 4 day, 5 area, 6 phone.
 */
async function open(answers: (Record<string, unknown> | string)[], setup: Setup = {}) {
  const left = [...answers]
  region = await openConversationRegion({
    model: {
      reply: (request) => {
        if (!isExtraction(request)) return ['The model replies.']
        const next = left.shift() ?? {}
        return [typeof next === 'string' ? next : JSON.stringify(next)]
      },
    },
    ...setup,
    document: { enableNodes: true, nodes: booking, ...setup.document },
  })
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
  await say(conversationId, 'hello')
  return conversationId
}

async function say(id: string, text: string): Promise<string> {
  const turn = await region.say(id, newId(), text)
  const { message } = await turn.finished
  return (message?.blocks ?? [])
    .map((block) =>
      block.type === 'text'
        ? block.text
        : block.type === 'buttons'
          ? `[${block.buttons.map(({ label }) => label).join('|')}]`
          : block.type,
    )
    .join('\n')
}

async function eventsIn(id: string): Promise<ConversationEvent[]> {
  const stored = await region.eventStore.readStream(`conversation-${id}`)
  return stored.map(({ type, data }) => ({ type, data: JSON.parse(data) }) as never)
}

const extractions = () => region.double.requests.filter(isExtraction)

describe('a model that reads answers', () => {
  it('fills all fields that a message answers, and asks for the rest only', async () => {
    const id = await open([{ 1: 'Book a table', 2: 'Priya Nair', 4: '2099-05-08', 6: '+49 30 901820' }])
    expect(
      await say(id, 'Priya Nair here, supper for my crew on the 8th of May 2099, call +49 30 901820'),
    ).toBe('Inside or outside?\n[Inside|Outside]')
    const readBack = await say(id, 'Inside')
    expect(readBack).toMatch(/Priya Nair/)
    expect(readBack).toMatch(/8 May 2099|May 8, 2099/)
    expect(readBack).toMatch(/\+49 30 901820/)
    expect(await say(id, 'yes')).toMatch(/^Done: Priya Nair\|/)
    expect(extractions(), 'a pressed button and a yes need no model').toHaveLength(1)
  })

  it('chooses a button that a later node offers, and keeps the choice', async () => {
    const id = await open([{ 1: 'Book a table', 2: 'Ada', 4: '2099-05-08', 5: 'Outside' }])
    expect(await say(id, 'Ada speaking. We come on 8 May 2099 and would sit in the sun')).toBe('Your phone?')
    expect(await say(id, '+49 30 901820')).toMatch(/Outside/)
  })

  it('keeps what the rules refuse for nothing: a past day, a name nobody wrote, a button that is not there', async () => {
    const id = await open([{ 1: 'Book a table', 2: 'Somebody Else', 4: '2001-05-08', 5: 'On the roof' }])
    expect(await say(id, 'We all want to come over for supper, like back in May 2001')).toBe('Your name?')
    expect(await say(id, 'Ada')).toBe('Which day?')
    expect(await say(id, '8 May 2099')).toBe('Inside or outside?\n[Inside|Outside]')
  })

  it('understands a single answer that the rules don’t, such as a day in another language', async () => {
    const id = await open([{ 1: '2099-05-08' }])
    await say(id, 'Book a table')
    await say(id, 'Ada')
    expect(await say(id, 'achter Mai zweitausendneunundneunzig')).toBe('Inside or outside?\n[Inside|Outside]')
  })

  it('corrects what was read back, in words that the rules don’t understand', async () => {
    const id = await open([{ 2: '2099-05-09' }])
    await say(id, 'Book a table')
    await say(id, 'Ada')
    await say(id, '8 May 2099')
    await say(id, 'Inside')
    await say(id, '+49 30 901820')
    expect(await say(id, 'oh dear, better einen Abend später bitte')).toMatch(/9 May 2099|May 9, 2099/)
  })

  it('does not ask the model where the rules suffice, nor about questions, commands and small talk', async () => {
    const id = await open([])
    await say(id, 'Book a table')
    for (const said of ['What does the soup cost?', 'thanks', 'back', 'Book a table', 'Ada', '8 May 2099'])
      await say(id, said)
    expect(extractions()).toEqual([])
  })

  it('forgets what was read when the visitor starts over', async () => {
    const id = await open([{ 1: 'Book a table', 4: '2099-05-08' }])
    expect(await say(id, 'A feast for all of us on 8 May 2099 would be grand')).toBe('Your name?')
    await say(id, 'start over')
    await say(id, 'Book a table')
    expect(await say(id, 'Ada')).toBe('Which day?')
  })

  it('charges for the model and shows in the test panel what it read', async () => {
    const id = await open([{ 1: 'Book a table', 2: 'Ada' }], {
      document: { vg_fallbackModel: 'gpt-4o-mini' },
    })
    region.credits.costOf = ({ modelId, inputTokens }) =>
      modelId === 'gpt-4o-mini' ? inputTokens : 9 * inputTokens
    await say(id, 'Ada and friends would love a supper with you')
    const replied = (await eventsIn(id)).findLast(({ type }) => type === 'AgentReplied')
    expect(replied?.data).toMatchObject({ inputTokens: 20, cost: 20 })
    const sealed = (await eventsIn(id)).flatMap(({ type, data }) =>
      type === 'ReplyTraced' ? [(data as unknown as { trace: string }).trace] : [],
    )
    const traces = await region.reader.open(TENANT, sealed)
    const steps = traces.flatMap((trace) => JSON.parse(trace ?? '{}').steps)
    expect(steps.find(({ type }) => type === 'extraction')).toMatchObject({
      modelId: 'gpt-4o-mini',
      values: [
        { asks: 'What can I do for you?', value: 'Book a table' },
        { asks: 'Your name?', value: 'Ada' },
      ],
    })
  })

  it.each([
    ['fails', 500 as const],
    ['is silent', 'hang' as const],
    ['answers nonsense', 'garbage' as const],
    ['answers in prose', 'normal' as const],
  ])('goes on by the rules if the model %s', async (_, how) => {
    const id = await open(['The name is Ada.'], {
      deps: { rewriteMs: 100 },
      model: {
        reply: (request) => (isExtraction(request) ? ['The name is Ada.'] : ['The model replies.']),
        behaviour: (request) => (isExtraction(request) ? how : 'normal'),
      },
    })
    await say(id, 'Book a table')
    expect(await say(id, 'I need it friday for eleven of us')).toMatch(/name/i)
    expect(extractions().length).toBeGreaterThan(0)
    expect(await say(id, 'Ada')).toBe('Which day?')
  })
})
