/**
 * Domains whose mails Resend sends and signs, by its REST API: `POST /domains`, `GET` and `DELETE /domains/…`,
 * `POST /domains/…/verify`. That a domain is the agency's is proven apart from it, by a TXT record with a text of its own
 * for each time that it is added: who had the domain before may have left Resend's records in DNS.
 */
import { type EmailDomainStatus, mxPriority } from '@parley/contracts/agency/email-domain.ts'
import type { EmailRecord } from '@parley/contracts/agency/email-domain-events.ts'
import type { SafeFetch } from '@parley/kernel/outgoing/safe-fetch.ts'
import { z } from 'zod'
import type { DnsLookup } from '../../domains/dns-lookup.ts'
import { isOwned, ownershipIn, ownershipRecord } from '../../domains/ownership.ts'
import { nameInZone } from '../../domains/provider/domains-provider.ts'
import { type JsonApi, jsonApi } from '../../domains/provider/json-api.ts'
import {
  type EmailDomainProvider,
  emailDomainNotAdded,
  emailDomainTaken,
  type HostedEmailDomain,
} from './email-domain-provider.ts'

export type ResendOptions = {
  safeFetch: SafeFetch
  dns: Pick<DnsLookup, 'txt'>
  /** Such as https://api.resend.com. */
  apiUrl: string
  apiKey: string
  timeoutMs?: number
}

const hostedRecord = z.object({
  record: z.string(),
  name: z.string(),
  type: z.string(),
  value: z.string(),
  status: z.string(),
  priority: z.number().optional(),
})
const hostedDomain = z.object({
  id: z.string().min(1).max(100),
  name: z.string(),
  status: z.string(),
  records: z.array(hostedRecord).max(50),
})
type HostedRecord = z.infer<typeof hostedRecord>
const listed = z.object({ data: z.array(z.object({ id: z.string(), name: z.string(), status: z.string() })) })

const RETURN_PATH = 'send'
/** Of sending: others count what readers do, or receive mail. */
const ofSending = new Set(['SPF', 'DKIM'])

export function resendEmailDomains(options: ResendOptions): EmailDomainProvider {
  const { safeFetch, dns, apiUrl, apiKey: token, timeoutMs = 8_000 } = options
  const api = jsonApi({ safeFetch, token, timeoutMs, maxBytes: 500_000 })
  const call = (method: Parameters<JsonApi>[0], path: string, body?: object) =>
    api(method, new URL(path, apiUrl), body)
  const returnHostOf = (domain: string) => `${RETURN_PATH}.${domain}`

  return {
    name: 'resend',
    returnHostOf,

    async add({ domain }) {
      const created = await call('POST', '/domains', { name: domain, custom_return_path: RETURN_PATH })
      const isThere = created !== undefined && [403, 409, 422].includes(created.status)
      const adopted = isThere ? await abandoned(domain) : undefined
      if (isThere && !adopted) return emailDomainTaken
      const answered = adopted ?? (created?.status === 200 || created?.status === 201 ? created : undefined)
      const hosted = answered && hostedDomain.safeParse(answered.body).data
      const records = hosted && recordsOf(hosted.records, domain).map(({ record }) => record)
      if (hosted?.name !== domain || !records || records.length === 0) return emailDomainNotAdded
      const owner = ownershipRecord({ domain, zone: domain })
      const proof: EmailRecord = { type: 'TXT', host: owner.host, name: owner.name, value: owner.value }
      return { ok: true, providerId: hosted.id, records: [...records, proof] }
    },

    async verify({ providerId }) {
      const asked = await call('POST', `/domains/${encodeURIComponent(providerId)}/verify`)
      if (asked?.status !== 200)
        throw new Error(`Resend did not begin to verify a domain: ${asked?.status ?? 'no answer'}`)
    },

    async look(of) {
      const [owned, asked] = await Promise.all([
        isOwned(dns, proofIn(of)),
        call('GET', `/domains/${encodeURIComponent(of.providerId)}`),
      ])
      // Taken out of the account by hand: nothing is sent from there.
      if (asked?.status === 404) return { status: 'failure', found: of.records.map(() => 'failure') }
      const hosted = asked?.status === 200 ? hostedDomain.safeParse(asked.body).data : undefined
      if (!hosted) return { status: 'temporary_failure', found: of.records.map(() => 'temporary_failure') }
      const known = recordsOf(hosted.records, of.domain)
      const isProof = (record: EmailRecord) => ownershipIn(proofIn(of))?.host === record.host
      const found = of.records.map((record): EmailDomainStatus => {
        if (isProof(record)) return foundOwned[owned]
        const { status } = known.find((one) => isSame(one.record, record)) ?? { status: 'pending' }
        return statusOf(status)
      })
      const all = statusOf(hosted.status)
      if (all === 'verified') return { status: foundOwned[owned], found }
      return { status: all, found }
    },

    async remove({ providerId }) {
      const removed = await call('DELETE', `/domains/${encodeURIComponent(providerId)}`)
      if (removed?.status !== 200 && removed?.status !== 404)
        throw new Error(`Resend did not remove a domain: ${removed?.status ?? 'no answer'}`)
    },
  }

  /**
   * A domain of the account that nobody has verified since it was added, by a call whose answer was lost. One that was
   * verified is the operator's own, or somebody else's.
   */
  async function abandoned(domain: string) {
    const all = await call('GET', '/domains?limit=100')
    const found = all?.status === 200 ? listed.safeParse(all.body).data : undefined
    const own = found?.data.find(({ name, status }) => name === domain && status === 'not_started')
    const read = own && (await call('GET', `/domains/${encodeURIComponent(own.id)}`))
    return read?.status === 200 ? read : undefined
  }
}

const foundOwned = { yes: 'verified', no: 'pending', unknown: 'temporary_failure' } as const

/** The record that proves whose the domain is. */
function proofIn({ records }: HostedEmailDomain) {
  return records.flatMap(({ type, host, name, value }) =>
    type === 'TXT' ? [{ type, host, name, value }] : [],
  )
}

function recordsOf(records: readonly HostedRecord[], domain: string) {
  return records.flatMap(({ record, name, type, value, status, priority }) => {
    if (!ofSending.has(record) || (type !== 'MX' && type !== 'TXT' && type !== 'CNAME')) return []
    const host = name === domain || name.endsWith(`.${domain}`) ? name : `${name}.${domain}`
    const shown: EmailRecord = {
      ...{ type, host, name: nameInZone(host, domain), value: value.replace(/^"(.*)"$/s, '$1') },
      ...(type === 'MX' && { priority: priority ?? mxPriority }),
    }
    return [{ record: shown, status }]
  })
}

const isSame = (one: EmailRecord, other: EmailRecord) =>
  one.type === other.type && one.host === other.host && one.value === other.value

/** Resend says `failed`, and has states of its own for receiving. */
function statusOf(status: string): Exclude<EmailDomainStatus, 'not_started'> {
  switch (status) {
    case 'verified':
    case 'temporary_failure':
      return status
    case 'failed':
    case 'failure':
      return 'failure'
    default:
      return 'pending'
  }
}
