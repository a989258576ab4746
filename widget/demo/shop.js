/** A small shop with client-side navigation, as the sites are on which the chat must live. */
const views = [...document.querySelectorAll('[data-view]')]
const basket = document.querySelector('#basket')
const setup = document.querySelector('#setup')
let count = 0

function show(name) {
  const known = views.some(({ id }) => id === name) ? name : 'home'
  for (const view of views) view.hidden = view.id !== known
  for (const link of document.querySelectorAll('[data-page]')) {
    if (link.dataset.page === known) link.setAttribute('aria-current', 'page')
    else link.removeAttribute('aria-current')
  }
}

document.addEventListener('click', ({ target }) => {
  const add = target.closest('[data-add]')
  if (add) {
    basket.querySelector('span').textContent = String(++count)
  }
})
document.addEventListener('click', (event) => {
  const link = event.target.closest('[data-page]')
  if (!link) return
  event.preventDefault()
  history.pushState({}, '', `${location.search}#${link.dataset.page}`)
  show(link.dataset.page)
  scrollTo(0, 0)
})
addEventListener('popstate', () => show(location.hash.slice(1)))

setup.hidden = new URLSearchParams(location.search).has('agent')
show(location.hash.slice(1))
