import { z } from 'zod'
import { regionSchema } from '../endpoint.ts'
import { defineEvents, type EventOf, personal } from '../message.ts'
import { dnsRecordTypes, domainEnds, domainTypes } from './domain-names.ts'

const when = { at: z.string() }
/** `claimId`: one time that an agency has the domain; whoever has it again gets another. */
const domain = { claimId: z.string(), domainType: z.enum(domainTypes), domain: z.string() }

/** A record that has to be in DNS. `host`: the whole name; `name`: the name within its zone, as DNS hosts ask for it. */
export const domainRecord = z.object({
  type: z.enum(dnsRecordTypes),
  host: z.string(),
  name: z.string(),
  value: z.string(),
})
export type DomainRecord = z.infer<typeof domainRecord>

/** Stream `agencydomain-<agencyId>`: the subdomain and the custom domain of an agency. Nothing in it is secret. */
export const agencyDomainEvents = defineEvents({
  /** `records`: what the agency has to set in DNS; the one of the type TXT proves that the domain is its own. */
  DomainClaimed: {
    version: 1,
    summary: 'Added a domain to the agency',
    data: z.object({
      ...domain,
      /** Who added it; empty for a key. */
      userId: z.string(),
      records: z.array(domainRecord),
      ...when,
    }),
  },
  /** A look at DNS gave something else than the look before, and the domain is not verified. */
  DomainRecordsChecked: {
    version: 1,
    summary: 'Looked for the DNS records of a domain',
    data: z.object({ ...domain, owned: z.boolean(), routed: z.boolean(), ...when }),
  },
  DomainVerified: { version: 1, summary: 'Verified a domain', data: z.object({ ...domain, ...when }) },
  /** It answers over HTTPS. */
  DomainWentLive: { version: 1, summary: 'Made a domain live', data: z.object({ ...domain, ...when }) },
  /** A verified domain resolves to another server; it is removed at `removeAt` (ISO 8601) unless that ends before. */
  DomainStoppedResolving: {
    version: 1,
    summary: 'Noticed that a domain resolves to this server no more',
    data: z.object({ ...domain, removeAt: z.string(), ...when }),
  },
  DomainResolvedAgain: {
    version: 1,
    summary: 'Noticed that a domain resolves to this server again',
    data: z.object({ ...domain, ...when }),
  },
  DomainRemoved: {
    version: 1,
    summary: 'Removed a domain from the agency',
    data: z.object({ ...domain, reason: z.enum(domainEnds), wasVerified: z.boolean(), ...when }),
  },
  /** Part 2 §3, DNS reminder: `sent` is false until `DnsReminderSent`. `bucket`: the region. `timestamp`: unix seconds. */
  DnsReminderCreated: {
    version: 1,
    summary: 'Mailed DNS instructions, and will remind of them',
    data: z.object({
      ...domain,
      agencyId: z.string(),
      agencyName: z.string(),
      userId: z.string(),
      userEmail: personal({ of: 'userId' }),
      bucket: regionSchema,
      timestamp: z.number(),
    }),
  },
  DnsReminderSent: {
    version: 1,
    summary: 'Reminded of the DNS records of a domain',
    data: z.object({ ...domain, ...when }),
  },
})
export type AgencyDomainEvent = EventOf<typeof agencyDomainEvents>

/** Stream `domainname-<hash>` of the directory: the agency whose domain it is, across all regions. */
export const domainNameEvents = defineEvents({
  /** `reservedAt`: milliseconds. */
  DomainNameReserved: {
    version: 1,
    summary: 'Reserved a domain',
    data: z.object({
      domain: z.string(),
      claimId: z.string(),
      agencyId: z.string(),
      region: regionSchema,
      reservedAt: z.number(),
    }),
  },
  /** `wasVerified`: it was served, which ends now, whoever has a certificate for it. */
  DomainNameReleased: {
    version: 1,
    summary: 'Released a domain',
    data: z.object({ claimId: z.string(), wasVerified: z.boolean() }),
  },
})
export type DomainNameEvent = EventOf<typeof domainNameEvents>
