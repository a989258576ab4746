/** One message to one recipient, on the embedded engines: what a kill between sending and its record leads to. */
import { ofMessage } from '@parley/contracts/campaign/message-id.ts'
import type { CampaignSettings } from '@parley/contracts/campaign/settings.ts'
import { openTestRegion, type TestRegion } from '@parley/engines/test-region.ts'
import { beforeEach, expect, test } from 'vitest'
import { contactKeys } from '../audience/addresses.ts'
import type { Campaign } from '../campaign.decider.ts'
import { contact } from '../contact.decider.ts'
import { contactSubject, recipient } from '../recipient.decider.ts'
import type { CampaignMessage, CampaignSender, SentMessage } from '../senders.ts'
import { commandContext, sendToRecipient } from './send-to-recipient.ts'

const tenant = 'workspace1'
const recipientId = 'abcdefghijklmnopqrst'
const keys = contactKeys(Buffer.alloc(32, 1))
const contactKey = keys.of(tenant, 'email', 'ada@example.com')
const settings: CampaignSettings = {
  ...{ name: 'Spring', agentId: 'desk', medium: 'email', timeZone: 'UTC' },
  steps: [
    { afterHours: 0, a: { subject: 'Hi {{name}}', text: 'Hello {{name}}' } },
    { afterHours: 24, a: { subject: 'Again', text: 'Still there?' } },
  ],
  ...{ audience: { kind: 'list' }, schedule: { kind: 'now' } },
}
const startedAt = '2026-11-29T09:00:00.000Z'
const campaign: Campaign = { standing: 'running', campaignId: 'c1', listId: 'c1', settings, startedAt }

let region: TestRegion
let sent: CampaignMessage[]
let became: SentMessage
const sender: CampaignSender = {
  isReady: async () => true,
  async send(message) {
    sent.push(message)
    return became
  },
}

beforeEach(async () => {
  region = await openTestRegion()
  sent = []
  became = { became: 'written', sent: true }
  const added = {
    ...{ listId: 'c1', campaignId: 'c1', recipientId, contactKey, medium: 'email' as const },
    ...{ address: 'ada@example.com', variables: { name: 'Ada' }, variant: 'a' as const, importId: 'i1' },
  }
  const context = { ...commandContext(tenant, 'c1', 'add'), subject: contactSubject(contactKey) }
  await region.handle(recipient, recipientId, { type: 'AddRecipient', ...added }, context)
  return () => region.close()
})
const deps = (handle = region.handle, now = Date.parse(startedAt) + 1_000) => ({
  ...{ handle, load: region.load, refresh: region.commands.refresh, keys },
  now: () => now,
})
const send = (of = deps()) => sendToRecipient(of, sender, campaign, { tenant, recipientId })
const state = async () => (await region.load(recipient, recipientId, tenant))?.state

test('is filled in, sent and recorded once', async () => {
  expect(await send()).toBe('written')
  expect(sent).toMatchObject([{ address: 'ada@example.com', subject: 'Hi Ada', text: 'Hello Ada' }])
  expect(await send()).toBe('later')
  expect(sent).toHaveLength(1)
})

test('a kill between sending and its record sends it again under the same id, and counts it once', async () => {
  const killed: typeof region.handle = (aggregate, id, command, context) => {
    if (Object(command).type === 'RecordWritten') throw new Error('killed')
    return region.handle(aggregate, id, command, context)
  }
  await expect(send(deps(killed))).rejects.toThrow('killed')
  expect(await send()).toBe('written')
  const [first, second, ...others] = sent.map(({ messageId }) => messageId)
  expect(others).toEqual([])
  expect(second).toBe(first)
  expect(ofMessage(first ?? '')).toEqual({ recipientId, step: 0 })
  expect((await region.load(contact, contactKey, tenant))?.state.written).toHaveLength(1)
})

test('what may pass is tried again later, up to a bound', async () => {
  became = { became: 'postponed' }
  let now = Date.parse(startedAt) + 1_000
  for (let tries = 0; tries < 10; tries++) {
    expect(await send(deps(region.handle, now))).toBe('later')
    now += 3_600_000
  }
  expect(await send(deps(region.handle, now))).toBe('failed')
  expect(await state()).toMatchObject({ state: 'failed', reason: 'unreachable' })
})

test('waits as long as the other side asks', async () => {
  became = { became: 'postponed', afterMs: 1_800_000 }
  expect(await send()).toBe('later')
  expect(await state()).toMatchObject({ dueAt: new Date(Date.parse(startedAt) + 1_801_000).toISOString() })
})

test('a channel that is gone leaves the recipient as they are', async () => {
  became = { became: 'channel-gone' }
  expect(await send()).toBe('channel-gone')
  expect(await state()).toMatchObject({ state: 'queued', open: true, step: 0 })
})
