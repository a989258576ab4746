/**
 * The service worker of the dashboard. It shows push notifications and does nothing else: no request of a page passes
 * through it. Served as it stands at /app/push-worker.js.
 */
const fallback = {
  title: 'New notification',
  body: 'Open the dashboard to read it.',
  url: '/app/',
  tag: 'unknown',
  icon: '/favicon.svg',
}

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** Always shows something: browsers take the permission from sites that don't. */
async function show(data) {
  let payload = fallback
  try {
    payload = { ...fallback, ...data.json() }
  } catch {
    // Not one of ours.
  }
  const { title, body, tag, url, seen, icon } = payload
  const pages = await self.clients.matchAll({ type: 'window' })
  // A visible dashboard shows it with its own sound.
  const silent = pages.some((page) => page.visibilityState === 'visible')
  await self.registration.showNotification(title, {
    body,
    tag,
    silent,
    icon,
    data: { url, seen },
  })
}

async function open({ url, seen }) {
  const target = new URL(url, self.location.origin)
  const isOurs = target.origin === self.location.origin && target.pathname.startsWith('/app/')
  const href = isOurs ? target.href : new URL('/app/', self.location.origin).href
  if (seen) await fetch(seen, { method: 'POST' }).catch(() => undefined)
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(href)
  await page.focus()
  return page.navigate(href)
}
