/** Push notifications in pages of a browser, which in a test has no push service of its maker. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { PushBrowser } from '../src/push-service.ts'

/** In the page: the browser's push manager with the given subscription, which lasts until it is ended. */
export function subscribingTo(given: PushBrowser['subscription']): void {
  if (!('PushManager' in globalThis)) return
  const kept = 'test_subscribed'
  const subscription = (key: string) => ({
    endpoint: given.endpoint,
    options: {
      applicationServerKey: Uint8Array.from(
        atob(key.replaceAll('-', '+').replaceAll('_', '/')),
        (letter) => letter.codePointAt(0) ?? 0,
      ).buffer,
    },
    toJSON: () => given,
    unsubscribe: async () => localStorage.removeItem(kept),
  })
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      localStorage.setItem(kept, applicationServerKey)
      return subscription(applicationServerKey)
    },
    async getSubscription() {
      const key = localStorage.getItem(kept)
      return key === null ? null : subscription(key)
    },
  })
}

/** Has the browser hand a message to the service worker; returns the notifications that it then shows. */
export async function shownAfter(
  at: Page,
  origin: string,
  data: string,
): Promise<{ title: string; body: string }[]> {
  const devtools = await at.context().newCDPSession(at)
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  // What is delivered before the worker is active is lost.
  await at.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  const shown = () =>
    at.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      const notifications = await registration.getNotifications()
      return notifications.map(({ title, body }) => ({ title, body }))
    })
  await expect.poll(shown).not.toEqual([])
  return shown()
}
