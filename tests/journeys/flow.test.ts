/**
 * A flow, from its first node to a visitor: built by hand, with errors named at the nodes, tested with the trace of
 * each reply, published; and concurrent edits by two people.
 */
import { mkdir } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initialNodes } from '@parley/contracts/agent/initial-content.ts'
import { replyParts } from '@parley/contracts/conversation/reply-parts.ts'
import { type ModelDouble, startModelDouble } from '@parley/conversation/models/model-double.ts'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience, type Watch, watch } from './browser.ts'

const pictures = 'test-results/flow'
const agentId = 'flowjourney00001'
const params = { region: 'na', agentId } as const
const exact = { exact: true }
const warranty =
  'Our lamps have a warranty of three years. The batteries of our lamps have a warranty of one year.'

let shop: Server
let asked: { url: string; headers: Record<string, unknown> }[] = []
let model: ModelDouble
let started: TestPlatform
let person: Person
let browser: Browser
let page: Page
const watches: Watch[] = []

beforeAll(async () => {
  shop = createServer(({ url = '', headers }, answer) => {
    asked.push({ url, headers })
    answer.writeHead(200, { 'content-type': 'application/json' })
    answer.end('{"order":{"eta":"2026-12-01T09:00:00Z","items":["Lamp"]}}')
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  model = await startModelDouble({ reply: () => ['Three ', 'years.'] })
  started = await startTestPlatform({
    REGIONS: 'na',
    OPENAI_API_KEY: 'double',
    OPENAI_BASE_URL: `${model.url}/v1`,
    ALLOW_PRIVATE_ADDRESSES: shopHost(),
  })
  person = await started.signUp()
  await person.client.call('agents.save', {
    params,
    body: {
      title: 'Fernhill Lamps',
      nodes: initialNodes,
      enableHumanHandoff: true,
      messageDelayMS: 0,
      proactiveMessage: 'none',
      vg_defaultModel: 'gpt-4o',
      vg_systemPrompt: 'You are the desk of Fernhill Lamps.',
    },
  })
  await person.client.call('agents.get', { params })
  await person.client.call('knowledge.addText', { params, body: { name: 'Warranty', content: warranty } })
  browser = await launchBrowser()
  page = await (await open()).newPage()
  await mkdir(pictures, { recursive: true })
})

beforeEach(({ task, onTestFailed }) => {
  onTestFailed(async () => {
    const pages = browser.contexts().flatMap((context) => context.pages())
    for (const [nth, each] of pages.entries())
      await each.screenshot({ path: `${pictures}/failed ${task.name.slice(0, 60)} ${nth + 1}.png` })
  })
})

afterAll(async () => {
  await browser?.close()
  await started?.stop()
  await model?.stop()
  shop?.close()
})

test('a function is created, with its secret, and tested', async () => {
  await page.goto(`${started.url}/app/na/integrations?tool=new`)
  const drawer = page.getByRole('dialog')
  await drawer.getByLabel('Name').fill('Find an order')
  await drawer
    .getByLabel(/^Description/)
    .first()
    .fill('Tells when an order arrives.')
  await drawer.getByLabel('Method').selectOption('GET')
  await drawer.getByLabel('Server URL', { exact: false }).first().fill(`http://${shopHost()}/orders`)
  await drawer.getByRole('textbox', { name: 'Server URL secret' }).fill('lamp-secret')
  await drawer.getByRole('button', { name: 'Add field' }).click()
  await drawer.getByLabel('Key').fill('number')
  await drawer.getByLabel('In', exact).selectOption('query')
  await drawer.getByRole('checkbox', { name: 'Required' }).check()
  await drawer.getByRole('button', { name: 'Create' }).click()
  const testing = page.getByRole('region', { name: 'Test' })
  await testing.getByLabel('number').fill('7')
  await testing.getByRole('button', { name: 'Test' }).click()
  await testing.getByText('OK 200').waitFor()
  await testing.getByText('2026-12-01').waitFor()
  expect(asked.at(-1)?.url).toBe('/orders?number=7')
  expect(asked.at(-1)?.headers).toMatchObject({ 'x-parley-signature': expect.stringMatching(/^v1=/) })
  expect(await page.content()).not.toContain('lamp-secret')
})

test('errors are shown at the node, and prevent publishing the flow', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  const question = await addNode('Question', 'Half done')
  // Nothing is pointed out in a node that is still being written.
  expect(await question.getByText('It asks nothing.', { exact: false }).count()).toBe(0)
  await page.getByRole('heading', { name: 'Node flow' }).click()
  await question.getByText(/“Half done”: It asks nothing\./).waitFor()
  await question.getByText(/“Half done”: Then leads nowhere\./).waitFor()
  await question.getByText('Nothing leads to “Half done”.', { exact: false }).waitFor()
  await question.getByText('Needs attention').waitFor()

  const one = await addNode('Message', 'Ping')
  await one.getByLabel('Text', exact).fill('Here is {{coupon}}')
  await one.getByLabel('Text', exact).blur()
  await one.getByText(/“Ping” uses \{\{coupon\}\}, which no node sets/).waitFor()
  const two = await addNode('Message', 'Pong')
  await two.getByLabel('Text', exact).fill('Pong')
  await lead(two, 'Then', 'Ping')
  await lead(one, 'Then', 'Pong')
  await one.getByText(/“Ping” leads back to itself through “Pong” without the visitor/).waitFor()
  await page.getByText(/problems to fix before publishing/).waitFor()
  await page.screenshot({ path: `${pictures}/problems.png`, fullPage: true })

  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page
    .getByRole('alert')
    .getByText(/Half done|Ping|Pong/)
    .first()
    .waitFor()
  const { data } = await person.client.call('agents.get', { params })
  expect(data.nodes).toHaveLength(initialNodes.length)

  for (const name of ['Half done', 'Ping', 'Pong'])
    await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
})

test('changes can be undone and redone, by button and by key', async () => {
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await card('Pong').waitFor()
  await page.getByRole('heading', { name: 'Node flow' }).click()
  await page.keyboard.press('Control+z')
  await card('Ping').waitFor()
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Control+Shift+z')
  await card('Pong').waitFor({ state: 'detached' })
  await page.getByRole('banner').getByText('Published', { exact: true }).waitFor()
})

test('a flow of fourteen nodes is built and published', async () => {
  const menu = await addNode('Buttons', 'Menu')
  await menu.getByLabel('Text', exact).fill('What can I do for you?')
  await menu.getByLabel('Button 1', exact).fill('My order')
  await menu.getByRole('button', { name: 'Add button' }).click()
  await menu.getByLabel('Button 2', exact).fill('A question')
  await menu.getByRole('button', { name: 'Add button' }).click()
  await menu.getByLabel('Button 3', exact).fill('A person')

  const number = await addNode('Question', 'Order number')
  await number.getByLabel('Question', exact).fill('What is your order number?')
  await number.getByLabel('Answer type', exact).selectOption({ label: 'A number' })
  await number.getByLabel('Variable', exact).fill('order_number')
  await number.getByLabel('If the answer is invalid', exact).fill('A number, please.')

  const tool = await addNode('Tool', 'Look it up')
  await tool.getByLabel('Tool', exact).selectOption({ label: 'Find an order' })
  await tool.getByLabel(/^number/).fill('{{order_number}}')
  await tool.getByLabel('Save response to', exact).fill('order')

  const map = await addNode('Map data', 'Pick the day')
  await map.getByLabel('Read from', exact).fill('order')
  await map.getByLabel('Path', exact).fill('order.eta')
  await map.getByLabel('Transform', exact).selectOption({ label: 'as a date' })
  await map.getByLabel('Save to', exact).fill('eta')

  const condition = await addNode('Condition', 'Known?')
  await condition.getByLabel('Variable of branch 1', exact).fill('eta')

  const topic = await addNode('Set variable', 'Topic')
  await topic.getByLabel('Variable', exact).fill('topic')
  await topic.getByLabel('Value', exact).fill('order {{order_number}}')

  const told = await addNode('Message', 'Tell')
  await told.getByLabel('Text', exact).fill('It comes on {{eta}} ({{topic}}).')

  const bye = await addNode('End', 'Bye')
  await bye.getByLabel('Closing message', exact).fill('Bye for now!')

  const contact = await addNode('Form', 'Contact')
  await contact.getByLabel('Intro text', exact).fill('How can we reach you?')
  await contact.getByLabel('Button', exact).fill('Send it')

  const team = await addNode('Handoff', 'Team')
  await team.getByLabel('Closing message', exact).fill('Thank you {{name}}, somebody is on the way.')

  const note = await addNode('Note', 'Remark')
  await note.getByLabel('Remark', exact).fill('Returns come later.')

  await toggle('Greeting')
  await lead(card('Greeting'), 'Then', 'Menu')
  await lead(menu, 'My order', 'Order number')
  await lead(menu, 'A question', 'Answer')
  await lead(menu, 'A person', 'Contact')
  await lead(menu, 'Any other reply', 'Answer')
  await lead(number, 'Then', 'Look it up')
  await lead(tool, 'Then', 'Pick the day')
  await lead(tool, 'On error', 'Contact')
  await lead(map, 'Then', 'Known?')
  await lead(condition, 'eta', 'Topic')
  await lead(condition, 'Otherwise', 'Contact')
  await lead(topic, 'Then', 'Tell')
  await lead(told, 'Then', 'Bye')
  await lead(contact, 'Then', 'Team')
  await lead(team, 'Then', 'Menu')

  await page
    .getByText(/problems? to fix before publishing/)
    .first()
    .waitFor({ state: 'detached' })
  await publish()
  const { data } = await person.client.call('agents.get', { params })
  expect(data.nodes).toHaveLength(initialNodes.length + 11)
  await page.reload()
  await card('Menu').getByText('My order → Order number', { exact: false }).waitFor()
})

test('the canvas shows all nodes, opens each and lets it be moved', async () => {
  await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Canvas' }).click()
  const canvas = page.getByRole('region', { name: 'Node flow' })
  // The list of nodes has the same name, and is shown until the canvas has loaded.
  await page.waitForURL(/\/prompt/)
  await expect.poll(() => canvas.locator('[data-node]').count()).toBe(initialNodes.length + 11)
  const node = canvas.getByRole('button', { name: /^Look it up/ })
  const before = await node.boundingBox()
  await node.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(async () => (await node.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0)
  await page.screenshot({ path: `${pictures}/canvas.png` })
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await node.boundingBox())?.y).toBe(before?.y)

  const menu = canvas.getByRole('button', { name: /^Menu/ })
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const [stood, other] = [await middleOf(menu), await middleOf(node)]
  await page.mouse.move(stood.x, stood.y)
  await page.mouse.down()
  await page.mouse.move(stood.x + 20, stood.y + 150, { steps: 5 })
  await page.mouse.up()
  await expect.poll(async () => (await middleOf(menu)).y).toBeGreaterThan(stood.y + 100)
  expect(await middleOf(node)).toEqual(other)
  expect(new URL(page.url()).searchParams.get('node')).toBeNull()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await middleOf(menu)).y).toBeCloseTo(stood.y, 0)

  // The keyboard scrolls the focused node into view.
  await page.getByRole('button', { name: 'Zoom in' }).click({ clickCount: 3 })
  const last = canvas.locator('[data-node] button').last()
  await page.getByRole('button', { name: 'Zoom in' }).focus()
  const reached = () => last.evaluate((button) => button === document.activeElement)
  while (!(await reached())) await page.keyboard.press('Tab')
  const isInSight = async () => {
    const [outer, inner] = await Promise.all([canvas.boundingBox(), last.boundingBox()])
    return !!outer && !!inner && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width
  }
  await expect.poll(isInSight).toBe(true)
  await node.press('Enter')
  const inspector = page.getByRole('complementary', { name: 'Look it up' })
  await expect.poll(() => inspector.getByLabel('Save response to').inputValue()).toBe('order')
  expect(new URL(page.url()).searchParams.get('node')).not.toBeNull()
  await page.keyboard.press('Escape')
  await inspector.waitFor({ state: 'detached' })
  await expect.poll(() => node.evaluate((button) => button === document.activeElement)).toBe(true)
})

test('the inspector docks beside the canvas, keeps its node in view, its width and what is edited', async () => {
  const canvas = page.getByRole('region', { name: 'Node flow' })
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const last = canvas.getByRole('button', { name: /^Bye/ })
  await last.click()
  const inspector = page.getByRole('complementary', { name: 'Bye' })
  const words = inspector.getByLabel('Closing message')
  const beside = async () => {
    const [panel, node] = [await inspector.boundingBox(), await last.boundingBox()]
    return !!panel && !!node && node.x + node.width <= panel.x
  }
  await expect.poll(beside).toBe(true)
  await words.fill('See you!')
  await canvas.getByText('See you!').waitFor()

  const edge = inspector.getByRole('separator')
  const before = (await inspector.boundingBox())?.width ?? 0
  const at = await middleOf(edge)
  await page.mouse.move(at.x, at.y)
  await page.mouse.down()
  await page.mouse.move(at.x - 60, at.y, { steps: 3 })
  await page.mouse.up()
  await edge.press('ArrowRight')
  await expect.poll(async () => Math.round((await inspector.boundingBox())?.width ?? 0)).toBe(before + 40)
  await expect.poll(beside).toBe(true)
  await page.screenshot({ path: `${pictures}/inspector.png` })
  await inspector.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => last.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  await canvas.getByText('Bye for now!').waitFor()
  await last.press('Enter')
  await expect.poll(() => words.inputValue()).toBe('Bye for now!')
  expect(Math.round((await inspector.boundingBox())?.width ?? 0)).toBe(before + 40)
  await page.keyboard.press('Escape')
  await inspector.waitFor({ state: 'detached' })
})

test('a carousel is edited as cards', async () => {
  const canvas = page.getByRole('region', { name: 'Node flow' })
  await canvas.getByRole('button', { name: /^Tell/ }).click()
  const inspector = page.getByRole('complementary', { name: 'Tell' })
  await inspector.getByRole('button', { name: 'Add cards' }).click()
  const one = inspector.getByRole('group', { name: 'Card 1' })
  await one.getByLabel('Title').fill('Reading lamp')
  await one.getByLabel('Picture').fill('lamp')
  await one.getByLabel('Description').fill('Warm "white" light')
  await one.getByText('Begin with https://').waitFor()
  await one.getByLabel('Picture').fill('https://lamps.test/{{order_number}}.png')
  await one.getByText('Begin with https://').waitFor({ state: 'detached' })
  await one.getByLabel('Button 1').fill('See it')
  await one.getByLabel('Opens').fill('https://lamps.test/reading')
  await inspector.getByRole('button', { name: 'Add card', exact: true }).click()
  const two = inspector.getByRole('group', { name: 'Card 2' })
  await two.getByLabel('Title').fill('Desk lamp')
  await two.getByRole('button', { name: 'Move card 2 up' }).click()
  await expect.poll(() => one.getByLabel('Title').inputValue()).toBe('Desk lamp')
  await page.screenshot({ path: `${pictures}/cards.png` })
  const before = initialNodes.length + 11
  await publish()
  const { data } = await person.client.call('agents.get', { params })
  expect(data.nodes).toHaveLength(before)
  const told = data.nodes?.find(({ title }) => title === 'Tell')
  expect(told).toMatchObject({ text: expect.stringContaining('It comes on {{eta}} ({{topic}}).') })
  expect(replyParts(told && 'text' in told ? (told.text ?? '') : '')[1]).toEqual({
    type: 'carousel',
    cards: [
      { title: 'Desk lamp', buttons: [{ label: 'Learn more' }] },
      {
        title: 'Reading lamp',
        description: 'Warm "white" light',
        imageUrl: 'https://lamps.test/{{order_number}}.png',
        buttons: [{ label: 'See it', url: 'https://lamps.test/reading' }],
      },
    ],
  })
  for (const name of ['Remove card 2', 'Remove card 1']) await inspector.getByRole('button', { name }).click()
  await publish()
  // A click elsewhere closes the tip, which would lie over the buttons of the canvas.
  const tip = page.getByText('Your agent is published')
  await tip.waitFor()
  await inspector.getByRole('button', { name: 'Close' }).click()
  await tip.waitFor({ state: 'detached' })
})

test('on a phone the canvas opens fitted, and the inspector is a sheet over it', async () => {
  const context = await open('phone')
  const phone = await context.newPage()
  await phone.goto(`${started.url}/app/na/agents/${agentId}/prompt`)
  const canvas = phone.getByRole('region', { name: 'Node flow' })
  const cards = canvas.locator('[data-node]')
  await expect.poll(() => cards.count()).toBe(initialNodes.length + 11)
  const outer = await canvas.boundingBox()
  for (const card of await cards.all()) {
    const inner = await card.boundingBox()
    expect(inner && outer && inner.x >= outer.x && inner.x + inner.width <= outer.x + outer.width).toBe(true)
  }
  const node = canvas.getByRole('button', { name: /^Menu/ })
  await node.tap()
  const sheet = phone.getByRole('complementary', { name: 'Menu' })
  const isAbove = async () => {
    const [over, inner] = [await sheet.boundingBox(), await node.boundingBox()]
    return !!over && !!inner && over.width === 390 && inner.y + inner.height <= over.y && inner.width > 150
  }
  await expect.poll(isAbove).toBe(true)
  await phone.screenshot({ path: `${pictures}/sheet.png` })
  await sheet.getByRole('button', { name: 'Close' }).tap()
  await sheet.waitFor({ state: 'detached' })
  await context.close()
})

test('connections are drawn on the canvas by mouse, finger and keyboard, removed, and restored', async () => {
  const canvas = page.getByRole('region', { name: 'Node flow' })
  await page.getByRole('button', { name: 'Show all nodes' }).click()
  const start = canvas.locator('[data-node]').filter({ has: page.getByRole('button', { name: /^Start/ }) })
  const way = start.getByRole('button', { name: /^Then leads/ })
  const leadsTo = (name: string) =>
    expect.poll(() => way.textContent()).toMatch(new RegExp(`^Then leads ${name}$`))
  const before = (await way.textContent()) ?? ''
  const other = canvas.getByRole('button', { name: /^Menu/ })
  const [from, to] = [await middleOf(way), await middleOf(other)]

  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x - 30, to.y, { steps: 5 })
  await page.mouse.move(to.x, to.y)
  await page.screenshot({ path: `${pictures}/canvas-drawing.png` })
  await page.mouse.up()
  await leadsTo('to [→↩]Menu')
  await page.keyboard.press('Control+z')
  await expect.poll(() => way.textContent()).toBe(before)

  // Cancelled by Esc, a connection keeps its target, wherever the pointer is released.
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 5 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect.poll(() => canvas.getAttribute('data-drawing')).toBeNull()
  expect(await way.textContent()).toBe(before)

  // The same as when it is released over nothing.
  const nothing = await emptyPlaceIn(canvas)
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(nothing.x, nothing.y, { steps: 5 })
  await page.mouse.up()
  await expect.poll(() => way.textContent()).toBe(before)

  await way.focus()
  await page.keyboard.press('Enter')
  const choice = page.getByRole('dialog', { name: 'Next node after “Then”' })
  await choice.getByRole('combobox').selectOption({ label: 'Menu' })
  await leadsTo('to [→↩]Menu')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  await expect.poll(() => way.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Delete')
  await leadsTo('nowhere')
  await page.getByRole('button', { name: 'Undo' }).click()
  await leadsTo('to [→↩]Menu')
  await way.click()
  await choice.getByRole('button', { name: 'Remove connection' }).click()
  await leadsTo('nowhere')

  const touch = await page.context().newCDPSession(page)
  const fingers = (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...touchPoints: { x: number; y: number }[]
  ) => touch.send('Input.dispatchTouchEvent', { type, touchPoints })
  // The errors of the flow now appear above the canvas, which moves it; a finger needs targets that stand still.
  await choice.waitFor({ state: 'detached' })
  for (const aim of [way, other]) await aim.click({ trial: true })
  const [finger, menu] = [await middleOf(way), await middleOf(other)]
  await fingers('touchStart', finger)
  await fingers('touchMove', { x: finger.x + 60, y: finger.y })
  await fingers('touchMove', menu)
  await fingers('touchEnd')
  await leadsTo('to [→↩]Menu')

  // One finger moves the canvas, also on a card, and opens nothing.
  const [menuStood, startStood] = [await middleOf(other), await middleOf(way)]
  await fingers('touchStart', menuStood)
  await fingers('touchMove', { x: menuStood.x, y: menuStood.y + 20 })
  await fingers('touchMove', { x: menuStood.x, y: menuStood.y + 60 })
  await fingers('touchEnd')
  await expect.poll(async () => (await middleOf(way)).y).toBeGreaterThan(startStood.y + 30)
  expect((await middleOf(other)).y - menuStood.y).toBeCloseTo((await middleOf(way)).y - startStood.y, 0)
  expect(new URL(page.url()).searchParams.get('node')).toBeNull()

  // Two fingers that spread zoom in, and leave the page unchanged.
  const zoom = page.getByText(/^\d+%$/)
  const small = Number.parseInt(await zoom.innerText(), 10)
  const { x, y } = await emptyPlaceIn(canvas)
  const apart = (by: number) =>
    [
      { x: x - by, y },
      { x: x + by, y },
    ] as const
  await fingers('touchStart', ...apart(35))
  await fingers('touchMove', ...apart(45))
  await fingers('touchMove', ...apart(55))
  await fingers('touchEnd')
  await expect.poll(async () => Number.parseInt(await zoom.innerText(), 10)).toBeGreaterThan(small)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
  while ((await way.textContent()) !== before) await page.keyboard.press('Control+z')
})

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('the test panel runs it, and shows the trace of each reply', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes?showDebugger=true`)
  const log = page.getByRole('log', { name: 'Conversation' })
  await log.getByText('What can I do for you?').waitFor()
  await log.getByRole('button', { name: 'My order' }).click()
  await log.getByText('What is your order number?').waitFor()
  await saidInPanel('no idea')
  await log.getByText(/^No problem\..*What is your order number\?$/).waitFor()
  await saidInPanel('it was on the invoice')
  await log.getByText('A number, please.').waitFor()
  asked = []
  await saidInPanel('42')
  await log.getByText('It comes on Tuesday, 1 December 2026 (order 42).').waitFor()
  await log.getByText('Bye for now!').waitFor()
  expect(asked.map(({ url }) => url)).toEqual(['/orders?number=42'])

  const explained = log.getByRole('button', { name: 'How this reply was generated' })
  await expect.poll(() => explained.count()).toBe(4)
  await explained.last().click()
  await log.getByRole('button', { name: /Flow: Look it up/ }).waitFor()
  await log.getByRole('button', { name: /Find an order: OK 200/ }).click()
  await log.getByText('Called by a node').waitFor()
  await log.getByText(/GET http.*number=42/).waitFor()
  await page.screenshot({ path: `${pictures}/trace-of-tool.png` })

  await saidInPanel('How long is the warranty of a lamp?')
  await log.getByText('Three years.').waitFor()
  await expect.poll(() => explained.count()).toBe(5)
  await explained.last().click()
  const trace = log.locator('[class*=trace]').last()
  await trace.getByRole('button', { name: /Knowledge: [1-9] of \d+ passages used/ }).click()
  await trace
    .getByText(/warranty of three years/)
    .first()
    .waitFor()
  await trace.getByText(/score of 0\.\d+/).waitFor()
  await trace.getByRole('button', { name: /gpt-4o answered/ }).click()
  await trace.getByText('System prompt').waitFor()
  await trace.getByText(/desk of Fernhill Lamps/).waitFor()
  await trace
    .getByText(/\d+ in, \d+ out/)
    .first()
    .waitFor()
  await trace.getByText(/credits?$/).waitFor()
  await expect.poll(() => trace.getByText(/^\d+(\.\d+)? m?s$/).count()).toBeGreaterThan(2)
  await page.screenshot({ path: `${pictures}/trace-of-model.png` })
})

test('a visitor goes through it in the chat: by buttons, text and a form, to a person', async () => {
  const visitor = await (await open('visitor')).newPage()
  await visitor.goto(`${started.url}/widget/na/${agentId}/frame`)
  const log = visitor.getByRole('log')
  const field = visitor.locator('.composer textarea')
  await log.getByText('What can I do for you?').waitFor()
  await visitor.getByRole('button', { name: 'My order' }).click()
  await log.getByText('What is your order number?').waitFor()
  await field.fill('the blue one')
  await field.press('Enter')
  await log.getByText('A number, please.').waitFor()
  await field.fill('1201')
  await field.press('Enter')
  await log.getByText('It comes on Tuesday, 1 December 2026 (order 1201).').waitFor()
  await visitor.context().close()

  const other = await (await open('visitor')).newPage()
  await other.goto(`${started.url}/widget/na/${agentId}/frame`)
  await other.getByRole('button', { name: 'A person' }).click()
  await other.getByRole('log').getByText('How can we reach you?').waitFor()
  await other.getByLabel('Name').fill('Grace Hopper')
  await other.getByLabel('E-mail').fill('grace@example.com')
  await other.screenshot({ path: `${pictures}/form.png` })
  await other.getByRole('button', { name: 'Send it' }).click()
  await other.getByRole('log').getByText('Thank you Grace Hopper, somebody is on the way.').waitFor()
  const listed = await person.client.call('conversations.list', { params })
  expect(listed.items.length).toBeGreaterThanOrEqual(2)
  await other.context().close()
})

test('the browser asks before unpublished edits are discarded', async () => {
  const leaving = await page.context().newPage()
  await leaving.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  await leaving.getByRole('textbox', { name: 'System prompt' }).fill('Unfinished')
  await leaving.getByRole('button', { name: 'Publish', exact: true }).waitFor()
  const dialog = leaving.waitForEvent('dialog')
  await leaving.close({ runBeforeUnload: true })
  expect((await dialog).type()).toBe('beforeunload')
  await (await dialog).accept()
})

test('two people edit one flow: changes of different nodes are merged, for the same node a person chooses', async () => {
  await page.goto(`${started.url}/app/na/agents/${agentId}/nodes`)
  const others = await (await open()).newPage()
  await others.goto(page.url())

  await toggle('Bye')
  await card('Bye').getByLabel('Closing message').fill('Goodbye, mine!')
  await toggle('Tell', others)
  await card('Tell', others).getByLabel('Text').fill('It is there on {{eta}} ({{topic}}).')
  await publish(others)
  await page.getByText('Both sets of changes were merged.', { exact: false }).waitFor()
  await publish()
  const texts = await textsOf()
  expect(texts).toMatchObject({ Bye: 'Goodbye, mine!', Tell: 'It is there on {{eta}} ({{topic}}).' })

  await card('Bye').getByLabel('Closing message').fill('Mine again!')
  await toggle('Bye', others)
  const theirs = card('Bye', others).getByLabel('Closing message')
  await expect.poll(() => theirs.inputValue()).toBe('Goodbye, mine!')
  await theirs.fill('Theirs!')
  await publish(others)
  const banner = page
    .getByRole('alert')
    .filter({ hasText: 'Somebody else published changes to what you’re editing' })
  await banner.getByText('You both changed: “Bye”.', { exact: false }).waitFor()
  await page.screenshot({ path: `${pictures}/conflict.png` })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Choose which version to keep first.', { exact: false }).waitFor()
  expect(await textsOf()).toMatchObject({ Bye: 'Theirs!' })
  await expect.poll(() => card('Bye').getByLabel('Closing message').inputValue()).toBe('Mine again!')

  await banner.getByRole('button', { name: 'Keep mine' }).click()
  await publish()
  expect(await textsOf()).toMatchObject({ Bye: 'Mine again!' })
})

test('no page had errors', () => {
  expect(watches.flatMap(({ faults }) => faults)).toEqual([])
})

function shopHost(): string {
  return `127.0.0.1:${(shop.address() as AddressInfo).port}`
}

async function open(who: 'owner' | 'phone' | 'visitor' = 'owner'): Promise<BrowserContext> {
  const viewport = {
    owner: { width: 1440, height: 900 },
    phone: { width: 390, height: 844 },
    visitor: { width: 420, height: 720 },
  }[who]
  const context = await browser.newContext({ locale: 'en-GB', viewport, hasTouch: who !== 'visitor' })
  context.setDefaultTimeout(patience)
  watches.push(await watch(context, [started.url]))
  if (who !== 'visitor')
    await context.addCookies([{ name: 'parley_session', value: person.token, url: started.url }])
  return context
}

function card(name: string, at = page): Locator {
  return at.getByRole('region', { name, exact: true })
}

async function toggle(name: string, at = page): Promise<void> {
  await card(name, at).getByRole('button', { expanded: false }).first().click()
}

/** Adds a node by the menu, as people do, and names it. */
async function addNode(kind: string, name: string): Promise<Locator> {
  await page.locator('#node-start').waitFor()
  const before = await page.locator('li[id^=node-]').evaluateAll((all) => all.map(({ id }) => id))
  await page.getByRole('button', { name: 'Add node' }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click()
  const fresh = async () => {
    const now = await page.locator('li[id^=node-]').evaluateAll((all) => all.map(({ id }) => id))
    return now.find((id) => !before.includes(id))
  }
  await expect.poll(fresh).toBeDefined()
  await page
    .locator(`#${await fresh()}`)
    .getByLabel('Name', exact)
    .first()
    .fill(name)
  return card(name)
}

async function lead(from: Locator, way: string, to: string): Promise<void> {
  await from.getByLabel(way, exact).last().selectOption({ label: to })
}

/** A point of the canvas that no node and no line is near. */
async function emptyPlaceIn(canvas: Locator): Promise<{ x: number; y: number }> {
  const found = await canvas.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const isEmpty = (x: number, y: number) =>
      document.elementFromPoint(x, y)?.classList.contains('react-flow__pane') === true
    const steps = Array.from({ length: 20 }, (_, nth) => (nth + 1) / 21)
    const points = steps.flatMap((down) =>
      steps.map((across) => ({ x: left + across * width, y: top + down * height })),
    )
    const around = [-40, 0, 40]
    return points.find(({ x, y }) => around.every((dx) => around.every((dy) => isEmpty(x + dx, y + dy))))
  })
  if (!found) throw new Error('the canvas is full')
  return found
}

async function publish(at = page): Promise<void> {
  await at.getByRole('button', { name: 'Publish', exact: true }).click()
  await at.getByRole('banner').getByText('Published', { exact: true }).waitFor()
}

async function saidInPanel(text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}

/** The text of each node at the server, by its name. */
async function textsOf(): Promise<Record<string, string>> {
  const { data } = await person.client.call('agents.get', { params })
  const texts = (data.nodes ?? []).map((node) => [node.title, 'text' in node ? node.text : ''] as const)
  return Object.fromEntries(texts)
}
