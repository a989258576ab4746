/** One notification to one visitor: what push services answer, and what becomes of the message. */
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { beforeEach, expect, test } from 'vitest'
import { commandContext } from '../run/send-to-recipient.ts'
import { pushSender } from './send-by-push.ts'
import { visitorPush, visitorPushId, visitorSubject } from './visitor-push.decider.ts'

const tenant = 'workspace1'
const of = { agentId: 'desk', visitorId: 'ada' }
const settings: CampaignSettings = {
  ...{ name: 'Spring', agentId: 'desk', medium: 'push', timeZone: 'UTC' },
  steps: [{ afterHours: 0, a: { subject: 'Hi', text: 'Tea?' } }],
  ...{ audience: { kind: 'visitors', live: false }, schedule: { kind: 'now' } },
}
type Outcome = 'sent' | 'gone' | 'refused' | 'unreachable'

let region: TestRegion
let outcomes: Outcome[]
let written: string[]
beforeEach(async () => {
  region = await openTestRegion()
  written = []
  for (const nth of [0, 1]) {
    const keys = { endpoint: `https://push.example/${nth}`, p256dh: 'p', auth: 'a' }
    const subscription = { subscriptionId: `s${nth}`, conversationId: 'c1', ...keys }
    const context = { ...commandContext(tenant, 'c1', `allow/${nth}`), subject: visitorSubject(of) }
    await region.handle(visitorPush, visitorPushId(of), { type: 'AllowPush', ...of, subscription }, context)
  }
  return () => region.close()
})

function send(page = 'https://shop.example/') {
  const sent: unknown[] = []
  const sender = pushSender({
    ...{ handle: region.handle, load: region.load, refresh: region.commands.refresh },
    async sendPush({ endpoint }, payload) {
      sent.push(payload)
      const outcome = outcomes[Number(endpoint.at(-1))] ?? 'sent'
      return outcome === 'unreachable' ? { outcome, afterMs: 60_000 } : { outcome }
    },
    async writeUnasked(_, { messageId }) {
      written.push(messageId)
      return { ok: true, conversationId: 'c1' }
    },
    pageOf: async () => page,
    chatOf: async () => 'https://chat.example/',
  })
  const became = sender.send({
    ...{ context: commandContext(tenant, 'c1', 'm1'), campaignId: 'c1', settings, messageId: 'm1' },
    ...{ address: 'ada', contactKey: 'k', subject: 'Hi', text: 'Tea?', variables: { secret: 'parrot' } },
    conversationId: 'c1',
  })
  return became.then((state) => ({ state, sent }))
}
const left = async () =>
  (await region.load(visitorPush, visitorPushId(of), tenant))?.state.subscriptions.map(
    ({ subscriptionId }) => subscriptionId,
  )

test('says what the campaign says and where a click leads, in every browser, and once in the conversation', async () => {
  outcomes = ['sent', 'sent']
  const { state, sent } = await send()
  expect(state).toEqual({ became: 'written', sent: true, conversationId: 'c1' })
  const payload = { title: 'Hi', body: 'Tea?', tag: 'm1', url: 'https://shop.example/' }
  expect(sent).toEqual([payload, payload])
  expect(written).toEqual(['m1'])
  expect((await send('')).sent).toMatchObject([{ url: 'https://chat.example/' }, {}])
})

test.each<[Outcome[], object, string[]]>([
  [['gone', 'sent'], { became: 'written' }, ['s1']],
  [['gone', 'gone'], { became: 'failed', reason: 'no-subscription' }, []],
  [['refused', 'gone'], { became: 'failed', reason: 'refused' }, ['s0']],
  [['unreachable', 'refused'], { became: 'postponed', afterMs: 60_000 }, ['s0', 's1']],
  [['unreachable', 'sent'], { became: 'written' }, ['s0', 's1']],
])('%s', async (answered, expected, kept) => {
  outcomes = answered
  expect((await send()).state).toMatchObject(expected)
  expect(await left()).toEqual(kept)
  expect(written).toHaveLength(Object(expected).became === 'written' ? 1 : 0)
})
