/** The domains of an agency (part 1 §3): their kinds, their names and what the dashboard says of them. Plain data, for browsers. */

/** `vgSubdomain`: below the operator's own domain; `customDomain`: a domain of the agency. */
export const domainTypes = ['vgSubdomain', 'customDomain'] as const
export type DomainType = (typeof domainTypes)[number]

export const dnsRecordTypes = ['A', 'CNAME', 'TXT'] as const
export type DnsRecordType = (typeof dnsRecordTypes)[number]

/** Whether the record is found in DNS as it has to be, when it was last looked for. */
export const dnsRecordStatuses = ['pending', 'verified'] as const

/** Why a domain is an agency's no more. */
export const domainEnds = ['person', 'not-verified', 'not-resolving', 'workspace-deleted'] as const
export type DomainEnd = (typeof domainEnds)[number]

/** The status lines (part 1 §2). */
export const domainStatusLines = {
  checking: 'Checking domain..',
  verified: 'Domain verified successfully.',
  notVerified: 'Domain not verified.',
  generating: 'Generating SSL certificate.',
  live: 'Domain is live!',
} as const

/** The time between two checks of a domain that is not verified or not live yet (part 1 §9). */
export const domainPollMs = 5_000

export const longestDomain = 253

/**
 * The host name in what somebody entered: in lower case, without spaces, scheme, path, port and the dot at the end,
 * international letters as DNS has them (`xn--`). Undefined if it is not the name of a host.
 */
export function hostNameIn(text: string): string | undefined {
  const [host = ''] = text
    .toLowerCase()
    .replace(/\s+/g, '')
    .replace(/^https?:\/\//, '')
    .split(/[/?#]/, 1)
  const entered = host.replace(/[.。．｡]$/, '')
  if (entered === '' || /[@:[\]%\\]/.test(entered) || !URL.canParse(`https://${entered}`)) return undefined
  const { hostname } = new URL(`https://${entered}`)
  const labels = hostname.split('.')
  const isName = labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  // Whatever ends in a number is an address to browsers (1.2.3.4, 0x7f).
  return isName && hostname.length <= longestDomain && !/^\d+$/.test(labels.at(-1) ?? '')
    ? hostname
    : undefined
}

/** Shape of the address to which DNS instructions are mailed (part 1 §5). */
export function isEmailShaped(text: string): boolean {
  const [name, domain, ...more] = text.trim().split('@')
  if (!name || !domain || more.length > 0 || /\s/.test(text.trim())) return false
  const dot = domain.lastIndexOf('.')
  return dot > 0 && dot < domain.length - 1
}

/** Answered on the verified domains of agencies, with what only this installation can say. */
export const LIVE_CHECK_PATH = '/.well-known/domain-check'
