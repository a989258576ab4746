import { type DomainNames, type DomainNamesDeps, reservedNames } from '../domains/domain-names.ts'
import { type EmailDomain, emailDomainClaims } from './email-domain.decider.ts'

/** The domains of agencies' mails. */
export function emailDomainNames(deps: DomainNamesDeps): DomainNames<EmailDomain> {
  return reservedNames({ ...deps, purpose: 'email\n', claims: emailDomainClaims })
}
