/** An address that takes no mail: the team sees that the reply did not arrive, and it is not sent again and again. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { startTestPlatform } from './src/test-platform.ts'

test('a reply to an address that takes no mail, or beyond the mails of a day, is shown as not delivered', async () => {
  const mails: string[] = []
  const refused: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _, callback) {
      if (!address.startsWith('gone@')) return callback()
      refused.push(address)
      callback(Object.assign(new Error('No such person'), { responseCode: 550 }))
    },
    onData(stream, _, callback) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        mails.push(Buffer.concat(chunks).toString())
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const env = {
    REGIONS: 'na',
    REPLY_MAIL_MINUTES: '0.05',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Parley <no-reply@parley.example>',
  }
  const parley = await startTestPlatform(env, { quotas: { replyMails: 1 } })
  try {
    const { requestId } = await parley.client().call('auth.requestSignUp', {
      body: { email: 'owner@example.com' },
    })
    const code = () => /Subject: (\d{6}) /.exec(mails.join('\n'))?.[1]
    await expect.poll(code, { timeout: 10_000 }).toBeDefined()
    const person = { email: 'owner@example.com', password: 'long enough', displayName: 'Ada' }
    const { token } = await parley.client().call('auth.signUp', {
      body: { ...person, region: 'na', requestId, code: code() ?? '' },
    })
    const owner = parley.client(token)
    const place = { region: 'na', agentId: 'refusedmail00001' } as const
    await owner.call('agents.save', {
      params: place,
      body: { title: 'Lamps', enableNodes: false, enableHumanHandoff: true },
    })
    const started = await parley.client().call('conversations.start', { params: place, body: {} })
    const params = { ...place, conversationId: started.conversationId }
    const visitor = parley.client(started.visitorToken)
    await visitor.call('conversations.send', { params, body: { id: 'm1', text: 'agent please' } })
    await visitor.call('conversations.send', { params, body: { id: 'm2', text: 'gone@visitor.example' } })
    await owner.call('conversations.reply', { params, body: { id: 'r1', text: 'How can I help?' } })
    const reply = async () =>
      (await owner.call('conversations.get', { params })).transcript.findLast(({ role }) => role === 'human')
    await expect
      .poll(reply, { timeout: 30_000 })
      .toMatchObject({ deliveryState: 'failed', deliveryFailure: 'refused' })
    expect(refused).toEqual(['gone@visitor.example'])
    // The workspace has sent the mails of its day.
    await owner.call('conversations.reply', { params, body: { id: 'r2', text: 'Are you there?' } })
    await expect
      .poll(reply, { timeout: 30_000 })
      .toMatchObject({ deliveryState: 'failed', deliveryFailure: 'limit-reached' })
    expect(refused).toEqual(['gone@visitor.example'])
  } finally {
    await parley.stop()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})
