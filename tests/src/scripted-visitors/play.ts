/** Plays scripted visitors through the templates of a running platform, and judges what they read. */

import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import { type TemplateKey, templateKeys } from '@parley/contracts/agent/templates.ts'
import type { Block, MessageView } from '@parley/contracts/conversation/blocks.ts'
import { readBackPhrases } from '@parley/conversation/flow/read-back-phrases.ts'
import { handoffPhrases } from '@parley/conversation/handoff/handoff-phrases.ts'
import { startModelDouble } from '@parley/conversation/models/model-double.ts'
import { grantCredits } from '@parley/host/operators/credit-grant.ts'
import { startTestPlatform } from '../test-platform.ts'
import { englishTemplate, modelReply, ownTemplate, withoutMark } from './owners.ts'
import type { Asked, Manner, Visitor } from './visitors.ts'
import { type Tongue, type Topic, tongues } from './words.ts'

export type Played = {
  visitor: Visitor
  reached: boolean
  /** What was wrong with what the agent said. */
  faults: string[]
  transcript: string[]
}

export type Stage = Awaited<ReturnType<typeof openStage>>

export async function openStage(withModel: boolean, spoken: readonly Tongue[] = tongues) {
  const model = await startModelDouble({ reply: modelReply, record: false })
  const keys: Record<string, string> = withModel
    ? { OPENAI_API_KEY: 'test', OPENAI_BASE_URL: `${model.url}/v1` }
    : {}
  const parley = await startTestPlatform({
    RATE_LIMIT_FACTOR: '1000',
    ...keys,
  })
  const owner = await parley.signUp()
  const { engines } = parley.platform.regions.get('na')!
  const grant = { workspaceId: owner.workspaceId, amount: 10_000_000, operator: 'Test', note: 'Visitors' }
  await grantCredits(engines, grant, 'grant')
  const agents = new Map<string, string>()
  for (const key of templateKeys)
    for (const tongue of spoken) {
      const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
        params: { region: 'na' },
        body: { agentName: key, agentTemplate: ownTemplate(key, tongue, withModel) },
      })
      agents.set(`${key}-${tongue}`, agentCreated.ID)
    }
  await parley.settled()

  return {
    async play(visitor: Visitor): Promise<Played> {
      const agentId = agents.get(`${visitor.template}-${visitor.tongue}`) ?? ''
      const params = { region: 'na', agentId } as const
      const client = parley.client()
      const lang = { en: 'en-GB', de: 'de-DE', es: 'es-ES', fr: 'fr-FR', ja: 'ja-JP' }[visitor.tongue]
      const started = await client.call('conversations.start', {
        params,
        body: { lang, timeZone: 'Europe/Berlin' },
      })
      const own = { params: { ...params, conversationId: started.conversationId } }
      const bearer = { token: started.visitorToken }
      const script = { visitor, nodes: englishTemplate(visitor.template).template.nodes ?? [] }
      const judged = createJudge(script)
      judged.hear(started.messages)
      for (let nth = 0; !judged.reached(); nth++) {
        const said = visitor.next(judged.asked())
        if (said === undefined) break
        judged.say(said)
        const form = said.form && judged.form()
        const { messages } = await client.call(
          'conversations.send',
          {
            ...own,
            body: {
              id: `m${nth}`,
              text: said.text,
              ...(form && said.form ? { form: { formId: form, answers: said.form } } : {}),
            },
          },
          bearer,
        )
        judged.hear(messages)
        // A person owns it: the agent says no more.
        if (messages.length === 0) judged.handedOver()
      }
      return judged.result()
    },
    async stop() {
      await parley.stop()
      await model.stop()
    },
  }
}

/** What a node asks for, by its id; the ids are the templates', the words are not. */
const topicsByNode: Record<string, Asked> = {
  topics: 'menu',
  intent: 'menu',
  welcome: 'menu',
  choices: 'menu',
  'order-number': 'code',
  'order-email': 'email',
  email: 'email',
  contact: 'form',
  area: 'area',
  rooms: 'rooms',
  budget: 'budget',
  viewing: 'yes',
  check: 'yes',
  'read-back': 'check',
  consent: 'yes',
  registered: 'yes',
  name: 'name',
  patient: 'name',
  phone: 'phone',
  reason: 'reason',
  day: 'day',
  time: 'daytime',
  toll: 'truth',
}

const ends: Record<TemplateKey, readonly string[]> = {
  'customer-support': ['returns'],
  'real-estate-agent': ['browse'],
  'health-care-agent': ['prescription', 'urgent'],
  'make-appointment': [],
  'confirm-email': ['done'],
  'blank-template': [],
  'game-npc': ['crossing', 'farewell', 'lights'],
}

function createJudge({ visitor, nodes }: { visitor: Visitor; nodes: readonly AgentNode[] }) {
  const faults: string[] = []
  const transcript: string[] = []
  const meant = new Map<Topic, string[]>()
  let asked: Asked = 'nothing'
  let atEnd = false
  let handed = false
  let answered = 0
  let last = ''
  let times = 0
  let formId: string | undefined

  const allowed: Record<string, (value: string) => boolean> = {
    name: (value) => [visitor.name, visitor.otherName].some((one) => same(one, value)),
    email: (value) => value === visitor.email,
    phone: (value) =>
      digits(value).length > 7 &&
      [visitor.phone, visitor.otherPhone].some((one) => digits(one).endsWith(digits(value).slice(-8))),
    order_number: (value) => same(value, visitor.code),
    rooms: (value) => /^[23]$/.test(value),
    reason: (value) => heard('reason', value),
    area: (value) => heard('area', value),
    budget: (value) => /^(?:300000|1200|250000|1500|30000000|120000|2500000|1\.5)$/.test(value),
  }
  const heard = (topic: Topic, value: string) =>
    (meant.get(topic) ?? []).some((one) => same(one, value) || one.includes(value))

  return {
    say(said: { text: string; topic?: Topic; form?: Record<string, string> }) {
      transcript.push(`> ${said.form ? JSON.stringify(said.form) : said.text}`)
      if (said.topic) meant.set(said.topic, [...(meant.get(said.topic) ?? []), said.text])
    },
    hear(messages: readonly MessageView[]) {
      for (const { blocks } of messages) {
        const shown = blocks.map(shownOf).filter(Boolean).join('\n')
        transcript.push(`< ${shown}`)
        answered++
        times = shown === last ? times + 1 : 1
        last = shown
        if (times > 3) faults.push(`the same ${times} times: ${shown}`)
        if (/undefined|\{\{|\[object|NaN|\bnull\b/.test(shown)) faults.push(`raw: ${shown}`)
        if (shown === '') faults.push('nothing was said')
        for (const block of blocks) readBlock(block)
      }
      if (messages.length === 0 && !handed) transcript.push('< (nothing)')
    },
    handedOver() {
      handed = true
    },
    asked: () => asked,
    form: () => formId,
    reached,
    result(): Played {
      return { visitor, reached: reached(), faults, transcript }
    },
  }

  function reached(): boolean {
    return handed || atEnd || (visitor.template === 'blank-template' && answered > 2)
  }

  /** What is read back must be what the visitor said, and a corrected value the new one. */
  function checkReadBack(text: string): void {
    const corrected = transcript.some((line) => line.startsWith('>') && line.includes(visitor.otherPhone))
    const phone = corrected ? visitor.otherPhone : visitor.phone
    for (const line of text.split('\n').filter((one) => one.startsWith('- ')))
      if (/\+\d/.test(line) && !digits(line).endsWith(digits(phone).slice(-8)))
        faults.push(`read back another number: ${line}`)
  }

  function readBlock(block: Block): void {
    if (block.type === 'buttons') {
      const node = nodes.find(
        (one) => one.type === 'buttons' && one.buttons.every(({ id }, nth) => block.buttons[nth]?.id === id),
      )
      const [first] = block.buttons
      const isCheck = withoutMark(first?.label ?? '') === readBackPhrases[visitor.tongue].yes
      asked = isCheck ? 'check' : (topicsByNode[node?.id ?? ''] ?? (asked === 'what' ? 'what' : 'nothing'))
    }
    if (block.type === 'form') {
      formId = block.formId
      asked = 'form'
    }
    for (const text of textsOf(block))
      if (visitor.tongue !== 'en' && isEnglish(text)) faults.push(`English: ${text}`)
    if (block.type !== 'text') return
    if (
      Object.values(handoffPhrases[visitor.tongue]).some((phrase) =>
        patternOf(phrase.replace('{email}', '{{any}}')).test(block.text),
      )
    )
      handed = true
    if (visitor.goal === 'return' && /30 days/.test(block.text)) atEnd = true
    const paragraphs = withoutMark(block.text)
    for (const node of nodes) {
      for (const template of textsOfNode(node)) {
        const found = patternOf(template).exec(paragraphs)
        if (!found) continue
        if (ends[visitor.template].includes(node.id)) atEnd = true
        asked = topicsByNode[node.id] ?? (node.type === 'ai' ? 'nothing' : asked)
        for (const [name, value] of Object.entries(found.groups ?? {}))
          if (allowed[name]?.(value) === false) faults.push(`absurd ${name}: ${value}`)
      }
    }
    if (paragraphs.includes(readBackPhrases[visitor.tongue].what)) asked = 'what'
    if (paragraphs.includes(readBackPhrases[visitor.tongue].noted)) checkReadBack(paragraphs)
    if (/nothing/.test(asked)) return
    if (flowEnded(paragraphs)) asked = 'nothing'
  }
}

/** Phrases after which the flow asks nothing more, in the tested languages. */
const flowEnded = (text: string) => /start over|von vorne|empezar de nuevo|recommencer|最初から/.test(text)

function textsOfNode(node: AgentNode): string[] {
  if (node.type === 'question') return [node.text, ...(node.retryText ? [node.retryText] : [])]
  if (node.type === 'message' || node.type === 'buttons' || node.type === 'form') return [node.text]
  if (node.type === 'end' || node.type === 'handoff') return node.text ? [node.text] : []
  return []
}

function patternOf(template: string): RegExp {
  const seen = new Set<string>()
  const parts = template.trim().split(/\{\{\s*(\w+)\s*\}\}/)
  const source = parts.map((part, nth) => {
    if (nth % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    if (seen.has(part)) return '[^\\n]*'
    seen.add(part)
    return `(?<${part}>[^\\n]*)`
  })
  return new RegExp(source.join(''))
}

function shownOf(block: Block): string {
  if (block.type === 'text') return block.text
  if (block.type === 'buttons') return block.buttons.map(({ label }) => `[${label}]`).join(' ')
  if (block.type === 'form') return `(form: ${block.fields.map(({ label }) => label).join(', ')})`
  return `(${block.type})`
}

function textsOf(block: Block): string[] {
  if (block.type === 'text') return block.text.split('\n').filter((line) => line.trim() !== '')
  if (block.type === 'buttons') return block.buttons.map(({ label }) => label)
  return block.type === 'form' ? block.fields.map(({ label }) => label) : []
}

const ENGLISH = /\b(?:the|you|your|is|are|and|have|what|with|for|please|that|this|can)\b/gi
/** Texts of the owner are marked as translated; what the server adds must not be English. */
function isEnglish(text: string): boolean {
  return (
    !text.includes('⟦') &&
    // Labels and values of a list that is read back; the values are the visitor's own words.
    !text.startsWith('- **') &&
    new Set(text.toLowerCase().match(ENGLISH) ?? []).size >= 2 &&
    isFirstOfItsText(text)
  )
}
/** The lines of a marked text that has several are not marked one by one. */
const isFirstOfItsText = (text: string) =>
  !templateKeys.some((key) =>
    JSON.stringify(englishTemplate(key).template.nodes).includes(JSON.stringify(text.trim()).slice(1, -1)),
  )

const same = (one: string, other: string) =>
  one.trim().toLowerCase().normalize('NFKC') === other.trim().toLowerCase().normalize('NFKC')
const digits = (text: string) => text.replace(/\D/g, '')

export type Row = { template: TemplateKey; tongue: Tongue; reached: number; of: number; faults: number }

export function tableOf(played: readonly Played[]): string {
  const share = (some: readonly Played[]) =>
    some.length === 0
      ? '–'
      : `${Math.round((100 * some.filter(({ reached }) => reached).length) / some.length)} %`
  const manners: Manner[] = ['polite', 'impatient', 'confused', 'hostile']
  const spoken = tongues.filter((tongue) => played.some(({ visitor }) => visitor.tongue === tongue))
  const row = (title: string, own: readonly Played[]) =>
    `| ${[
      title,
      ...spoken.map((tongue) => share(own.filter(({ visitor }) => visitor.tongue === tongue))),
      ...manners.map((manner) => share(own.filter(({ visitor }) => visitor.manner === manner))),
      share(own),
      own.reduce((sum, { faults }) => sum + faults.length, 0),
    ].join(' | ')} |`
  const head = ['template', ...spoken, ...manners, 'all', 'faults']
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => ' --- |').join('')}`,
    ...templateKeys.map((key) =>
      row(
        key,
        played.filter(({ visitor }) => visitor.template === key),
      ),
    ),
    row('all', played),
  ].join('\n')
}
