/** In the dashboard's preview: a click picks a part of the chat, which custom CSS addresses by its `data-part`. */

let end: (() => void) | undefined

/** `onPicked`: called once, with the part that is clicked, or undefined on Esc. Without it, nothing is picked any more. */
export function pickPart(onPicked: ((part: string | undefined) => void) | undefined): void {
  end?.()
  end = onPicked && startPicking(onPicked)
}

function startPicking(onPicked: (part: string | undefined) => void): () => void {
  const over = new AbortController()
  const { signal } = over
  const box = document.createElement('div')
  const name = document.createElement('span')
  box.append(name)
  box.setAttribute('aria-hidden', 'true')
  // Inline, so that the agent's own CSS does not change them.
  Object.assign(box.style, {
    position: 'fixed',
    zIndex: '2147483647',
    pointerEvents: 'none',
    outline: '2px solid #7c3aed',
    outlineOffset: '-2px',
    background: 'rgb(124 58 237 / 15%)',
  })
  Object.assign(name.style, {
    position: 'absolute',
    left: '0',
    top: '0',
    padding: '2px 6px',
    color: '#fff',
    background: '#7c3aed',
    font: '600 12px/16px ui-monospace, monospace',
  })
  document.body.append(box)
  document.documentElement.style.cursor = 'crosshair'

  const done = (part: string | undefined) => {
    end?.()
    end = undefined
    onPicked(part)
  }
  const show = (part: HTMLElement | undefined) => {
    box.hidden = part === undefined
    if (!part) return
    const { left, top, width, height } = part.getBoundingClientRect()
    Object.assign(box.style, {
      left: `${left}px`,
      top: `${top}px`,
      width: `${width}px`,
      height: `${height}px`,
    })
    name.textContent = part.dataset.part ?? ''
  }
  show(undefined)
  addEventListener('pointermove', ({ target }) => show(partOf(target)), { signal })
  for (const kind of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart'] as const)
    addEventListener(kind, (event) => event.stopImmediatePropagation(), { capture: true, signal })
  addEventListener(
    'click',
    (event) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      const part = partOf(event.target)
      if (part?.dataset.part) done(part.dataset.part)
    },
    { capture: true, signal },
  )
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      done(undefined)
    },
    { capture: true, signal },
  )
  return () => {
    over.abort()
    box.remove()
    document.documentElement.style.cursor = ''
  }
}

function partOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>('[data-part]')) || undefined
}
