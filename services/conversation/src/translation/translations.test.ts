/** AITranslate: what visitors read, what the agent receives, and what it costs. */
import type { AgentDocument } from '@parley/contracts/agent/document.ts'
import { type Block, blockSchema } from '@parley/contracts/conversation/blocks.ts'
import { describe, expect, it } from 'vitest'
import {
  type ConversationTestRegion,
  contextOf,
  deltaText,
  eventsOf,
  openConversationRegion,
  type Setup,
} from '../conversation.test-setup.ts'
import { type DoubleRequest, startModelDouble } from '../models/model-double.ts'
import { createModels } from '../models/models.ts'
import { textsIn, withWords } from './block-words.ts'
import { createFirstWords } from './first-words.ts'
import { createPaidTranslation } from './paid-translation.ts'
import { createTranslations, translationTarget } from './translations.ts'

const at = { x: 0, y: 0 }
const nodes: AgentDocument['nodes'] = [
  { id: 'start', type: 'start', position: at, next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    position: at,
    text: 'What is it about?',
    buttons: [
      { id: 'b1', label: 'Repairs', next: 'repairs' },
      { id: 'b2', label: 'Prices', next: 'prices' },
    ],
  },
  { id: 'repairs', type: 'message', position: at, text: 'We repair **all** lamps.' },
  { id: 'prices', type: 'message', position: at, text: 'From 20.' },
]

/** Answers `<language> text` for each text; any other request gets a plain reply. */
function double(request: DoubleRequest): string[] {
  const messages = request.body.messages as { role: string; content: unknown }[]
  const [system, ...rest] = messages.map(({ content }) =>
    typeof content === 'string' ? content : JSON.stringify(content),
  )
  const into = /into \w+ \((\w+)\)/.exec(system ?? '')?.[1]
  if (!into) return ['An ', 'answer.']
  const told = messages.at(-1)?.content
  const list = typeof told === 'string' ? told : ((told as { text: string }[])[0]?.text ?? '[]')
  if (rest.length !== 1) throw new Error('a translation has one message')
  return [JSON.stringify((JSON.parse(list) as string[]).map((text) => `${into} ${text}`))]
}

async function open(document: AgentDocument, more: Setup = {}) {
  const region = await openConversationRegion({
    document: { enableAITranslate: true, vg_defaultModel: 'gpt-4o', ...document },
    model: { reply: double },
    deps: { translations: createTranslations() },
    ...more,
  })
  return region
}

const translationsAsked = ({ double }: ConversationTestRegion) =>
  double.requests.filter(({ body }) => JSON.stringify(body.messages).includes('You translate the texts'))

describe('the target language of translation', () => {
  it.each([
    [{}, 'fr', undefined],
    [{ enableAITranslate: true }, 'fr-CA', 'fr-CA'],
    [{ enableAITranslate: true, AITranslateTo: 'automatic' }, 'ja', 'ja'],
    [{ enableAITranslate: true, AITranslateTo: 'de' }, 'fr', 'de'],
    [{ enableAITranslate: true }, undefined, undefined],
  ] as const)('of %j for a visitor who reads %s is %s', (document, lang, target) => {
    expect(translationTarget(document, lang)).toBe(target)
  })
})

describe('the texts of a message', () => {
  it('are everything a visitor reads, without the ids of choices', () => {
    const blocks: Block[] = [
      { type: 'text', text: 'a' },
      { type: 'buttons', buttons: [{ id: 'x', label: 'b' }] },
      {
        type: 'carousel',
        cards: [
          { title: 'c', description: 'd', imageUrl: 'https://i', buttons: [{ label: 'e', text: 'y' }] },
        ],
      },
      { type: 'image', url: 'https://i', alt: 'f' },
      {
        type: 'form',
        formId: 'z',
        title: 'g',
        submitLabel: 'h',
        fields: [{ name: 'n', label: 'i', type: 'select', placeholder: 'j', options: ['S'] }],
      },
      { type: 'file', name: 'k.pdf', mimeType: 'application/pdf' },
    ]
    expect(textsIn(blocks).join('')).toBe('abcdefghij')
    const upper = JSON.stringify(withWords(blocks, (text) => text.toUpperCase()))
    for (const kept of ['"x"', '"y"', '"z"', '"S"', '"k.pdf"', 'https://i']) expect(upper).toContain(kept)
    const [form] = withWords(blocks, () => 'x'.repeat(1_000)).filter(({ type }) => type === 'form')
    expect(blockSchema.safeParse(form).success).toBe(true)
  })
})

describe('a flow', () => {
  it('uses the visitor’s language, recognises a translated button, and is paid for', async () => {
    const region = await open({ AITranslateTo: 'fr', enableNodes: true, nodes })
    const id = await region.begin()
    const first = await eventsOf(await region.say(id, 'm1', 'Hello'))
    expect(deltaText(first).trim()).toBe('fr What is it about?')
    const asked = (await region.stateOf(id)).messages.at(-1)
    expect(asked?.blocks.at(-1)).toEqual({
      type: 'buttons',
      buttons: [
        { id: 'b1', label: 'fr Repairs' },
        { id: 'b2', label: 'fr Prices' },
      ],
    })
    expect(deltaText(await eventsOf(await region.say(id, 'm2', 'fr Prices'))).trim()).toBe('fr From 20.')
    expect([region.credits.balance, region.credits.holds.size]).toEqual([998, 0])
    const stored = await region.eventStore.readStream(`conversation-${id}`)
    const reply = JSON.parse(stored.at(-1)?.data ?? '')
    expect(reply.modelId).toBe('gpt-4o')
    expect(reply.inputTokens).toBeGreaterThan(0)
  })

  it('calls a model once for a text that is said again', async () => {
    const region = await open({ AITranslateTo: 'fr', enableNodes: true, nodes })
    for (const visitor of ['a', 'b']) {
      const id = await region.begin(`conversation${visitor}`)
      await eventsOf(await region.say(id, 'm1', 'Hello'))
    }
    expect(translationsAsked(region)).toHaveLength(1)
  })

  it.each([['garbage'], [500], ['refuse']] as const)(
    'stays untranslated when the model does this: %j',
    async (behaviour) => {
      const region = await open({ AITranslateTo: 'fr', enableNodes: true, nodes }, { model: { behaviour } })
      const id = await region.begin()
      expect(deltaText(await eventsOf(await region.say(id, 'm1', 'Hello'))).trim()).toBe('What is it about?')
      expect(region.credits.holds.size).toBe(0)
    },
  )

  it('receives the visitor’s messages in its own language if it is set to', async () => {
    const document = {
      lang: 'de',
      AITranslateTo: 'en',
      translateUserResponse: true,
      enableNodes: true,
      nodes,
    }
    const region = await open(document)
    const id = await region.begin()
    await eventsOf(await region.say(id, 'm1', 'Hello there'))
    expect(JSON.stringify(translationsAsked(region).map(({ body }) => body.messages))).toMatch(
      /German \(de\).*Hello there/,
    )
  })
})

describe('a model’s own reply', () => {
  it('is requested in the language, and not translated again', async () => {
    const region = await open({ AITranslateTo: 'ja' })
    const id = await region.begin()
    expect(deltaText(await eventsOf(await region.say(id, 'm1')))).toBe('An answer.')
    expect(JSON.stringify(region.double.requests.at(-1)?.body)).toContain('Answer in Japanese (ja)')
    expect(translationsAsked(region)).toHaveLength(0)
  })
})

const paidAt = ({ deps, credits }: ConversationTestRegion) =>
  createPaidTranslation({ models: deps.models, translations: createTranslations(), credits })

describe('first messages', () => {
  const about = { conversationId: 'c1', agentId: 'a1', channel: 'web-chat', lang: 'it' } as const
  const messages: Block[][] = [[{ type: 'text', text: 'Hi!' }], [{ type: 'text', text: 'Ask me.' }]]

  it('are translated for the first visitor, paid for once, and cached for the next', async () => {
    const region = await open({})
    const firstWords = createFirstWords({ paid: paidAt(region) })
    const document = { enableAITranslate: true, lang: 'en', vg_defaultModel: 'gpt-4o' }
    for (const _ of [1, 2]) {
      const said = await firstWords(contextOf(), about, document, messages)
      expect(said.map(([block]) => block?.type === 'text' && block.text)).toEqual(['it Hi!', 'it Ask me.'])
    }
    expect(region.double.requests).toHaveLength(1)
    expect([region.credits.settled.size, region.credits.holds.size]).toEqual([1, 0])
  })

  it('stay untranslated in the agent’s own language, without credits, and when a model takes too long', async () => {
    const region = await open({}, { model: { behaviour: 'hang' }, silenceMs: 300 })
    const words = { paid: paidAt(region), patienceMs: 5 }
    const document = { enableAITranslate: true, lang: 'it', vg_defaultModel: 'gpt-4o' }
    expect(await createFirstWords(words)(contextOf(), about, document, messages)).toEqual(messages)
    expect(region.double.requests).toHaveLength(0)
    expect(await createFirstWords(words)(contextOf(), about, { ...document, lang: 'en' }, messages)).toBe(
      messages,
    )
    region.credits.balance = 0
    const other = { ...about, conversationId: 'c2' }
    expect(
      await createFirstWords({ ...words, patienceMs: 5_000 })(
        contextOf(),
        other,
        { ...document, lang: 'en' },
        messages,
      ),
    ).toEqual(messages)
  })
})

it('keeps the translations of a workspace whatever another one has translated', async () => {
  const server = await startModelDouble({ reply: double })
  const models = createModels({ keys: { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${server.url}/v1` } })
  const translations = createTranslations()
  const translate = (tenant: string, texts: string[]) =>
    translations.translate(models, { tenant, modelId: 'gpt-4o', into: 'de', texts, remember: true })
  await translate('quiet', ['Hello'])
  const long = (nth: number) => `${nth} ${'word '.repeat(5_000)}`
  for (let nth = 0; nth < 60; nth++) await translate('noisy', [long(nth)])
  const knows = (tenant: string, text: string) =>
    translations.knows({ tenant, into: 'de', texts: [text], remember: true })
  expect([knows('quiet', 'Hello'), knows('noisy', long(59)), knows('noisy', long(0))]).toEqual([
    true,
    true,
    false,
  ])
  await server.stop()
})
