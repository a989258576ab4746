/**
 * What Resend delivers about a mail that it sent: `email.bounced` and `email.complained`
 * (resend.com/docs/webhooks/event-types). Whose mail it was is told by the return path, which the mail carries as a tag.
 */
import type { bounceEndpoints } from '@parley/contracts/agency/bounce-endpoints.ts'
import type { Parsed } from '@parley/contracts/endpoint.ts'
import type { CameBack } from './bounces.ts'

/** The rest of a status (RFC 3463) by the kind of a bounce, as Resend takes it over from Amazon SES. */
const details: Record<string, string> = {
  NoEmail: '1.1',
  MailboxFull: '2.2',
  MessageTooLarge: '3.4',
  ContentRejected: '7.1',
  AttachmentRejected: '7.1',
}

type Delivered = Parsed<(typeof bounceEndpoints)['bounces.fromResend']>['body']

/** Undefined for deliveries of another kind. */
export function reportFromResend({
  type,
  data,
}: Delivered): (Pick<CameBack, 'addresses' | 'report'> & { returnPath: string }) | undefined {
  const returnPath = data.tags?.return_path
  if (returnPath === undefined) return undefined
  const about = { addresses: data.to ?? [], returnPath: `bounces+${returnPath}` }
  if (type === 'email.complained') return { ...about, report: { kind: 'complaint' } }
  if (type !== 'email.bounced') return undefined
  const { type: kind, subType = '' } = data.bounce ?? {}
  const status = `${kind === 'Permanent' ? 5 : 4}.${details[subType] ?? '0.0'}`
  return { ...about, report: { kind: 'bounce', status } }
}
