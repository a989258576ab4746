// Runs before the first paint, from a file, since the pages' policy allows no inline script.
// Give a changed version a new number: it is cached for ever.
var choice = localStorage.getItem('parley_color_scheme')
var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')

// What the loading screen says to a client in its language (`loading-text.ts`).
var kept = localStorage.getItem('parley_client_auth') && localStorage.getItem('parley_loading')
if (kept) sayLoading(JSON.parse(kept))

function sayLoading({ lang, text }) {
  const observer = new MutationObserver(() => {
    const shown = document.querySelector('.boot span')
    if (!shown) return
    observer.disconnect()
    shown.lang = lang
    shown.textContent = text
    document.title = text
  })
  observer.observe(document.documentElement, { childList: true, subtree: true })
  addEventListener('DOMContentLoaded', () => observer.disconnect())
}
