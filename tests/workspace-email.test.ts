/** The e-mail of a workspace, as a mail server gets it: its text and HTML, from whom, how often, and who may. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

let mails: MailServer
let parley: TestPlatform
let ada: Person
let eve: Person
beforeAll(async () => {
  mails = await startMailServer({})
  parley = await startTestPlatform({
    ...{ RATE_LIMIT_FACTOR: '1000', REGIONS: 'na' },
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'no-reply@mail.example' },
  })
  ada = await signUpWith(parley.client, mails.codes)
  eve = await signUpWith(parley.client, mails.codes)
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
})

const message = {
  subject: 'Your order',
  html: '<h1>Shipped</h1><p>It comes <b>today</b>.<br>Follow it <a href="https://shop.example/track?n=1">here</a>.</p><script>x()</script>',
}
const post = async (to: string, token: string, of = ada, more: object = {}) => {
  const answer = await fetch(`${parley.url}/api/na/v2/workspaces/${of.workspaceId}/email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...message, to, ...more }),
  })
  return { status: answer.status, body: await answer.json() }
}

test('the workspace secret sends subject and html, as text beside HTML, under the name of the agency', async () => {
  const params = { region: 'na', workspaceId: ada.workspaceId } as const
  await ada.client.call('agency.initialize', { params })
  await ada.client.call('agency.save', { params, body: { name: 'Northwind' } })
  const { workspaceSecret } = await ada.client.call('workspaces.regenerateSecret', { params })
  await parley.settled()
  expect(await post('cleo@example.com', workspaceSecret)).toEqual({ status: 200, body: { success: true } })
  const [mail] = mails.mailsTo('cleo@example.com')
  expect(mail).toMatchObject({
    subject: 'Your order',
    text: expect.stringContaining(
      'Shipped\n\nIt comes today.\nFollow it here <https://shop.example/track?n=1>.',
    ),
  })
  expect(mail?.html).toContain('<a href="https://shop.example/track?n=1"')
  expect(mail?.html).toContain('Northwind')
  expect(`${mail?.html}${mail?.text}`).not.toMatch(/script|x\(\)|parley/i)
})

test('only who may mail for the workspace can, and what is missing is named', async () => {
  expect((await post('cleo@example.com', eve.token)).status).toBe(404)
  expect((await post('cleo@example.com', 'ws_wrong')).status).toBe(401)
  const wrong = await post('cleo', ada.token)
  expect(wrong.body.errors).toEqual([{ field: 'to', message: 'Please enter a valid recipient email.' }])
  const empty = await post('cleo@example.com', ada.token, ada, { html: '<script>x()</script>' })
  expect(empty).toMatchObject({ status: 400, body: { message: 'Please enter a message.' } })
})

test('a hundred are sent in a day', async () => {
  const sent: number[] = []
  for (let nth = 0; nth < 101; nth++) sent.push((await post(`many${nth}@example.com`, eve.token, eve)).status)
  expect(sent).toEqual([...Array(100).fill(200), 429])
})
