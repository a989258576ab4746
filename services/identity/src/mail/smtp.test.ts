import { generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Mailer, MailMessage } from './mailer.ts'
import { openSmtpMailer } from './smtp.ts'

const mail: MailMessage = {
  id: 'event-1',
  to: 'ada@example.com',
  subject: '123456 is your sign-in code',
  text: 'Use this code to sign in:\n\n123456\n',
  html: '<p>123456</p>',
}

type Received = { from: string; to: string; data: string; auth?: string }
type Behaviour = {
  silent?: boolean
  refusesRecipient?: boolean
  asksToSignIn?: boolean
  refusesSignIn?: boolean
  hangsUp?: boolean
}

const open: { server: Server; sockets: Set<Socket>; mailer?: Mailer }[] = []

afterEach(async () => {
  for (const { server, sockets, mailer } of open.splice(0)) {
    await mailer?.close()
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
})

test('a mail arrives complete, with the id it was given', async () => {
  const { mailer, received } = await start({})
  await mailer.send(mail)
  await mailer.send({ ...mail, id: 'event-2' })
  expect(received).toHaveLength(2)
  expect(received[0]).toMatchObject({ from: 'no-reply@parley.example', to: 'ada@example.com' })
  const { data } = received[0]!
  expect(data).toContain('Subject: 123456 is your sign-in code')
  expect(data).toContain('Message-ID: <event-1@parley.example>')
  expect(data).toContain('From: Parley <no-reply@parley.example>')
  expect(data).toContain('Content-Type: text/plain')
  expect(data).toContain('<p>123456</p>')
})

test('the sender has the name that the mail gives it, and no other address or header', async () => {
  const { mailer, received } = await start({})
  await mailer.send({ ...mail, fromName: 'Harbour & Pine' })
  await mailer.send({ ...mail, fromName: 'Ada <ada@evil.example>\r\nBcc: all@evil.example' })
  expect(received[0]?.data).toMatch(/^From: "?Harbour & Pine"? <no-reply@parley\.example>\r?$/m)
  expect(received.map(({ from, to }) => [from, to])).toEqual([
    ['no-reply@parley.example', 'ada@example.com'],
    ['no-reply@parley.example', 'ada@example.com'],
  ])
  const unfolded = received[1]?.data.replace(/\r?\n[ \t]+/g, ' ')
  expect(unfolded).toMatch(/^From: (?:"[^"]*"|=\?[^<]*) <no-reply@parley\.example>\r?$/m)
  expect(received[1]?.data).not.toMatch(/^Bcc:/m)
})

test('a mail that its recipient can end says how, and its signature covers that (RFC 8058)', async () => {
  const { mailer, received } = await start({})
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const dkim = { domainName: 'shop.example', keySelector: 'one', privateKey: key }
  const sender = { address: 'news@shop.example', dkim }
  await mailer.send({ ...mail, sender, unsubscribe: 'https://shop.example/unsubscribe/na/abc' })
  await mailer.send({ ...mail, id: 'event-2', sender })
  const [listed = '', other = ''] = received.map(({ data }) => data.replace(/\r?\n[ \t]+/g, ' '))
  expect(listed).toMatch(/^List-Unsubscribe: <https:\/\/shop\.example\/unsubscribe\/na\/abc>\r?$/m)
  expect(listed).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  const signed = /^DKIM-Signature:.*?\bh=([^;]+);/ims
    .exec(listed)?.[1]
    ?.replace(/\s/g, '')
    .toLowerCase()
    .split(':')
  expect(signed).toEqual(
    expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'from', 'subject']),
  )
  expect(other).toContain('DKIM-Signature')
  expect(other).not.toContain('List-Unsubscribe')
})

test('authenticates if the URL contains a name and password', async () => {
  const { mailer, received } = await start({ asksToSignIn: true }, 'me%40x:p%2Fw@')
  await mailer.send(mail)
  expect(Buffer.from(received[0]?.auth ?? '', 'base64').toString()).toBe('\0me@x\0p/w')
})

test('a refused address is final, and the operator reads why, without address and password', async () => {
  const { mailer, refusals } = await start({ refusesRecipient: true, asksToSignIn: true }, 'me:geheim@')
  expect(await mailer.send(mail)).toBe('refused')
  expect(refusals).toEqual([expect.stringMatching(/550 5\.1\.1 <\(address\)>: No such person/)])
})

test('a refused sign-in is tried again', async () => {
  const { mailer, refusals } = await start({ asksToSignIn: true, refusesSignIn: true }, 'me:geheim@')
  const fault = await mailer.send(mail).then(
    () => undefined,
    (error: Error) => error.message,
  )
  expect(fault).toMatch(/did not take the mail: .*535/)
  expect(fault).not.toContain('geheim')
  expect(refusals).toEqual([])
})

test('a server that does not answer causes a timeout', async () => {
  const { mailer } = await start({ silent: true }, '', 200)
  await expect(mailer.send(mail)).rejects.toThrow(/did not take the mail: ETIMEDOUT/)
})

test('a server that closes the connection or does not exist causes an error, and the next mail is sent anew', async () => {
  const behaviour: Behaviour = { hangsUp: true }
  const { mailer, received, server } = await start(behaviour)
  await expect(mailer.send(mail)).rejects.toThrow(/did not take the mail/)
  behaviour.hangsUp = false
  await mailer.send(mail)
  expect(received).toHaveLength(1)

  const { port } = server.address() as AddressInfo
  const elsewhere = openSmtpMailer({
    url: `smtp://127.0.0.1:${port}`,
    from: 'a@example.com',
    timeoutMs: 2_000,
  })
  for (const entry of open) for (const socket of entry.sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  await expect(elsewhere.send(mail)).rejects.toThrow(/ECONNREFUSED/)
  await elsewhere.close()
})

/** A small mail server (RFC 5321) that records what it receives. */
async function start(behaviour: Behaviour, credentials = '', timeoutMs = 5_000) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (behaviour.hangsUp) return socket.destroy()
    if (!behaviour.silent) converse(socket, behaviour, received)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `smtp://${credentials}127.0.0.1:${port}`
  const refusals: string[] = []
  const onRefused = (reason: string) => refusals.push(reason)
  const mailer = openSmtpMailer({ url, from: 'Parley <no-reply@parley.example>', timeoutMs, onRefused })
  open.push({ server, sockets, mailer })
  return { mailer, received, refusals, server }
}

function converse(socket: Socket, behaviour: Behaviour, received: Received[]): void {
  let current: Received = { from: '', to: '', data: '' }
  let auth: string | undefined
  let inData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 mail.example ready')
  socket.on('data', (chunk) => {
    const lines = (rest + chunk.toString()).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inData) {
        if (line !== '.') current.data += `${line}\n`
        else {
          inData = false
          received.push(auth === undefined ? current : { ...current, auth })
          current = { from: '', to: '', data: '' }
          say('250 kept')
        }
      } else answer(line)
    }
  })

  function answer(line: string): void {
    const address = /<([^>]*)>/.exec(line)?.[1] ?? ''
    if (line.startsWith('EHLO')) {
      socket.write(behaviour.asksToSignIn ? '250-mail.example\r\n250 AUTH PLAIN\r\n' : '250 mail.example\r\n')
    } else if (line.startsWith('AUTH PLAIN ')) {
      auth = line.slice('AUTH PLAIN '.length)
      say(behaviour.refusesSignIn ? '535 5.7.8 Wrong credentials' : '235 welcome')
    } else if (line.startsWith('MAIL FROM')) {
      current.from = address
      say('250 ok')
    } else if (line.startsWith('RCPT TO')) {
      current.to = address
      say(behaviour.refusesRecipient ? `550 5.1.1 <${address}>: No such person` : '250 ok')
    } else if (line === 'DATA') {
      inData = true
      say('354 go on')
    } else if (line === 'QUIT') {
      say('221 bye')
      socket.end()
    } else say('250 ok')
  }
}
