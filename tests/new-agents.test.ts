/**
 * What agents made from the built-in templates say and know: of the business that they are made for, and never of one
 * that was invented for the template. Asked of every template in every language.
 */
import { templateKeys, templatesWithoutBusiness } from '@parley/contracts/agent/templates.ts'
import { languages } from '@parley/conversation/phrases.ts'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const business = 'Zephyr & Sons'
const agentName = 'Quill'
let parley: TestPlatform
let person: Person
let workspaceName: string

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  person = await parley.signUp()
  const { workspaces } = await person.client.call('auth.session', {})
  workspaceName = workspaces[0]?.workspaceName ?? ''
})
afterAll(() => parley?.stop())

async function create(agentTemplate: (typeof templateKeys)[number], businessName?: string): Promise<string> {
  const { agentCreated } = await person.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate, ...(businessName === undefined ? {} : { businessName }) },
  })
  return agentCreated.ID
}

/** What the agent's team wrote and visitors may be told: its document and its knowledge. */
async function textsOf(agentId: string): Promise<string[]> {
  await parley.settled()
  const { agentTemplate } = await person.client.call('rpc.exportAgentToJson', {
    params: { region },
    body: { agentId },
  })
  const { template, knowledge } = agentTemplate
  return stringsIn([template, knowledge])
}

async function firstMessages(agentId: string, lang: string): Promise<string> {
  const params = { region, agentId }
  const { messages } = await parley.client().call('conversations.start', { params, body: { lang } })
  return stringsIn(messages).join('\n')
}

describe.each(templateKeys)('an agent from the template %s', (key) => {
  it('names its own business, and no other name or contact', async () => {
    const texts = await textsOf(await create(key, business))
    expect(texts.join('\n')).toContain(templatesWithoutBusiness.includes(key) ? agentName : business)
    expect(texts.flatMap((text) => strangersIn(text, key))).toEqual([])
  })

  it.each(languages)('begins with no name of another in %s', async (language) => {
    const said = await firstMessages(await agentOnce(key), language)
    expect(said).not.toBe('')
    expect(strangersIn(said, key, language)).toEqual([])
  })

  it('speaks of the workspace where no business is named', async () => {
    const texts = (await textsOf(await create(key))).join('\n')
    if (templatesWithoutBusiness.includes(key)) expect(texts).not.toContain(workspaceName)
    else expect(texts).toContain(workspaceName)
  })
})

test('a template has the texts and questions of the knowledge, and says what it has not', async () => {
  const agentId = await create('blank-template')
  const params = { region, agentId }
  const at = { params }
  await person.client.call('knowledge.addText', { ...at, body: { name: 'Facts', content: 'Open at nine.' } })
  const base64Payload = Buffer.from('Closed on Sundays.').toString('base64')
  const body = { fileName: 'hours.txt', base64Payload }
  await person.client.call('knowledge.addDocument', { ...at, body })
  await parley.settled()
  const exported = await person.client.call('rpc.exportAgentToJson', {
    params: { region },
    body: { agentId },
  })
  expect(exported.agentTemplate.knowledge?.map(({ name }) => name)).toEqual(['Facts'])
  expect(exported.leftOut).toEqual({ documents: 1, websites: 0 })
})

const made = new Map<string, Promise<string>>()
function agentOnce(key: (typeof templateKeys)[number]): Promise<string> {
  const known = made.get(key) ?? create(key, business)
  made.set(key, known)
  return known
}

describe('what is taken for the name of another', () => {
  it.each([
    ['Welcome to Harbour & Pine!', ['Harbour', 'Pine']],
    ['We are at 12 Quay Street.', ['12 Quay Street', 'Quay', 'Street']],
    ['Call +49 30 1234567 or 555-0199.', ['+49 30 1234567', '555-0199']],
    ['Write to hello@shop.test.', ['hello@shop.test']],
    ['See https://shop.test/returns.', ['https://shop.test/returns']],
    ['Its number is HP-12345.', ['HP-12345', 'HP-12345']],
    ['Here {{business}} can help.', ['{{business}}']],
    [`Welcome to ${business}! Open Monday from 9 am. **Prices** are in the knowledge. I know PayPal.`, []],
  ])('%s', (text, expected) => {
    expect(strangersIn(text, 'customer-support').sort()).toEqual([...expected].sort())
  })
})

/** Words with a capital letter that are nobody's name; of the game, the world that its story is about. */
const general =
  /^(I|I’m|Hi|AI|FAQ|ECG|E-mail|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|May|A|B|PayPal|Visa|Mastercard|American|Express|Apple|Pay|English|OK)$/
const ofTheStory = /^(Mere|Corin|Saltwick|Glass|Abbey|Winter|Bells|Patience)$/

/** Names, addresses, numbers and other contacts in a text that are not those of the agent or its business. */
function strangersIn(text: string, key: string, language = 'en'): string[] {
  const rest = text
    .replaceAll(business, '…')
    .replaceAll(agentName, '…')
    .replace(/\d{4}-\d\d-\d\d/g, '…')
  const contacts = [
    /\{\{(?:business|agent)\}\}/g,
    /\bhttps?:\/\/[^\s)]*[^\s).]/g,
    /[\w.+-]+@[\w-]+\.\w+/g,
    /\+?\d[\d -]{5,}\d/g,
    /\b\p{Lu}{2,}-?\d+\b/gu,
    /\b\d+ \p{Lu}\p{L}+ \p{Lu}\p{L}+/gu,
    /\b\p{Lu}\p{L}+ (?:Street|Road|Lane|Square|Walk) \d+/gu,
  ].flatMap((pattern) => rest.match(pattern) ?? [])
  return [...contacts, ...(language === 'en' ? namesIn(rest, key) : [])]
}

/** Capitalised words that do not begin a sentence, a line, a title or a quotation. */
function namesIn(text: string, key: string): string[] {
  const found: string[] = []
  for (const { 0: word, index } of text.matchAll(/\p{Lu}[\p{L}\p{N}’-]*/gu)) {
    const before = text.slice(0, index)
    if (/[\p{L}\p{N}{]$/u.test(before)) continue
    const begins = /(^|[.!?:;…)]|\n|[“"*(]|- |\d\.)[\s*_“"(]*$/u.test(before)
    if (begins || general.test(word) || (key === 'game-npc' && ofTheStory.test(word))) continue
    found.push(word)
  }
  return found
}

/** The texts in a value, without ids and times. */
function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) =>
    /^(id|at|\w+Id|\w+At)$/.test(key) ? [] : stringsIn(item),
  )
}
