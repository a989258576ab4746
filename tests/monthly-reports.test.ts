/** The monthly report of an organisation as PDF: who gets it, once, and what it says. A mail server receives it. */
import type { AnalyticsSummary } from '@parley/contracts/analytics/endpoints.ts'
import { figures } from '@parley/contracts/analytics/figures.ts'
import { monthlyReportWords } from '@parley/contracts/analytics/monthly-report-words.ts'
import { createDeadlines } from '@parley/kernel/process-managers/deadlines.ts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { pastEvents, shortConversation } from './src/past-events.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const region = 'na' as const
const PASSWORD = 'correct horse battery'
const DAY_MS = 86_400_000
let parley: TestPlatform
let mails: MailServer
let ada: Person
let eve: Person
/** Agents of Acme: the first one is Cleo's, both are Dora's. */
let tea: string
let bikes: string
let acme: string
/** The first day of the last whole month, and of the one before it. */
const now = new Date()
const firstOf = (months: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))
const last = firstOf(-1)
const month = last.toISOString().slice(0, 7)
const days = {
  from: `${month}-01`,
  to: new Date(firstOf(0).getTime() - DAY_MS).toISOString().slice(0, 10),
  timeZone: 'UTC',
}

beforeAll(async () => {
  mails = await startMailServer({})
  parley = await startTestPlatform({
    ...{ REGIONS: region, SMTP_URL: mails.url, CLIENT_SEATS: '20', RATE_LIMIT_FACTOR: '1000' },
  })
  ada = await signUpWith(parley.client, mails.codes)
  eve = await signUpWith(parley.client, mails.codes)
  tea = await agentOf('Harbour Tea')
  bikes = await agentOf('Tandem Bikes')
  await ada.client.call('agency.initialize', place(ada))
  await ada.client.call('agency.save', { ...place(ada), body: { name: 'Pine & Co' } })
  acme = await organisationOf(ada, 'Acme')
  await clientOf('cleo@example.com', 'Cleo', { widgetIDs: [tea] })
  await clientOf('dora@example.com', 'Dora', {
    ...{ widgetIDs: [tea, bikes], preferredLanguage: 'de' },
  })
  // These three get none: by their pages, their wish, and their organisation.
  await clientOf('inga@example.com', 'Inga', { canAccess: ['/convos'] })
  await clientOf('nils@example.com', 'Nils', { notificationsSettings: { notifyThrough: 'none' } })
  await clientOf('otto@example.com', 'Otto', { orgId: await organisationOf(ada, 'Other') })
  const past = pastEvents(parley, ada)
  past.at = firstOf(-5).getTime() + DAY_MS
  await past.append('organisation', 'longago', [
    {
      type: 'OrganisationCreated',
      data: {
        ...{ organisationId: 'longago', name: 'Long Ago', squarePhotoURL: '', allowBilling: false },
        ...{ widgetIDs: [], defaultClientAccess: [], defaultClientTabOrder: [] },
      },
    },
  ])
  await clientOf('pia@example.com', 'Pia', { orgId: 'longago', widgetIDs: [bikes] })
  const talk = async (agentId: string, name: string, at: number, grounded = true) => {
    past.at = at
    const conversationId = `${agentId.slice(0, 8)}${name}`
    const said = { agentId, conversationId, at: new Date(at).toISOString(), grounded }
    await past.append('conversation', conversationId, shortConversation(said))
  }
  for (let nth = 0; nth < 12; nth += 1) await talk(tea, `in${nth}`, last.getTime() + nth * DAY_MS, nth >= 3)
  for (let nth = 0; nth < 5; nth += 1) await talk(bikes, `in${nth}`, last.getTime() + 20 * DAY_MS)
  for (let nth = 0; nth < 4; nth += 1) await talk(tea, `before${nth}`, firstOf(-2).getTime() + nth * DAY_MS)
  await parley.settled()
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
})

const place = ({ workspaceId }: Person) => ({ params: { region, workspaceId } })
const ofAcme = (person = ada) => ({
  params: { region, workspaceId: person.workspaceId, organisationId: acme },
})
const agentOf = async (agentName: string) => {
  const body = { agentName, agentTemplate: 'blank-template' } as const
  return (await ada.client.call('rpc.convertAgentTemplateToAgent', { params: { region }, body })).agentCreated
    .ID
}
const organisationOf = async (person: Person, name: string) =>
  (await person.client.call('organisations.create', { ...place(person), body: { name } })).organisationId
const clientOf = (email: string, name: string, more: object) =>
  ada.client.call('clients.create', {
    ...place(ada),
    body: {
      ...{ orgId: acme, email, name, canAccess: ['/home', '/analytics'], dashboardPassword: PASSWORD },
      ...{ widgetIDs: [tea], ...more },
    },
  })
const reportsTo = (email: string) =>
  mails.mailsTo(email).filter(({ subject = '' }) => /^(Monthly report of|Monatsbericht von)/.test(subject))
const pdfIn = (mail: ReturnType<typeof reportsTo>[number] | undefined) =>
  Buffer.from((mail?.attachments[0]?.content ?? new ArrayBuffer(0)) as ArrayBuffer)
const wordsIn = async (pdf: Buffer) => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}
const aboutPdf = async (pdf: Buffer) =>
  (await (await getDocumentProxy(new Uint8Array(pdf))).getMetadata()).info as Record<string, unknown>

async function signedIn(email: string): Promise<string> {
  const signIn = await fetch(`${parley.url}/api/auth/client/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, agencyId: ada.workspaceId }),
  })
  return ((await signIn.json()) as { token: string }).token
}
const get = (path: string, token: string) =>
  fetch(`${parley.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
const previewOf = (organisationId: string, { workspaceId }: Person) =>
  `/api/na/v2/workspaces/${workspaceId}/organisations/${organisationId}/report/preview.pdf`
const download = (of: string) => `/api/na/client/monthly-reports/report.pdf?month=${of}`

/** Lets the moment of the next report come. Its month is the one before the moment for which it was set. */
async function timePasses() {
  await parley.settled()
  const state = parley.platform.regions.get(region)?.engines.state
  if (!state) throw new Error('The platform has no such region')
  const deadlines = createDeadlines(state)
  const [next] = await deadlines.due('monthlyrun', Number.MAX_SAFE_INTEGER, 1)
  if (!next) throw new Error('No report is waited for')
  // Later than what set it, and earlier than what follows from it.
  await deadlines.set([{ ...next, due: Date.now(), order: next.order + 0.25 }])
}

/** The figures of agents as the analytics have them. */
async function summaries(agentIds: string[]): Promise<AnalyticsSummary[]> {
  return Promise.all(
    agentIds.map((agentId) =>
      ada.client.call('analytics.summary', { params: { region, agentId }, query: days }),
    ),
  )
}

test('a preview has the figures of the analytics, the agency’s name and no other', async () => {
  const answer = await get(previewOf(acme, ada), ada.token)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/pdf')
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="Acme-report-${month}.pdf"`)
  const pdf = Buffer.from(await answer.arrayBuffer())
  const words = await wordsIn(pdf)
  const both = await summaries([tea, bikes])
  const sum = (figure: 'conversations' | 'unanswered') =>
    both.reduce((whole, one) => whole + (one.figures[figure].value ?? 0), 0)
  expect([sum('conversations'), sum('unanswered')]).toEqual([17, 3])
  expect(words).toContain(`${figures.conversations.label} 17`)
  expect(words).toContain(`${figures.unanswered.label} 3`)
  const engaged = both.reduce((whole, one) => whole + (one.figures.resolvedAlone.of ?? 0), 0)
  const alone = both.reduce(
    (whole, { figures: { resolvedAlone } }) => whole + (resolvedAlone.value ?? 0) * (resolvedAlone.of ?? 0),
    0,
  )
  const share = (alone / engaged).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })
  expect(words).toContain(`${figures.resolvedAlone.label} ${share}`)
  // From the calendar month before, not from as many days.
  expect(words).toContain('325% from 4')
  expect(words).toMatch(/Harbour Tea 12 .*Tandem Bikes 5 /)
  expect(words).toContain('When does it open? 17×')
  expect(words).toContain('Pine & Co')
  expect(words).toContain('Leads')
  const name = /parley|pdfkit/i
  expect(words).not.toMatch(name)
  expect(pdf.toString('latin1')).not.toMatch(name)
  expect(await aboutPdf(pdf)).toMatchObject({
    Producer: 'Pine & Co',
    Creator: 'Pine & Co',
    Author: 'Pine & Co',
  })
  // What replies cost is the agency's business.
  expect(words).not.toMatch(/credit|cost|USD|\$/i)
})

test('it is mailed to the clients who may see figures, about their own agents, once', async () => {
  const saved = { enabled: true, dayOfMonth: 1, timeZone: 'UTC' }
  await ada.client.call('monthlyReports.save', { ...ofAcme(), body: saved })
  const report = await ada.client.call('monthlyReports.get', ofAcme())
  expect(report).toMatchObject({ ...saved, recipients: ['Cleo', 'Dora'] })
  expect(report.next).toBe(new Date(firstOf(1).getTime() + 9 * 3_600_000).toISOString())
  // The present month ends now; the one after it has its own mail.
  await timePasses()
  for (const email of ['cleo@example.com', 'dora@example.com'])
    await expect.poll(() => reportsTo(email), { timeout: 60_000 }).toHaveLength(1)
  const [mail] = reportsTo('cleo@example.com')
  expect(mail?.from?.name).toBe('Pine & Co')
  expect(mail?.subject).toMatch(/^Monthly report of Acme: \w+ \d{4}$/)
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/>parley</i)
  const words = await wordsIn(pdfIn(mail))
  expect(words).not.toContain('Tandem Bikes')
  expect(words).not.toContain('Leads')
  await parley.settled()
  expect(['inga', 'nils', 'otto'].map((name) => reportsTo(`${name}@example.com`).length)).toEqual([0, 0, 0])
})

test('a client reads it in its own language, in the mail and in the PDF', async () => {
  const [mail] = reportsTo('dora@example.com')
  const name = now.toLocaleDateString('de', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  expect(mail?.subject).toBe(`Monatsbericht von Acme: ${name}`)
  expect(mail?.text).toContain('Der ganze Bericht ist als PDF angehängt.')
  expect(mail?.html).toContain('lang="de"')
  const dora = await signedIn('dora@example.com')
  const words = await wordsIn(Buffer.from(await (await get(download(month), dora)).arrayBuffer()))
  expect(words).toContain(last.toLocaleDateString('de', { month: 'long', year: 'numeric', timeZone: 'UTC' }))
  expect(words).toContain('Unterhaltungen 17')
  expect(words).toContain('325 % vorher 4')
  for (const said of [words, mail?.text ?? ''])
    expect(monthlyReportWords.filter((word) => word.includes(' ') && said.includes(word))).toEqual([])
})

test('it is sent to a member who asks, about the last whole month', async () => {
  await ada.client.call('monthlyReports.send', ofAcme())
  await expect.poll(() => reportsTo(ada.email), { timeout: 60_000 }).toHaveLength(1)
  expect(await wordsIn(pdfIn(reportsTo(ada.email)[0]))).toContain(`${figures.conversations.label} 17`)
})

test('a client downloads past months of its own agents alone', async () => {
  const cleo = await signedIn('cleo@example.com')
  const own = (await (await get('/api/na/client/monthly-reports', cleo)).json()) as { months: string[] }
  // The first conversation was two months ago, and the organization was created today.
  expect(own.months).toEqual([month, firstOf(-2).toISOString().slice(0, 7)])
  const words = await wordsIn(Buffer.from(await (await get(download(month), cleo)).arrayBuffer()))
  expect(words).toContain(`${figures.conversations.label} 12`)
  expect(words).not.toContain('Tandem Bikes')
  expect(words).not.toContain('Leads')
  // An organization that is older has its months, and one in which nobody wrote says so.
  const pia = await signedIn('pia@example.com')
  const ofPia = (await (await get('/api/na/client/monthly-reports', pia)).json()) as { months: string[] }
  const all = [-1, -2, -3, -4, -5].map((months) => firstOf(months).toISOString().slice(0, 7))
  expect(ofPia.months).toEqual(all)
  const quiet = await get(download(all.at(-1) ?? ''), pia)
  expect(await wordsIn(Buffer.from(await quiet.arrayBuffer()))).toContain('A quiet month')
  expect((await get(download(firstOf(-3).toISOString().slice(0, 7)), cleo)).status).toBe(404)
  expect((await get(download(now.toISOString().slice(0, 7)), cleo)).status).toBe(404)
  expect((await get(previewOf(acme, ada), cleo)).status).toBe(403)
  const inga = await signedIn('inga@example.com')
  expect((await get('/api/na/client/monthly-reports', inga)).status).toBe(403)
  expect((await get(download(month), inga)).status).toBe(403)
})

test('it is nobody else’s', async () => {
  await expect(eve.client.call('monthlyReports.get', ofAcme(eve))).rejects.toMatchObject({ status: 404 })
  await expect(eve.client.call('monthlyReports.get', ofAcme(ada))).rejects.toMatchObject({ status: 404 })
  expect((await get(previewOf(acme, eve), eve.token)).status).toBe(404)
  const body = { enabled: true, dayOfMonth: 1, timeZone: 'Mars/Olympus' }
  await expect(ada.client.call('monthlyReports.save', { ...ofAcme(), body })).rejects.toMatchObject({
    code: 'invalid-time-zone',
  })
})

test('it is no more waited for once it is off or its organisation is gone', async () => {
  await ada.client.call('monthlyReports.save', {
    ...ofAcme(),
    body: { enabled: false, dayOfMonth: 1, timeZone: 'UTC' },
  })
  await expect(timePasses()).rejects.toThrow('No report is waited for')
  const gone = await organisationOf(ada, 'Gone')
  const params = { ...place(ada).params, organisationId: gone }
  const body = { enabled: true, dayOfMonth: 1, timeZone: 'UTC' }
  await ada.client.call('monthlyReports.save', { params, body })
  await ada.client.call('organisations.delete', { params })
  await expect(timePasses()).rejects.toThrow('No report is waited for')
})
