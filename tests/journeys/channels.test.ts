/** Channels in a browser: a webhook is connected, a person writes through it, is answered, and it is disconnected. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type DiscordDouble, startDiscordDouble } from '@parley/channel/discord/discord-double.ts'
import { type GraphDouble, startGraphDouble } from '@parley/channel/meta/graph-double.ts'
import { eventOf, deliveryOf as pageDelivery } from '@parley/channel/pages/sample-deliveries.ts'
import { startTelegramDouble, type TelegramDouble } from '@parley/channel/telegram/telegram-double.ts'
import { deliveryOf, messageOf } from '@parley/channel/whatsapp/sample-deliveries.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChannelDouble, startChannelDouble } from '../src/channel-double.ts'
import { type Person, startTestPlatform, type TestPlatform } from '../src/test-platform.ts'
import { launchBrowser, patience } from './browser.ts'
import { lookAt } from './look-at.ts'
import { type SignedIn, signIn } from './signed-in.ts'

const run = promisify(execFile)
const secret = 'the secret of the order line'
const agentId = 'channeljourney01'
const place = { region: 'na', agentId } as const

let started: TestPlatform
let browser: Browser
let server: ChannelDouble
let telegram: TelegramDouble
let graph: GraphDouble
let discord: DiscordDouble
let owner: Person
let signedIn: SignedIn

beforeAll(async () => {
  telegram = await startTelegramDouble()
  graph = await startGraphDouble()
  discord = await startDiscordDouble()
  started = await startTestPlatform({
    ...{ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true', TELEGRAM_API_URL: telegram.url },
    GRAPH_API_URL: graph.url,
    ...{ DISCORD_API_URL: discord.url, DISCORD_BOT_TOKEN: discord.token },
    PUBLIC_URL: 'https://parley.example',
  })
  graph.leadTo(started.url)
  browser = await launchBrowser()
  server = await startChannelDouble(secret)
  owner = await started.signUp()
  const silentAtFirst = { enableNodes: false, vg_initMessages: [], vg_initPrompt: '' }
  await owner.client.call('agents.save', { params: place, body: { title: 'Shop', ...silentAtFirst } })
  signedIn = await signIn(browser, started, owner)
})
afterAll(async () => {
  await signedIn?.context.close()
  await browser?.close()
  await server?.stop()
  await telegram?.stop()
  await graph?.stop()
  await discord?.stop()
  await started?.stop()
})

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const desktop = { width: 1280, height: 900 }

async function look(page: Page, name: string) {
  await lookAt(page, name)
  await page.setViewportSize(desktop)
}

test('a webhook is connected, a person writes and is answered, and it is disconnected', async () => {
  const { page } = signedIn
  page.setDefaultTimeout(patience)
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await page.getByRole('navigation', { name: 'Agent' }).getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('heading', { name: 'Channels', exact: true }).waitFor()
  const cards = page.getByRole('list', { name: 'Channels' }).getByRole('listitem')
  expect(await cards.getByRole('heading').allTextContents()).toEqual([
    ...['WhatsApp', 'Instagram', 'Messenger', 'Discord', 'Telegram', 'Voice'],
    ...['Google Business Chat', 'Email', 'Webhook'],
  ])
  // What does not exist yet says so, and can't be pressed.
  const mails = cards.filter({ hasText: 'Email' })
  await mails.getByText('Coming Soon').waitFor()
  expect(await mails.getByRole('button').count()).toBe(0)
  await look(page, 'channels-empty')

  await press(page, 'Connect Webhook')
  await press(page, 'Connect')
  await page.getByText('Please provide a name for the channel.').waitFor()
  await page.getByText('Please enter a valid URL.').waitFor()
  await page.getByLabel('Name').fill('Order line')
  await page.getByLabel('Address').fill(server.url)
  await page.getByRole('textbox', { name: 'Signing secret' }).fill('too short')
  await press(page, 'Connect')
  await page.getByText('The secret needs at least 16 characters.').waitFor()
  await page.getByRole('textbox', { name: 'Signing secret' }).fill(secret)
  await look(page, 'channel-connect')
  await press(page, 'Connect')

  // The example that the page shows is run as it stands.
  const drawer = page.getByRole('dialog', { name: /Order line/ })
  await drawer.getByText('No message yet').waitFor()
  expect(await drawer.getByLabel('Signing secret').inputValue()).toBe('••••••••line')
  const example = await drawer.getByLabel('Example in curl', { exact: true }).first().textContent()
  await look(page, 'channel-webhook')
  const { stdout } = await run('bash', ['-c', example ?? ''], {
    env: { ...process.env, CHANNEL_SECRET: secret },
  })
  expect(JSON.parse(stdout)).toEqual({ received: true })
  await expect.poll(server.texts, { timeout: patience }).toHaveLength(1)
  // What passes through is shown while the drawer is open.
  await drawer.getByText('Last message in').waitFor()
  await drawer.getByText('Last message out').waitFor()

  // A person of the team answers, and their server refuses it.
  server.answer(422)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Conversations' }).click()
  await page.getByRole('link', { name: /Ada/ }).click()
  const pane = page.getByRole('main')
  await pane.getByText('Webhook · 2 messages').first().waitFor()
  const { items } = await owner.client.call('conversations.list', { params: place, query: {} })
  const params = { ...place, conversationId: items[0]?.conversationId ?? '' }
  await owner.client.call('conversations.reply', { params, body: { id: 'byPerson', text: 'Ada again' } })
  await page.getByText('Not delivered: the address or the provider refused it.').waitFor()
  await page.getByRole('link', { name: 'Channels' }).click()
  await page
    .getByText('1 message not delivered in the last 7 days: the address or the provider refused it.')
    .waitFor()
  await look(page, 'channels')

  // The new secret is the one that counts.
  await press(page, 'Configure Webhook')
  await press(page, 'Replace')
  const dialog = page.getByRole('dialog', { name: 'Replace the signing secret of Order line' })
  const replaced = await dialog.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  expect(replaced).toMatch(/^\w{40}$/)
  await look(page, 'channel-secret')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('The signing secret of Order line was replaced').waitFor()
  for (const [language, program, name] of [
    ['TypeScript', process.execPath, '--input-type=module'],
    ['Python', 'python3', ''],
  ] as const) {
    await drawer.getByRole('tab', { name: language }).click()
    const code = await drawer.getByLabel(`Example in ${language}`, { exact: true }).first().textContent()
    const args = [...(name ? [name, '-e'] : ['-c']), code ?? '']
    const ran = await run(program, args, { env: { ...process.env, CHANNEL_SECRET: replaced } })
    expect(ran.stdout, language).toMatch(/^200 /)
  }

  await drawer.getByLabel('Name').fill('Orders')
  await press(page, 'Save')
  await page.getByText('Orders was saved').waitFor()
  await press(page, 'Disconnect')
  const asked = page.getByRole('dialog', { name: 'Disconnect Orders?' })
  await look(page, 'channel-disconnect')
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Orders was disconnected').waitFor()
  await page.getByRole('button', { name: 'Connect Webhook' }).waitFor()
  expect(await page.getByText('Connected channels').count()).toBe(0)
  // Its conversations stay.
  await page.getByRole('link', { name: 'Conversations' }).click()
  await page.getByRole('link', { name: /Ada/ }).first().waitFor()
  expect(signedIn.watched.faults.filter((fault) => !/status of 400.*\/channels$/.test(fault))).toEqual([])
}, 300_000)

test('a bot of Telegram is added, answers, and is disconnected', async () => {
  const { page } = signedIn
  const token = telegram.bot(4711)
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await press(page, 'More publishing options')
  await page.getByRole('menuitem', { name: 'Telegram' }).click()
  const drawer = page.getByRole('dialog', { name: /Telegram/ })
  await drawer.getByRole('button', { name: 'Add Telegram Bot' }).click()
  await drawer.getByText('Please provide a valid token.').waitFor()
  await drawer.getByRole('textbox', { name: 'Bot token' }).fill(token)
  await drawer.getByRole('button', { name: 'Add Telegram Bot' }).click()
  const bots = drawer.getByRole('region', { name: 'Connected bots' })
  await bots.getByRole('link', { name: '@bot4711_bot' }).waitFor()
  await bots.getByText('Active').waitFor()
  await bots.getByText('Telegram delivers to this agent.').waitFor()
  await look(page, 'channel-telegram')

  const update = {
    update_id: 1,
    message: {
      ...{ message_id: 1, date: Math.floor(Date.now() / 1000), text: 'When are you open?' },
      chat: { id: 7, type: 'private', first_name: 'Grace' },
      from: { id: 7, is_bot: false, first_name: 'Grace', last_name: 'Hopper' },
    },
  }
  expect(await telegram.deliver(token, update, { origin: started.url })).toBe(200)
  await expect
    .poll(() => telegram.calls.filter(({ method }) => method === 'sendMessage').length, { timeout: patience })
    .toBe(1)
  await bots.getByText('Last message out').waitFor()

  // The same bot belongs to one agent.
  await drawer.getByRole('textbox', { name: 'Bot token' }).fill(token)
  await drawer.getByRole('button', { name: 'Add Telegram Bot' }).click()
  await drawer
    .getByRole('alert')
    .getByText(/^Error occurred: /)
    .waitFor()

  await drawer.getByRole('button', { name: /^Disconnect / }).click()
  const asked = page.getByRole('dialog', { name: /^Disconnect .*\?/ })
  await asked.getByRole('button', { name: 'Disconnect' }).click()
  await bots.waitFor({ state: 'detached' })
  await expect.poll(() => telegram.webhooks.has(token), { timeout: patience }).toBe(false)
  await page.keyboard.press('Escape')
  await page.goto(`${started.url}/app/na/agents/${agentId}/convos?view=all&channel=telegram`)
  await page.getByRole('link', { name: /Grace Hopper/ }).click()
  await page.getByText('Telegram · 2 messages').first().waitFor()
}, 300_000)

test('a number of WhatsApp is connected, answers, is read, falls silent after a day, and is removed', async () => {
  const { page } = signedIn
  const [phoneNumberId, businessId] = ['106540352242922', '419561257915477']
  const appSecret = '0123456789abcdef0123456789abcdef'
  graph.number(phoneNumberId, businessId, { display: '+1 555-078-3881' })
  const token = graph.app(appSecret, businessId)
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await press(page, 'More publishing options')
  await page.getByRole('menuitem', { name: 'WhatsApp' }).click()
  const drawer = page.getByRole('dialog', { name: /WhatsApp/ })
  await drawer.getByText(`${started.url}/api/na/v2/agents/${agentId}/wa-webhook`).waitFor()
  // The verify token is the agent's id, masked, and copied whole.
  expect(await drawer.getByText(agentId).count()).toBe(1)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await drawer.getByRole('button', { name: 'Copy verify token' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(agentId)

  const save = () => drawer.getByRole('button', { name: 'Save and Run Test' }).click()
  await save()
  for (const problem of ['token', 'app secret', 'business ID', 'number ID'])
    await drawer.getByText(`Please provide a valid ${problem}.`).waitFor()
  await drawer.getByRole('textbox', { name: 'Access token' }).fill(token)
  await drawer.getByRole('textbox', { name: 'App secret' }).fill('f'.repeat(32))
  await drawer.getByRole('textbox', { name: 'Business ID' }).fill(businessId)
  await drawer.getByRole('textbox', { name: 'Number ID' }).fill(phoneNumberId)
  await save()
  await drawer.getByText('Error occurred: Invalid appsecret_proof provided in the API argument').waitFor()
  await look(page, 'channel-whatsapp-refused')

  // Meta refuses the address, and takes it at the second try.
  graph.answer('POST number', {
    status: 400,
    code: 2_200,
    more: { error_user_msg: 'It could not be validated.' },
  })
  await drawer.getByRole('textbox', { name: 'App secret' }).fill(appSecret)
  await save()
  await page.getByText('Whatsapp channel saved successfully').waitFor()
  const numbers = drawer.getByRole('region', { name: 'Connected numbers' })
  await numbers.getByText('Failed to connect +1 555-078-3881: It could not be validated.').waitFor()
  expect(await drawer.getByText('Connected', { exact: true }).count()).toBe(0)
  await numbers.getByRole('button', { name: 'Try again' }).click()
  await drawer.getByText('Connected', { exact: true }).waitFor()
  await numbers.getByText('Active').waitFor()
  await numbers.getByText('Meta delivers to this agent.').waitFor()
  expect(await drawer.getByRole('textbox', { name: 'Access token' }).inputValue()).toBe('')
  await numbers.getByRole('button', { name: 'Edit the name Lamp Shop' }).click()
  await numbers.getByRole('textbox', { name: 'Name' }).fill('Orders')
  await numbers.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Orders was saved').waitFor()
  await numbers.getByText('Orders', { exact: true }).waitFor()
  // A name is none of Meta's concern.
  await numbers.getByText('Active').waitFor()
  await look(page, 'channel-whatsapp')

  // A template: its variables get samples, Meta reviews it, and what Meta says is shown as soon as it does.
  const templates = drawer.getByRole('region', { name: 'Templates' })
  await templates.getByText('There are no templates yet.').waitFor()
  await templates.getByRole('button', { name: 'Create Template' }).click()
  const form = templates.getByRole('form', { name: 'Create Template' })
  await form.getByRole('button', { name: 'Create Template' }).click()
  await form.getByText('Invalid template info').first().waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Order Update')
  expect(await form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('order_update')
  await form.getByRole('textbox', { name: 'Header text' }).fill('Order {{1}}')
  await form.getByRole('textbox', { name: 'Body text' }).fill('Hello {{1}}, your lamp arrives on {{2}}.')
  await form.getByRole('textbox', { name: 'Header {{1}}' }).fill('A-17')
  await form.getByRole('textbox', { name: '{{1}}', exact: true }).fill('Ada')
  await form.getByRole('textbox', { name: '{{2}}', exact: true }).fill('Monday')
  await form.getByRole('button', { name: 'Add button' }).click()
  await form.getByRole('textbox', { name: 'Label' }).fill('Thank you')
  await form.getByText('Hello Ada, your lamp arrives on Monday.').waitFor()
  await look(page, 'channel-whatsapp-template-form')
  await form.getByRole('button', { name: 'Create Template' }).click()
  await page.getByText('Template created successfully').waitFor()
  const listed = templates.getByRole('listitem').filter({ hasText: 'order_update' })
  await listed.getByText('In review').waitFor()
  const [template] = graph.templates
  let reviews = 0
  const review = (event: string, reason = 'NONE') => {
    const templateId = template?.id ?? ''
    graph.review(templateId, event, reason)
    const value = {
      ...{ event, reason, message_template_id: Number(templateId) },
      ...{ message_template_name: 'order_update', message_template_language: 'en' },
    }
    const changes = [{ field: 'message_template_status_update', value }]
    const body = {
      object: 'whatsapp_business_account',
      entry: [{ id: businessId, time: ++reviews, changes }],
    }
    return graph.deliver(phoneNumberId, body, { secret: appSecret })
  }
  expect(await review('REJECTED', 'INVALID_FORMAT')).toBe(200)
  await listed.getByText(/Meta rejected it: INVALID_FORMAT/).waitFor()
  await look(page, 'channel-whatsapp-templates')
  await review('APPROVED')
  await listed.getByText('Approved', { exact: true }).waitFor()
  graph.review(template?.id ?? '', 'PAUSED')
  await templates.getByRole('button', { name: 'Refresh' }).click()
  await listed.getByText('Paused').waitFor()
  await review('APPROVED')
  await listed.getByText('Approved', { exact: true }).waitFor()

  const now = () => Math.floor(Date.now() / 1000)
  const deliver = (more: object) =>
    graph.deliver(phoneNumberId, deliveryOf({ phoneNumberId, ...more }), { secret: appSecret })
  const write = (id: string, body: string, at = now()) =>
    deliver({
      name: 'Katherine Johnson',
      messages: [messageOf({ type: 'text', text: { body } }, { id, timestamp: String(at) })],
    })
  expect(await write('wamid.a', 'When are you open?')).toBe(200)
  await expect.poll(() => graph.sentFrom(phoneNumberId).length, { timeout: patience }).toBe(1)
  await numbers.getByText('Last message out').waitFor()
  const [sent] = graph.sentFrom(phoneNumberId)
  const read = { id: 'wamid.1', status: 'read', timestamp: String(now()), recipient_id: '16505551234' }
  await deliver({ statuses: [{ ...read, biz_opaque_callback_data: sent?.body.biz_opaque_callback_data }] })

  await numbers.getByRole('button', { name: 'Send Test Message' }).click()
  await numbers.getByText('The user must have started the conversation first.').waitFor()
  await numbers.getByRole('button', { name: 'Send', exact: true }).click()
  await numbers.getByText('Please provide a valid phone number and ensure the ID is reachable.').waitFor()
  await numbers.getByText('Please enter a message to send.').waitFor()
  await numbers.getByRole('textbox', { name: 'Phone number' }).fill('+1 650 555 1234')
  await numbers.getByRole('textbox', { name: 'Message' }).fill('Does it work?')
  graph.answer('POST messages', { status: 400, code: 131_026 })
  await numbers.getByRole('button', { name: 'Send', exact: true }).click()
  await numbers
    .getByText('Failed to send message to +1 650 555 1234: the person can’t be reached there')
    .waitFor()
  await look(page, 'channel-whatsapp-test-message')
  await numbers.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Message sent successfully to +1 650 555 1234').waitFor()

  // The same number belongs to one agent; its credentials are replaced where they are saved again.
  await drawer.getByRole('textbox', { name: 'Access token' }).fill(token)
  await drawer.getByRole('textbox', { name: 'App secret' }).fill(appSecret)
  await drawer.getByRole('textbox', { name: 'Business ID' }).fill(businessId)
  await drawer.getByRole('textbox', { name: 'Number ID' }).fill(phoneNumberId)
  await save()
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Number ID' }).inputValue(), { timeout: patience })
    .toBe('')
  expect(await numbers.getByRole('listitem').count()).toBe(1)
  await page.keyboard.press('Escape')

  // In the inbox: read, and later a person of the team finds that it is too late to answer.
  await page.goto(`${started.url}/app/na/agents/${agentId}/convos?view=all&channel=whatsapp`)
  await page.getByRole('link', { name: /Katherine Johnson/ }).click()
  await page.getByText('WhatsApp · 2 messages').first().waitFor()
  await page
    .getByText(/ · read$/)
    .first()
    .waitFor()
  await page.getByText(/^Replies are possible until /).waitFor()
  const late = { from: '16505550000', id: 'wamid.late', timestamp: String(now() - 90_000) }
  await deliver({
    name: 'Mary Jackson',
    messages: [messageOf({ type: 'text', text: { body: 'Hello' } }, late)],
  })
  await page.getByRole('link', { name: /Mary Jackson/ }).click()
  await page
    .getByText(
      'Not delivered: the last message of the person is too old for a reply on this channel; they can be answered once they write again.',
    )
    .waitFor()
  await page
    .getByText(
      'The last message of the person is too old for a reply on this channel. You can send an approved template, or reply once they write again.',
    )
    .waitFor()
  expect(await page.getByRole('textbox', { name: 'Reply to the visitor' }).isDisabled()).toBe(true)
  await look(page, 'channel-whatsapp-too-late')
  expect(graph.sentFrom(phoneNumberId)).toHaveLength(2)
  await page.getByRole('button', { name: 'Send a template' }).click()
  const choosing = page.getByRole('dialog', { name: 'Send a template' })
  await choosing.getByRole('textbox', { name: 'Header variable 1' }).fill('B-18')
  await choosing.getByRole('textbox', { name: 'Variable 1', exact: true }).fill('Mary')
  expect(await choosing.getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
  await choosing.getByRole('textbox', { name: 'Variable 2', exact: true }).fill('Tuesday')
  await choosing.getByText('Hello Mary, your lamp arrives on Tuesday.').waitFor()
  await look(page, 'channel-whatsapp-send-template')
  await choosing.getByRole('button', { name: 'Send' }).click()
  await choosing.waitFor({ state: 'detached' })
  await page.getByText('Hello Mary, your lamp arrives on Tuesday.').first().waitFor()
  await expect.poll(() => graph.sentFrom(phoneNumberId).length, { timeout: patience }).toBe(3)
  expect(graph.sentFrom(phoneNumberId).at(-1)?.body).toMatchObject({
    ...{ to: '16505550000', type: 'template', template: { name: 'order_update' } },
  })
  await page
    .getByText(/ · sent$/)
    .first()
    .waitFor()

  await page.goto(`${started.url}/app/na/agents/${agentId}/channels?set=whatsapp`)
  await drawer.getByRole('button', { name: /^Remove / }).click()
  const asked = page.getByRole('dialog', { name: /^Remove .*\?/ })
  await asked.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Number removed successfully').waitFor()
  await numbers.waitFor({ state: 'detached' })
  await expect.poll(() => graph.numbers.get(phoneNumberId)?.webhook, { timeout: patience }).toBe('')
}, 300_000)

test('a channel of Discord is added, answers, is edited in its place, and is deleted', async () => {
  const { page } = signedIn
  const inDiscord = discord.channel(discord.guild())
  const webhook = discord.webhook(inDiscord, 'Lamp shop')
  await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
  await press(page, 'More publishing options')
  await page.getByRole('menuitem', { name: 'Discord' }).click()
  const drawer = page.getByRole('dialog', { name: /Discord/ })
  const invite = drawer.getByRole('link', { name: 'Add Bot to Server' })
  expect(await invite.getAttribute('href')).toContain(`client_id=${discord.botId}`)
  const add = drawer.getByRole('button', { name: '+ Submit & Add Channel' })
  await add.click()
  await drawer.getByText('Please fill out all fields.').first().waitFor()
  await drawer.getByLabel('Channel ID').fill(discord.channel(discord.guild()))
  const url = drawer.getByRole('textbox', { name: 'Corresponding Webhook URL' })
  await url.fill(webhook)
  await add.click()
  await drawer.getByText('This webhook belongs to another channel of Discord.').waitFor()
  await look(page, 'channel-discord-add')
  await drawer.getByLabel('Channel ID').fill(inDiscord)
  await add.click()
  const channels = drawer.getByRole('region', { name: 'Connected channels of Discord' })
  await channels.getByRole('link', { name: 'Lamp shop' }).waitFor()
  await channels.getByText('Active').waitFor()
  await channels.getByText('The bot reads there, and the webhook writes.').waitFor()

  discord.write(inDiscord, 'When are you open?')
  await expect.poll(() => discord.written(inDiscord), { timeout: patience }).toHaveLength(1)
  await channels.getByText('Last message out').waitFor()
  await look(page, 'channel-discord')

  // Its webhook is deleted in Discord: the card and the list say what to do, and the form in the list takes another one.
  discord.deleteWebhook(webhook)
  discord.write(inDiscord, 'And on Sundays?')
  await channels
    .getByText('The webhook no longer exists in Discord. Create one, and replace its URL here.')
    .waitFor()
  await look(page, 'channel-discord-failed')
  await channels.getByRole('button', { name: 'Edit Lamp shop' }).click()
  const form = channels.getByRole('form', { name: 'Edit Lamp shop' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Lamps')
  await form
    .getByRole('textbox', { name: 'Another webhook URL of this channel' })
    .fill(discord.webhook(inDiscord))
  await look(page, 'channel-discord-edit')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Lamps was saved').waitFor()
  await channels.getByRole('link', { name: 'Lamps' }).waitFor()
  await expect.poll(() => discord.written(inDiscord), { timeout: patience }).toHaveLength(2)

  await channels.getByRole('button', { name: 'Delete Lamps' }).click()
  const asked = page.getByRole('dialog', { name: 'Delete Lamps?' })
  await asked.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Lamps was deleted').waitFor()
  await channels.waitFor({ state: 'detached' })
  await page.goto(`${started.url}/app/na/agents/${agentId}/convos?view=all&channel=discord`)
  await page.getByRole('link', { name: /Grace Hopper/ }).click()
  await page.getByText('Discord · 4 messages').first().waitFor()
}, 300_000)

test.each(['Messenger', 'Instagram'])(
  'a page is connected for %s, verified, answers, is answered late by a person, and is removed',
  async (label) => {
    const { page } = signedIn
    const kind = label === 'Messenger' ? 'messenger' : 'instagram'
    const appSecret = '0123456789abcdef0123456789abcdef'
    const [pageId, igPageId, person] = ['104111111111111', '17841400000000001', `76543210987${label.length}`]
    const instagram = { id: igPageId, username: 'lamps' }
    const token = graph.page(appSecret, { id: pageId, name: 'Lamp Shop', instagram })
    graph.person(person, { name: `Hedy of ${label}` })
    await page.goto(`${started.url}/app/na/agents/${agentId}/overview`)
    await press(page, 'More publishing options')
    await page.getByRole('menuitem', { name: label }).click()
    const drawer = page.getByRole('dialog', { name: new RegExp(label) })
    await drawer.getByText(`${started.url}/api/na/v2/agents/${agentId}/meta-webhook`).waitFor()
    expect(await drawer.getByRole('button', { name: 'Continue With Meta' }).isDisabled()).toBe(true)
    const connect = () => drawer.getByRole('button', { name: 'Connect page' }).click()
    await connect()
    for (const problem of ['page ID', 'token', 'app secret'])
      await drawer.getByText(`Please provide a valid ${problem}.`).waitFor()
    await drawer.getByRole('textbox', { name: 'Page ID' }).fill('99999999')
    await drawer.getByRole('textbox', { name: 'Page access token' }).fill(token)
    await drawer.getByRole('textbox', { name: 'App secret' }).fill(appSecret)
    await connect()
    await drawer
      .getByText('Failed to connect the page. This token is not the one of the page with this ID.')
      .waitFor()
    await look(page, `channel-${kind}-refused`)

    // Meta refuses, and takes it at the second try.
    const refusal = { error_user_msg: 'The app may not do this.' }
    graph.answer('POST subscribed_apps', { status: 400, code: 100, more: refusal })
    await drawer.getByRole('textbox', { name: 'Page ID' }).fill(pageId)
    await connect()
    await page.getByText('Page connected successfully').waitFor()
    const pages = drawer.getByRole('region', { name: 'Connected Pages' })
    await pages.getByText('Failed to connect the page. The app may not do this.').waitFor()
    await pages.getByRole('button', { name: 'Try again' }).click()
    await pages.getByText('Verified').waitFor()
    await pages.getByText('The page tells the app of its messages.').waitFor()
    await pages.getByText(`Page ID ${pageId}`).waitFor()
    expect(await pages.getByText('@lamps').count()).toBe(kind === 'instagram' ? 1 : 0)
    expect(await drawer.getByRole('textbox', { name: 'Page access token' }).inputValue()).toBe('')
    graph.answer('GET subscribed_apps', 'nonsense')
    await pages.getByRole('button', { name: 'Verify Lamp Shop' }).click()
    await pages.getByText('Meta could not be asked.').waitFor()
    await pages.getByRole('button', { name: 'Verify Lamp Shop' }).click()
    await pages.getByText('Verified').waitFor()
    await look(page, `channel-${kind}`)

    const [object, to] = kind === 'messenger' ? ['page', pageId] : ['instagram', igPageId]
    const path = `/api/na/v2/agents/${agentId}/meta-webhook`
    const deliver = (content: object, timestamp = Date.now(), from = person) =>
      graph.deliver('', pageDelivery([eventOf(content, { from, to, timestamp })], { object, id: to }), {
        ...{ secret: appSecret, path },
      })
    const sent = () =>
      graph.sentFrom(pageId).filter(({ body }) => JSON.stringify(body.recipient).includes(person.slice(0, 9)))
    const before = sent().length
    expect(await deliver({ message: { mid: `m_${kind}`, text: 'When are you open?' } })).toBe(200)
    await expect.poll(() => sent().length - before, { timeout: patience }).toBe(1)
    await pages.getByText('Last message out').waitFor()
    await deliver({ read: { watermark: Date.now() } })
    await page.keyboard.press('Escape')

    // In the inbox: read; a person of the team has seven days where the agent has one.
    await page.goto(`${started.url}/app/na/agents/${agentId}/convos?view=all&channel=${kind}`)
    await page.getByRole('link', { name: new RegExp(`Hedy of ${label}`) }).click()
    await page.getByText(`${label} · 2 messages`).first().waitFor()
    await page
      .getByText(/ · read$/)
      .first()
      .waitFor()
    const late = `${person}5`
    graph.person(late, { name: `Grace of ${label}` })
    await deliver({ message: { mid: `m_late_${kind}`, text: 'Hello' } }, Date.now() - 2 * 86_400_000, late)
    await page.getByRole('link', { name: new RegExp(`Grace of ${label}`) }).click()
    await page
      .getByText(
        'Not delivered: the last message of the person is too old for a reply on this channel; they can be answered once they write again.',
      )
      .waitFor()
    await page.getByText(/^Replies are possible until /).waitFor()
    await page.getByRole('textbox', { name: 'Reply to the visitor' }).fill('Sorry for the wait.')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(() => graph.sentFrom(pageId).at(-1)?.body, { timeout: patience })
      .toMatchObject({
        ...{ recipient: { id: late }, messaging_type: 'MESSAGE_TAG', tag: 'HUMAN_AGENT' },
        message: { text: 'Sorry for the wait.' },
      })
    await look(page, `channel-${kind}-late`)

    await page.goto(`${started.url}/app/na/agents/${agentId}/channels?set=${kind}`)
    await drawer.getByRole('button', { name: /^Remove / }).click()
    const asked = page.getByRole('dialog', { name: /^Remove .*\?/ })
    await asked.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('Page removed successfully').waitFor()
    await pages.waitFor({ state: 'detached' })
    await expect.poll(() => graph.toldOf(pageId, appSecret), { timeout: patience }).toBeUndefined()
  },
  300_000,
)

test('Smart Initialization is a setting of the draft', async () => {
  const { page } = signedIn
  await page.goto(`${started.url}/app/na/agents/${agentId}/channels`)
  const toggle = page.getByRole('switch', { name: 'Smart Initialization' })
  expect(await toggle.isChecked()).toBe(false)
  await toggle.click({ force: true })
  await page.getByText('1 unpublished change').first().waitFor()
  await press(page, 'Publish')
  await expect
    .poll(async () => (await owner.client.call('agents.get', { params: place })).data.smartInit, {
      timeout: patience,
    })
    .toBe(true)
}, 120_000)
