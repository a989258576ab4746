/** What a client writes to its agency: who gets it, from whom, with which files, how often, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let mails: MailServer
let parley: TestPlatform
let ada: Person
let eve: Person
beforeAll(async () => {
  mails = await startMailServer({
    refuseMail: ({ attachments }) =>
      attachments.some(({ filename }) => filename?.endsWith('.json')) ? 'No such attachments.' : undefined,
  })
  parley = await startTestPlatform({
    ...{ CLIENT_SEATS: '20', RATE_LIMIT_FACTOR: '1000', REGIONS: 'na' },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'no-reply@mail.example' },
  })
  ada = await signUpWith(parley.client, mails.codes)
  eve = await signUpWith(parley.client, mails.codes)
  for (const { client, workspaceId } of [ada, eve])
    await client.call('agency.initialize', { params: { region: 'na', workspaceId } })
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
})

const place = ({ workspaceId }: Person) => ({ params: { region: 'na' as const, workspaceId } })
const saveAgency = (body: object) => ada.client.call('agency.save', { ...place(ada), body })

let nth = 0
async function clientOf(person: Person, name: string) {
  const dashboardPassword = 'fifteen letters'
  const email = `cleo${++nth}@clients.example`
  const orgId = (await person.client.call('organisations.create', { ...place(person), body: {} }))
    .organisationId
  const body = { orgId, name, email, dashboardPassword, widgetIDs: [], canAccess: ['/home' as const] }
  const { clientId } = await person.client.call('clients.create', { ...place(person), body })
  const agencyId = person.workspaceId
  const { token } = await parley
    .client()
    .call('clientAuth.signIn', { body: { email, password: dashboardPassword, agencyId } })
  return { email, clientId, client: parley.client(token) }
}
type Cleo = Awaited<ReturnType<typeof clientOf>>

const message = {
  subject: 'Feedback from Cleo',
  html: '<p>The chat is &lt;great&gt;.</p><p>More of<br>it!</p>',
}
const send = ({ client }: Cleo, body: object = {}, agencyId = ada.workspaceId) =>
  client.call('agency.sendFeedback', {
    params: { region: 'na', agencyId },
    body: { ...message, ...body },
  })

const support = 'help@fern.example'
const mailsFrom = ({ email }: Cleo) =>
  [ada.email, support, 'victim@example.com'].flatMap((to) =>
    mails
      .mailsTo(to)
      .filter(({ replyTo }) => replyTo?.[0]?.address === email)
      .map((mail) => ({ to, mail })),
  )

test('is mailed to those who manage the agency, under its brand, and is answered to the client', async () => {
  await saveAgency({ name: 'Fern & Co', supportEmail: '' })
  const cleo = await clientOf(ada, 'Cleo')
  expect((await cleo.client.call('clientAuth.refresh', { body: {} })).feedback).toBe(true)
  await send(cleo)
  const [got, ...more] = mailsFrom(cleo)
  expect(more).toEqual([])
  expect(got?.to).toBe(ada.email)
  expect(got?.mail).toMatchObject({ subject: 'Feedback from Cleo', from: { name: 'Fern & Co' } })
  expect(got?.mail.text?.trim()).toBe(`The chat is <great>.\n\nMore of\nit!\n\nCleo\n${cleo.email}`)
  expect(got?.mail.html).toContain('Fern &amp; Co')
  expect(JSON.stringify(got?.mail)).not.toMatch(/parley/i)
})

test('goes to the support address of the agency where it has one, and to nobody whom the caller names', async () => {
  await saveAgency({ supportEmail: support })
  const cleo = await clientOf(ada, 'Cleo')
  await send(cleo, {
    to: 'victim@example.com',
    agencyData: { supportEmail: 'victim@example.com' },
    bucket: 'na',
  })
  expect(mailsFrom(cleo).map(({ to }) => to)).toEqual([support])
})

test('takes files that are what their names say, up to a size, and no others', async () => {
  const cleo = await clientOf(ada, 'Cleo')
  const file = (filename: string, bytes: string | Buffer) => ({
    filename,
    base64Payload: Buffer.from(bytes).toString('base64'),
  })
  for (const [attachments, refused] of [
    [[file('page.html', '<script>')], { status: 415, code: 'wrong-type' }],
    [[file('picture.png', '%PDF-1.7')], { status: 415, code: 'wrong-type' }],
    [[file('notes.txt', Buffer.alloc(5_000_001, 'a'))], { status: 413, message: 'Max size: 5 MBs' }],
    [Array(4).fill(file('notes.txt', 'a')), { status: 400 }],
    [
      [file('refused.json', '{}')],
      { status: 422, message: 'The attachments could not be sent. Please try again without them.' },
    ],
  ] as const)
    await expect(send(cleo, { attachments })).rejects.toMatchObject(refused)
  expect(mailsFrom(cleo)).toEqual([])
  await send(cleo, { attachments: [file('notes.txt', 'As I said.'), file('form.pdf', '%PDF-1.7')] })
  expect(
    mailsFrom(cleo).map(({ mail }) => mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])),
  ).toEqual([
    [
      ['notes.txt', 'text/plain'],
      ['form.pdf', 'application/pdf'],
    ],
  ])
})

test('is refused without words, to another agency, in a view as the client, and to anybody else', async () => {
  const cleo = await clientOf(ada, 'Cleo')
  await expect(send(cleo, { html: '<p> </p>' })).rejects.toMatchObject({ status: 400, field: 'html' })
  for (const agencyId of [eve.workspaceId, 'nobody'])
    await expect(send(cleo, {}, agencyId)).rejects.toMatchObject({ status: 404 })
  const params = { ...place(ada).params, clientId: cleo.clientId }
  const { token } = await ada.client.call('clients.viewAs', { params })
  await expect(send({ ...cleo, client: parley.client(token) })).rejects.toMatchObject({ code: 'viewing-as' })
  for (const { client } of [ada, eve])
    await expect(send({ ...cleo, client })).rejects.toMatchObject({ status: 401 })
  expect(mailsFrom(cleo)).toEqual([])
})

test('is mailed ten times an hour', async () => {
  const cleo = await clientOf(ada, 'Cleo')
  for (let nth = 0; nth < 10; nth++) await send(cleo)
  await expect(send(cleo)).rejects.toMatchObject({
    status: 429,
    message: 'That was a lot of feedback. Please try again in an hour.',
  })
  expect(mailsFrom(cleo)).toHaveLength(10)
})
