/**
 * The script of the page on which a visitor allows notifications of an agent. The subscription is handed to the chat, which
 * opened the page and stores it with the visitor's token; the page itself knows neither. Served as it stands.
 */
/** In ms: for so long the chat may take to answer. */
const PATIENCE = 15_000
const main = document.querySelector('main')
const button = document.querySelector('button')
const status = document.querySelector('[role=status]')
const chat = window.opener
let waiting

const say = (outcome) => {
  clearTimeout(waiting)
  status.textContent = main.dataset[outcome]
  button.disabled = outcome === 'allowed'
}

button.addEventListener('click', () => {
  button.disabled = true
  allow().catch(() => say('failed'))
})

// The chat says whether it was stored.
addEventListener('message', ({ source, origin, data }) => {
  if (source === chat && origin === location.origin && data?.type === 'push-stored')
    say(data.stored ? 'allowed' : 'failed')
})

if (!chat) say('failed')
else if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window)) say('unable')
else if (Notification.permission === 'denied') say('blocked')

async function allow() {
  if (!chat) return say('failed')
  if (!('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window))
    return say('unable')
  if ((await Notification.requestPermission()) !== 'granted') return say('blocked')
  const folder = new URL('./', location.href).pathname
  const registration = await navigator.serviceWorker.register(`${folder}worker.js`, { scope: folder })
  await navigator.serviceWorker.ready
  // A subscription of an earlier visit may belong to another visitor of this browser: it ends, and a new one is made.
  const before = await registration.pushManager.getSubscription()
  await before?.unsubscribe()
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: main.dataset.key,
  })
  waiting = setTimeout(() => say('failed'), PATIENCE)
  chat.postMessage({ type: 'push-subscription', subscription: subscription.toJSON() }, location.origin)
}
