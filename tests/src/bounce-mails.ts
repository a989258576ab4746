/** What mail servers send back, and the delivery of a mail to an inbound port. */
import { createTransport } from 'nodemailer'

/** A notification as Postfix writes it. */
export const notification = (of: { to: string; status?: string; id?: string }) => {
  const { to, status = '5.1.1', id = 'dsn-1' } = of
  return [
    'From: MAILER-DAEMON@mx.example (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="B"',
    `Message-Id: <${id}@mx.example>`,
    '',
    '--B',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is the mail system at host mx.example.',
    '--B',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example',
    '',
    `Final-Recipient: rfc822; ${to}`,
    'Action: failed',
    `Status: ${status}`,
    '',
    '--B--',
  ].join('\r\n')
}

/** A complaint of a mailbox provider, which leaves out the address. */
export const complaint = (of: { to: string; returnPath: string; id?: string }) => {
  const { to, returnPath, id = 'fbl-1' } = of
  return [
    'From: <abusedesk@mailbox.example>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
    `Message-Id: <${id}@mailbox.example>`,
    '',
    '--B',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    'User-Agent: Feedback/1.0',
    'Version: 1',
    `Original-Mail-From: <${returnPath}>`,
    '--B',
    'Content-Type: text/rfc822-headers',
    '',
    `To: ${to}`,
    '--B--',
  ].join('\r\n')
}

/** Hands a mail over as mail servers do, without a sender. Rejects with the answer of the server if it is refused. */
export async function deliver(port: number, to: string, raw: string): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, secure: false })
  try {
    await transport.sendMail({ envelope: { from: '', to: [to] }, raw })
  } finally {
    transport.close()
  }
}
