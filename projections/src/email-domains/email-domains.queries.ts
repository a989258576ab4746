import { emailDomainAddress } from '@parley/contracts/agency/email-domain.ts'
import type {
  EmailDomainView,
  emailDomainEndpoints,
} from '@parley/contracts/agency/email-domain-endpoints.ts'
import { type Handlers, reply } from '@parley/kernel/commands/handler.ts'
import type { Reader } from '@parley/kernel/read-models/reader.ts'
import { type EmailDomainDocument, emailDomainsProjection } from './email-domains.projection.ts'

export function emailDomainsQueries(
  reader: Reader,
): Pick<Handlers<typeof emailDomainEndpoints>, 'emailDomains.get'> {
  return {
    async 'emailDomains.get'({ tenant }) {
      return reply(viewOf(await reader.get(emailDomainsProjection, tenant, tenant)))
    },
  }
}

function viewOf(present: EmailDomainDocument | undefined): EmailDomainView {
  const { domain = '', emailDomainId = '', status = 'not_started', records = [], sends } = present ?? {}
  return {
    resendEmailDomain: domain,
    resendEmailDomainId: emailDomainId,
    resendEmailDomainStatus: status,
    resendEmailDomainRecords_JSON_STRING: records.length === 0 ? '' : JSON.stringify(records),
    records,
    ...(sends && { sender: emailDomainAddress(domain) }),
  }
}
