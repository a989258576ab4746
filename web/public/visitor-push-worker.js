/**
 * The service worker of notifications that visitors allowed. It shows them and does nothing else: no request of a page passes
 * through it. Served as it stands below the address of each agent.
 */
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('push', (event) => event.waitUntil(show(event.data)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data))
})

/** Always shows something: browsers take the permission from sites that don't. */
async function show(data) {
  let payload = {}
  try {
    payload = data.json()
  } catch {
    // Not one of ours.
  }
  const { title = '…', body = '', tag = 'unknown', url = '' } = payload
  await self.registration.showNotification(title, { body, tag, data: { url } })
}

async function open({ url }) {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) await self.clients.openWindow(url)
}
