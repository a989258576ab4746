/** An address that takes no mail: the team sees that the reply did not arrive, and it is not sent again and again. */
import { expect, test } from 'vitest'
import { startMailServer } from './src/mail-server.ts'
import { signUpWith, startTestPlatform } from './src/test-platform.ts'

test('a reply to an address that takes no mail, or beyond the mails of a day, is shown as not delivered', async () => {
  const refused: string[] = []
  const mails = await startMailServer({
    refuseRecipient(address) {
      if (!address.startsWith('gone@')) return undefined
      refused.push(address)
      return 'No such person'
    },
  })
  const env = {
    REGIONS: 'na',
    REPLY_MAIL_MINUTES: '0.05',
    SMTP_URL: mails.url,
    MAIL_FROM: 'Parley <no-reply@parley.example>',
  }
  const parley = await startTestPlatform(env, { quotas: { replyMails: 1 } })
  try {
    const owner = (await signUpWith(parley.client, mails.codes)).client
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
    await mails.close()
  }
})
