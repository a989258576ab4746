/** Asks DNS, by the resolver that the operator chose. What nobody could tell is `unknown`, never taken for an empty answer. */
import { Resolver } from 'node:dns/promises'

export type DnsLookup = {
  /** The texts of a name's TXT records, each joined of its pieces. */
  txt(host: string): Promise<string[] | 'unknown'>
  /** The mail servers of a name's MX records, in lower case. */
  mx(host: string): Promise<string[] | 'unknown'>
  /** What the name is an alias of, in lower case. */
  cname(host: string): Promise<string[] | 'unknown'>
  /** All IPv4 and IPv6 addresses, aliases followed. */
  addresses(host: string): Promise<string[] | 'unknown'>
}

const TIMEOUT_MS = 2_000
const TRIES = 2
/** The name does not exist, or has no record of this type. */
const empty = new Set(['ENOTFOUND', 'ENODATA'])

/** `servers`: addresses, with a port if it is not 53; without them those of the system. `timeoutMs`: of the first try. */
export function createDnsLookup({
  servers,
  timeoutMs = TIMEOUT_MS,
}: {
  servers?: readonly string[] | undefined
  timeoutMs?: number
} = {}): DnsLookup {
  const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
  if (servers) resolver.setServers(servers)

  return {
    async txt(host) {
      const found = await known(resolver.resolveTxt(host))
      return found === 'unknown' ? found : found.map((pieces) => pieces.join(''))
    },
    async mx(host) {
      const found = await known(resolver.resolveMx(host))
      return found === 'unknown' ? found : found.map(({ exchange }) => plain(exchange))
    },
    async cname(host) {
      const found = await known(resolver.resolveCname(host))
      return found === 'unknown' ? found : found.map(plain)
    },
    async addresses(host) {
      const [four, six] = await Promise.all([known(resolver.resolve4(host)), known(resolver.resolve6(host))])
      if (four !== 'unknown' && six !== 'unknown') return [...four, ...six]
      const found = [four, six].flatMap((one) => (one === 'unknown' ? [] : one))
      return found.length > 0 ? found : 'unknown'
    },
  }
}

async function known<Value>(asked: Promise<Value[]>): Promise<Value[] | 'unknown'> {
  try {
    return await asked
  } catch (error) {
    return error instanceof Error && 'code' in error && empty.has(String(error.code)) ? [] : 'unknown'
  }
}

const plain = (host: string) => host.toLowerCase().replace(/\.$/, '')
