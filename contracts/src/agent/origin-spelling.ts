/** The canonical form of an allowed website; without zod, for browsers. */

const ENTRY = /^(https?):\/\/(\*\.)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/

/** The message for an invalid entry. */
export const originForm = 'An allowed website is written like https://shop.example or https://*.shop.example.'

/**
 * Returns the entry as browsers write origins: lower case, punycode, without path and default port; undefined for an
 * invalid one.
 */
export function normalOrigin(entry: string): string | undefined {
  const wild = /^https?:\/\/\*\./i.test(entry)
  const plain = wild ? entry.replace('*.', '') : entry
  if (!URL.canParse(plain)) return undefined
  const { origin, protocol, username, password, pathname, search, hash, hostname } = new URL(plain)
  if (username || password || search || hash || pathname !== '/') return undefined
  if (!/^https?:$/.test(protocol) || (wild && !/[a-z]/.test(hostname))) return undefined
  const spelled = wild ? origin.replace('://', '://*.') : origin
  return ENTRY.test(spelled) ? spelled : undefined
}
