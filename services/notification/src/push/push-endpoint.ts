/** Which addresses of push services browsers may name. */
import { isIP } from 'node:net'
import { isPublicAddress } from '@parley/kernel/outgoing/public-address.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/safe-fetch.ts'

/**
 * Only https on a host of the public internet, unless the operator allows an address of the own network. What a name
 * resolves to is checked again at each sending, by `safeFetch`.
 */
export function isPushEndpoint(endpoint: string, allowed: AllowedAddresses): boolean {
  if (!URL.canParse(endpoint)) return false
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '') return false
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed === true || allowed.includes(`${url.hostname}:${port}`)) return true
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.protocol !== 'https:') return false
  return isIP(host) > 0 ? isPublicAddress(host) : host.includes('.') && !host.endsWith('.localhost')
}
