import type { CampaignContactEvent } from '@parley/contracts/campaign/events.ts'
import { given } from '@parley/kernel/commands/specification.ts'
import { test } from 'vitest'
import { contact } from './contact.decider.ts'

const now = '2026-11-21T12:00:00.000Z'
const written = (recipientId: string, at: string, step = 0): CampaignContactEvent => ({
  type: 'CampaignContactWritten',
  data: { at, contactKey: 'k1', campaignId: `of-${recipientId}`, recipientId, step },
})
const write = (recipientId: string, step = 0) =>
  ({
    ...({ type: 'WriteToContact', contactKey: 'k1', campaignId: `of-${recipientId}` } as const),
    ...{ recipientId, step, cap: { messages: 2, days: 7 } },
  }) as const
const optedOut: CampaignContactEvent = {
  type: 'CampaignContactOptedOut',
  data: { at: now, contactKey: 'k1', medium: 'email', address: 'ada@example.com', by: 'link' },
}
const optOut = {
  ...({ type: 'OptOutContact', contactKey: 'k1', medium: 'email', by: 'link' } as const),
  address: 'ada@example.com',
} as const

test('counts messages of all campaigns within the days', () => {
  const [monday, friday] = ['2026-11-16T12:00:00.000Z', '2026-11-20T12:00:00.000Z']
  given(contact, written('r1', monday)).when(write('r2')).then(written('r2', now))
  given(contact, written('r1', monday), written('r2', friday)).when(write('r3')).thenRejected('frequency-cap')
  given(contact, written('r1', '2026-11-01T12:00:00.000Z'), written('r2', friday))
    .when(write('r3'))
    .then(written('r3', now))
})

test('the same message counts once, whatever the cap', () => {
  given(contact, written('r1', now), written('r2', now)).when(write('r2')).thenNothing()
})

test('nobody who opted out is written to until they allow it', () => {
  given(contact).when(optOut).then(optedOut)
  given(contact, optedOut).when(optOut).thenNothing()
  given(contact, optedOut).when(write('r1')).thenRejected('opted-out')
  const optedIn: CampaignContactEvent = {
    type: 'CampaignContactOptedIn',
    data: { at: now, contactKey: 'k1' },
  }
  given(contact, optedOut).when({ type: 'OptInContact', contactKey: 'k1' }).then(optedIn)
  given(contact, optedOut, optedIn).when(write('r1')).then(written('r1', now))
  given(contact).when({ type: 'OptInContact', contactKey: 'k1' }).thenRejected('not-found')
})
