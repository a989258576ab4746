/** How many mails visitors are sent, so that nobody can have Parley send mails to whom they like. */

import type { RateLimits } from '@parley/kernel/limits/rate-limits.ts'
import { derivedId } from '@parley/kernel/log/derived-id.ts'

const DAY = 86_400
/** Mails of a conversation a day, whichever address its visitor says. */
const OF_CONVERSATION = 20
/** Mails to an address a day, of all workspaces of a region. */
const TO_ADDRESS = 30

export type MailLimitDeps = {
  limits: Pick<RateLimits, 'take'>
  /** Mails that a workspace may send a day. */
  ofWorkspace(tenant: string): Promise<number>
  /** Called when a mail is not sent. */
  reached(): void
}

export type MayMail = (mail: { tenant: string; conversationId: string; to: string }) => Promise<boolean>

/** Counts a mail, over all processes of the region. */
export function createMailLimits({ limits, ofWorkspace, reached }: MailLimitDeps): MayMail {
  return async ({ tenant, conversationId, to }) => {
    // The counts are not sealed, so they hold no address.
    const address = derivedId(20, 'mailed-to', to.trim().toLowerCase())
    const taken = await limits.take([
      { key: `mailed/${tenant}/${conversationId}`, limit: OF_CONVERSATION, windowSeconds: DAY },
      { key: `mailed-to/${address}`, limit: TO_ADDRESS, windowSeconds: DAY },
      { key: `mailed/${tenant}`, limit: await ofWorkspace(tenant), windowSeconds: DAY },
    ])
    if (!taken.allowed) reached()
    return taken.allowed
  }
}
