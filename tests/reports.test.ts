/** The report of a workspace by mail: who gets it, when, once, and what it says. A mail server receives it. */
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinWorkspace } from './src/join-workspace.ts'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
let parley: TestPlatform
let mails: MailServer
let owner: Person
let colleague: Person
let support: Person
let stranger: Person
/** Whom the mail server does not take mail for at present, once each. */
const refusedOnce = new Set<string>()

beforeAll(async () => {
  mails = await startMailServer({
    answerTo: (address) => (refusedOnce.delete(address) ? 451 : undefined),
  })
  parley = await startTestPlatform({ REGIONS: region, SMTP_URL: mails.url, WORKSPACE_SEATS: '9' })
  const signUp = () => signUpWith(parley.client, mails.codes)
  owner = await signUp()
  colleague = await signUp()
  support = await signUp()
  stranger = await signUp()
  await joinWorkspace(parley, owner, colleague)
  await joinWorkspace(parley, owner, support, ['workspace.read'])
  const agent = { agentName: 'Harbour Tea', agentTemplate: 'blank-template' } as const
  await owner.client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body: agent })
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
})

const params = () => ({ region, workspaceId: owner.workspaceId })
const schedule = (more: object = {}) => ({
  ...{ frequency: 'weekly' as const, weekday: 1, timeZone: 'Europe/Berlin' },
  recipientIds: [owner.userId, colleague.userId, support.userId],
  ...more,
})
const reportsTo = ({ email }: Person) =>
  mails.mailsTo(email).filter(({ subject = '' }) => subject.includes('report of'))

/** Lets the moment of the next report come. */
async function timePasses() {
  await parley.settled()
  const state = parley.platform.regions.get(region)?.engines.state
  if (!state) throw new Error('The platform has no such region')
  const deadlines = createDeadlines(state)
  const [next] = await deadlines.due('reportrun', Number.MAX_SAFE_INTEGER, 1)
  if (!next) throw new Error('No report is waited for')
  // Later than what set it, and earlier than what follows from it.
  await deadlines.set([{ ...next, due: Date.now(), order: next.order + 0.25 }])
}

/** How often the process that waits for reports went on. */
async function stepsOfRuns(): Promise<number> {
  const log = parley.platform.regions.get(region)?.engines.eventStore
  return (await log?.readStream(`reportrun-${owner.workspaceId}`, {}))?.length ?? 0
}

test('is mailed to the chosen members who may see figures, once for its days', async () => {
  await owner.client.call('reports.save', { params: params(), body: schedule() })
  const saved = await colleague.client.call('reports.get', { params: params() })
  expect(saved).toMatchObject({ ...schedule(), mine: true })
  expect(new Date(saved.next ?? '').getUTCDay()).toBe(1)
  await timePasses()
  for (const person of [owner, colleague])
    await expect.poll(() => reportsTo(person), { timeout: 20_000 }).toHaveLength(1)
  const [mail] = reportsTo(owner)
  expect(mail?.subject).toMatch(/^Weekly report of Personal.*: \w+ \d+, \d{4} – \w+ \d+, \d{4}$/)
  expect(mail?.text).toContain('Conversations: 0')
  expect(mail?.text).toContain('Harbour Tea')
  expect(mail?.html).toContain(`/app/na/workspace#report`)
  // Should it come due again before the next week, nobody gets a second one.
  const steps = await stepsOfRuns()
  await timePasses()
  await expect.poll(stepsOfRuns).toBe(steps + 1)
  await parley.settled()
  expect([owner, colleague, support].map((person) => reportsTo(person).length)).toEqual([1, 1, 0])
})

test('is sent when the mail server takes it again', async () => {
  const before = reportsTo(colleague).length
  refusedOnce.add(colleague.email)
  await colleague.client.call('reports.send', { params: params(), body: { frequency: 'monthly' } })
  await expect.poll(() => reportsTo(colleague).length, { timeout: 30_000 }).toBe(before + 1)
  expect(refusedOnce.size).toBe(0)
  expect(reportsTo(colleague).at(-1)?.subject).toMatch(/^Monthly report of /)
})

test('has the brand of the agency, in the mail and in its preview', async () => {
  const place = { params: params() }
  await owner.client.call('agency.initialize', place)
  const theme = JSON.stringify({ primary: '#123456', nineColorPallet: Array(10).fill('#123456') })
  await owner.client.call('agency.save', {
    ...place,
    body: { name: 'Pine & Co', customThemeJSONString: theme },
  })
  const { html } = await owner.client.call('reports.preview', { ...place, query: { frequency: 'weekly' } })
  const sent = reportsTo(owner).length
  await owner.client.call('reports.send', { ...place, body: { frequency: 'weekly' } })
  await expect.poll(() => reportsTo(owner).length, { timeout: 20_000 }).toBe(sent + 1)
  const mail = reportsTo(owner).at(-1)
  expect(mail?.from?.name).toBe('Pine & Co')
  for (const shown of [html, mail?.html ?? '']) {
    expect(shown).toContain('<bdi>Pine &amp; Co</bdi>')
    expect(shown).toContain('#123456')
    expect(shown).not.toMatch(/>parley</i)
  }
})

test('is not sent to whoever stopped it or left, nor when it is off', async () => {
  await colleague.client.call('reports.stop', { params: params() })
  expect(await colleague.client.call('reports.get', { params: params() })).toMatchObject({
    recipientIds: [owner.userId, support.userId],
    mine: false,
  })
  const sent = [owner, colleague].map((person) => reportsTo(person).length)
  // A month that nobody got yet.
  await owner.client.call('reports.save', {
    params: params(),
    body: schedule({ frequency: 'monthly', recipientIds: [owner.userId] }),
  })
  await timePasses()
  await expect.poll(() => reportsTo(owner).length, { timeout: 20_000 }).toBe(sent[0]! + 1)
  expect(reportsTo(colleague)).toHaveLength(sent[1]!)
  await owner.client.call('reports.save', { params: params(), body: schedule({ frequency: 'off' }) })
  await parley.settled()
  await expect(timePasses()).rejects.toThrow('No report is waited for')
})

test('is nobody else’s', async () => {
  const call = { params: params(), body: schedule({ recipientIds: [stranger.userId] }) }
  await expect(owner.client.call('reports.save', call)).rejects.toMatchObject({
    status: 400,
    code: 'not-a-member',
  })
  await expect(stranger.client.call('reports.get', { params: params() })).rejects.toMatchObject({
    status: 404,
  })
  await expect(
    support.client.call('reports.preview', { params: params(), query: { frequency: 'weekly' } }),
  ).rejects.toMatchObject({ status: 403 })
  const noZone = { params: params(), body: schedule({ timeZone: 'Mars/Olympus' }) }
  await expect(owner.client.call('reports.save', noZone)).rejects.toMatchObject({ code: 'invalid-time-zone' })
})
