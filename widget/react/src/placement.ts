/**
 * Reconciles the widgets that the components want with those on the page, one step at a time, because a script that is
 * loading cannot be cancelled.
 */
import type {} from '../../src/page-api.ts'

export type Wanted = {
  src: string
  mode: string | undefined
  zIndex: number | undefined
  nonce: string | undefined
  open: boolean
  /** Container of an inline chat. */
  container: HTMLElement | null
}

type Place = { wanted?: Wanted; shown?: Wanted; settling?: Promise<void> }
const places = new Map<string, Place>()

/** Shows the agent's widget until the returned function is called. */
export function show(agentId: string, wanted: Wanted): () => void {
  const place = placeOf(agentId)
  place.wanted = wanted
  settle(agentId, place)
  return () => {
    // Another component may have requested the same agent meanwhile.
    if (place.wanted === wanted) place.wanted = undefined
    settle(agentId, place)
  }
}

/** Resolves when the requested widget is on the page. Rejects if its script could not be loaded. */
export async function settled(agentId: string): Promise<void> {
  // Effects of children run before those of their parents, so components that mount in the same commit are awaited.
  await undefined
  await placeOf(agentId).settling
}

function placeOf(agentId: string): Place {
  const place = places.get(agentId) ?? {}
  places.set(agentId, place)
  return place
}

function settle(agentId: string, place: Place) {
  place.settling ??= bringTogether(agentId, place).finally(() => {
    place.settling = undefined
  })
  // Avoids an unhandled rejection. Callers of `settled` still receive the error.
  place.settling.catch(() => undefined)
}

async function bringTogether(agentId: string, place: Place) {
  // React's strict mode unmounts and remounts components immediately. Waiting skips both.
  await undefined
  while (!isSame(place.wanted, place.shown)) {
    if (place.shown) {
      place.shown = undefined
      window.Parley?.destroy(agentId)
    } else if (place.wanted) {
      const { wanted } = place
      await load(agentId, wanted).catch((error) => {
        if (place.wanted === wanted) place.wanted = undefined
        throw error
      })
      place.shown = wanted
    }
  }
}

function isSame(one: Wanted | undefined, other: Wanted | undefined): boolean {
  if (!one || !other) return one === other
  return (
    one.src === other.src &&
    one.mode === other.mode &&
    one.zIndex === other.zIndex &&
    one.container === other.container
  )
}

async function load(agentId: string, wanted: Wanted): Promise<void> {
  const { src, mode, zIndex, nonce, open, container } = wanted
  // The script of the widget looks up the container only after the page is parsed.
  if (container && document.readyState === 'loading') await arrival(document, 'DOMContentLoaded')
  const script = document.createElement('script')
  if (mode) script.dataset.mode = mode
  if (zIndex !== undefined) script.dataset.zIndex = `${zIndex}`
  if (open) script.dataset.open = ''
  if (container) {
    container.id ||= `chat-${agentId}`
    script.dataset.container = `#${CSS.escape(container.id)}`
  }
  if (nonce) script.nonce = nonce
  script.src = trusted(src)
  const loaded = arrival(script, 'load')
  const failed = arrival(script, 'error').then(() => {
    throw new Error(`The chat could not be loaded: ${src}`)
  })
  document.head.append(script)
  await Promise.race([loaded, failed]).finally(() => script.remove())
}

const arrival = (target: EventTarget, event: string) =>
  new Promise<unknown>((resolve) => target.addEventListener(event, resolve, { once: true }))

type Policy = { createScriptURL(address: string): string }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }
let policy: Policy | undefined

/** Pages that require Trusted Types must allow the policy `parley`. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('parley', { createScriptURL: (given) => given })
  return policy?.createScriptURL(address) ?? address
}
