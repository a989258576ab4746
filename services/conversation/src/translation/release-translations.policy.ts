/**
 * Releases the hold of a translation that ended with its process, which would otherwise stay until it expires. Normally
 * the hold is already settled and this changes nothing.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { creditsEvents } from '@parley/contracts/credits/events.ts'
import { definePolicy, type Policy } from '@parley/kernel/policy.ts'
import { pick } from '@parley/kernel/projection.ts'
import type { Credits } from '../turn/charge/credits.ts'
import type { PaidTranslation } from './paid-translation.ts'

const holds = pick(creditsEvents, 'CreditsHeld')

export function releaseTranslationsPolicy(deps: {
  credits: Pick<Credits, 'releaseCredits'>
  paid: Pick<PaidTranslation, 'ended'>
  /** Aborts when the process stops. */
  signal: AbortSignal
  now?: () => number
  /** Another process may be using a hold younger than this, in ms; longer than a model may take. */
  graceMs?: number
}): Policy<typeof holds> {
  const { credits, paid, signal, now = Date.now, graceMs = 60_000 } = deps
  const startedAt = now()

  return definePolicy({
    name: 'release-translations',
    startFrom: 'origin',
    events: holds,
    async react({ tenant, actor, cause, at, data: { holdId, purpose } }) {
      if (purpose !== 'translation') return
      const ended = paid.ended(holdId)
      const heldAt = Date.parse(at)
      if (ended) await orStopped(ended, signal)
      else if (heldAt >= startedAt) await pause(heldAt + graceMs - now(), undefined, { signal })
      const release = { workspaceId: tenant, holdId, reason: 'interrupted' }
      const released = await credits.releaseCredits(release, { tenant, actor, cause })
      if (!released.ok && released.rejection.code !== 'hold-not-found')
        throw new Error(released.rejection.code)
    },
  })
}

/** Throws if the process stops meanwhile, so that the next process handles the event. */
function orStopped(waiting: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new Error('stopping'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    waiting.then(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, reject)
  })
}
