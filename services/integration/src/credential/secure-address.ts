import { isIP } from 'node:net'
import { isPublicAddress } from '@parley/kernel/outgoing/public-address.ts'
import type { AllowedAddresses } from '@parley/kernel/outgoing/safe-fetch.ts'

/**
 * Whether a credential may be sent to an address: over HTTPS, or over HTTP to what the operator allows of the own network
 * (`ALLOW_PRIVATE_ADDRESSES`).
 */
export function isSecureAddress(url: URL, allowed: AllowedAddresses): boolean {
  if (url.protocol === 'https:') return true
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (allowed !== true) return allowed.includes(`${url.hostname}:${url.port || 80}`)
  return hostname === 'localhost' || (isIP(hostname) > 0 && !isPublicAddress(hostname))
}
