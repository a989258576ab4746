/**
 * The server is killed while it takes a visitor's mail with files. The sender's mail server tries again: the message
 * then stands in the conversation once, with its files, and no file is left that no message shows, unfinished ones after
 * an hour.
 */
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@parley/contracts/client.ts'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/free-ports.ts'
import { createKillableServer, type KillableServer } from '../src/killable-server.ts'
import { routes } from '../src/test-platform.ts'

const place = { region: 'na', agentId: 'killedmail000001' } as const
const attachments = ['first', 'second'].map((name) => ({
  filename: `${name}.txt`,
  content: name.repeat(100_000),
}))
let port: number
let server: KillableServer

beforeAll(async () => {
  port = await freePort()
  server = await createKillableServer({
    REPLY_MAIL_MINUTES: '0.05',
    INBOUND_MAIL_HOST: 'reply.example',
    INBOUND_MAIL_PORT: String(port),
  })
})
afterAll(() => server?.remove())

test('a mail that is delivered again after SIGKILL is one message with its files', async () => {
  let url = await server.start()
  const token = await server.signUp()
  const owner = () => createClient({ routes, baseUrl: url, token: () => token })
  const body = { title: 'Lamps', enableNodes: false, enableHumanHandoff: true, acceptFileUpload: true }
  await owner().call('agents.save', { params: place, body })
  const { conversationId, visitorToken } = await createClient({ routes, baseUrl: url }).call(
    'conversations.start',
    { params: place, body: {} },
  )
  const params = { ...place, conversationId }
  const visitor = createClient({ routes, baseUrl: url, token: () => visitorToken })
  await visitor.call('conversations.identify', { params, body: { email: 'noa@visitor.example' } })
  await owner().call('conversations.reply', { params, body: { id: 'r1', text: 'Which lamp is it?' } })
  const replyTo = await addressIn(() => fetch(`${url}/dev/mail.json`).then((answer) => answer.json()))
  await server.end()

  const folder = join(server.dataDir, 'na', 'files')
  const unfinished = join(folder, '.unfinished')
  const moments = [['1'], ['2'], ['1', 'unfinished'], ['2', 'unfinished']]
  for (const [nth, moment] of moments.entries()) {
    const messageId = `<answer-${nth}@visitor.example>`
    const deliver = () => deliverTo(replyTo, messageId)
    url = await server.start([join(import.meta.dirname, 'mail-victim.ts'), ...moment])
    await expect(deliver()).rejects.toThrow()
    await server.ended()

    url = await server.start()
    const answers = async () => {
      const { transcript } = await owner().call('conversations.get', { params })
      return transcript.filter(({ role }) => role === 'visitor').map(({ blocks }) => blocks)
    }
    expect(await answers(), 'before it is delivered again').toHaveLength(nth)
    await deliver()
    await deliver()
    const said = await answers()
    expect(said).toHaveLength(nth + 1)
    expect(said.at(-1)).toEqual([
      { type: 'text', text: 'This one.' },
      ...attachments.map(({ filename, content }) =>
        expect.objectContaining({ type: 'file', name: filename, size: content.length }),
      ),
    ])
    const shown = said.flat().flatMap((block) => (block.type === 'file' ? [block] : []))
    const kept = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = kept.flatMap((entry) =>
      entry.isFile() && entry.parentPath.endsWith(`conversation-${conversationId}`) ? [entry.name] : [],
    )
    expect(files.toSorted()).toEqual(shown.map(({ fileId }) => fileId).toSorted())
    const { url: address = '' } = shown.at(-1) ?? {}
    expect(await (await fetch(new URL(address, url))).text()).toBe(attachments.at(-1)?.content)
    await server.end()
  }

  // What was being written is removed by the first file that is stored an hour later.
  const left = await readdir(unfinished)
  expect(left).toHaveLength(2)
  const anHourAgo = new Date(Date.now() - 3_601_000)
  for (const file of left) await utimes(join(unfinished, file), anHourAgo, anHourAgo)
  url = await server.start()
  await deliverTo(replyTo, '<last@visitor.example>')
  expect(await readdir(unfinished)).toEqual([])
})

/** The address at which the first mail is answered. */
async function addressIn(outbox: () => Promise<{ items: { replyTo?: string }[] }>): Promise<string> {
  const address = async () => (await outbox()).items.find(({ replyTo }) => replyTo)?.replyTo ?? ''
  await expect.poll(address).toMatch(/@reply\.example$/)
  return address()
}

async function deliverTo(to: string, messageId: string) {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  try {
    const mail = { from: 'noa@visitor.example', subject: 'Re: New reply', text: 'This one.' }
    await transport.sendMail({ ...mail, to, messageId, attachments })
  } finally {
    transport.close()
  }
}
