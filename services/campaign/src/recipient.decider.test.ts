import type { CampaignRecipientEvent } from '@parley/contracts/campaign/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { expect, test } from 'vitest'
import { type RecipientCommand, recipient } from './recipient.decider.ts'

const at = '2026-11-21T12:00:00.000Z'
const of = { listId: 'c1', at }
const about = {
  ...{ listId: 'c1', campaignId: 'c1', recipientId: 'r1', contactKey: 'k1', medium: 'email' as const },
  ...{ address: 'ada@example.com', variables: { name: 'Ada' }, variant: 'a' as const, importId: 'i1' },
}
const added: CampaignRecipientEvent = { type: 'CampaignRecipientAdded', data: { ...about, at } }
const written = (step: number, dueAt?: string): CampaignRecipientEvent => ({
  type: 'CampaignMessageWritten',
  data: { ...of, step, messageId: `m${step}`, sent: false, ...(dueAt === undefined ? {} : { dueAt }) },
})
const failed: CampaignRecipientEvent = {
  type: 'CampaignMessageFailed',
  data: { ...of, step: 0, reason: 'unreachable' },
}
const delivered = (state: 'sent' | 'delivered' | 'read'): CampaignRecipientEvent => ({
  type: 'CampaignMessageDelivered',
  data: { ...of, step: 0, state },
})
const answered: CampaignRecipientEvent = {
  type: 'CampaignAnswered',
  data: { ...of, conversationId: 'v1' },
}
const write = (step: number, dueAt?: string): RecipientCommand => ({
  ...{ type: 'RecordWritten', step, messageId: `m${step}`, sent: false },
  ...(dueAt === undefined ? {} : { dueAt }),
})

test('is added once', () => {
  given(recipient)
    .when({ type: 'AddRecipient', ...about })
    .then(added)
  given(recipient, added)
    .when({ type: 'AddRecipient', ...about })
    .thenNothing()
})

test('each step is recorded once, in order, until none follows', () => {
  given(recipient, added).when(write(0, at)).then(written(0, at))
  given(recipient, added, written(0, at)).when(write(0, at)).thenNothing()
  given(recipient, added, written(0, at)).when(write(1)).then(written(1))
  given(recipient, added, written(0)).when(write(1)).thenNothing()
})

test('an answer ends the steps', () => {
  const after = given(recipient, added, written(0, at), answered)
  expect(after.state).toMatchObject({ state: 'answered', open: false })
  after.when(write(1)).thenNothing()
  after.when({ type: 'RecordAnswer', conversationId: 'v1' }).thenNothing()
})

test('states come in any order, and the furthest counts', () => {
  const say = (state: 'sent' | 'delivered' | 'read'): RecipientCommand => ({
    ...{ type: 'RecordDelivery', step: 0, state },
  })
  given(recipient, added, written(0)).when(say('read')).then(delivered('read'))
  given(recipient, added, written(0), delivered('read')).when(say('delivered')).thenNothing()
  given(recipient, added, written(0), answered).when(say('read')).thenNothing()
})

test('a channel that could not deliver is a failure, unless more is known', () => {
  const say = { type: 'RecordDelivery', step: 0, state: 'failed', reason: 'blocked' } as const
  given(recipient, added, written(0, at))
    .when(say)
    .then({ type: 'CampaignMessageFailed', data: { ...of, step: 0, reason: 'blocked' } })
  given(recipient, added, written(0), delivered('read')).when(say).thenNothing()
})

test('a failure that is known before it is recorded that the message was written counts, too', () => {
  const say = { type: 'RecordDelivery', step: 0, state: 'failed', reason: 'blocked' } as const
  const blocked: CampaignRecipientEvent = {
    type: 'CampaignMessageFailed',
    data: { ...of, step: 0, reason: 'blocked' },
  }
  given(recipient, added).when(say).then(blocked)
  given(recipient, added, blocked)
    .when({ type: 'RecordWritten', step: 0, messageId: 'campaign-r1-0', sent: false, dueAt: at })
    .thenNothing()
  given(recipient, added, blocked).when(say).thenNothing()
  given(recipient, added)
    .when({ ...say, step: 1 })
    .thenNothing()
})

test('only what may pass is tried again, as a message of its own', () => {
  const retried: CampaignRecipientEvent = { type: 'CampaignRecipientRetried', data: { ...of, dueAt: at } }
  given(recipient, added, failed).when({ type: 'Retry' }).then(retried)
  const refused: CampaignRecipientEvent = {
    type: 'CampaignMessageFailed',
    data: { ...of, step: 0, reason: 'refused' },
  }
  given(recipient, added, refused).when({ type: 'Retry' }).thenNothing()
  const again = given(recipient, added, failed, retried)
  expect(again.state).toMatchObject({ state: 'queued', step: 0, open: true, retries: 1 })
})

test('whoever opted out gets nothing more', () => {
  const optedOut: CampaignRecipientEvent = {
    type: 'CampaignRecipientOptedOut',
    data: { ...of, by: 'word' },
  }
  given(recipient, added, written(0, at)).when({ type: 'OptOut', by: 'word' }).then(optedOut)
  given(recipient, added, optedOut).when(write(0)).thenNothing()
})

test('nothing is recorded of one that was removed', () => {
  const removed: CampaignRecipientEvent = { type: 'CampaignRecipientRemoved', data: of }
  given(recipient, added).when({ type: 'RemoveRecipient' }).then(removed)
  given(recipient, added, removed).when(write(0)).thenRejected('not-found')
  given(recipient, added, removed)
    .when({ type: 'AddRecipient', ...about })
    .thenNothing()
})
