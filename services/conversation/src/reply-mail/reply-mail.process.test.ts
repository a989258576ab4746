import type { ReplyMailInput } from '@parley/contracts/conversation/reply-mail-events.ts'
import { givenProcess } from '@parley/kernel/process-managers/process-specification.ts'
import { describe, it } from 'vitest'
import { replyMailProcess } from './reply-mail.process.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms).toISOString()
const process = replyMailProcess(180_000)
const written = (messageId: string): ReplyMailInput => ({ type: 'ReplyWritten', messageId })
const passed = { type: 'DeadlinePassed', name: 'send' } as const
const put = (ms: number) => ({ deadlines: [{ name: 'send', due: inMs(ms) }] })

describe('replies to a visitor who left', () => {
  it('wait for the visitor, and for further replies', () => {
    givenProcess(process).when(written('r1'), NOW).then(put(180_000))
    givenProcess(process, written('r1')).when(written('r2'), NOW).then(put(180_000))
  })

  it('are mailed together', () => {
    givenProcess(process, written('r1'), written('r2'))
      .when(passed, NOW)
      .then({ effects: [{ type: 'MailReplies', messageIds: ['r1', 'r2'] }] })
    givenProcess(process, written('r1'), passed, { type: 'MailSent', messageIds: ['r1'] }, written('r2'))
      .when(passed, NOW)
      .then({ effects: [{ type: 'MailReplies', messageIds: ['r2'] }] })
  })

  it('are not put off for ever by somebody who goes on writing', () => {
    const six = ['r1', 'r2', 'r3', 'r4', 'r5', 'r6'].map(written)
    givenProcess(process, ...six.slice(0, 5))
      .when(written('r6'), NOW)
      .then(put(180_000))
    givenProcess(process, ...six)
      .when(written('r7'), NOW)
      .then({})
  })

  it('are tried again with growing pauses while the mail server is away, but not for ever', () => {
    const postponed: ReplyMailInput = { type: 'MailPostponed', messageIds: ['r1'] }
    givenProcess(process, written('r1'), passed).when(postponed, NOW).then(put(60_000))
    givenProcess(process, written('r1'), passed, postponed, passed).when(postponed, NOW).then(put(120_000))
    givenProcess(process, written('r1'), passed, postponed)
      .when(passed, NOW)
      // It counts once against the mails of a day.
      .then({ effects: [{ type: 'MailReplies', messageIds: ['r1'], counted: true }] })
    const tries = Array.from({ length: 10 }, () => [passed, postponed]).flat()
    givenProcess(process, written('r1'), ...tries)
      .when(postponed, NOW)
      .then({ commands: [{ type: 'RecordNotMailed', messageIds: ['r1'], reason: 'expired' }] })
    givenProcess(process, written('r1'), ...tries, passed, postponed, written('r2'))
      .when(passed, NOW)
      .then({ effects: [{ type: 'MailReplies', messageIds: ['r2'] }] })
  })

  it('are recorded as not sent if no further mail may be sent on that day', () => {
    givenProcess(process, written('r1'), passed)
      .when({ type: 'MailRefused', messageIds: ['r1'], reason: 'limit-reached' }, NOW)
      .then({ commands: [{ type: 'RecordNotMailed', messageIds: ['r1'], reason: 'limit-reached' }] })
  })

  it('are recorded as not sent if the address takes no mail', () => {
    givenProcess(process, written('r1'), passed)
      .when({ type: 'MailRefused', messageIds: ['r1'] }, NOW)
      .then({ commands: [{ type: 'RecordNotMailed', messageIds: ['r1'], reason: 'refused' }] })
  })

  it('are recorded as sent', () => {
    givenProcess(process, written('r1'), passed)
      .when({ type: 'MailSent', messageIds: ['r1'] }, NOW)
      .then({ commands: [{ type: 'RecordMailed', messageIds: ['r1'] }] })
  })
})
