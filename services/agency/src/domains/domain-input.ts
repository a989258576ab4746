/** What somebody entered as a domain, by the rules of part 2 §5. */
import { hostNameIn } from '@parley/contracts/agency/domain-names.ts'
import { type Rejection, refuse } from '@parley/kernel/commands/decider.ts'
import { parse } from 'tldts'
import { domainTaken } from './domain-name.decider.ts'

/** `zone`: the domain that was registered, below which records are named. `isRoot`: whether the domain is that itself. */
export type ParsedDomain = { ok: true; domain: string; zone: string; isRoot: boolean }
type Refused = { ok: false; rejection: Rejection }

export type DomainRules = {
  /** The host names at which this server is reached. */
  ownHosts: readonly string[]
  /** The domain below which agencies have subdomains; undefined if they have none. */
  rootDomain: string | undefined
  /** Whether there is an address at which a root domain, which can't have a CNAME record, can point. */
  takesRootDomains: boolean
}

/** Names that mislead or that mail and web servers give a meaning. */
const reserved = new Set([
  ...['www', 'app', 'api', 'admin', 'administrator', 'root', 'support', 'help', 'status', 'login', 'auth'],
  ...['mail', 'smtp', 'imap', 'pop', 'mx', 'ns', 'ns1', 'ns2', 'dns', 'ftp', 'autoconfig', 'autodiscover'],
  ...['postmaster', 'hostmaster', 'webmaster', 'abuse', 'security', 'billing', 'widget', 'static', 'cdn'],
])

/** Refuses with `invalid-domain` and `domain-taken`. */
export function customDomainIn(text: string, rules: DomainRules): ParsedDomain | Refused {
  if (text.trim() === '') return refuse('invalid-domain', 'Please enter a custom domain', 'customDomain')
  const domain = hostNameIn(text)
  if (domain === undefined) return refuse('invalid-domain', 'Please enter a custom domain', 'customDomain')
  const { rootDomain, ownHosts, takesRootDomains } = rules
  const isOurs = (host: string) => domain === host || domain.endsWith(`.${host}`)
  if ((rootDomain !== undefined && isOurs(rootDomain)) || ownHosts.some(isOurs)) return domainTaken
  const { domain: zone } = parse(domain)
  // A public suffix, or a single word: nobody's to point anywhere.
  if (!zone) return needsSubdomain(domain.includes('.') ? `app.example.${domain}` : `app.${domain}.com`)
  const isRoot = domain === zone
  return isRoot && !takesRootDomains ? needsSubdomain(`app.${domain}`) : { ok: true, domain, zone, isRoot }
}

/** A subdomain of the operator's: the root domain may be entered with it or left out. Refuses like `customDomainIn`. */
export function subdomainIn(text: string, { rootDomain, ownHosts }: DomainRules): ParsedDomain | Refused {
  if (rootDomain === undefined)
    return refuse('subdomains-not-offered', 'Failed to set up subdomain. Please try again.')
  const entered = hostNameIn(text)
  const label = entered?.endsWith(`.${rootDomain}`) ? entered.slice(0, -rootDomain.length - 1) : entered
  if (label === undefined || label === rootDomain || label.includes('.') || label.startsWith('xn--'))
    return refuse('invalid-domain', 'A subdomain is one word of letters, digits and hyphens.', 'customDomain')
  const domain = `${label}.${rootDomain}`
  if (reserved.has(label) || ownHosts.includes(domain)) return domainTaken
  return { ok: true, domain, zone: rootDomain, isRoot: false }
}

function needsSubdomain(host: string): Refused {
  return refuse('invalid-domain', `Please input a subdomain: "${host}"`, 'customDomain')
}
