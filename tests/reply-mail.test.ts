/** A visitor with a known address who has left gets the replies of people by mail, several in one; others get none. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './src/free-ports.ts'
import { type Person, startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const agentId = 'replymail0000001'
const place = { region: 'na', agentId } as const
let parley: TestPlatform
let owner: Person
let port: number

beforeAll(async () => {
  port = await freePort()
  parley = await startTestPlatform({
    REGIONS: 'na',
    REPLY_MAIL_MINUTES: '0.05',
    INBOUND_MAIL_HOST: 'reply.example',
    INBOUND_MAIL_PORT: String(port),
  })
  owner = await parley.signUp()
  const body = {
    title: 'Lamp desk',
    enableNodes: false,
    enableHumanHandoff: true,
    lang: 'de',
    acceptFileUpload: true,
    customThemeJSONString: JSON.stringify({ primary: '#123456', nineColorPallet: ['#123456'] }),
  }
  await owner.client.call('agents.save', { params: place, body })
})
afterAll(() => parley?.stop())

test('replies are mailed together, with what was said before', async () => {
  const visitor = await arrive()
  await visitor.say('m1', 'Ich möchte mit einem Menschen sprechen')
  await visitor.say('m2', 'mia@visitor.example')
  await visitor.reply('r1', 'Guten Tag, hier ist Ada.')
  await visitor.reply('r2', 'Ihre Lampe ist <b>da</b>.')
  await expect.poll(() => mailsTo('mia@visitor.example'), { timeout: 30_000 }).toHaveLength(1)
  const [mail] = await mailsTo('mia@visitor.example')
  expect(mail?.subject).toBe('Neue Antwort von Lamp desk')
  expect(mail?.text).toMatch(
    /Guten Tag, hier ist Ada\.[\s\S]*Ihre Lampe ist <b>da<\/b>\.[\s\S]*Zuvor in dieser Unterhaltung[\s\S]*Ich möchte mit einem Menschen sprechen/,
  )
  expect(mail?.html).toContain('Ihre Lampe ist &lt;b&gt;da&lt;/b&gt;.')
  expect(mail?.text).toMatch(/\nhttp:\S+\/app\/na\/render\/replymail0000001\/iframe\n/)
  expect(mail?.html).toMatch(/^<div lang="de".*background:#123456[^>]*>L<.*>Lamp desk<\/bdi>/)
  expect(mail?.html).not.toMatch(/parley/i)
  await expect.poll(() => deliveriesIn(visitor.conversationId)).toEqual(['sent', 'sent'])
})

test('who has read them gets no mail, nor who left no address', async () => {
  const reader = await arrive()
  await reader.client.call('conversations.identify', {
    params: reader.params,
    body: { email: 'leo@visitor.example' },
  })
  await reader.say('m1', 'Hallo')
  await reader.reply('r1', 'Guten Tag!')
  await reader.client.call('conversations.messages', { params: reader.params })
  const stranger = await arrive()
  await stranger.say('m1', 'Hallo')
  await stranger.reply('r1', 'Guten Tag!')
  for (const { conversationId } of [reader, stranger])
    await expect.poll(() => stepsOf(conversationId), { timeout: 30_000 }).toContain('MailNotNeeded')
  expect(await mailsTo('leo@visitor.example')).toEqual([])
})

test('an answer by mail comes into its conversation, once, without what it quotes', async () => {
  const visitor = await arrive()
  await visitor.say('m1', 'agent please')
  await visitor.say('m2', 'noa@visitor.example')
  await visitor.reply('r1', 'Which lamp is it?')
  await expect.poll(() => mailsTo('noa@visitor.example'), { timeout: 30_000 }).toHaveLength(1)
  const [{ replyTo = '' } = {}] = await mailsTo('noa@visitor.example')
  expect(replyTo).toMatch(/^reply\+n[0-9a-f]{52}@reply\.example$/)
  const answer = {
    to: replyTo.toUpperCase(),
    messageId: '<answer-1@visitor.example>',
    text: 'The Arc, in brass.\n\nOn Mon, 23 Nov 2026 at 10:00, Lamp desk <no-reply@localhost> wrote:\n> Which lamp is it?\n',
  }
  await mail(answer)
  await mail(answer)
  const said = async () =>
    (await visitor.client.call('conversations.messages', { params: visitor.params })).messages
      .filter(({ role }) => role === 'visitor')
      .map(({ blocks }) => blocks)
  await expect.poll(said).toHaveLength(3)
  expect((await said()).at(-1)).toEqual([{ type: 'text', text: 'The Arc, in brass.' }])

  // Once the agent owns the conversation again, its answer to a mail is mailed too.
  await owner.client.call('conversations.handBack', { params: visitor.params })
  await mail({ to: replyTo, messageId: '<answer-2@visitor.example>', text: 'Thank you!' })
  await expect.poll(said).toHaveLength(4)
  await expect.poll(() => mailsTo('noa@visitor.example'), { timeout: 30_000 }).toHaveLength(2)
})

test('files of an answer come along once; others are named, and pictures of a signature are not taken', async () => {
  const { visitor, replyTo } = await mailed('eva@visitor.example')
  const answer = {
    to: replyTo,
    messageId: '<files@visitor.example>',
    text: 'Here it is.',
    html: '<p>Here it is.</p><img src="cid:logo@visitor.example">',
    attachments: [
      { filename: 'invoice.txt', content: 'Lamp, brass' },
      { filename: 'report.exe', content: 'MZ' },
      {
        filename: 'logo.png',
        content: 'logo',
        cid: 'logo@visitor.example',
        contentDisposition: 'attachment' as const,
      },
    ],
  }
  await mail(answer)
  await mail(answer)
  const { messages } = await visitor.client.call('conversations.messages', { params: visitor.params })
  const answers = messages.filter(({ role }) => role === 'visitor').slice(2)
  expect(answers).toHaveLength(1)
  const [text, file, refused, ...others] = answers[0]?.blocks ?? []
  expect(text).toEqual({ type: 'text', text: 'Here it is.' })
  expect(file).toMatchObject({ type: 'file', name: 'invoice.txt', size: 11 })
  const { url = '' } = file as { url?: string }
  expect(await (await fetch(new URL(url, parley.url))).text()).toBe('Lamp, brass')
  expect(refused).toEqual({
    type: 'text',
    text: '[report.exe: Dateien dieses Typs werden nicht angenommen.]',
  })
  expect(others).toEqual([])

  const off = { title: 'Lamp desk', enableNodes: false, enableHumanHandoff: true, lang: 'de' }
  await owner.client.call('agents.save', { params: place, body: { ...off, acceptFileUpload: false } })
  await mail({ ...answer, messageId: '<files-off@visitor.example>' })
  const later = await visitor.client.call('conversations.messages', { params: visitor.params })
  expect(later.messages.findLast(({ role }) => role === 'visitor')?.blocks.slice(1)).toEqual([
    { type: 'text', text: '[invoice.txt: Dieser Chat nimmt keine Dateien an.]' },
    { type: 'text', text: '[report.exe: Dieser Chat nimmt keine Dateien an.]' },
  ])
  await owner.client.call('agents.save', { params: place, body: { ...off, acceptFileUpload: true } })
})

test('a photo in the text of an answer comes along once, a logo does not', async () => {
  const { visitor, replyTo } = await mailed('zoe@visitor.example')
  const photo = picture(1200, 900)
  const shown = (id: string) => `<img src="cid:${id}@visitor.example">`
  const inline = (id: string, content: Buffer, filename = `${id}.png`) => ({
    ...{ filename, content, cid: `${id}@visitor.example`, contentDisposition: 'inline' as const },
  })
  const answer = {
    to: replyTo,
    messageId: '<photo@visitor.example>',
    text: 'This one:\n\n[image: lamp.png]\n\nMia',
    html: `<p>This one:</p>${shown('lamp')}<p>Mia</p>${shown('logo')}${shown('counter')}`,
    attachments: [
      inline('lamp', photo),
      inline('logo', picture(160, 60)),
      inline('counter', picture(1, 1)),
      { ...inline('order', Buffer.from('%PDF-1.7'), 'order.pdf'), cid: undefined },
    ],
  }
  await mail(answer)
  await mail(answer)
  // The next mail shows it again, as a signature would.
  const next = { messageId: '<next@visitor.example>', text: 'In brass.', html: shown('lamp') }
  await mail({ to: replyTo, ...next, attachments: [inline('lamp', photo)] })
  const { messages } = await visitor.client.call('conversations.messages', { params: visitor.params })
  const [first, second, ...others] = messages.filter(({ role }) => role === 'visitor').slice(2)
  expect(first?.blocks).toEqual([
    { type: 'text', text: 'This one:\n\nMia' },
    expect.objectContaining({ type: 'file', name: 'lamp.png', mimeType: 'image/png', size: photo.length }),
    expect.objectContaining({ type: 'file', name: 'order.pdf' }),
  ])
  const [, shownPhoto] = first?.blocks ?? []
  const { url = '' } = shownPhoto as { url?: string }
  expect(Buffer.from(await (await fetch(new URL(url, parley.url))).arrayBuffer()).equals(photo)).toBe(true)
  expect(second?.blocks).toEqual([{ type: 'text', text: 'In brass.' }])
  expect(others).toEqual([])
})

test('answers of machines, bounces and mails of ours are taken and left unread', async () => {
  const { visitor, replyTo } = await mailed('ida@visitor.example')
  const auto = [
    { headers: { 'Auto-Submitted': 'auto-replied' } },
    { headers: { Precedence: 'bulk' } },
    { headers: { 'List-Id': '<lamps.example>' } },
    { envelope: { from: '', to: [replyTo] } },
    { messageId: '<mailing.x.0.0@localhost>' },
    { text: '> only quoted' },
  ]
  for (const odd of auto) await mail({ to: replyTo, text: 'I am away.', ...odd })
  await mail({ to: replyTo, text: 'I am here.' })
  const { messages } = await visitor.client.call('conversations.messages', { params: visitor.params })
  const texts = messages.flatMap(({ role, blocks }) => (role === 'visitor' ? blocks : []))
  expect(texts.slice(2)).toEqual([{ type: 'text', text: 'I am here.' }])
})

test('forged addresses, those of other hosts, large and unreadable mails are refused', async () => {
  const { visitor, replyTo } = await mailed('uma@visitor.example')
  const other = (await arrive()).conversationId
  const forged = [
    replyTo.replace(/.(?=@)/, (last) => (last === '0' ? '1' : '0')),
    replyTo.replace(visitor.conversationId, other),
    replyTo.replace('reply.example', 'elsewhere.example'),
    'postmaster@reply.example',
  ]
  for (const to of forged) await expect(mail({ to, text: 'Hello' }), to).rejects.toThrow(/550/)
  await expect(mail({ to: replyTo, text: 'x'.repeat(11_000_000) })).rejects.toThrow(/552/)
  const endless = { 'X-Endless': 'word '.repeat(30_000) }
  await expect(mail({ to: replyTo, text: 'Hello', headers: endless })).rejects.toThrow(/554/)
  await owner.client.call('conversations.remove', { params: visitor.params })
  await expect(mail({ to: replyTo, text: 'Hello' })).rejects.toThrow(/550/)
})

/** The beginning of a PNG of that size. */
function picture(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(40)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  return bytes
}

/** A conversation whose visitor was mailed a reply. */
async function mailed(address: string) {
  const visitor = await arrive()
  await visitor.say('m1', 'agent please')
  await visitor.say('m2', address)
  await visitor.reply('r1', 'Yes?')
  await expect.poll(() => mailsTo(address), { timeout: 30_000 }).toHaveLength(1)
  return { visitor, replyTo: (await mailsTo(address))[0]?.replyTo ?? '' }
}

async function mail(message: SendMailOptions) {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  try {
    await transport.sendMail({ from: 'noa@visitor.example', subject: 'Re: New reply', ...message })
  } finally {
    transport.close()
  }
}

async function arrive() {
  const started = await parley.client().call('conversations.start', { params: place, body: {} })
  const { conversationId, visitorToken } = started
  const params = { ...place, conversationId }
  const client = parley.client(visitorToken)
  return {
    conversationId,
    params,
    client,
    say: (id: string, text: string) => client.call('conversations.send', { params, body: { id, text } }),
    reply: (id: string, text: string) =>
      owner.client.call('conversations.reply', { params, body: { id, text } }),
  }
}

async function mailsTo(address: string) {
  const { items } = await (await fetch(`${parley.url}/dev/mail.json`)).json()
  const mails: { to: string; subject: string; text: string; html: string; replyTo?: string }[] = items
  return mails.filter(({ to }) => to === address)
}

/** The inputs of the process that mails the replies of a conversation. */
async function stepsOf(conversationId: string): Promise<string[]> {
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const events = await eventStore.readStream(`mailing-${conversationId}`)
  return events.map(({ data }) => JSON.parse(data).input.type)
}

async function deliveriesIn(conversationId: string): Promise<string[]> {
  const { eventStore } = parley.platform.regions.get('na')!.engines
  const events = await eventStore.readStream(`conversation-${conversationId}`)
  return events.flatMap(({ type, data }) =>
    type === 'MessageDeliveryChanged' ? [JSON.parse(data).state] : [],
  )
}
