/** The mails about domains, to those who manage the agency and to whoever looks after its DNS. */
import type { AgencyDomain } from './agency-domains.decider.ts'

export type DomainMail = { subject: string; text: string }

const inDays = (moment: string) =>
  new Date(moment).toLocaleDateString('en', { dateStyle: 'long', timeZone: 'UTC' })

export function domainWarningMail(domain: string, removeAt: string, settingsUrl: string): DomainMail {
  return {
    subject: `${domain} no longer points to your agency`,
    text: `The DNS records of ${domain} no longer lead to your agency’s pages, so your clients may not reach them.

Please check the records: they are listed with the domains in your agency settings.
${settingsUrl}

Unless the domain points there again before, it is removed from your agency on ${inDays(removeAt)}.`,
  }
}

export function domainRemovedMail(domain: string, unverified: boolean, settingsUrl: string): DomainMail {
  const why = unverified
    ? 'its DNS records were not found within seven days'
    : 'its DNS records have led elsewhere for seven days'
  return {
    subject: `${domain} was removed from your agency`,
    text: `${domain} was removed from your agency, since ${why}.

You can add it again in your agency settings. It then gets a new verification record.
${settingsUrl}`,
  }
}

export function dnsReminderMail(
  { domain, records }: Pick<AgencyDomain, 'domain' | 'records'>,
  agencyName: string,
  settingsUrl: string,
): DomainMail {
  const lines = records.map(({ type, name, value }) => `Type: ${type}\nName: ${name}\nValue: ${value}`)
  return {
    subject: `The DNS records of ${domain} are still missing`,
    text: `You mailed the DNS instructions of ${domain} for ${agencyName} a day ago. Its records are not all there yet:

${lines.join('\n\n')}

DNS propagation can take 24 to 48 hours. The domain is checked by itself until its records are found.
${settingsUrl}`,
  }
}
