import { projected } from '@parley/kernel/read-models/projection-specification.ts'
import { expect, test } from 'vitest'
import { campaignRecipientsProjection } from './campaign-recipients.projection.ts'
import { campaignsProjection } from './campaigns.projection.ts'
import { suppressedContactsProjection } from './suppressed-contacts.projection.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 29, 9, 0, seconds)).toISOString()
const of = (type: string, seconds: number, data: object = {}) => ({
  ...{ type, stream: 'campaignrecipient-r1' },
  data: { listId: 'l1', at: at(seconds), ...data },
})
const added = of('CampaignRecipientAdded', 0, {
  ...{ campaignId: 'c1', recipientId: 'r1', contactKey: 'k1', medium: 'email', address: 'sealed' },
  ...{ variables: 'sealed', variant: 'a', importId: 'i1' },
})
const recipientOf = (...events: object[]) =>
  projected(campaignRecipientsProjection, [added, ...events] as never).get('r1')

test('is due from the beginning, then at the time of each step, until none follows', () => {
  expect(recipientOf()).toMatchObject({ state: 'queued', sent: 0, dueAt: at(0), address: 'sealed' })
  const first = of('CampaignMessageWritten', 1, { step: 0, sent: true, dueAt: at(60) })
  expect(recipientOf(first)).toMatchObject({ state: 'sent', sent: 1, dueAt: at(60) })
  expect(recipientOf(of('CampaignMessagePostponed', 1, { step: 0, dueAt: at(90) }))?.dueAt).toBe(at(90))
  const last = of('CampaignMessageWritten', 60, { step: 1, sent: true })
  expect(recipientOf(first, last)).not.toHaveProperty('dueAt')
})

test('has how far the messages have come, and why one failed', () => {
  const written = of('CampaignMessageWritten', 1, { step: 0, sent: false, conversationId: 'v1' })
  expect(recipientOf(written)).toMatchObject({ state: 'queued', conversationId: 'v1' })
  expect(recipientOf(written, of('CampaignMessageDelivered', 2, { step: 0, state: 'read' }))?.state).toBe(
    'read',
  )
  const failed = of('CampaignMessageFailed', 3, { step: 0, reason: 'blocked' })
  expect(recipientOf(written, failed)).toMatchObject({ state: 'failed', reason: 'blocked', sent: 0 })
  const retried = recipientOf(written, failed, of('CampaignRecipientRetried', 4, { dueAt: at(4) }))
  expect(retried).toMatchObject({ state: 'queued', dueAt: at(4) })
  expect(retried).not.toHaveProperty('reason')
  const answered = of('CampaignAnswered', 5, { conversationId: 'v1' })
  expect(
    recipientOf(of('CampaignMessageWritten', 1, { step: 0, sent: true, dueAt: at(60) }), answered),
  ).toEqual(expect.not.objectContaining({ dueAt: expect.anything() }))
  expect(recipientOf(written, of('CampaignRecipientRemoved', 6))).toBeUndefined()
})

test('is sent once the conversation says so, in whichever order, and is not taken back', () => {
  const told = (messageId: string, state: string) => ({
    ...{ type: 'MessageDeliveryChanged', stream: 'conversation-v1' },
    data: { at: at(2), messageId, state },
  })
  const recipientId = 'r1'.padEnd(20, '1')
  const here = { ...added, stream: `campaignrecipient-${recipientId}` }
  const after = (...events: object[]) =>
    projected(campaignRecipientsProjection, [here, ...events] as never).get(recipientId)
  const written = { ...of('CampaignMessageWritten', 1, { step: 0, sent: false }), stream: here.stream }
  const sent = told(`campaign-${recipientId}-0`, 'sent')
  expect(after(written, sent)).toMatchObject({ state: 'sent', sent: 1, changedAt: at(2) })
  expect(after(sent, written)).toMatchObject({ state: 'sent', sent: 1 })
  const read = {
    ...of('CampaignMessageDelivered', 3, { step: 0, state: 'read' }),
    stream: here.stream,
  }
  expect(after(written, read, sent)?.state).toBe('read')
  expect(after(written, told('m1', 'sent'))?.state).toBe('queued')
  expect(after(written, told(`campaign-${recipientId}-0`, 'failed'))?.state).toBe('queued')
})

test('a campaign says why it is paused, and is gone once deleted', () => {
  const ofCampaign = (type: string, data: object = {}) => ({
    ...{ type, stream: 'campaign-c1' },
    data: { agentId: 'a1', at: at(0), ...data },
  })
  const created = ofCampaign('CampaignCreated', {
    ...{ campaignId: 'c1', listId: 'c1', settings: { medium: 'email', name: 'sealed' } },
  })
  const started = ofCampaign('CampaignStarted', { listId: 'c1', fromLeads: false, live: false })
  const paused = ofCampaign('CampaignPaused', { reason: 'channel' })
  const documents = (...events: object[]) => projected(campaignsProjection, events as never).get('c1')
  expect(documents(created, started, paused)).toMatchObject({ state: 'paused', pausedBy: 'channel' })
  expect(documents(created, started, paused, ofCampaign('CampaignResumed'))).not.toHaveProperty('pausedBy')
  expect(documents(created, ofCampaign('CampaignDeleted', { listId: 'c1' }))).toBeUndefined()
})

test('an address that is allowed again is not listed', () => {
  const data = { at: at(0), contactKey: 'k1', medium: 'email', address: 'sealed', by: 'link' }
  const out = { type: 'CampaignContactOptedOut', stream: 'campaigncontact-k1', data }
  const back = { ...out, type: 'CampaignContactOptedIn', data: { at: at(1), contactKey: 'k1' } }
  expect(projected(suppressedContactsProjection, [out] as never).get('k1')).toEqual(data)
  expect(projected(suppressedContactsProjection, [out, back] as never).size).toBe(0)
})
