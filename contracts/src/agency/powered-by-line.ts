/**
 * The line that says who a page is powered by, where CSS of a tenant can neither hide nor cover it: in a shadow tree, whose
 * content no selector of the page reaches, and in the top layer, which is painted above everything else of the page and
 * without its opacity, filters, clips and transforms. The host stands beside `body`, so that only CSS that hides the whole
 * page hides it. In a browser without popovers, it is in the highest place of the page instead.
 */
export type PoweredByLine = {
  name: string
  address: string
  /** With a place for `{name}`. */
  sentence: string
  /** Declarations of its box. */
  look: string
  /** Not shown while a dialog of the page is open, which would be covered. */
  belowDialogs?: boolean
}

const box =
  'all:initial;position:fixed;z-index:2147483647;box-sizing:border-box;margin:0;border:0;opacity:1;visibility:visible;pointer-events:auto;font:12px/1.4 system-ui,sans-serif;text-align:center;color-scheme:inherit'
const link = 'all:revert;color:inherit;font:inherit'

/** Shows the line on a page until the function that it returns is called. */
export function showPoweredBy(page: Document, line: PoweredByLine): () => void {
  const host = page.createElement('div')
  host.style.cssText = important(
    'all:initial;display:block;position:absolute;transition:none;color-scheme:inherit',
  )
  const shown = page.createElement('p')
  shown.dataset.part = 'powered-by'
  shown.dir = 'auto'
  const [before = '', after = ''] = line.sentence.split('{name}')
  const named = page.createElement('a')
  named.href = line.address
  named.target = '_blank'
  named.rel = 'noopener noreferrer'
  named.textContent = line.name
  named.style.cssText = important(link)
  shown.append(before, named, after)
  const show = (display: 'block' | 'none') => {
    shown.style.cssText = important(`${box};${line.look};display:${display}`)
  }
  show('block')
  host.attachShadow({ mode: 'open' }).append(shown)
  page.documentElement.append(host)
  if ('showPopover' in shown) {
    shown.popover = 'manual'
    shown.showPopover()
  }
  const stop = line.belowDialogs ? watchDialogs(page, (open) => show(open ? 'none' : 'block')) : undefined
  return () => {
    stop?.()
    host.remove()
  }
}

/** CSS opens no dialog: whether one is open is told by the page's elements alone. */
function watchDialogs(page: Document, tell: (open: boolean) => void): () => void {
  let open = false
  const look = () => {
    const isOpen = page.querySelector('[role="dialog"][aria-modal="true"]') !== null
    if (isOpen !== open) tell(isOpen)
    open = isOpen
  }
  const observer = new MutationObserver(look)
  observer.observe(page.body, { childList: true, subtree: true })
  look()
  return () => observer.disconnect()
}

const important = (css: string) => css.replaceAll(/(?=;|$)/g, '!important')
