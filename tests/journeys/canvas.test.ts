/**
 * The canvas beyond single nodes: copying between agents, groups, comments, search, automatic layout, keys, the way of
 * the test conversation, and what it shows at first on a desktop and a phone.
 */
import { mkdir } from 'node:fs/promises'
import type { AgentNode } from '@parley/contracts/agent/nodes.ts'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { axeFindings } from './axe-findings.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

const pictures = 'test-results/canvas'
const first = 'canvasjourney001'
const second = 'canvasjourney002'

let started: TestPlatform
let person: Person
let stranger: Person
let browser: Browser
let context: BrowserContext
let page: Page
const watches: Watch[] = []
const at = (x: number, y = 0) => ({ x, y })

const flow = (toolId: string): AgentNode[] => [
  { id: 'start', type: 'start', position: at(0), next: 'hello' },
  { id: 'hello', type: 'message', title: 'Hello', position: at(336), text: 'Welcome.', next: 'menu' },
  {
    id: 'menu',
    type: 'buttons',
    title: 'Menu',
    position: at(672),
    text: 'What is it about?',
    buttons: [
      { id: 'b1', label: 'My order', next: 'ask' },
      { id: 'b2', label: 'Something else', next: 'bye' },
    ],
  },
  {
    id: 'ask',
    type: 'question',
    title: 'Order number',
    position: at(1008),
    text: 'Which order?',
    variable: 'order',
    capture: 'text',
    next: 'find',
  },
  {
    id: 'find',
    type: 'tool',
    title: 'Find the order',
    position: at(1344),
    toolId,
    values: { number: '{{order}}' },
    saveTo: 'found',
    next: 'tell',
    onError: 'bye',
  },
  { id: 'tell', type: 'message', title: 'Tell', position: at(1680), text: 'Found: {{found}}', next: 'bye' },
  { id: 'bye', type: 'end', title: 'Bye', position: at(2016, 200), text: 'Bye!' },
  { id: 'default', type: 'default', position: at(0, 300), next: 'bye' },
]

beforeAll(async () => {
  await mkdir(pictures, { recursive: true })
  started = await startTestPlatform({ REGIONS: 'na' })
  person = await started.signUp()
  stranger = await started.signUp()
  const region = 'na' as const
  const { id: toolId } = await person.client.call('tools.create', {
    params: { region },
    body: {
      settings: {
        name: 'Find an order',
        description: 'Tells when an order arrives.',
        serverUrl: 'https://shop.example/orders',
        fields: [{ in: 'body', key: 'number', type: 'string' }],
      },
    },
  })
  const body = { enableNodes: true, messageDelayMS: 0, proactiveMessage: 'none' }
  await person.client.call('agents.save', {
    params: { region, agentId: first },
    body: { ...body, title: 'First', nodes: flow(toolId) },
  })
  const small: AgentNode[] = [
    { id: 'start', type: 'start', position: at(0), next: 'end' },
    { id: 'end', type: 'end', position: at(336), text: 'Bye' },
    { id: 'default', type: 'default', position: at(0, 200), next: 'end' },
  ]
  await stranger.client.call('agents.save', {
    params: { region, agentId: second },
    body: { ...body, title: 'Second', nodes: small },
  })
  browser = await launchBrowser()
  context = await open(person)
  page = await context.newPage()
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    for (const [nth, each] of browser
      .contexts()
      .flatMap((one) => one.pages())
      .entries())
      await each.screenshot({ path: `${pictures}/failed ${task.name.slice(0, 60)} ${nth + 1}.png` })
  })
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
})

async function open(as: Person, size = { width: 1440, height: 900 }, more = {}): Promise<BrowserContext> {
  const made = await browser.newContext({ locale: 'en-GB', viewport: size, ...more })
  made.setDefaultTimeout(patience)
  await made.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: started.url })
  await made.addCookies([{ name: 'parley_session', value: as.token, url: started.url }])
  watches.push(await watch(made, [started.url]))
  return made
}
const canvasOf = (where: Page) => where.getByRole('region', { name: 'Node flow' })
const card = (id: string, where = page) => canvasOf(where).locator(`[data-node="${id}"]`)
const openCanvas = async (where: Page, agentId: string) => {
  await where.goto(`${started.url}/app/na/agents/${agentId}/prompt`)
  await card('start', where).waitFor()
}
const zoomOf = async (where: Page) =>
  Number.parseInt((await where.getByText(/^\d+%$/).textContent()) ?? '', 10)
const focusCard = (id: string, where = page) => card(id, where).locator('button').first().focus()
const boxOf = async (locator: Locator) => (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('a flow that is too wide to be read whole opens at its start, legible; an opened node is legible beside the inspector', async () => {
  await openCanvas(page, first)
  expect(await zoomOf(page)).toBeGreaterThanOrEqual(60)
  const [canvas, start] = [await boxOf(canvasOf(page)), await boxOf(card('start'))]
  expect(start.x).toBeGreaterThan(canvas.x)
  expect(start.x).toBeLessThan(canvas.x + 100)
  await page.screenshot({ path: `${pictures}/opened.png` })
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  await expect
    .poll(async () => (await boxOf(card('bye'))).x + (await boxOf(card('bye'))).width)
    .toBeLessThan(1440)
  await card('find').locator('button').first().click()
  const inspector = page.getByRole('complementary', { name: 'Find the order' })
  await inspector.waitFor()
  await expect.poll(() => zoomOf(page)).toBeGreaterThanOrEqual(60)
  await expect
    .poll(async () => {
      const [node, panel] = [await boxOf(card('find')), await boxOf(inspector)]
      return node.x + node.width <= panel.x
    })
    .toBe(true)
  await page.screenshot({ path: `${pictures}/opened-node.png` })
  await focusCard('find')
  await page.keyboard.press('Escape')
  await inspector.waitFor({ state: 'detached' })
})

test('nodes are searched, stepped through, and shown', async () => {
  await focusCard('start')
  await page.keyboard.press('Control+f')
  const field = page.getByRole('searchbox', { name: 'Search the nodes' })
  await field.fill('order')
  await page.getByText('1 of 3').waitFor()
  expect(await card('ask').getAttribute('data-found')).toBe('true')
  expect(await card('hello').getAttribute('data-found')).toBe('false')
  await field.press('Enter')
  await field.press('Enter')
  await page.getByText('3 of 3').waitFor()
  await expect
    .poll(async () => {
      const [outer, inner] = [await boxOf(canvasOf(page)), await boxOf(card('find'))]
      return inner.x > outer.x && inner.x + inner.width < outer.x + outer.width
    })
    .toBe(true)
  await page.screenshot({ path: `${pictures}/search.png` })
  await field.press('Escape')
  await expect.poll(() => card('hello').getAttribute('data-found')).toBeNull()
})

test('arrow keys go from node to node, Delete removes one, and it can be undone', async () => {
  await focusCard('start')
  await page.keyboard.press('ArrowRight')
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-node]')?.dataset.node)
  await expect.poll(focused).toBe('hello')
  await page.keyboard.press('Delete')
  await card('hello').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await card('hello').waitFor()
})

test('selected nodes are grouped, move together, and are ungrouped', async () => {
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  await card('ask')
    .locator('button')
    .first()
    .click({ modifiers: ['Control'] })
  await card('find')
    .locator('button')
    .first()
    .click({ modifiers: ['Control'] })
  await page.getByText('2 selected').waitFor()
  await page.screenshot({ path: `${pictures}/selected.png` })
  await page.keyboard.press('Control+g')
  const inspector = page.getByRole('complementary', { name: 'Group' })
  await inspector.getByLabel('Name').fill('Orders')
  const title = canvasOf(page).getByRole('button', { name: 'Orders', exact: true })
  await title.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const [before, other, from] = [await boxOf(card('ask')), await boxOf(card('hello')), await boxOf(title)]
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(from.x + 30, from.y + 100, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await boxOf(card('ask'))).y).toBeGreaterThan(before.y + 60)
  expect((await boxOf(card('hello'))).y).toBeCloseTo(other.y, 0)
  await page.screenshot({ path: `${pictures}/group.png` })
  expect(await axeFindings(page)).toEqual([])
  await title.press('Enter')
  await page.getByRole('complementary', { name: 'Orders' }).getByRole('button', { name: 'Ungroup' }).click()
  await title.waitFor({ state: 'detached' })
  await card('ask').waitFor()
  for (let steps = 0; steps < 3; steps++)
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
})

test('a comment is added by key where one looks', async () => {
  await focusCard('hello')
  await page.keyboard.press('c')
  const note = page.getByRole('complementary', { name: /^Note/ })
  await note.getByLabel('Remark').fill('Ask the shop whether this is true.')
  await canvasOf(page).getByText('Ask the shop whether this is true.').waitFor()
  await page.screenshot({ path: `${pictures}/comment.png` })
  await note.getByRole('button', { name: 'Remove' }).click()
})

test('tidying up arranges the nodes without overlaps, and can be undone', async () => {
  // The notice of the removed comment covers the button, and stays while the pointer is on it.
  await page.mouse.move(200, 700)
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const before = await boxOf(card('bye'))
  await page.getByRole('button', { name: 'Tidy up' }).click()
  await expect.poll(async () => Math.round((await boxOf(card('bye'))).y)).not.toBe(Math.round(before.y))
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const boxes = await Promise.all((await canvasOf(page).locator('[data-node]').all()).map(boxOf))
  const overlaps = boxes.flatMap((one, nth) =>
    boxes
      .slice(nth + 1)
      .filter(
        (other) =>
          one.x < other.x + other.width &&
          other.x < one.x + one.width &&
          one.y < other.y + other.height &&
          other.y < one.y + one.height,
      ),
  )
  expect(overlaps).toEqual([])
  await page.screenshot({ path: `${pictures}/tidied.png` })
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
})

test('a new node follows the selected one, and one step takes both back', async () => {
  const cards = canvasOf(page).locator('[data-node]')
  const before = await cards.count()
  await card('menu').locator('button').first().click()
  const otherwise = page.getByRole('complementary', { name: 'Menu' }).getByLabel('Any other reply')
  expect(await otherwise.inputValue()).toBe('')
  await page.getByRole('button', { name: 'Add node' }).click()
  await page.getByRole('menuitem', { name: /^Message/ }).click()
  await expect.poll(() => cards.count()).toBe(before + 1)
  await page.getByRole('complementary', { name: 'Message' }).waitFor()
  await page.screenshot({ path: `${pictures}/added.png` })
  await card('menu').locator('button').first().click()
  await expect.poll(() => otherwise.inputValue()).not.toBe('')
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => cards.count()).toBe(before)
  expect(await otherwise.inputValue()).toBe('')
  await focusCard('menu')
  await page.keyboard.press('Escape')
  await otherwise.waitFor({ state: 'detached' })
})

test('the buttons of the toolbar are whole on a tablet, whose menu has what finds no room', async () => {
  await page.setViewportSize({ width: 1024, height: 768 })
  const labels = page.locator('main .mantine-Button-label').filter({ visible: true })
  const cut = await labels.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  expect(await labels.count()).toBeGreaterThan(0)
  expect(cut).toEqual([])
  await page.getByRole('button', { name: 'More about the canvas' }).click()
  await page.getByRole('menuitem', { name: 'Tidy up' }).waitFor()
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('nodes are copied into the agent of another workspace, which is told what it lacks', async () => {
  await focusCard('ask')
  await card('ask')
    .locator('button')
    .first()
    .click({ modifiers: ['Control'] })
  await card('find')
    .locator('button')
    .first()
    .click({ modifiers: ['Control'] })
  await card('tell')
    .locator('button')
    .first()
    .click({ modifiers: ['Control'] })
  await page.getByText('3 selected').waitFor()
  await page.keyboard.press('Control+c')
  await page.getByText('3 nodes copied.').waitFor()
  await page.keyboard.press('Control+d')
  await expect.poll(() => canvasOf(page).locator('[data-node]').count()).toBe(11)
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(JSON.parse(copied)).toMatchObject({
    kind: 'agent-nodes',
    nodes: [{ id: 'ask' }, { id: 'find' }, { id: 'tell' }],
  })

  const theirs = await (await open(stranger)).newPage()
  await openCanvas(theirs, second)
  await theirs.evaluate((text) => navigator.clipboard.writeText(text), copied)
  await focusCard('start', theirs)
  await theirs.keyboard.press('Control+v')
  await expect.poll(() => canvasOf(theirs).locator('[data-node]').count()).toBe(6)
  await theirs
    .getByText('“Find the order” calls the function “Find an order”, which this workspace lacks', {
      exact: false,
    })
    .waitFor()
  await theirs.screenshot({ path: `${pictures}/pasted.png` })
  const ids = await canvasOf(theirs)
    .locator('[data-node]')
    .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.node))
  expect(ids).not.toContain('ask')
  await canvasOf(theirs)
    .getByRole('button', { name: /^Then\s*leads to\s*Find the order/ })
    .waitFor()

  // What is no node of a flow is refused by name, and a text is none of the canvas's business.
  await theirs.evaluate(() =>
    navigator.clipboard.writeText('{"kind":"agent-nodes","version":1,"nodes":[{"type":"bomb"}]}'),
  )
  await focusCard('start', theirs)
  await theirs.keyboard.press('Control+v')
  await theirs.getByText('These nodes can’t be pasted:', { exact: false }).waitFor()
  expect(await canvasOf(theirs).locator('[data-node]').count()).toBe(6)
  await theirs.context().close()
})

test('the way of the test conversation is shown as it goes on', async () => {
  await page.reload()
  await card('start').waitFor()
  await page.getByRole('button', { name: 'Show Test' }).click()
  await expect.poll(() => card('menu').getAttribute('data-way')).toBe('now')
  expect(await card('ask').getAttribute('data-way')).toBeNull()
  await page.getByRole('button', { name: 'My order', exact: true }).click()
  await expect.poll(() => card('ask').getAttribute('data-way')).toBe('now')
  await expect.poll(() => canvasOf(page).locator('path[data-way]').count()).toBeGreaterThan(1)
  await page.screenshot({ path: `${pictures}/way.png` })
})

test('on a phone the flow is as wide as the screen, one node below the other, legible', async () => {
  const phone = await (
    await open(person, { width: 390, height: 844 }, { hasTouch: true, isMobile: true })
  ).newPage()
  await openCanvas(phone, first)
  const boxes = await Promise.all(['start', 'hello', 'menu'].map((id) => boxOf(card(id, phone))))
  for (const box of boxes) {
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(390)
    expect(box.width).toBeGreaterThan(240)
  }
  expect(boxes[1]!.y).toBeGreaterThan(boxes[0]!.y + boxes[0]!.height)
  await phone.screenshot({ path: `${pictures}/phone.png` })
  // What a phone shows is never stored.
  await expect(phone.getByText('unpublished change').count()).resolves.toBe(0)
  await phone.context().close()
})

test('nothing was logged, and nothing was asked of another server', () => {
  expect(watches.flatMap(({ faults }) => faults)).toEqual([expect.stringContaining('400')])
})
