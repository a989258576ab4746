/** That a custom domain is the agency's: a TXT record with a text that each claim has for itself. */
import type { DomainRecord } from '@parley/contracts/agency/domain-events.ts'
import { randomText } from '@parley/kernel/random-text.ts'
import type { DnsLookup } from './dns-lookup.ts'
import { nameInZone } from './provider/domains-provider.ts'

/** Names no product, since agencies show it to their own people. */
const LABEL = '_domain-verification'
const VALUE = 'domain-verification='

/** The record to prove a domain with. Its text can't be guessed, so that a record of an earlier claim proves nothing. */
export function ownershipRecord({ domain, zone }: { domain: string; zone: string }): DomainRecord {
  const host = `${LABEL}.${domain}`
  return { type: 'TXT', host, name: nameInZone(host, zone), value: `${VALUE}${randomText(32)}` }
}

export function ownershipIn(records: readonly DomainRecord[]): DomainRecord | undefined {
  return records.find(({ type, value }) => type === 'TXT' && value.startsWith(VALUE))
}

/** Whether the record is in DNS. A domain without one (a subdomain of the operator's) needs no proof. */
export async function isOwned(
  dns: Pick<DnsLookup, 'txt'>,
  records: readonly DomainRecord[],
): Promise<'yes' | 'no' | 'unknown'> {
  const record = ownershipIn(records)
  if (!record) return 'yes'
  const texts = await dns.txt(record.host)
  if (texts === 'unknown') return 'unknown'
  return texts.includes(record.value) ? 'yes' : 'no'
}
