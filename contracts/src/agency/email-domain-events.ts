import { z } from 'zod'
import { defineEvents, type EventOf, secret } from '../message.ts'
import {
  emailDomainEnds,
  emailDomainProviders,
  emailDomainStatuses,
  emailRecordTypes,
} from './email-domain.ts'

const when = { at: z.string() }
/** `emailDomainId`: one time that an agency has the domain; whoever has it again gets another. */
const domain = { emailDomainId: z.string(), domain: z.string() }
/** What the last look found of each record, in their order. */
const found = { found: z.array(z.enum(emailDomainStatuses)) }
/** `providerId`: by which the provider knows it; empty if it keeps none. */
const provider = { provider: z.enum(emailDomainProviders), providerId: z.string() }

/** A record that has to be in DNS. `host`: the whole name; `name`: the name within its zone, as DNS hosts ask for it. */
export const emailRecord = z.object({
  type: z.enum(emailRecordTypes),
  host: z.string(),
  name: z.string(),
  value: z.string(),
  priority: z.number().optional(),
})
export type EmailRecord = z.infer<typeof emailRecord>

/** Stream `emaildomain-<agencyId>`: the domain from which the agency's mails come. */
export const emailDomainEvents = defineEvents({
  /** `selector` and `privateKey` (PEM): what signs its mails, unless its provider does. */
  EmailDomainAdded: {
    version: 1,
    summary: 'Added an e-mail sending domain to the agency',
    data: z.object({
      ...domain,
      ...provider,
      /** Who added it; empty for a key. */
      userId: z.string(),
      records: z.array(emailRecord),
      selector: z.string().optional(),
      privateKey: secret().optional(),
      ...when,
    }),
  },
  EmailDomainVerificationRequested: {
    version: 1,
    summary: 'Asked to verify the e-mail sending domain',
    data: z.object({ ...domain, ...when }),
  },
  /** A look at DNS gave something else than the look before, and the domain is still pending. */
  EmailDomainChecked: {
    version: 1,
    summary: 'Looked for the DNS records of the e-mail sending domain',
    data: z.object({ ...domain, ...found, ...when }),
  },
  EmailDomainVerified: {
    version: 1,
    summary: 'Verified the e-mail sending domain',
    data: z.object({ ...domain, ...found, ...when }),
  },
  /** Nobody could tell what DNS has; mails of a domain that was verified go on. */
  EmailDomainTemporarilyFailed: {
    version: 1,
    summary: 'Could not look for the DNS records of the e-mail sending domain',
    data: z.object({ ...domain, ...found, ...when }),
  },
  /** DNS has something else, or what was verified (`wasVerified`) is gone; mails go out without it from then on. */
  EmailDomainFailed: {
    version: 1,
    summary: 'Found the DNS records of the e-mail sending domain wrong or gone',
    data: z.object({ ...domain, ...found, wasVerified: z.boolean(), ...when }),
  },
  EmailDomainRemoved: {
    version: 1,
    summary: 'Removed the e-mail sending domain from the agency',
    data: z.object({ ...domain, ...provider, reason: z.enum(emailDomainEnds), ...when }),
  },
})
export type EmailDomainEvent = EventOf<typeof emailDomainEvents>
