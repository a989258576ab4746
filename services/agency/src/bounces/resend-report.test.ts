import { expect, test } from 'vitest'
import { reportFromResend } from './resend-report.ts'

const data = { to: ['cleo@example.com'], tags: { return_path: 'n0' } }
const statusOf = (bounce: { type?: string; subType?: string } | undefined) =>
  reportFromResend({ type: 'email.bounced', data: { ...data, bounce } })?.report

test('only a permanent bounce has a status that ends the sending', () => {
  expect(statusOf({ type: 'Permanent', subType: 'NoEmail' })).toEqual({ kind: 'bounce', status: '5.1.1' })
  expect(statusOf({ type: 'Permanent', subType: 'General' })).toEqual({ kind: 'bounce', status: '5.0.0' })
  expect(statusOf({ type: 'Transient', subType: 'MailboxFull' })).toEqual({ kind: 'bounce', status: '4.2.2' })
  expect(statusOf({ type: 'Undetermined' })).toEqual({ kind: 'bounce', status: '4.0.0' })
  expect(statusOf(undefined)).toEqual({ kind: 'bounce', status: '4.0.0' })
})

test('a complaint is one, and whatever else is delivered is nothing', () => {
  expect(reportFromResend({ type: 'email.complained', data })).toMatchObject({
    addresses: ['cleo@example.com'],
    returnPath: 'bounces+n0',
    report: { kind: 'complaint' },
  })
  expect(reportFromResend({ type: 'email.delivered', data })).toBeUndefined()
  expect(reportFromResend({ type: 'email.bounced', data: { to: data.to } })).toBeUndefined()
})
