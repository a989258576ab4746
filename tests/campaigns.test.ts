/** Campaigns from end to end: through a channel and by mail, with answers, ends by their recipients, pauses and steps. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { campaignOf, connectShop, contactsCsv, draftCampaign, figuresOf, stateOf } from './src/campaigns.ts'
import { type ChannelDouble, startChannelDouble } from './src/channel-double.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let parley: TestPlatform
let owner: Person
let shop: ChannelDouble
let agents = 0
let agentId: string
let channelId: string

beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', ALLOW_PRIVATE_ADDRESSES: 'true' })
  owner = await parley.signUp()
})
afterAll(() => parley?.stop())

beforeEach(async () => {
  agentId = `campaigns${++agents}`
  shop = await startChannelDouble()
  channelId = await connectShop(owner.client, agentId, shop)
  return () => shop.stop()
})

const params = { region: 'na' } as const
const at = (campaignId: string) => ({ params: { ...params, campaignId } })
const start = (campaignId: string) => owner.client.call('campaigns.start', at(campaignId))
const state = (campaignId: string) => stateOf(owner.client, campaignId)
const figures = (campaignId: string) => figuresOf(owner.client, campaignId)
const recipients = async (campaignId: string) =>
  (await owner.client.call('campaigns.recipients', { ...at(campaignId), query: {} })).items
const mails = async (): Promise<{ to: string; subject: string; text: string; unsubscribe?: string }[]> =>
  (await (await fetch(`${parley.url}/dev/mail.json`)).json()).items
const mailsTo = async (to: string) => (await mails()).filter((mail) => mail.to === to)
const answer = (contact: string, text: string) =>
  shop.deliver(`${parley.url}/api/na/v2/agents/${agentId}/channels/${channelId}/deliveries`, {
    messages: [
      { id: `${contact}-${text}`, text, contact: { id: contact }, sentAt: new Date().toISOString() },
    ],
  })

test('goes to each of a list once, stands in their conversations, and an answer is told apart', async () => {
  const id = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(0, 25))
  await start(id)
  await expect.poll(() => state(id)).toBe('finished')
  await expect.poll(async () => (await figures(id)).sent).toBe(25)
  expect(shop.texts().toSorted()).toEqual(
    Array.from({ length: 25 }, (_, nth) => `Hi Person ${nth}!`).toSorted(),
  )
  expect(shop.requests).toHaveLength(25)

  await answer('contact7', 'When are you open?')
  await expect.poll(async () => (await figures(id)).answered).toBe(1)
  const answered = (await recipients(id)).find((one) => one.state === 'answered')
  expect(answered).toMatchObject({ address: 'contact7', variables: { name: 'Person 7' } })
  const { transcript } = await owner.client.call('conversations.get', {
    params: { ...params, agentId, conversationId: answered?.conversationId ?? '' },
  })
  expect(transcript.slice(0, 2)).toMatchObject([
    { role: 'agent', blocks: [{ text: 'Hi Person 7!' }] },
    { role: 'visitor', blocks: [{ text: 'When are you open?' }] },
  ])
})

test('leaves out who did not agree, is no contact, or is there already', async () => {
  const id = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(0, 1))
  const csv = 'contact,consent\ncontact0,yes\na,yes\na,yes\nb,no\n,yes'
  const body = { csv }
  const added = await owner.client.call('campaigns.addRecipients', { ...at(id), body })
  expect(added).toEqual({
    added: 1,
    dropped: [
      { row: 2, reason: 'duplicate', address: 'contact0' },
      { row: 4, reason: 'duplicate', address: 'a' },
      { row: 5, reason: 'no-consent', address: 'b' },
      { row: 6, reason: 'no-address', address: '' },
    ],
  })
  await parley.settled()
  const audited = await owner.client.call('audit.timeline', {
    params: { ...params, workspaceId: owner.workspaceId },
    query: { search: 'recipients', by: 'team', stream: `campaign-${id}` },
  })
  const told = audited.items.map(({ actor, sentence }) => [
    actor.id,
    sentence?.map(({ text }) => text).join(''),
  ])
  const uploaded = expect.stringMatching(/^uploaded 1 recipient of a campaign of /)
  expect(told).toEqual([
    [owner.userId, uploaded],
    [owner.userId, uploaded],
  ])
  await owner.client.call('campaigns.clearRecipients', at(id))
  await expect.poll(() => recipients(id)).toEqual([])
  await expect(start(id)).rejects.toMatchObject({ code: 'no-recipients' })
})

test('a word ends all campaigns of the workspace for whoever says it', async () => {
  const two = [
    { afterHours: 0, a: { text: 'One' } },
    { afterHours: 24, a: { text: 'Two' } },
  ]
  const first = await draftCampaign(
    owner.client,
    campaignOf(agentId, channelId, { steps: two }),
    contactsCsv(0, 2),
  )
  await start(first)
  await expect.poll(shop.texts).toEqual(['One', 'One'])
  await answer('contact0', 'STOPP!')
  await expect.poll(async () => (await figures(first))['opted-out']).toBe(1)
  const ended = (await recipients(first)).find((one) => one.address === 'contact0')
  expect(ended).toMatchObject({ state: 'opted-out', sent: 1 })
  expect(ended).not.toHaveProperty('dueAt')
  const { items } = await owner.client.call('campaigns.suppressed', { params, query: {} })
  expect(items).toMatchObject([{ medium: 'webhook', address: 'contact0', by: 'word' }])
  // In the language of the word, as the agent's only answer to each.
  const confirmed = expect.stringMatching(/^Sie sind abgemeldet/)
  await expect.poll(shop.texts).toEqual(['One', 'One', confirmed])
  await answer('contact0', 'Stopp')
  await expect.poll(shop.texts).toEqual(['One', 'One', confirmed, confirmed])
  await parley.settled()
  expect(shop.texts()).toHaveLength(4)

  const second = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(1, 2))
  const again = { ...at(second), body: { csv: contactsCsv(0, 1) } }
  expect((await owner.client.call('campaigns.addRecipients', again)).dropped).toEqual([
    { row: 2, reason: 'opted-out', address: 'contact0' },
  ])
  await owner.client.call('campaigns.unsuppress', {
    params: { ...params, contactKey: items[0]?.contactKey ?? '' },
  })
  expect((await owner.client.call('campaigns.addRecipients', again)).added).toBe(1)
})

test('the word is confirmed, too, where a person has the conversation', async () => {
  const id = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(20, 21))
  await start(id)
  await expect.poll(shop.texts).toHaveLength(1)
  await answer('contact20', 'When are you open?')
  await expect.poll(shop.texts).toHaveLength(2)
  const [{ conversationId = '' } = {}] = await recipients(id)
  const place = { params: { ...params, agentId, conversationId } }
  await owner.client.call('conversations.takeOver', place)
  await answer('contact20', 'STOP')
  const confirmed = [expect.stringMatching(/^You are unsubscribed/)]
  await expect.poll(() => shop.texts().slice(2)).toEqual(confirmed)
  // Once: the agent, who has it again, does not answer the word.
  await owner.client.call('conversations.handBack', place)
  await answer('contact20', 'Where are you?')
  await expect.poll(() => shop.texts().slice(2)).toHaveLength(2)
  await parley.settled()
  expect(shop.texts().slice(2)).toEqual([...confirmed, shop.texts()[1]])
})

test('an answer ends the steps that follow; others get them', async () => {
  const steps = [
    { afterHours: 0, a: { text: 'One' } },
    { afterHours: 1 / 3_600, a: { text: 'Two' } },
  ]
  const settings = campaignOf(agentId, channelId, { steps, perMinute: 6_000 })
  const id = await draftCampaign(owner.client, settings, contactsCsv(0, 3))
  await start(id)
  await expect.poll(() => shop.texts().filter((text) => text === 'One').length).toBe(3)
  await expect.poll(() => state(id), { timeout: 20_000 }).toBe('finished')
  await expect.poll(() => shop.texts().filter((text) => text === 'Two').length).toBe(3)

  const slow = campaignOf(agentId, channelId, {
    steps: [steps[0]!, { ...steps[1]!, afterHours: 1 }],
  })
  const other = await draftCampaign(owner.client, slow, contactsCsv(10, 11))
  await start(other)
  await expect.poll(() => shop.texts().length).toBe(7)
  await answer('contact10', 'Yes, please')
  // Nobody is left to be written to: the campaign is over long before the second step.
  await expect.poll(async () => (await figures(other)).answered).toBe(1)
  expect((await recipients(other))[0]).not.toHaveProperty('dueAt')
})

test('pauses at once, and goes on with whoever is left', async () => {
  const id = await draftCampaign(
    owner.client,
    campaignOf(agentId, channelId, { perMinute: 3_000 }),
    contactsCsv(0, 200),
  )
  await start(id)
  await expect.poll(() => shop.texts().length).toBeGreaterThan(0)
  await owner.client.call('campaigns.pause', at(id))
  expect(await state(id)).toBe('paused')
  await parley.settled()
  const { length } = shop.texts()
  expect(length).toBeLessThan(200)
  await expect(owner.client.call('campaigns.delete', at(id))).rejects.toMatchObject({ code: 'still-running' })
  await owner.client.call('campaigns.resume', at(id))
  await expect.poll(() => state(id), { timeout: 40_000 }).toBe('finished')
  await expect.poll(() => new Set(shop.texts()).size).toBe(200)
  expect(shop.texts()).toHaveLength(200)
})

test('a cancelled one writes to nobody any more, and is deleted with its recipients', async () => {
  const settings = campaignOf(agentId, channelId, {
    schedule: { kind: 'at', at: '2036-01-01T09:00', inRecipientZone: true },
  })
  const id = await draftCampaign(owner.client, settings, contactsCsv(0, 3))
  await start(id)
  await parley.settled()
  expect(await state(id)).toBe('running')
  await owner.client.call('campaigns.cancel', at(id))
  expect(await state(id)).toBe('cancelled')
  await owner.client.call('campaigns.delete', at(id))
  await expect(state(id)).rejects.toMatchObject({ code: 'not-found' })
  await parley.settled()
  expect(shop.texts()).toEqual([])
})

test('pauses where its channel is disconnected, and says why', async () => {
  const id = await draftCampaign(
    owner.client,
    campaignOf(agentId, channelId, { perMinute: 600 }),
    contactsCsv(0, 30),
  )
  await start(id)
  await expect.poll(() => shop.texts().length).toBeGreaterThan(0)
  await owner.client.call('channels.disconnect', { params: { ...params, agentId, channelId } })
  await expect
    .poll(() => owner.client.call('campaigns.get', at(id)))
    .toMatchObject({
      ...{ state: 'paused', pausedBy: 'channel' },
    })
  expect((await figures(id)).queued).toBeGreaterThan(0)
  await expect(owner.client.call('campaigns.resume', at(id))).rejects.toMatchObject({
    code: 'no-such-channel',
  })
})

test('by mail: to leads who agreed, once, with a link and a header that end it', async () => {
  for (const [name, agreed] of [
    ['ada', 'yes'],
    ['bob', 'no'],
  ] as const) {
    const client = parley.client()
    const place = { ...params, agentId }
    const started = await client.call('conversations.start', { params: place, body: {} })
    const { conversationId, visitorToken: token } = started
    const who = {
      params: { ...place, conversationId },
      body: { name, email: `${name}-${agentId}@example.com` },
    }
    await client.call('conversations.identify', who, { token })
    await parley.settled()
    const { items } = await owner.client.call('leads.list', { params: { ...params, agentId }, query: {} })
    const lead = items.find(({ fields }) => fields.name === name)
    await owner.client.call('leads.save', {
      params: { ...params, agentId, leadId: lead?.leadId ?? '' },
      body: { fields: { newsletter: agreed } },
    })
  }
  const audience = { kind: 'leads', live: false, consentField: 'newsletter' } as const
  const asked = { agentId, medium: 'email', audience } as const
  expect(await owner.client.call('campaigns.audience', { params, body: asked })).toMatchObject({
    ...{ recipients: 1, more: false, dropped: { 'no-consent': 1 } },
    examples: [{ address: `ada-${agentId}@example.com`, variables: { name: 'ada' } }],
  })
  const { channelId: _, ...settings } = campaignOf(agentId, channelId, { medium: 'email', audience })
  const steps = [{ afterHours: 0, a: { subject: 'News for {{name}}', text: 'Hello {{name}}' } }]
  const id = await draftCampaign(owner.client, { ...settings, steps })
  await owner.client.call('campaigns.test', { ...at(id), body: { step: 0, variant: 'a' } })
  expect((await mailsTo(owner.email)).some(({ subject }) => subject === 'News for ')).toBe(true)
  await start(id)
  await expect.poll(() => state(id)).toBe('finished')
  expect(await figures(id)).toMatchObject({ sent: 1, failed: 0 })
  const [mail, ...others] = await mailsTo(`ada-${agentId}@example.com`)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ subject: 'News for ada' })
  expect(mail?.text).toContain('Hello ada')
  expect(mail?.text).toContain(mail?.unsubscribe)

  const link = new URL(mail?.unsubscribe ?? '')
  const address = `${parley.url}${link.pathname}`
  const opened = await fetch(address, { headers: { 'accept-language': 'de-CH,en;q=0.5' } })
  expect([opened.status, await opened.text()]).toEqual([200, expect.stringContaining('Abmelden')])
  expect((await figures(id))['opted-out']).toBe(0)
  // As mail programs send it (RFC 8058).
  const pressed = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(pressed.status).toBe(200)
  await expect.poll(async () => (await figures(id))['opted-out']).toBe(1)
  expect((await fetch(`${address.slice(0, -1)}!`)).status).toBe(404)
})

test('the export has each recipient with what became of it, and disarms formulas', async () => {
  const id = await draftCampaign(
    owner.client,
    campaignOf(agentId, channelId),
    'contact,consent,note\nx,yes,=1+1',
  )
  const response = await fetch(`${parley.url}/api/na/v2/campaigns/${id}/recipients.csv`, {
    headers: { authorization: `Bearer ${owner.token}`, 'parley-workspace': owner.workspaceId },
  })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  expect(text).toContain('x,queued,,,0,')
  expect(text).toContain("'=1+1")
})

test('who was erased is not written to, and nothing says who they were', async () => {
  const { channelId: _, ...settings } = campaignOf(agentId, channelId, { medium: 'email' })
  const steps = [{ afterHours: 0, a: { subject: 'News', text: 'Hello' } }]
  const [gone, stays] = [`gone-${agentId}@example.com`, `stays-${agentId}@example.com`]
  const csv = `email,consent\n${gone},yes\n${stays},yes`
  const id = await draftCampaign(owner.client, { ...settings, steps }, csv)
  await owner.client.call('campaigns.eraseContact', { params, body: { medium: 'email', address: gone } })
  await start(id)
  await expect.poll(() => state(id)).toBe('finished')
  expect(
    (await recipients(id)).map(({ address, state: became, reason }) => [address, became, reason]),
  ).toEqual(
    expect.arrayContaining([
      ['[erased]', 'failed', 'erased'],
      [stays, 'sent', undefined],
    ]),
  )
  expect(await mailsTo(gone)).toEqual([])
})

test('no more than the campaigns of a workspace may send to one person within days', async () => {
  const capped = campaignOf(agentId, channelId, { cap: { messages: 1, days: 7 } })
  for (const expected of [{ sent: 1 }, { failed: 1 }]) {
    const id = await draftCampaign(owner.client, capped, contactsCsv(0, 1))
    await start(id)
    await expect.poll(() => state(id)).toBe('finished')
    await expect.poll(() => figures(id)).toMatchObject(expected)
  }
  expect(shop.texts()).toHaveLength(1)
})

test('an answer comes in at the chosen node, with the variables of the campaign', async () => {
  const at00 = { position: { x: 0, y: 0 } }
  const nodes = [
    { id: 'start', ...at00, type: 'start', next: 'hello' },
    { id: 'hello', ...at00, type: 'message', text: 'Welcome to the shop.', next: 'sale' },
    { id: 'sale', ...at00, type: 'message', text: 'The sale ends on Sunday, {{name}}.' },
  ]
  await owner.client.call('agents.save', {
    params: { ...params, agentId },
    body: { enableNodes: true, nodes } as never,
  })
  const id = await draftCampaign(
    owner.client,
    campaignOf(agentId, channelId, { startNode: 'sale' }),
    contactsCsv(0, 1),
  )
  await start(id)
  await expect.poll(shop.texts).toEqual(['Hi Person 0!'])
  await answer('contact0', 'Until when?')
  await expect.poll(shop.texts).toEqual(['Hi Person 0!', 'The sale ends on Sunday, Person 0.'])
})

test('a client sees what was started of its own agents alone, and whom it reached', async () => {
  const place = { params: { ...params, workspaceId: owner.workspaceId } }
  await owner.client.call('agency.initialize', place)
  const { organisationId: orgId } = await owner.client.call('organisations.create', { ...place, body: {} })
  const email = `client-${agentId}@example.com`
  const dashboardPassword = 'correct horse'
  const clientOf = async (canAccess: string[], who = email) => {
    const body = { orgId, name: 'Cleo', email: who, dashboardPassword, widgetIDs: [agentId], canAccess }
    await owner.client.call('clients.create', { ...place, body })
    const answer = await fetch(`${parley.url}/api/auth/client/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: who, password: dashboardPassword, agencyId: owner.workspaceId }),
    })
    const signedIn = await answer.json()
    expect(answer.status, JSON.stringify(signedIn)).toBe(200)
    return parley.client(signedIn.token)
  }
  const draft = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(0, 1))
  const id = await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(0, 2))
  const foreignAgent = `${agentId}x`
  const elsewhere = await startChannelDouble()
  const foreignChannel = await connectShop(owner.client, foreignAgent, elsewhere)
  const foreign = await draftCampaign(
    owner.client,
    campaignOf(foreignAgent, foreignChannel),
    contactsCsv(5, 6),
  )
  for (const one of [id, foreign]) await start(one)
  await expect.poll(async () => (await figures(id)).sent).toBe(2)
  await expect.poll(() => state(foreign)).toBe('finished')
  await elsewhere.stop()

  const cleo = await clientOf(['/campaigns'])
  const of = (campaignId: string, agent = agentId) => ({
    params: { ...params, agentId: agent, campaignId },
  })
  const { items } = await cleo.call('campaigns.ofAgent', { params: { ...params, agentId }, query: {} })
  expect(items.map(({ campaignId }) => campaignId)).toEqual([id])
  await draftCampaign(owner.client, campaignOf(agentId, channelId), contactsCsv(0, 1))
  const first = await cleo.call('campaigns.ofAgent', {
    params: { ...params, agentId },
    query: { limit: 1 },
  })
  expect(first.items, 'behind newer drafts').toHaveLength(1)
  expect(await cleo.call('campaigns.getOfAgent', of(id))).toMatchObject({
    ...{ name: 'Spring', figures: { sent: 2 }, steps: [{ a: { text: 'Hi {{name|there}}!' } }] },
  })
  expect(await cleo.call('campaigns.getOfAgent', of(id))).not.toHaveProperty('settings')
  const reached = await cleo.call('campaigns.recipientsOfAgent', { ...of(id), query: {} })
  expect(reached.items.map(({ address }) => address).toSorted()).toEqual(['contact0', 'contact1'])

  const notFound = { status: 404 }
  for (const other of [draft, foreign]) {
    await expect(cleo.call('campaigns.getOfAgent', of(other))).rejects.toMatchObject(notFound)
    await expect(cleo.call('campaigns.recipientsOfAgent', { ...of(other), query: {} })).rejects.toMatchObject(
      notFound,
    )
  }
  const refused = { status: expect.toSatisfy((status: number) => status === 403 || status === 404) }
  await expect(cleo.call('campaigns.getOfAgent', of(foreign, foreignAgent))).rejects.toMatchObject(refused)
  await expect(cleo.call('campaigns.list', { params, query: {} })).rejects.toMatchObject(refused)
  await expect(cleo.call('campaigns.pause', at(id))).rejects.toMatchObject(refused)
  const other = await clientOf(['/home'], `home-${agentId}@example.com`)
  await expect(
    other.call('campaigns.ofAgent', { params: { ...params, agentId }, query: {} }),
  ).rejects.toMatchObject(refused)
})
