/** Web Push: what the server sends to the dashboard's service worker. Plain types, also for pages. */

/** The decrypted payload of a push message. Contains no text of a visitor. */
export type PushPayload = {
  title: string
  body: string
  /** The path of the dashboard that a click opens. */
  url: string
  /** The address of the picture beside it; that of the site if absent. */
  icon?: string
  /** A later notification with the same tag replaces the earlier one. */
  tag: string
  /** The path to which a POST marks it as seen; absent for a digest. */
  seen?: string
}

/** The decrypted payload of a push message to a visitor: what a campaign says, and the https address that a click opens. */
export type VisitorPushPayload = Pick<PushPayload, 'title' | 'body' | 'tag' | 'url'> & {
  lang?: string
}

/** The id of a subscription: it follows from the address of its push service, in the browser as on the server. */
export async function pushSubscriptionId(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint))
  return [...new Uint8Array(hash).subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
