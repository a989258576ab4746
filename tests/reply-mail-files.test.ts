/** Files of a reply are attached to its mail while they fit, otherwise the mail has addresses that open them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, startMailServer } from './src/mail-server.ts'
import { type Person, signUpWith, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const place = { region: 'na', agentId: 'mailedfiles00001' } as const
const origin = 'https://chat.example'
let mails: MailServer
let parley: TestPlatform
let owner: Person

beforeAll(async () => {
  mails = await startMailServer({
    mostBytes: 10_485_760,
    refuseMail: ({ attachments }) =>
      attachments.some(({ filename }) => filename?.endsWith('.json')) ? 'No such attachments.' : undefined,
  })
  parley = await startTestPlatform({
    REGIONS: 'na',
    REPLY_MAIL_MINUTES: '0.05',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Parley <no-reply@parley.example>',
    PUBLIC_URL: origin,
  })
  owner = await signUpWith(parley.client, mails.codes)
  const body = { title: 'Lamp desk', enableNodes: false, enableHumanHandoff: true, lang: 'de' }
  await owner.client.call('agents.save', { params: place, body })
})
afterAll(async () => {
  await parley?.stop()
  await mails?.close()
})

test('a file is attached under its name, and only named where a later mail repeats the message', async () => {
  const visitor = await arrive('mia@visitor.example')
  await visitor.reply('r1', 'Ihre Rechnung:', [{ name: 'Rechnung Größe 2.txt', content: 'Lampe, 20 €' }])
  await expect.poll(visitor.mails, { timeout: 30_000 }).toHaveLength(1)
  await visitor.reply('r2', 'Noch Fragen?', [])
  await expect.poll(visitor.mails, { timeout: 30_000 }).toHaveLength(2)
  const [first, second] = visitor.mails()
  expect(first?.attachments).toEqual([
    expect.objectContaining({
      filename: 'Rechnung Größe 2.txt',
      mimeType: 'text/plain',
      disposition: 'attachment',
    }),
  ])
  expect(contentsOf(first)).toEqual(['Lampe, 20 €'])
  expect(first?.text).toMatch(/Ihre Rechnung:\nDatei: Rechnung Größe 2\.txt\n/)
  // The only address of ours is that of the chat.
  const addresses = `${first?.text}${first?.html}`.split(origin).slice(1)
  for (const after of addresses) expect(after).toMatch(/^\/app\/na\/render\//)
  expect(second?.attachments).toEqual([])
  expect(second?.text).toContain('Datei: Rechnung Größe 2.txt')
})

test('what does not fit into a mail is opened at a signed address, by nobody who changes it', async () => {
  const visitor = await arrive('noa@visitor.example')
  const [large, larger] = ['a', 'b'].map((sign) => sign.repeat(5_000_000)) as [string, string]
  await visitor.reply('r1', '', [
    { name: 'first.txt', content: large },
    { name: 'second.txt', content: larger },
    { name: 'third.txt', content: 'fits' },
  ])
  await expect.poll(visitor.mails, { timeout: 60_000 }).toHaveLength(1)
  const [mail] = visitor.mails()
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['first.txt', 'third.txt'])
  const [address = ''] = /https:\/\/chat\.example\/api\/na\/public\/files\/\S+/.exec(mail?.text ?? '') ?? []
  expect(mail?.text).toContain(`Datei: second.txt\n${address}\n`)
  expect(mail?.html).toContain(`<a href="${address}">Datei: second.txt</a>`)
  const inAMonth = new Date(Date.now() + 30 * 86_400_000)
  const day = inAMonth.toLocaleDateString('de', { dateStyle: 'long', timeZone: 'UTC' })
  expect(mail?.text).toContain(`Die Dateien lassen sich aus dieser E-Mail bis zum ${day} öffnen.`)
  const opened = await open(address)
  expect(opened.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''second\.txt/)
  expect(await opened.text()).toBe(larger)
  const [token = ''] = /[^/]+(?=\/[^/]+$)/.exec(address) ?? []
  const [tenant, holder, id, end = '', signature] = token.split('.')
  const later = (Number.parseInt(end, 36) + 3_600).toString(36)
  for (const forged of [
    [tenant, holder, id, later, signature],
    [tenant, holder?.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')), id, end, signature],
  ])
    expect((await open(address.replace(token, forged.join('.')))).status).toBe(404)

  await owner.client.call('conversations.remove', { params: visitor.params })
  await parley.settled()
  expect((await open(address)).status).toBe(404)

  function open(at: string) {
    return fetch(`${parley.url}${at.slice(origin.length)}`)
  }
})

test('a server that refuses what is attached gets the mail with addresses instead', async () => {
  const visitor = await arrive('ida@visitor.example')
  await visitor.reply('r1', 'Hier:', [{ name: 'order.json', content: '{"lamp":1}' }])
  await expect.poll(visitor.mails, { timeout: 30_000 }).toHaveLength(1)
  const [mail] = visitor.mails()
  expect(mail?.attachments).toEqual([])
  expect(mail?.text).toMatch(/Datei: order\.json\nhttps:\/\/chat\.example\//)
  const delivered = async () => {
    const { transcript } = await owner.client.call('conversations.get', { params: visitor.params })
    return transcript.findLast(({ role }) => role === 'human')?.deliveryState
  }
  await expect.poll(delivered).toBe('sent')
})

function contentsOf(mail: ReturnType<MailServer['mailsTo']>[number] | undefined): string[] {
  return (mail?.attachments ?? []).map(({ content }) =>
    typeof content === 'string' ? content : Buffer.from(new Uint8Array(content)).toString(),
  )
}

/** A visitor who asked for a person, left an address and went away. */
async function arrive(address: string) {
  const started = await parley.client().call('conversations.start', { params: place, body: {} })
  const params = { ...place, conversationId: started.conversationId }
  const visitor = parley.client(started.visitorToken)
  await visitor.call('conversations.send', { params, body: { id: 'm1', text: 'agent please' } })
  await visitor.call('conversations.send', { params, body: { id: 'm2', text: address } })
  return {
    params,
    mails: () => mails.mailsTo(address),
    async reply(id: string, text: string, files: { name: string; content: string }[]) {
      for (const [nth, { name, content }] of files.entries()) {
        const base64Payload = Buffer.from(content).toString('base64')
        await owner.client.call('conversations.attach', {
          params,
          body: { id: `${id}-${nth}`, name, base64Payload },
        })
      }
      const ids = files.map((_, nth) => `${id}-${nth}`)
      await owner.client.call('conversations.reply', { params, body: { id, text, files: ids } })
    },
  }
}
