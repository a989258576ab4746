/**
 * What the components want on the page, and what the widget's script has put there. The two are brought together one
 * step at a time, since a script that is on its way can't be called back.
 */
import type {} from '../../src/page-api.ts'

export type Wanted = {
  src: string
  mode: string | undefined
  zIndex: number | undefined
  nonce: string | undefined
  open: boolean
  /** Where an inline chat stands. */
  container: HTMLElement | null
}

type Place = { wanted?: Wanted; shown?: Wanted; settling?: Promise<void> }
const places = new Map<string, Place>()

/** Puts the agent's widget on the page until the function given back is called. */
export function show(agentId: string, wanted: Wanted): () => void {
  const place = placeOf(agentId)
  place.wanted = wanted
  settle(agentId, place)
  return () => {
    // Another component may want the same agent by now.
    if (place.wanted === wanted) place.wanted = undefined
    settle(agentId, place)
  }
}

/** When what is wanted is on the page; rejects where its script could not be loaded. */
export async function settled(agentId: string): Promise<void> {
  // Effects of children run before those of their parents: whoever mounts in the same go is waited for.
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
  // Whoever waits hears of it; nobody has to.
  place.settling.catch(() => undefined)
}

async function bringTogether(agentId: string, place: Place) {
  // React's strict mode takes a component away and puts it back in one go: nothing is to be done then.
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
  // The widget's script looks for a container only once the page is whole.
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

/** Where a page requires Trusted Types, it has to allow the policy `parley`. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  policy ??= trustedTypes?.createPolicy('parley', { createScriptURL: (given) => given })
  return policy?.createScriptURL(address) ?? address
}
