/** Who sends the mails of agencies' domains, by the configuration. */
import type { EmailDomainProviderName } from '@parley/contracts/agency/email-domain.ts'
import { createFetchOf } from '@parley/kernel/outgoing/safe-fetch.ts'
import type { DnsLookup } from '../domains/dns-lookup.ts'
import type { EmailDomainProvider } from './provider/email-domain-provider.ts'
import { resendEmailDomains } from './provider/resend.ts'
import { selfHostedEmailDomains } from './provider/self-hosted.ts'

export type EmailDomainProviderSettings = {
  MAIL_FROM: string
  MAIL_SPF?: string | undefined
  MAIL_RETURN_MX?: string | undefined
  RESEND_API_KEY?: string | undefined
  RESEND_API_URL: string
}

export type EmailDomainProviders = {
  /** Of domains that are added from now on. */
  chosen: EmailDomainProvider
  /** Undefined for one that is not configured any more. */
  of(name: EmailDomainProviderName): EmailDomainProvider | undefined
}

export function emailDomainProviders(
  config: EmailDomainProviderSettings,
  dns: DnsLookup,
): EmailDomainProviders {
  const own = domainOfAddress(config.MAIL_FROM)
  const selfHosted = selfHostedEmailDomains({
    dns,
    spf: config.MAIL_SPF ?? `include:${own}`,
    returnMx: config.MAIL_RETURN_MX ?? own,
  })
  const { RESEND_API_KEY: apiKey, RESEND_API_URL: apiUrl } = config
  const resend =
    apiKey === undefined
      ? undefined
      : resendEmailDomains({ safeFetch: createFetchOf(apiUrl), dns, apiUrl, apiKey })
  return {
    chosen: resend ?? selfHosted,
    of: (name) => (name === 'self-hosted' ? selfHosted : resend),
  }
}

/** The domain of the operator's mails. */
export function domainOfAddress(from: string): string {
  return (/@([\w.-]+)/.exec(from)?.[1] ?? 'localhost').toLowerCase()
}
