/** The link of an invitation, kept while its holder signs in or up (part 2 §3: pending invite link). */
import type { Region } from '@parley/contracts/endpoint.ts'

const storageKey = 'parley_pending_invite'

export type PendingInvite = { region: Region; token: string }

/** Takes the invitation out of the address (`#na.<token>`), so that it is neither shown nor shared with it. */
export function takeInvite(): PendingInvite | undefined {
  const given = window.location.hash.slice(1)
  if (given !== '') {
    window.history.replaceState(window.history.state, '', window.location.pathname)
    if (read(given)) localStorage.setItem(storageKey, given)
  }
  return pendingInvite()
}

export function pendingInvite(): PendingInvite | undefined {
  return read(localStorage.getItem(storageKey) ?? '')
}

export function keepInvite({ region, token }: PendingInvite): void {
  localStorage.setItem(storageKey, `${region}.${token}`)
}

export function forgetInvite(): void {
  localStorage.removeItem(storageKey)
}

function read(text: string): PendingInvite | undefined {
  const [region = '', ...rest] = text.split('.')
  const token = rest.join('.')
  const served = region === 'na' || region === 'eu' ? region : undefined
  return served && /^iv_[\w-]+\.[\w-]+$/.test(token) ? { region: served, token } : undefined
}
