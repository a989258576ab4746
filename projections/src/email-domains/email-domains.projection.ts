/** The e-mail sending domain of an agency, under the workspace's id. What signs its mails is left out. */
import type { EmailDomainStatus } from '@parley/contracts/agency/email-domain.ts'
import type { EmailRecordView } from '@parley/contracts/agency/email-domain-endpoints.ts'
import { emailDomainEvents } from '@parley/contracts/agency/email-domain-events.ts'
import { tenantProjection } from '@parley/kernel/read-models/projection.ts'

/** `sends`: mails come from it. */
export type EmailDomainDocument = {
  emailDomainId: string
  domain: string
  status: EmailDomainStatus
  records: EmailRecordView[]
  sends: boolean
}

export const emailDomainsProjection = tenantProjection<EmailDomainDocument>()({
  name: 'email-domains',
  version: 1,
  events: emailDomainEvents,
  indexes: {},
  identify: ({ tenant }) => tenant,
  project(present, event) {
    const { emailDomainId, domain } = event.data
    if (event.type === 'EmailDomainAdded') {
      const records = event.data.records.map((record) => ({
        ...record,
        ttl: 'Auto' as const,
        status: 'not_started' as const,
      }))
      return { emailDomainId, domain, status: 'not_started', records, sends: false }
    }
    if (present?.emailDomainId !== emailDomainId) return present
    const after = (status: EmailDomainStatus, sends: boolean, found: readonly EmailDomainStatus[]) => ({
      ...present,
      ...{ status, sends },
      records: present.records.map((record, nth) => ({ ...record, status: found[nth] ?? record.status })),
    })
    switch (event.type) {
      case 'EmailDomainVerificationRequested':
        return after(
          'pending',
          present.sends,
          present.records.map(() => 'pending'),
        )
      case 'EmailDomainChecked':
        return after('pending', present.sends, event.data.found)
      case 'EmailDomainVerified':
        return after('verified', true, event.data.found)
      case 'EmailDomainTemporarilyFailed':
        return after('temporary_failure', present.sends, event.data.found)
      case 'EmailDomainFailed':
        return after('failure', false, event.data.found)
      case 'EmailDomainRemoved':
        return undefined
    }
  },
})
