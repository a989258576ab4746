import { describe, expect, test } from 'vitest'
import { readMailReport } from './mail-report.ts'

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))
const ours = 'bounces+n0abc@send.north.example'

/** As Postfix writes it. */
const postfix = (status: string, action = 'failed', diagnostic = `smtp; 550 ${status} User unknown`) =>
  lines(
    'Return-Path: <>',
    'Date: Sat, 28 Nov 2026 10:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mx.parley.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${ours}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4C1F.1764324000/mx.parley.example"',
    'Message-Id: <20261128100000.7D1@mx.parley.example>',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4C1F.1764324000/mx.parley.example',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.parley.example.',
    '',
    `<cleo@example.com>: host mx.example.com[192.0.2.5] said: 550 ${status} User unknown`,
    '',
    '--4C1F.1764324000/mx.parley.example',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.parley.example',
    'X-Postfix-Queue-ID: 4C1F',
    `X-Postfix-Sender: rfc822; ${ours}`,
    'Arrival-Date: Sat, 28 Nov 2026 09:59:59 +0000 (UTC)',
    '',
    'Final-Recipient: rfc822; cleo.real@example.com',
    'Original-Recipient: rfc822;Cleo@Example.com',
    `Action: ${action}`,
    ...(status === '' ? [] : [`Status: ${status}`]),
    'Remote-MTA: dns; mx.example.com',
    `Diagnostic-Code: ${diagnostic}`,
    '    (in reply to RCPT TO command)',
    '',
    '--4C1F.1764324000/mx.parley.example',
    'Content-Description: Undelivered Message',
    'Content-Type: message/rfc822',
    '',
    `Return-Path: <${ours}>`,
    'From: Northwind <no-reply@north.example>',
    'To: cleo.returned@example.com',
    'Subject: Weekly report',
    '',
    'Hello',
    '--4C1F.1764324000/mx.parley.example--',
  )

const exchange = lines(
  'From: Microsoft Outlook <postmaster@contoso.example>',
  `To: <${ours}>`,
  'MIME-Version: 1.0',
  'Content-Type: multipart/report; report-type=delivery-status;',
  ' boundary="_97b3d"',
  'Content-Language: en-US',
  'Message-ID: <6f1c@DB9PR04MB.eurprd04.prod.outlook.example>',
  'In-Reply-To: <e1@north.example>',
  'Subject: Undeliverable: Weekly report',
  'Auto-Submitted: auto-replied',
  '',
  '--_97b3d',
  'Content-Type: multipart/alternative; boundary="_alt"',
  '',
  '--_alt',
  'Content-Type: text/plain; charset="us-ascii"',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Your message to cleo@contoso.example couldn=92t be delivered.',
  '',
  '--_alt',
  'Content-Type: text/html; charset="us-ascii"',
  '',
  '<html><body><p>Your message couldn’t be delivered.</p></body></html>',
  '--_alt--',
  '--_97b3d',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns;DB9PR04MB.eurprd04.prod.outlook.example',
  'Received-From-MTA: dns;mx.parley.example',
  'Arrival-Date: Sat, 28 Nov 2026 10:00:00 +0000',
  '',
  'Original-Recipient: rfc822;cleo@contoso.example',
  'Final-Recipient: rfc822;cleo@contoso.example',
  'Action: failed',
  'Status: 5.1.10',
  'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
  '',
  '--_97b3d',
  'Content-Type: message/rfc822',
  '',
  'From: no-reply@north.example',
  'To: "Cleo" <cleo@contoso.example>',
  '',
  'Hello',
  '--_97b3d--',
)

const gmail = lines(
  `Delivered-To: ${ours}`,
  'Return-Path: <>',
  'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
  `To: ${ours}`,
  'Auto-Submitted: auto-replied',
  'Subject: Delivery Status Notification (Failure)',
  'X-Failed-Recipients: cleo@example.com',
  'Message-ID: <69294.17.0a22@mx.google.com>',
  'Content-Type: multipart/report; boundary="000000000000c0"; report-type=delivery-status',
  '',
  '--000000000000c0',
  'Content-Type: multipart/related; boundary="000000000000c1"',
  '',
  '--000000000000c1',
  'Content-Type: text/html; charset="UTF-8"',
  '',
  '<html><body>Address not found</body></html>',
  '--000000000000c1--',
  '--000000000000c0',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; googlemail.com',
  'Arrival-Date: Sat, 28 Nov 2026 02:00:00 -0800 (PST)',
  'X-Original-Message-ID: <e1@north.example>',
  '',
  'Final-Recipient: rfc822; cleo@example.com',
  'Action: failed',
  'Status: 5.0.0',
  'Remote-MTA: dns; mx.example.com. (192.0.2.5, the server for the domain example.com.)',
  'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try',
  " 550-5.1.1 double-checking the recipient's email address for typos",
  'Last-Attempt-Date: Sat, 28 Nov 2026 02:00:01 -0800 (PST)',
  '',
  '--000000000000c0',
  'Content-Type: text/rfc822-headers',
  '',
  'From: no-reply@north.example',
  'To: cleo@example.com',
  '--000000000000c0--',
)

const qmail = (said: string) =>
  lines(
    'Return-Path: <>',
    'From: MAILER-DAEMON@mail.example.com',
    `To: ${ours}`,
    'Subject: failure notice',
    '',
    'Hi. This is the qmail-send program at mail.example.com.',
    "I'm afraid I wasn't able to deliver your message to the following addresses.",
    "This is a permanent error; I've given up. Sorry it didn't work out.",
    '',
    '<cleo@example.com>:',
    said,
    '',
    '--- Below this line is a copy of the message.',
    '',
    `Return-Path: <${ours}>`,
    'To: cleo@example.com',
  )

const complaint = (type: string, rcpt = 'Original-Rcpt-To: <cleo@example.com>') =>
  lines(
    'From: <abusedesk@mailbox.example>',
    'Subject: FW: Weekly report',
    'To: <complaints@bounces.parley.example>',
    'Message-ID: <fbl-1@mailbox.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report;',
    '     boundary="part1_13d.2e68ed54_boundary"',
    '',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: text/plain; charset="US-ASCII"',
    '',
    'This is an email abuse report.',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    `Original-Mail-From: <${ours}>`,
    rcpt,
    'Received-Date: Sat, 28 Nov 2026 10:00:00 +0000',
    'Source-IP: 192.0.2.1',
    '--part1_13d.2e68ed54_boundary',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    `Return-Path: <${ours}>`,
    'From: Northwind <no-reply@north.example>',
    'To: <cleo.returned@example.com>',
    '',
    'Hello',
    '--part1_13d.2e68ed54_boundary--',
  )

const read = (mail: Buffer) => readMailReport(mail)
const bounce = (status: string) => ({ kind: 'bounce', status })

describe('a notification', () => {
  test('of Postfix names whom the mail went to, by every name', async () => {
    expect(await read(postfix('5.1.1'))).toEqual({
      id: '<20261128100000.7D1@mx.parley.example>',
      addresses: ['cleo@example.com', 'cleo.real@example.com', 'cleo.returned@example.com'],
      report: bounce('5.1.1'),
    })
    expect(await read(postfix('4.4.1'))).toMatchObject({ report: bounce('4.4.1') })
  })
  test('of Exchange, in languages and HTML', async () => {
    expect(await read(exchange)).toMatchObject({
      ...{ addresses: ['cleo@contoso.example'], report: bounce('5.1.10') },
    })
  })
  test('of Gmail, whose answer says more than its status, with headers alone', async () => {
    expect(await read(gmail)).toMatchObject({ addresses: ['cleo@example.com'], report: bounce('5.1.1') })
  })
  test('without a status is read by the answer of the server', async () => {
    expect(await read(postfix('', 'failed', 'smtp; 554 delivery error'))).toMatchObject({
      report: bounce('5.0.0'),
    })
    expect(await read(postfix('', 'failed', 'X-Unix; none'))).toBe('ignored')
  })
  test.each(['delayed', 'delivered', 'relayed', 'expanded'])(
    'that a mail is %s is none of a bounce',
    async (action) => {
      expect(await read(postfix('4.4.1', action))).toBe('ignored')
    },
  )
})

describe('a notice without a notification', () => {
  test.each([
    ['Sorry, no mailbox here by that name. (#5.1.1)', '5.1.1'],
    ['192.0.2.5 does not like recipient.\r\nRemote host said: 550 sorry, no such user', '5.0.0'],
    ['Connected to 192.0.2.5 but greylisted. (#4.4.2)', '4.4.2'],
  ])('%j has the status %s', async (said, status) => {
    const found = await read(qmail(said))
    expect(found).toMatchObject({ report: bounce(status) })
    expect(found).toHaveProperty('addresses', expect.arrayContaining(['cleo@example.com']))
  })
  test('needs the code of an answer', async () => {
    expect(await read(qmail('Sorry, it did not work out.'))).toBe('ignored')
  })
})

describe('a complaint', () => {
  test('names the return path of the mail and whom it went to', async () => {
    expect(await read(complaint('abuse'))).toEqual({
      id: '<fbl-1@mailbox.example>',
      addresses: ['cleo@example.com', 'cleo.returned@example.com'],
      report: { kind: 'complaint', returnPaths: [ours, ours] },
    })
    // Most providers leave out the address.
    expect(await read(complaint('fraud', 'Original-Rcpt-To: redacted'))).toMatchObject({
      addresses: ['cleo.returned@example.com'],
    })
  })
  test.each(['not-spam', 'auth-failure', ''])('of the type %j is none', async (type) => {
    expect(await read(complaint(type))).toBe('ignored')
  })
})

describe('what people and machines write is ignored', () => {
  const answer = (...headers: string[]) =>
    lines(
      ...headers,
      'Subject: Re: Weekly report',
      '',
      'I am away until 5.1.1, call 550 123. cleo@example.com',
    )
  test.each([
    ['an answer', answer('From: cleo@example.com')],
    ['an auto-reply', answer('From: postmaster@example.com', 'Auto-Submitted: auto-replied')],
    ['nothing', Buffer.alloc(0)],
  ])('%s', async (_, mail) => {
    expect(await read(mail)).toBe('ignored')
  })
  test('and what is nested too deeply is unreadable', async () => {
    const endless = lines(`X-Endless: ${'word '.repeat(30_000)}`, '', 'Hello')
    expect(await read(endless)).toBe('unreadable')
  })
})
