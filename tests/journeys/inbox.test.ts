/** Two people of a team in one inbox: each sees at once what the other and the visitors do. */
import { readFile } from 'node:fs/promises'
import type { MessageView } from '@parley/contracts/conversation/blocks.ts'
import { memberPresets } from '@parley/contracts/workspace/member-permissions.ts'
import type { Browser, BrowserContext, Download, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { joinWorkspace } from '../src/join-workspace.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

const region = 'na' as const
let parley: TestPlatform
let browser: Browser
let owner: Person
let agentId: string
let inbox: string
let ada: Page
let ben: Page
const watches: Watch[] = []

beforeAll(async () => {
  parley = await startTestPlatform({ RATE_LIMIT_FACTOR: '1000' })
  owner = await parley.signUp()
  const colleague = await parley.signUp()
  await joinWorkspace(parley, owner, colleague)
  agentId = await openAgent()
  inbox = `${parley.url}/app/na/agents/${agentId}/convos`
  browser = await launchBrowser()
  ada = await sitDown(owner)
  ben = await sitDown(colleague)
  await Promise.all([ada.goto(inbox), ben.goto(inbox)])
  await Promise.all([ada, ben].map((page) => page.getByText('No conversations yet').waitFor()))
})
afterEach(() => expect(watches.flatMap(({ faults }) => faults.splice(0))).toEqual([]))
afterAll(async () => {
  await browser?.close()
  await parley?.stop()
})

async function openAgent(agentName = 'Harbour Tea'): Promise<string> {
  const { agentCreated } = await owner.client.call('rpc.convertAgentTemplateToAgent', {
    params: { region },
    body: { agentName, agentTemplate: 'blank-template' },
  })
  const params = { region, agentId: agentCreated.ID }
  const { data } = await owner.client.call('agents.get', { params })
  await owner.client.call('agents.save', {
    params,
    body: { ...data, enableHumanHandoff: true, showHandoffEvenIfOffline: true, enableGeoAnalytics: true },
  })
  return agentCreated.ID
}

async function sitDown(person: Person): Promise<Page> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patience)
  await context.addCookies([{ name: 'parley_session', value: person.token, url: parley.url }])
  await context.addInitScript((id) => {
    if (location.protocol === 'http:') localStorage.setItem('parley_workspace', id)
  }, owner.workspaceId)
  watches.push(await watch(context, [parley.url]))
  return context.newPage()
}

type Visitor = {
  conversationId: string
  say(text: string): Promise<MessageView[]>
  heard(): Promise<string[]>
  call: ReturnType<TestPlatform['client']>['call']
}
let said = 0
async function visit(
  about: { lang?: string; country?: string; visitorToken?: string } = {},
): Promise<Visitor & { visitorToken: string }> {
  const params = { region, agentId }
  const body = { lang: 'en', browser: 'Firefox', pageUrl: 'https://tea.example/oolong', ...about }
  const started = await parley.client().call('conversations.start', { params, body })
  const { conversationId, visitorToken } = started
  const { call } = parley.client(visitorToken)
  const own = { ...params, conversationId }
  return {
    conversationId,
    visitorToken,
    call,
    async say(text) {
      const body = { id: `m${++said}`, text }
      return (await call('conversations.send', { params: own, body })).messages
    },
    async heard() {
      const { messages } = await call('conversations.messages', { params: own, query: {} })
      return messages.flatMap(({ blocks }) =>
        blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])),
      )
    },
  }
}

async function named(name: string, about: Parameters<typeof visit>[0] = {}) {
  const visitor = await visit(about)
  const params = { region, agentId, conversationId: visitor.conversationId }
  const email = `${name.toLowerCase()}@tea.example`
  await visitor.call('conversations.identify', { params, body: { name, email } })
  return visitor
}

const rows = (page: Page) => page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')
const row = (page: Page, name: string) => rows(page).filter({ hasText: name })
const transcript = (page: Page) => page.getByRole('region', { name: 'Transcript' })
const panel = (page: Page) => page.getByRole('complementary', { name: 'Visitor details' })
const notice = (page: Page, words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })

async function open(page: Page, name: string): Promise<void> {
  await row(page, name).getByRole('link').click()
  await transcript(page).getByRole('heading', { name }).waitFor()
}

const gone = (locator: Locator) => locator.first().waitFor({ state: 'detached' })

async function shows(page: Page, names: string[]): Promise<void> {
  const boxes = rows(page).getByRole('checkbox')
  const shown = () => boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label')))
  await expect.poll(shown).toEqual(names.map((name) => `Select ${name}`))
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8')
}

async function downloaded(page: Page, act: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return textOf(download)
}

let mira: Awaited<ReturnType<typeof visit>>
let otto: Awaited<ReturnType<typeof visit>>

describe('the list', () => {
  it('shows new messages at once, to both', async () => {
    mira = await named('Mira', { country: 'DE' })
    await mira.say('Is the oolong in stock?')
    await Promise.all([ada, ben].map((page) => row(page, 'Mira').waitFor()))
    otto = await named('Otto', { lang: 'de', country: 'AT' })
    await otto.say('Wann kommt mein Paket?')
    await Promise.all([ada, ben].map((page) => shows(page, ['Otto', 'Mira'])))
    await row(ben, 'Otto').getByRole('img', { name: 'Unread' }).waitFor()
  })

  it('finds words in messages, and returns to the full list', async () => {
    await ada.getByRole('searchbox', { name: 'Search conversations' }).fill('oolong stock')
    await shows(ada, ['Mira'])
    expect(new URL(ada.url()).searchParams.get('q')).toBe('oolong stock')
    expect(await row(ada, 'Mira').locator('mark').allInnerTexts()).toEqual(['oolong', 'stock'])
    await row(ada, 'Mira').getByText('…oolong in stock?').waitFor()
    await ada.reload()
    await shows(ada, ['Mira'])
    await ada.getByRole('searchbox').fill('nothing of the kind')
    await ada.getByText('No conversations found').waitFor()
    await ada.getByRole('button', { name: 'Clear search and filters' }).click()
    await shows(ada, ['Otto', 'Mira'])
  })

  it('is filtered by channel, owner, assignee, tag, content, day and unread', async () => {
    const params = { region, agentId }
    const of = (visitor: Visitor) => ({ ...params, conversationId: visitor.conversationId })
    await owner.client.call('conversations.tag', { params: of(mira), body: { tags: ['stock'] } })
    await owner.client.call('conversations.assign', { params: of(otto), body: { assignee: owner.userId } })
    await owner.client.call('conversations.addNote', { params: of(otto), body: { text: 'Asked before.' } })
    await owner.client.call('conversations.takeOver', { params: of(otto) })
    await owner.client.call('conversations.markRead', { params: of(mira), body: {} })

    const filters = ada.getByRole('dialog', { name: 'Filters' })
    const choose = async (label: string, option: string) => {
      await filters.getByRole('combobox', { name: label }).click()
      await ada.getByRole('option', { name: option, exact: true }).click()
    }
    const clear = async () => {
      await filters.getByRole('button', { name: 'Clear filters' }).click()
      await shows(ada, ['Otto', 'Mira'])
    }
    await ada.getByRole('button', { name: 'Filters' }).click()
    await choose('Channel', 'API')
    await ada.getByText('No conversations found').waitFor()
    await choose('Channel', 'Website')
    await shows(ada, ['Otto', 'Mira'])
    await clear()
    await choose('Answered by', 'Team')
    await shows(ada, ['Otto'])
    await clear()
    await choose('Assigned to', 'Nobody')
    await shows(ada, ['Mira'])
    await clear()
    await choose('With', 'Has notes')
    await shows(ada, ['Otto'])
    await clear()
    await filters.getByLabel('Tag').fill('stock')
    await ada.keyboard.press('Enter')
    await shows(ada, ['Mira'])
    await clear()
    await filters.getByLabel('Unread only').click()
    await shows(ada, ['Otto'])
    await clear()
    const started = async (preset: string) => {
      await filters.getByRole('button', { name: /^Started/ }).click()
      await filters.getByRole('button', { name: preset, exact: true }).click()
    }
    await started('Yesterday')
    await ada.getByText('No conversations found').waitFor()
    await started('Today')
    await shows(ada, ['Otto', 'Mira'])
    await clear()
    await ada.keyboard.press('Escape')
  })

  it('has views, and the address names the current one', async () => {
    const views = ada.getByRole('navigation', { name: 'Views' })
    await views.getByRole('link', { name: /^Mine/ }).click()
    await shows(ada, ['Otto'])
    await expect
      .poll(() => views.locator('[aria-current]').allInnerTexts())
      .toEqual([expect.stringMatching(/^Mine\s*1\s*1\s*unread$/)])
    await ada.goBack()
    await shows(ada, ['Otto', 'Mira'])
    await owner.client.call('conversations.handBack', {
      params: { region, agentId, conversationId: otto.conversationId },
    })
  })

  it('has saved views of the team and of one’s own, restored when a deletion is undone', async () => {
    const saved = (page: Page) => page.getByRole('navigation', { name: 'Saved views' })
    const keep = async (name: string, own: boolean) => {
      await ada.getByRole('button', { name: 'Save view' }).click()
      const form = ada.getByRole('dialog', { name: 'Save view' })
      await form.getByLabel('View name').fill(name)
      if (own) await form.getByLabel('Only for me').click()
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await saved(ada).getByRole('link', { name }).and(ada.locator('[aria-current]')).waitFor()
    }
    await ada.goto(`${inbox}?tag=stock`)
    await shows(ada, ['Mira'])
    await keep('In stock?', false)
    await ada.goto(`${inbox}?view=mine&unread=true`)
    await keep('My unread', true)

    // The colleague gets the team's view at once.
    await saved(ben).getByRole('link', { name: 'In stock?' }).click()
    await shows(ben, ['Mira'])
    expect(new URL(ben.url()).searchParams.get('tag')).toBe('stock')
    expect(await saved(ben).getByRole('link').count()).toBe(1)

    // The count of conversations is updated live.
    const held = saved(ben).getByRole('link', { name: 'In stock?' }).locator('[data-count]')
    const tagOtto = (tags: string[]) =>
      owner.client.call('conversations.tag', {
        params: { region, agentId, conversationId: otto.conversationId },
        body: { tags },
      })
    await expect.poll(() => held.innerText()).toBe('1')
    const { tags } = await owner.client.call('conversations.get', {
      params: { region, agentId, conversationId: otto.conversationId },
    })
    await tagOtto([...tags, 'stock'])
    await expect.poll(() => held.innerText()).toBe('2')
    await tagOtto(tags)
    await expect.poll(() => held.innerText()).toBe('1')

    await ada.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /^All/ }).click()
    await saved(ada).getByRole('link', { name: 'In stock?' }).click()
    await shows(ada, ['Mira'])
    await ada.getByRole('button', { name: 'View “In stock?”' }).click()
    await ada.getByRole('menuitem', { name: 'Delete view' }).click()
    await gone(saved(ben).getByRole('link', { name: 'In stock?' }))
    await notice(ada, 'The view “In stock?” was deleted').getByRole('button', { name: 'Undo' }).click()
    await saved(ben).getByRole('link', { name: 'In stock?' }).waitFor()
    await Promise.all([ada, ben].map((page) => page.goto(inbox)))
    await Promise.all([ada, ben].map((page) => shows(page, ['Otto', 'Mira'])))
  })
})

describe('a conversation', () => {
  it('shows all messages and the visitor’s data', async () => {
    const params = { region, agentId, conversationId: mira.conversationId }
    await mira.call('conversations.setVariables', { params, body: { variables: { plan: 'Gold' } } })
    await mira.call('conversations.moved', { params, body: { pageUrl: 'https://tea.example/cart' } })
    const again = await visit({ visitorToken: mira.visitorToken })
    await again.say('And do you ship on Saturdays?')

    await open(ada, 'Mira')
    await transcript(ada).getByText('Is the oolong in stock?').waitFor()
    const about = panel(ada)
    await about.getByText('Gold').waitFor()
    const words = await about.innerText()
    for (const word of ['mira@tea.example', 'Germany', 'English', 'Firefox', 'tea.example/oolong'])
      expect(words).toContain(word)
    await about.getByText('tea.example/cart').waitFor()
    await about.getByRole('region', { name: 'Earlier conversations' }).getByRole('link').first().click()
    await transcript(ada).getByText('And do you ship on Saturdays?').waitFor()
    await ada.goBack()
    await transcript(ada).getByText('Is the oolong in stock?').waitFor()
  })

  it('shows each person who else is present and who is writing', async () => {
    await open(ben, 'Mira')
    await transcript(ada).getByRole('img', { name: 'Person 2 is viewing' }).waitFor()
    await transcript(ben).getByRole('img', { name: 'Person 1 is viewing' }).waitFor()
    await transcript(ben).getByRole('textbox', { name: 'Reply to the visitor' }).pressSequentially('We ')
    await transcript(ada).getByText('Person 2 is writing here too').waitFor()
    await transcript(ben).getByRole('textbox', { name: 'Reply to the visitor' }).fill('')
  })

  it('is taken over, answered and handed back, visible to both and to the visitor', async () => {
    await transcript(ada).getByRole('button', { name: 'Take over' }).click()
    const composer = transcript(ada).getByRole('textbox', { name: 'Reply to the visitor' })
    await expect.poll(() => composer.evaluate((it) => it === document.activeElement)).toBe(true)
    await row(ada, 'Mira').getByTitle('Assigned to Person 1').waitFor()
    for (const page of [ada, ben]) {
      await transcript(page).getByText('Person 1 took over').waitFor()
      await transcript(page).getByRole('button', { name: 'Hand back' }).waitFor()
    }
    const params = { region, agentId, conversationId: mira.conversationId }
    await mira.call('conversations.visitorTyping', { params, body: { typing: true } })
    await transcript(ben).getByText('The visitor is typing').waitFor()
    expect(await mira.say('Hello?')).toEqual([])
    await transcript(ben).getByRole('log').getByText('Hello?').waitFor()
    await gone(transcript(ben).getByText('The visitor is typing'))
    await row(ben, 'Mira').getByText('Is the oolong in stock?').waitFor()
    await row(ben, 'Mira').getByText('Hello?').waitFor()

    await ben.locator('body').press('r')
    const field = transcript(ben).getByRole('textbox', { name: 'Reply to the visitor' })
    await expect.poll(() => field.evaluate((it) => it === document.activeElement)).toBe(true)
    await field.fill('Yes, **twelve** boxes are left.')
    await ben.keyboard.press('Control+Enter')
    await transcript(ada).getByText('Yes, twelve boxes are left.').waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await mira.heard()).toContain('Yes, **twelve** boxes are left.')

    await transcript(ada).getByRole('button', { name: 'Hand back' }).click()
    await transcript(ben).getByText('Person 1 handed back to the agent').waitFor()
    await transcript(ben).getByRole('button', { name: 'Take over' }).waitFor()
  })

  it('is answered from canned responses, which are kept in the inbox settings', async () => {
    await ada.getByRole('button', { name: 'List actions' }).click()
    await ada.getByRole('menuitem', { name: 'Inbox settings' }).click()
    const settings = ada.getByRole('dialog', { name: 'Inbox settings' })
    await settings.getByRole('button', { name: 'Add' }).click()
    await settings.getByLabel('Shortcut').fill('ship')
    await settings.getByLabel('Text').fill('{{name}}, we ship {{order}} on every day but Sunday.')
    await settings.getByRole('button', { name: 'Save' }).click()
    await settings.getByText('/ship').waitFor()
    await settings.getByRole('button', { name: 'Delete /ship' }).click()
    await gone(settings.getByText('/ship', { exact: true }))
    await notice(ada, '/ship was deleted').getByRole('button', { name: 'Undo' }).click()
    await settings.getByText('/ship', { exact: true }).waitFor()
    await ada.keyboard.press('Escape')
    await gone(settings)

    const field = transcript(ben).getByRole('textbox', { name: 'Reply to the visitor' })
    await field.fill('/sh')
    await ben.getByRole('option', { name: /\/ship/ }).waitFor()
    await ben.keyboard.press('Enter')
    // What nothing is known of is filled in by hand.
    await expect.poll(() => field.inputValue()).toMatch(/, we ship {{order}} on every day but Sunday.$/)
    await transcript(ben).getByText('Replace {{order}} before you send').waitFor()
    expect(await transcript(ben).getByRole('button', { name: 'Send' }).isEnabled()).toBe(false)
    await field.fill('We ship on every day but Sunday.')
    await expect.poll(() => transcript(ben).getByRole('button', { name: 'Send' }).isEnabled()).toBe(true)
  })

  it('keeps a draft while another conversation is open, and after a reload', async () => {
    await row(ben, 'Mira').getByText('Draft:').waitFor()
    await open(ben, 'Otto')
    await ben.reload()
    await open(ben, 'Mira')
    const field = transcript(ben).getByRole('textbox', { name: 'Reply to the visitor' })
    await expect.poll(() => field.inputValue()).toBe('We ship on every day but Sunday.')
    await transcript(ben).getByRole('button', { name: 'Send' }).click()
    await transcript(ada).getByText('We ship on every day but Sunday.').waitFor()
    await gone(row(ben, 'Mira').getByText('Draft:'))
  })

  it('has notes for the team only', async () => {
    await ada.locator('body').press('n')
    const field = transcript(ada).getByRole('textbox', { name: 'Note for the team' })
    await field.fill('She buys for a café.')
    await ada.keyboard.press('Control+Enter')
    await transcript(ben).getByText('She buys for a café.').waitFor()
    await transcript(ben).getByText('Note from Person 1').waitFor()
    expect((await mira.heard()).join()).not.toContain('café')
    await transcript(ben).getByRole('button', { name: 'Remove note' }).click()
    await ben.getByRole('dialog', { name: 'Remove note' }).getByRole('button', { name: 'Remove' }).click()
    await gone(transcript(ada).getByText('She buys for a café.'))
  })

  it('is tagged, with predefined tags only if set so', async () => {
    await panel(ada).getByRole('combobox', { name: 'Tags' }).fill('wholesale')
    await ada.keyboard.press('Enter')
    await row(ben, 'Mira').getByText('wholesale').waitFor()
    await panel(ben).getByText('wholesale').waitFor()
    await transcript(ben)
      .getByText(/^Person 1 tagged Mira.* wholesale/)
      .waitFor()
    const params = { region, workspaceId: owner.workspaceId }
    await owner.client.call('inbox.save', {
      params,
      body: { predefinedTags: ['vip', 'stock', 'wholesale'], disallowAnyTags: true },
    })
    // The field changes as soon as the new rule is known.
    const vip = ben.getByRole('option', { name: 'vip' })
    const offered = async () => {
      await panel(ben).getByRole('combobox', { name: 'Tags' }).click()
      return vip.isVisible()
    }
    await expect.poll(offered).toBe(true)
    await vip.click()
    await ben.keyboard.press('Escape')
    await panel(ada).getByText('vip').waitFor()
    const refused = owner.client.call('conversations.tag', {
      params: { region, agentId, conversationId: mira.conversationId },
      body: { tags: ['made up'] },
    })
    await expect(refused).rejects.toMatchObject({ code: 'unknown-tag' })
    await owner.client.call('inbox.save', { params, body: { disallowAnyTags: false } })
  })

  it('is assigned, and marked unread with new messages separated', async () => {
    // It is Person 2's, who took it over.
    for (const person of ['Person 1', 'Person 2']) {
      await transcript(ada).getByRole('button', { name: 'Assign' }).click()
      await ada.getByRole('menuitem', { name: person }).click()
      await transcript(ada)
        .getByRole('button', { name: `Assigned to ${person}` })
        .waitFor()
    }
    await panel(ben).getByText('Person 2').waitFor()
    await transcript(ben)
      .getByText(/^Person 1 assigned Mira.* to Person 2/)
      .waitFor()
    await row(ben, 'Mira').getByTitle('Assigned to Person 2').waitFor()

    await ada.getByRole('button', { name: 'Conversation actions' }).click()
    await ada.getByRole('menuitem', { name: 'Mark as unread' }).click()
    await row(ada, 'Mira').getByRole('img', { name: 'Unread' }).waitFor()
    // It stays unread for those who have it open.
    await row(ben, 'Mira').getByRole('img', { name: 'Unread' }).waitFor()
    await open(ada, 'Otto')
    await owner.client.call('conversations.markRead', {
      params: { region, agentId, conversationId: mira.conversationId },
      body: { index: 0 },
    })
    await row(ada, 'Mira').getByRole('img', { name: 'Unread' }).waitFor()
    await open(ada, 'Mira')
    await transcript(ada).getByText('New', { exact: true }).waitFor()
    await gone(row(ada, 'Mira').getByRole('img', { name: 'Unread' }))
  })

  it('is resolved with one key, and reopened with one click', async () => {
    await ada.locator('body').press('e')
    await transcript(ada).getByText('Person 1 resolved the conversation').waitFor()
    await gone(row(ben, 'Mira'))
    await notice(ada, 'Resolved').getByRole('button', { name: 'Undo' }).click()
    await row(ben, 'Mira').waitFor()
    await transcript(ada).getByText('Person 1 reopened the conversation').waitFor()
  })

  it('is downloaded as text, as JSON and with the list', async () => {
    const more = async (item: string) => {
      await ada.getByRole('button', { name: 'Conversation actions' }).click()
      await ada.getByRole('menuitem', { name: item }).click()
    }
    const text = await downloaded(ada, () => more('Export as text'))
    expect(text).toContain('Is the oolong in stock?')
    expect(text).toContain('twelve')
    const json = JSON.parse(await downloaded(ada, () => more('Export as JSON')))
    expect(json).toMatchObject({ conversationId: mira.conversationId, tags: ['stock', 'wholesale', 'vip'] })
    const csv = await downloaded(ada, async () => {
      await ada.getByRole('button', { name: 'List actions' }).click()
      await ada.getByRole('menuitem', { name: 'Export this list (CSV)' }).click()
    })
    expect(csv).toContain('mira@tea.example')
    expect(csv).toContain('otto@tea.example')
  })
})

describe('several conversations', () => {
  it('are selected, resolved and restored', async () => {
    const names = ['Uma', 'Vera', 'Wim']
    for (const name of names) await (await named(name)).say(`It is ${name}.`)
    await row(ada, 'Wim').waitFor()
    await row(ada, 'Wim').getByRole('checkbox').click({ force: true })
    await row(ada, 'Uma')
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    const bar = ada.getByRole('toolbar', { name: 'Selected conversations' })
    await bar.getByText('3 selected').waitFor()
    await bar.getByRole('button', { name: 'Resolve' }).click()
    await Promise.all(names.map((name) => gone(row(ben, name))))
    await gone(bar)
    await notice(ada, '3 conversations resolved').getByRole('button', { name: 'Undo' }).click()
    await Promise.all(names.map((name) => row(ben, name).waitFor()))
  })

  it('are tagged and assigned, and deleted after confirmation', async () => {
    await ada.getByRole('button', { name: 'List actions' }).click()
    await ada.getByRole('menuitem', { name: 'Select conversations' }).click()
    for (const name of ['Uma', 'Vera']) await row(ada, name).getByRole('checkbox').click()
    const bar = ada.getByRole('toolbar', { name: 'Selected conversations' })
    await bar.getByRole('button', { name: 'Add tag' }).click()
    await ada.getByRole('menuitem', { name: 'vip' }).click()
    await Promise.all(['Uma', 'Vera'].map((name) => row(ben, name).getByText('vip').waitFor()))
    for (const name of ['Uma', 'Vera']) await row(ada, name).getByRole('checkbox').click({ force: true })
    await bar.getByRole('button', { name: 'Delete' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete 2 conversations' }).click()
    await Promise.all(['Uma', 'Vera'].map((name) => gone(row(ben, name))))
    await row(ben, 'Wim').waitFor()
  })
})

describe('keys', () => {
  it('move through the list, select, show help and close', async () => {
    await ada.goto(inbox)
    await rows(ada).first().waitFor()
    await ada.locator('body').press('j')
    await transcript(ada).getByRole('heading', { name: 'Wim' }).waitFor()
    await ada.locator('body').press('j')
    await transcript(ada).getByRole('heading', { name: 'Wim' }).waitFor({ state: 'detached' })
    await ada.locator('body').press('k')
    await transcript(ada).getByRole('heading', { name: 'Wim' }).waitFor()
    await ada.locator('body').press('x')
    await ada.getByText('1 selected').waitFor()
    await ada.locator('body').press('Escape')
    await gone(ada.getByText('1 selected'))
    await ada.locator('body').press('?')
    await ada.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    await ada.keyboard.press('Escape')
    await gone(ada.getByRole('dialog'))
    await ada.locator('body').press('Escape')
    await ada.getByText('Select a conversation to read it').waitFor()
    await ada.locator('body').press('/')
    await expect
      .poll(() => ada.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Search conversations')
  })
})

describe('room', () => {
  const nav = () => ada.getByRole('navigation', { name: 'Agent' })
  const widthOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)

  it('is given to the transcript by keys that hide the names of the navigation and the details', async () => {
    await ada.goto(inbox)
    await open(ada, 'Mira')
    await panel(ada).waitFor()
    expect(await widthOf(nav())).toBe(75)
    await ada.locator('body').press('[')
    await expect.poll(() => widthOf(nav())).toBe(250)
    await ada.locator('body').press(']')
    await panel(ada).waitFor({ state: 'hidden' })
    await ada.reload()
    await transcript(ada).getByRole('heading', { name: 'Mira' }).waitFor()
    expect(await widthOf(nav())).toBe(250)
    expect(await panel(ada).isVisible()).toBe(false)
    await ada.locator('body').press('[')
    await transcript(ada).getByRole('button', { name: 'Visitor details' }).click()
    await panel(ada).waitFor()
    expect(await widthOf(nav())).toBe(75)
  })

  it('suffices for reading and writing at 200 % zoom, and on a phone, where a conversation is all there is', async () => {
    for (const viewport of [
      { width: 720, height: 450 },
      { width: 390, height: 844 },
    ]) {
      await ada.setViewportSize(viewport)
      await expect.poll(() => widthOf(transcript(ada).getByRole('log'))).toBe(viewport.width)
      const inside = await Promise.all(
        [transcript(ada).getByRole('log'), transcript(ada).getByRole('textbox')].map((one) =>
          one.boundingBox(),
        ),
      )
      const [log, field] = inside
      if (!log || !field) throw new Error('not shown')
      expect(log.height).toBeGreaterThan(viewport.height * 0.6)
      expect(field.width).toBeGreaterThan(viewport.width * 0.6)
      expect(field.y + field.height).toBeLessThanOrEqual(viewport.height)
      expect(await ada.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width)
      await nav().waitFor({ state: 'hidden' })
      await transcript(ada).getByRole('textbox').fill('Written in a small window')
      await transcript(ada).getByRole('button', { name: 'Send' }).click({ trial: true })
      await transcript(ada).getByRole('textbox').fill('')
      expect(await axeFindings(ada)).toEqual([])
      await transcript(ada).getByRole('link', { name: 'Back to the list' }).click()
      await nav().waitFor()
      const shown = rows(ada).first()
      const { y = 0, height = 0 } = (await shown.boundingBox()) ?? {}
      expect(y + 2 * height).toBeLessThan(viewport.height)
      await open(ada, 'Mira')
    }
    await ada.setViewportSize({ width: 1440, height: 900 })
  })
})

describe('a long list', () => {
  const many = 240

  it('keeps only the visible rows in the page, loads more on scrolling, and follows the keys', async () => {
    const params = { region, agentId: await openAgent('Market Stall') }
    const body = { lang: 'en', browser: 'Firefox', pageUrl: 'https://tea.example/' }
    const { call } = parley.client()
    for (let nth = 0; nth < many; nth++) await call('conversations.start', { params, body })
    await ada.goto(`${parley.url}/app/na/agents/${params.agentId}/convos?view=all`)
    await rows(ada).first().waitFor()
    const box = rows(ada).first().locator('xpath=../..')
    const places = () =>
      rows(ada).evaluateAll((all) => all.map((one) => Number(one.getAttribute('aria-posinset'))))
    expect(await rows(ada).first().getAttribute('aria-setsize')).not.toBe(`${many}`)

    await box.focus()
    await expect
      .poll(async () => {
        await ada.keyboard.press('End')
        return (await places()).at(-1)
      })
      .toBe(many)
    expect(await rows(ada).last().getAttribute('aria-setsize')).toBe(`${many}`)
    expect((await places()).length).toBeLessThan(40)

    // The opened conversation is scrolled into view, wherever the list was.
    const opened = rows(ada).filter({ has: ada.locator('[aria-current]') })
    const isInSight = async () => {
      const [outer, inner] = await Promise.all([box.boundingBox(), opened.boundingBox()])
      return (
        !!outer && !!inner && inner.y >= outer.y - 1 && inner.y + inner.height <= outer.y + outer.height + 1
      )
    }
    for (let nth = 1; nth <= 12; nth++) {
      await ada.locator('body').press('j')
      await expect.poll(() => opened.getAttribute('aria-posinset')).toBe(`${nth}`)
      await expect.poll(isInSight).toBe(true)
    }
    await ada.goto(inbox)
  })
})

describe('somebody who may only read', () => {
  it('is offered neither a reply nor what changes a conversation', async () => {
    const reader = await parley.signUp()
    const viewing = memberPresets.find(({ name }) => name === 'Viewer')?.permissions
    await joinWorkspace(parley, owner, reader, viewing)
    const cyd = await sitDown(reader)
    await cyd.goto(inbox)
    await open(cyd, 'Mira')
    await transcript(cyd).getByText('You can read conversations but not answer visitors.').waitFor()
    expect(await cyd.getByText('You can look at this agent but not change it.').count()).toBe(0)
    for (const name of ['Take over', 'Hand back', 'Resolve', 'Assign'])
      expect(await transcript(cyd).getByRole('button', { name, exact: true }).count()).toBe(0)
    expect(await transcript(cyd).getByRole('textbox').count()).toBe(0)
    await cyd.context().close()
  })
})

describe('deletion', () => {
  it('closes the conversation for others who have it open', async () => {
    await open(ada, 'Wim')
    await open(ben, 'Wim')
    await ada.getByRole('button', { name: 'Conversation actions' }).click()
    await ada.getByRole('menuitem', { name: 'Delete…' }).click()
    await ada.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await transcript(ben).getByText('This conversation was just deleted').waitFor()
    await gone(row(ben, 'Wim'))
    await transcript(ben).getByRole('button', { name: 'Back to the list' }).click()
    forgetMissing()
  })

  it('can cover a whole visitor, with an export of their data before', async () => {
    await open(ada, 'Mira')
    const data = JSON.parse(
      await downloaded(ada, () => panel(ada).getByRole('link', { name: 'Export visitor data' }).click()),
    )
    expect(data.conversations).toHaveLength(2)
    expect(JSON.stringify(data)).toContain('And do you ship on Saturdays?')
    await panel(ada).getByRole('button', { name: 'Erase visitor…' }).click()
    const proceed = await heldUntilTheNameIsErased(ada)
    await ada.getByRole('dialog').getByRole('button', { name: 'Erase visitor' }).click()
    await proceed()
    await notice(ada, 'Mira was erased: 2 conversations and 1 lead').waitFor()
    await shows(ben, ['Otto'])
    forgetMissing()
  })

  /**
   * Holds the erasure of a visitor until the page has read the conversation anew and without the name, as it does when
   * the key is erased and the deletion is not projected yet.
   */
  async function heldUntilTheNameIsErased(page: Page): Promise<() => Promise<void>> {
    const conversationId = new URL(page.url()).searchParams.get('conversation') ?? ''
    const released = Promise.withResolvers<void>()
    const erasing = (url: URL) => url.pathname.includes('/visitors/')
    const reading = (url: URL) => url.pathname.endsWith(`/conversations/${conversationId}`)
    await page.route(erasing, async (route) => {
      await released.promise
      await route.continue()
    })
    await page.route(reading, async (route) => {
      const response = await route.fetch()
      const { visitorName, ...nameless } = await response.json()
      await route.fulfill({ response, json: nameless })
    })
    return async () => {
      const params = { region, agentId, conversationId }
      await owner.client.call('conversations.tag', { params, body: { tags: ['stock'] } })
      await page
        .getByText(/^Visitor .{4}$/)
        .first()
        .waitFor({ state: 'attached' })
      await page.getByRole('dialog', { name: 'Erase Mira?' }).waitFor()
      await page.unroute(reading)
      released.resolve()
    }
  }

  /** A dashboard that shows what was deleted requests it once more and gets a 404, which the browser reports. */
  function forgetMissing() {
    for (const { faults } of watches) {
      const others = faults.filter((fault) => !/ 404 /.test(fault))
      faults.splice(0, faults.length, ...others)
    }
  }
})

describe('leads', () => {
  it('that arrive before the page listens are shown too', async () => {
    const page = await ben.context().newPage()
    const listening = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    await page.route('**/changes*', async (route) => {
      listening.resolve()
      await released.promise
      await route.continue()
    })
    await (await named('Early')).say('Hello')
    await page.goto(`${parley.url}/app/na/agents/${agentId}/leads`)
    await page.getByRole('row').filter({ hasText: 'Early' }).waitFor()
    await listening.promise
    await (await named('Between')).say('Hello')
    await parley.settled()
    released.resolve()
    await page.getByRole('row').filter({ hasText: 'Between' }).waitFor()
    await page.close()
  })

  it('show visitors’ details, and can be sorted, corrected, filtered and exported', async () => {
    const leads = `${parley.url}/app/na/agents/${agentId}/leads`
    await (await named('Nils')).say('Hello')
    await Promise.all([ada.goto(leads), ben.goto(leads)])
    const lead = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
    await lead(ada, 'Nils').getByText('nils@tea.example').waitFor()
    await (await named('Rosa')).say('Hello')
    await Promise.all([ada, ben].map((page) => lead(page, 'Rosa').waitFor()))

    await lead(ada, 'Rosa').getByRole('link').click()
    await lead(ben, 'Rosa').getByRole('link').click()
    const drawer = (page: Page) => page.getByRole('dialog', { name: 'Lead' })
    await drawer(ben).getByLabel('Note').fill('Calls back on Monday.')
    await drawer(ada).getByRole('combobox', { name: 'Status' }).click()
    await ada.getByRole('option', { name: 'Qualified' }).click()
    await expect
      .poll(() => drawer(ben).getByRole('combobox', { name: 'Status' }).inputValue())
      .toBe('Qualified')
    // Unsaved input is kept when another field is saved by the other person.
    await expect.poll(() => drawer(ben).getByLabel('Note').inputValue()).toBe('Calls back on Monday.')
    await drawer(ben).getByRole('button', { name: 'Add field' }).click()
    await drawer(ben).getByLabel('Field', { exact: true }).fill('company')
    await drawer(ben).getByLabel('Value', { exact: true }).fill('Café Tilda')
    const address = drawer(ben).getByLabel('E-mail')
    await address.fill('rosa@tea')
    await drawer(ben).getByRole('button', { name: 'Save' }).click()
    await drawer(ben).getByText('Please enter a valid email').waitFor()
    await address.fill('rosa@tea.example')
    await drawer(ben).getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => drawer(ada).getByLabel('Note').inputValue()).toBe('Calls back on Monday.')
    await Promise.all([ada, ben].map((page) => page.keyboard.press('Escape')))
    await lead(ada, 'Rosa').getByText('Company: Café Tilda').waitFor()

    await ada.getByRole('link', { name: /^Qualified/ }).click()
    await gone(lead(ada, 'Nils'))
    await lead(ada, 'Rosa').waitFor()
    await expect
      .poll(() => ada.getByRole('navigation', { name: 'Statuses' }).locator('[aria-current]').count())
      .toBe(1)
    const csv = await downloaded(ada, () => ada.getByRole('link', { name: 'Export CSV' }).click())
    expect(csv).toContain('rosa@tea.example')
    expect(csv).not.toContain('nils@tea.example')
    await ada.getByRole('link', { name: /^All/ }).click()
    await ada.getByRole('searchbox', { name: 'Search leads' }).fill('tilda')
    await gone(lead(ada, 'Nils'))
    await lead(ada, 'Rosa').waitFor()
  })

  it('are deleted after confirmation', async () => {
    const lead = (page: Page) => page.getByRole('row').filter({ hasText: 'Rosa' })
    await lead(ada).getByRole('link').click()
    await ada.getByRole('dialog', { name: 'Lead' }).getByRole('button', { name: 'Delete' }).click()
    await ada.getByRole('dialog', { name: 'Delete Rosa?' }).getByRole('button', { name: 'Delete' }).click()
    await Promise.all([ada, ben].map((page) => gone(lead(page))))
  })
})
