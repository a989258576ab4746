/** What somebody entered as the domain from which mails come (part 2 §5): a root domain. */
import { hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { parse } from 'tldts'
import { emailDomainTaken } from './provider/email-domain-provider.ts'

/** Refuses with `invalid-domain` and `domain-taken`. `ownDomains`: those of the operator, and those below them. */
export function emailDomainIn(
  text: string,
  ownDomains: readonly string[],
): { ok: true; domain: string } | { ok: false; rejection: Rejection } {
  const domain = hostNameIn(text)
  const root = domain === undefined ? null : parse(domain).domain
  if (domain === undefined || root === null)
    return refuse('invalid-domain', 'Please enter your root domain, such as youragency.com', 'domain')
  if (ownDomains.some((own) => own === domain || own.endsWith(`.${domain}`) || domain.endsWith(`.${own}`)))
    return emailDomainTaken
  if (root !== domain) return refuse('invalid-domain', `Please enter your root domain: "${root}"`, 'domain')
  return { ok: true, domain }
}
