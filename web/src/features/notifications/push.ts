/** Push notifications in this browser: what it allows, turning them on, and keeping them on. */
import { pushSubscriptionId } from '@parley/contracts/notification/push.ts'
import { client } from '../../server/client.ts'
import type { WorkspacePlace } from '../../server/queries.ts'

const worker = '/app/push-worker.js'
const scope = '/app/'

/** `insecure`: browsers take push notifications only from https. `denied`: the person has blocked them for this site. */
export type PushSupport = 'unsupported' | 'insecure' | 'denied' | 'possible'

export function pushSupport(): PushSupport {
  if (!globalThis.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'denied' : 'possible'
}

/** The id of this browser's subscription; undefined if it has none. */
export async function pushHere(): Promise<string | undefined> {
  if (pushSupport() !== 'possible') return undefined
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? pushSubscriptionId(subscription.endpoint) : undefined
}

/** Asks the person if need be, and subscribes. Returns the id; undefined if they refuse. */
export async function turnOnPush(place: WorkspacePlace): Promise<string | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { publicKey } = await client.call('notifications.pushKey', { params: place })
  const registration = await navigator.serviceWorker.register(worker, { scope, updateViaCache: 'none' })
  const before = await registration.pushManager.getSubscription()
  // A subscription belongs to the key that it was made with.
  if (before && keyOf(before) !== publicKey) await before.unsubscribe()
  const active = await navigator.serviceWorker.ready
  const subscription = await active.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return report(place, subscription)
}

export async function turnOffPush(place: WorkspacePlace, subscriptionId: string): Promise<void> {
  await client.call('notifications.turnOffPush', { params: { ...place, subscriptionId } })
}

/**
 * Keeps push notifications on in this browser: after signing in again, and when the browser has exchanged its
 * subscription. Turns nothing on that was turned off.
 */
export async function renewPush(place: WorkspacePlace): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return
  const id = await pushSubscriptionId(subscription.endpoint)
  const { items } = await client.call('notifications.pushDevices', { params: place })
  const known = items.find(({ subscriptionId }) => subscriptionId === id)
  if (known && !known.current) await report(place, subscription)
  const former = localStorage.getItem(storageKey(place))
  if (known || former === null || !items.some(({ subscriptionId }) => subscriptionId === former)) return
  await report(place, subscription)
  await turnOffPush(place, former)
}

async function report(place: WorkspacePlace, subscription: PushSubscription): Promise<string> {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  const body = { endpoint, keys: { p256dh, auth } }
  const { subscriptionId } = await client.call('notifications.turnOnPush', { params: place, body })
  localStorage.setItem(storageKey(place), subscriptionId)
  return subscriptionId
}

const storageKey = ({ workspaceId }: WorkspacePlace) => `parley_push_${workspaceId}`

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
