/**
 * Addresses of servers that a user gave. Such an address must not lead into the operator's own network: its name is
 * resolved once, every address it has is checked, and the connection uses only a checked address, so that a later change
 * of the name has no effect.
 */
import { lookup as resolveByDns } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type SafeFetchFault =
  | 'invalid-address'
  | 'address-not-allowed'
  | 'unreachable'
  | 'timed-out'
  | 'too-large'
  | 'too-many-redirects'
  | 'content-type-not-accepted'
  | 'cancelled'

export type Failure = { ok: false; code: SafeFetchFault; message: string }

/** Private addresses that may be fetched: `true` for all, or a list of `host:port`, always with the port. */
export type AllowedAddresses = true | readonly string[]

export type AddressSettings = {
  allowPrivateAddresses?: AllowedAddresses | undefined
  /** Resolves all addresses of a name; by default with the system's resolver. */
  resolve?: ((hostname: string) => Promise<string[]>) | undefined
}

/** Returns what resolves the name of a URL, and returns its addresses if all of them are allowed. */
export function createAddressCheck({ allowPrivateAddresses = [], resolve = resolveAll }: AddressSettings) {
  const resolving = new Map<string, Promise<string[]>>()

  return async (url: URL): Promise<string[] | Failure> => {
    const hostname = url.hostname.replace(/^\[|\]$/g, '')
    const addresses = isIP(hostname) > 0 ? [hostname] : await resolved(hostname)
    if (addresses.length === 0) return failure('unreachable', `${hostname} has no address.`)
    const allowed =
      allowPrivateAddresses === true ||
      allowPrivateAddresses.includes(`${url.hostname}:${portOf(url)}`) ||
      addresses.every(isPublicAddress)
    return allowed
      ? addresses
      : failure('address-not-allowed', `${hostname} is not an address on the public internet.`)
  }

  /** Once for all that ask meanwhile: the system resolves few names at a time, and a name that hangs would take them all. */
  function resolved(hostname: string): Promise<string[]> {
    const under = resolving.get(hostname)
    if (under) return under
    const begun = resolve(hostname).finally(() => resolving.delete(hostname))
    resolving.set(hostname, begun)
    return begun
  }
}

export function parseAddress(address: string): URL | Failure {
  if (!URL.canParse(address)) return failure('invalid-address', 'This is not a web address.')
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return failure('invalid-address', 'Only addresses that begin with http:// or https:// can be fetched.')
  if (url.username !== '' || url.password !== '')
    return failure('invalid-address', 'The address must not hold a user name or password.')
  if (url.hostname === '') return failure('invalid-address', 'The address names no site.')
  return url
}

/** Always returns the checked addresses, whatever the name resolves to later. */
export function pinned(addresses: readonly string[]): LookupFunction {
  return (_hostname, options, answer) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) answer(null, all)
    else answer(null, all[0]?.address ?? '', all[0]?.family ?? 4)
  }
}

async function resolveAll(hostname: string): Promise<string[]> {
  return (await resolveByDns(hostname, { all: true })).map(({ address }) => address)
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

export function reasonOf(error: unknown): string {
  const fault: { code?: unknown } = Object(error)
  switch (fault.code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'The name of the site is not known.'
    case 'ECONNREFUSED':
      return 'The site refuses connections.'
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return 'The site broke off the connection.'
    case 'CERT_HAS_EXPIRED':
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
      return 'The certificate of the site is not valid.'
    default:
      return 'The site could not be reached.'
  }
}

export function failure(code: SafeFetchFault, message: string): Failure {
  return { ok: false, code, message }
}
