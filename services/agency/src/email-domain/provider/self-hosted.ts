/**
 * Domains whose mails the operator's own mail server sends, signed with a key that is made here. DNS alone decides: the key
 * proves that the domain is the agency's, SPF and MX of the return path make it the one that mails are returned to.
 */
import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { type EmailDomainStatus, mxPriority } from '@parley/contracts/agency/email-domain.ts'
import type { EmailRecord } from '@parley/contracts/agency/email-domain-events.ts'
import type { DnsLookup } from '../../domains/dns-lookup.ts'
import { nameInZone } from '../../domains/provider/domains-provider.ts'
import type { EmailDomainLook } from '../email-domain.decider.ts'
import type { EmailDomainProvider } from './email-domain-provider.ts'

export type SelfHostedEmailOptions = {
  dns: Pick<DnsLookup, 'txt' | 'mx'>
  /** What an SPF record says to allow the mail server: `include:mail.example.com` or `ip4:203.0.113.7`. */
  spf: string
  /** The host that takes mails which can't be delivered. */
  returnMx: string
}

type Found = Exclude<EmailDomainStatus, 'not_started'>

const KEY_BITS = 2048
/** Enough to meet no other selector of a domain. */
const SELECTOR_LETTERS = 8
const makeKeyPair = promisify(generateKeyPair)
const returnHostOf = (domain: string) => `send.${domain}`

export function selfHostedEmailDomains({ dns, spf, returnMx }: SelfHostedEmailOptions): EmailDomainProvider {
  return {
    name: 'self-hosted',
    returnHostOf,

    async add({ domain, emailDomainId }) {
      const { publicKey, privateKey } = await makeKeyPair('rsa', {
        modulusLength: KEY_BITS,
        publicKeyEncoding: { type: 'spki', format: 'der' },
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      })
      // Of this domain's claim, so that it meets no selector that the agency has already.
      const selector = `s${emailDomainId.slice(0, SELECTOR_LETTERS).toLowerCase()}`
      const record = (type: EmailRecord['type'], host: string, value: string, more = {}) => ({
        ...{ type, host, name: nameInZone(host, domain), value },
        ...more,
      })
      const returnHost = returnHostOf(domain)
      const records = [
        record('MX', returnHost, returnMx, { priority: mxPriority }),
        record('TXT', returnHost, `v=spf1 ${spf} ~all`),
        record(
          'TXT',
          `${selector}._domainkey.${domain}`,
          `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`,
        ),
        record('TXT', `_dmarc.${domain}`, 'v=DMARC1; p=none;'),
      ]
      return { ok: true, providerId: '', records, key: { selector, privateKey } }
    },

    async verify() {},

    async look({ records }) {
      const found = await Promise.all(records.map(foundOf))
      return { status: statusOf(found), found }
    },

    async remove() {},
  }

  async function foundOf({ type, host, value }: EmailRecord): Promise<Found> {
    if (type === 'MX') {
      const servers = await dns.mx(host)
      if (servers === 'unknown') return 'temporary_failure'
      if (servers.length === 0) return 'pending'
      // A server of somebody else among them would get what is returned.
      return servers.every((server) => server === value) ? 'verified' : 'failure'
    }
    const texts = await dns.txt(host)
    if (texts === 'unknown') return 'temporary_failure'
    const wanted = tagsOf(value)
    const alike = texts.filter((text) => kindOf(text) === kindOf(value))
    if (alike.length === 0) return 'pending'
    // Receivers take none of several (RFC 7208 §4.5, RFC 7489 §6.6.3).
    if (alike.length > 1) return 'failure'
    const [text = ''] = alike
    if (kindOf(value) === 'spf') return terms(text).includes(spf.toLowerCase()) ? 'verified' : 'failure'
    // Whatever the agency asks of receivers: its mails are signed by the same domain.
    if (kindOf(value) === 'dmarc') return 'verified'
    return tagsOf(text).get('p') === wanted.get('p') ? 'verified' : 'failure'
  }
}

function statusOf(found: readonly Found[]): EmailDomainLook['status'] {
  return (
    (['failure', 'temporary_failure', 'pending'] as const).find((one) => found.includes(one)) ?? 'verified'
  )
}

function kindOf(text: string): 'spf' | 'dmarc' | 'dkim' | undefined {
  if (/^v=spf1(\s|$)/i.test(text)) return 'spf'
  if (/^v\s*=\s*DMARC1\s*(;|$)/i.test(text)) return 'dmarc'
  return tagsOf(text).has('p') ? 'dkim' : undefined
}

/** The mechanisms of an SPF record. */
const terms = (text: string) => text.toLowerCase().split(/\s+/).slice(1)

/** The tags of a DKIM or DMARC record (RFC 6376 §3.2); white space has no meaning in a key. */
function tagsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).replace(/\s+/g, '')]]
    }),
  )
}
